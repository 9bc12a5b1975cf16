"""One process, two bounded pools of threads: a crowd of readers cannot hold up a report."""

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import Receive, Scope, Send

from config.wsgi import application as django

READERS, WRITERS = 8, 2
READING = {"GET", "HEAD", "OPTIONS"}

reading = WSGIMiddleware(django, workers=READERS)  # type: ignore[arg-type]
writing = WSGIMiddleware(django, workers=WRITERS)  # type: ignore[arg-type]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a request on the pool for its kind."""
    pool = writing if scope["type"] == "http" and scope["method"] not in READING else reading
    await pool(scope, receive, send)
