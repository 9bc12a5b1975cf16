"""Two bounded thread pools, so that a crowd of readers cannot hold up a report."""

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import ASGIApp, Receive, Scope, Send
from a2wsgi.wsgi_typing import WSGIApp

READERS, WRITERS = 8, 2
READING = {"GET", "HEAD", "OPTIONS"}


def in_two_pools(app: WSGIApp) -> ASGIApp:
    """Return ``app`` with one thread pool for reads and one for writes."""
    reading, writing = WSGIMiddleware(app, workers=READERS), WSGIMiddleware(app, workers=WRITERS)

    async def pooled(scope: Scope, receive: Receive, send: Send) -> None:
        pool = writing if scope["type"] == "http" and scope["method"] not in READING else reading
        await pool(scope, receive, send)

    return pooled
