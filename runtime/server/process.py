"""The server of ``manage.py run``: one process, with a clean stop."""

import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from types import FrameType

import uvicorn
from django.conf import settings
from django.db import connection
from django.utils.module_loading import import_string

from runtime import refusals
from runtime.jobs.clock import Clock
from runtime.jobs.relay import Relay
from runtime.jobs.workers import Workers
from runtime.live import stream
from runtime.memory import give_back_memory, hidden
from runtime.networks import network_of
from runtime.server.connections import IDLE_SECONDS, Connection, Crowd, places
from runtime.server.door import doors
from runtime.server.installation import SEARCHES, note_start, versions

# Requests and jobs finish at the same time.
STOP_SECONDS = 10
JOBS_STOP_SECONDS = 8
# How many connections are accepted at once, and how many the system holds for us until then: one for which it has no
# room tries again after a second.
ACCEPTED, QUEUED = 64, 4096
# A phone out of reach sends nothing. Its connection ends when data stays unacknowledged for this long; otherwise it
# would count for a quarter of an hour.
GONE_SECONDS = 30
# The background work begins after the first answer, or when no request has come for this long.
UNASKED_SECONDS = 3
# How long a thread keeps the interpreter while others wait. Beside thirty busy readers a report took nine times as long
# with Python's own 5 ms, three times with this (on PostgreSQL, before public pages were cached).
SWITCH_SECONDS = 0.0005

_log = logging.getLogger(__name__)


def serve(host: str, port: int) -> None:
    """Serve until a signal, then finish running requests for at most STOP_SECONDS."""
    sys.setswitchinterval(SWITCH_SECONDS)
    crowd = Crowd(places(), _proxies())
    with working() as background:
        server = Server(_config(host, port, crowd), background, versions(), crowd)
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, server.handle_early_or_again)
        server.run(_listening(host, port))
    if background.failed:
        raise SystemExit(1)


def _config(host: str, port: int, crowd: Crowd) -> uvicorn.Config:
    return uvicorn.Config(
        ":".join(settings.ASGI_APPLICATION.rsplit(".", 1)),
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Forwarded headers count only behind the proxy that terminates https.
        proxy_headers=settings.HTTPS,
        timeout_graceful_shutdown=STOP_SECONDS,
        lifespan="on",
        http=partial(Connection, crowd),  # type: ignore[arg-type] # uvicorn calls it like a class
        ws="none",
        timeout_keep_alive=IDLE_SECONDS,
        # Those accepted at once can be refused only afterwards; together with all places they fit the open files.
        backlog=ACCEPTED,
    )


def _listening(host: str, port: int) -> list[socket.socket]:
    """Return the sockets of an address; end the process if it can't be had."""
    try:
        return list(doors(host, port, _proxies()))
    except OSError as wrong:
        _log.error("the server can't listen at %s, port %d: %s", host, port, wrong.strerror)
        raise SystemExit(1) from None


def _proxies() -> frozenset[str]:
    """Return the addresses from which uvicorn takes forwarded headers: many people come from there."""
    listed = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1") if settings.HTTPS else ""
    return frozenset(network_of(each.strip()) for each in listed.split(",") if each.strip())


class Server(uvicorn.Server):
    """A server that stops everything together.

    The background work stops at the signal too, and live streams end first: waiting for them would never end.
    """

    def __init__(self, config: uvicorn.Config, background: "Background", running: str, crowd: Crowd) -> None:
        super().__init__(config)
        self._background, self._running, self._crowd = background, running, crowd

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop cleanly."""
        # In a thread of its own, because the interrupted thread may hold the locks that this needs.
        threading.Thread(target=self._background.finish, name="finish", daemon=True).start()
        super().handle_exit(sig, frame)

    def handle_early_or_again(self, sig: int, frame: FrameType | None) -> None:
        """Stop cleanly when a signal comes before uvicorn takes signals over.

        uvicorn raises a signal again once it has stopped: then ignore it, so that a clean stop exits with 0.
        """
        if not self.should_exit:
            self.handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Load the pages, then listen; connections inherit the options of the socket.

        One of several processes loads everything first: until it listens the others answer.
        """
        import_module(settings.PAGES_URLCONF)
        if connection.vendor == "postgresql":
            load_the_rest()
        await super().startup(sockets)
        for each in (listening for server in getattr(self, "servers", ()) for listening in server.sockets):
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_SECONDS * 1000)
            with socket.socket(fileno=os.dup(each.fileno())) as same:
                same.listen(QUEUED)
        note_start("server", self._running, f"http://{self.config.host}:{self.config.port}")

    async def on_tick(self, counter: int) -> bool:
        """Look after connections and background work; return whether to stop. Called ten times a second."""
        if self.server_state.total_requests or counter >= 10 * UNASKED_SECONDS:
            self._background.start()
        if counter % 10 == 0:
            self._crowd.sweep()
            refusals.log.log_sum()
        return self._background.failed or await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the live streams, then the requests."""
        await stream.end()
        await super().shutdown(sockets)


class Background:
    """The work of a server beside requests: timers, and running jobs or sending them to workers.

    ``failed`` means that it could not begin: then the server must stop.
    """

    def __init__(self) -> None:
        self.failed = False
        self._starting = threading.Thread(target=self._start, name="start", daemon=True)
        self._lock = threading.Lock()
        self._work: Workers | Relay | None = None
        self._clock = Clock()
        self._deadline: float | None = None

    def start(self) -> None:
        """Begin in the background, unless it has begun."""
        if self._starting.ident is None:
            self._starting.start()

    def _start(self) -> None:
        try:
            load_the_rest()
            with self._lock:
                if self._deadline is None:
                    self._work = Relay() if settings.BROKER_URL else Workers()
                    self._work.start()
                    self._clock.start()
        except Exception:
            _log.exception("the server stops: its background work could not begin")
            self.failed = True

    def finish(self) -> None:
        """Start nothing new."""
        with self._lock:
            if self._deadline is None:
                self._deadline = time.monotonic() + JOBS_STOP_SECONDS
            if self._work is not None:
                self._work.finish()

    def stop(self) -> None:
        """Wait for running jobs, at most JOBS_STOP_SECONDS after the signal; put back the others."""
        self.finish()
        if self._starting.ident is not None:
            self._starting.join(self._left())
        if self._work is not None:
            self._clock.stop(self._left())
            self._work.stop(self._left())

    def _left(self) -> float:
        return max(0.5, (self._deadline or 0) - time.monotonic())


@cache
def load_the_rest() -> None:
    """Load what no page needs, once: the API, the tasks and the timers."""
    # Django REST framework loads what only the tests bring along, for uses that nobody has here (12 MB).
    with hidden("requests", "pygments"):
        import_module("rest_framework.compat")
    import_module(settings.ROOT_URLCONF)
    app = import_string(settings.CELERY_APPLICATION)
    app.set_current()
    app.loader.import_default_modules()
    # Loaded modules stay, so they need not be searched for garbage, which would take a tenth of a second.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SEARCHES)
    give_back_memory()


@contextmanager
def working() -> Iterator[Background]:
    """Yield the background work, for the block to start; at the end of the block finish what is running."""
    background = Background()
    try:
        yield background
    finally:
        background.stop()
