"""The server of ``manage.py run``: one process, stopped in order."""

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from django.conf import settings

from config.celery import app as current_app
from journal import live
from journal.clock import Clock
from journal.jobs import Workers

STOP_SECONDS = 10


def serve(host: str, port: int) -> None:
    """Serve until a signal; requests that run are finished first, for at most STOP_SECONDS."""
    config = uvicorn.Config(
        "config.asgi:application",
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
    with working():
        Server(config).run()


class Server(uvicorn.Server):
    """A server that ends every live stream before it waits for requests that run: those would never end."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop in order."""
        await live.end()
        await super().shutdown(sockets)


@contextmanager
def working() -> Iterator[None]:
    """Carry out jobs and look at the clock for the time of the block; what runs at its end is finished first."""
    current_app.set_current()
    workers, clock = Workers(), Clock()
    workers.start()
    clock.start()
    try:
        yield
    finally:
        clock.stop(STOP_SECONDS)
        workers.stop(STOP_SECONDS)


def _already_stopped(number: int, frame: FrameType | None) -> None:
    """Take the signal that the server has handled."""
