"""The ASGI application: the public page cache, behind it two bounded thread pools, and beside them ``/live/``.

Two pools, because a crowd of readers must not hold up a report.
"""

from config.wsgi import application as django
from runtime.live import stream
from runtime.live.change_feed import feed
from runtime.live.stream import Receive, Send
from runtime.pages.public_pages import PublicPages, Scope
from runtime.server.pools import in_two_pools

# The types of Django and of a2wsgi name one and the same WSGI application differently.
pages = PublicPages(in_two_pools(django), feed.is_current)  # type: ignore[arg-type] # Django's handler is an ASGI application


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a request on the pool for its kind; a live connection needs no thread."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"] == "/live/":
        await stream.live(scope, receive, send)
    else:
        await pages(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    """Run the change feed from the start of the server to its end."""
    await receive()
    feed.before_notifying = pages.refresh
    await stream.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await stream.stop()
    await pages.finish()
    await send({"type": "lifespan.shutdown.complete"})
