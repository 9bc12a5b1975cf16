"""The server of ``manage.py run``: one process, stopped in order."""

import gc
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import FrameType

import uvicorn
from django.conf import settings
from django.utils.module_loading import import_string

from runtime import live
from runtime.clock import Clock
from runtime.relay import Relay
from runtime.workers import Workers

# Requests and jobs are finished at the same time.
STOP_SECONDS = 10
JOBS_STOP_SECONDS = 8
# A phone that went out of reach says nothing: what it does not acknowledge for so long ends its connection, else its
# lines would count for a quarter of an hour.
GONE_SECONDS = 30
# How long a thread keeps the interpreter when others want it. Python's own 5 ms made a report wait nine times as long
# beside thirty greedy readers, this three times (on PostgreSQL, before what everybody sees was at hand).
SWITCH_SECONDS = 0.0005


def serve(host: str, port: int) -> None:
    """Serve until a signal; requests that run are finished first, for at most STOP_SECONDS."""
    config = uvicorn.Config(
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
    )
    # uvicorn raises the signal again once it has stopped; an orderly stop ends with 0, not by signal.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, _already_stopped)
    sys.setswitchinterval(SWITCH_SECONDS)
    with working() as others:
        Server(config, others).run()


class Server(uvicorn.Server):
    """A server that stops all at once: what works beside the requests hears of the signal when it comes, and live
    streams are ended before the requests that run are waited for, for those would never end.
    """

    def __init__(self, config: uvicorn.Config, others: "Others") -> None:
        super().__init__(config)
        self._others = others

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order."""
        # A thread of its own: what they hold may be held by the one that the signal interrupts.
        threading.Thread(target=self._others.finish, name="finish", daemon=True).start()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen; connections do as the socket does that they come in by."""
        import_module(settings.ROOT_URLCONF)  # the views and all that they need
        # What is loaded stays: nobody waits a tenth of a second while it is searched for garbage.
        gc.collect()
        gc.freeze()
        await super().startup(sockets)
        for each in (listening for server in getattr(self, "servers", ()) for listening in server.sockets):
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_SECONDS * 1000)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the live streams, then the requests."""
        await live.end()
        await super().shutdown(sockets)


class Others:
    """What a server does beside requests: looks at the clock; carries jobs out, or tells workers of them."""

    def __init__(self) -> None:
        self._work: Workers | Relay = Relay() if settings.BROKER_URL else Workers()
        self._clock = Clock()
        self._deadline: float | None = None

    def start(self) -> None:
        """Begin."""
        self._work.start()
        self._clock.start()

    def finish(self) -> None:
        """Begin nothing more."""
        if self._deadline is None:
            self._deadline = time.monotonic() + JOBS_STOP_SECONDS
        self._work.finish()

    def stop(self) -> None:
        """Wait for what runs, at most JOBS_STOP_SECONDS since the signal; the jobs that are left are put back."""
        self.finish()
        self._clock.stop(self._left())
        self._work.stop(self._left())

    def _left(self) -> float:
        return max(0.5, (self._deadline or 0) - time.monotonic())


@contextmanager
def working() -> Iterator[Others]:
    """Carry out jobs and look at the clock for the time of the block; what runs at its end is finished first."""
    import_string(settings.CELERY_APPLICATION).set_current()
    others = Others()
    others.start()
    try:
        yield others
    finally:
        others.stop()


def _already_stopped(number: int, frame: FrameType | None) -> None:
    """Take the signal that the server has handled."""
