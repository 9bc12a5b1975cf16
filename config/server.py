"""The server of ``manage.py run``: one process, stopped in order."""

import signal
from types import FrameType

import uvicorn
from django.conf import settings

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
    uvicorn.Server(config).run()


def _already_stopped(number: int, frame: FrameType | None) -> None:
    """Take the signal that the server has handled."""
