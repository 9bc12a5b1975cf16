"""One process: two bounded pools of threads, so that a crowd of readers cannot hold up a report, and ``/live/``.

In front of the pools stands what everybody sees and did not change.
"""

from config.wsgi import application as django
from runtime import live
from runtime.change_feed import watcher
from runtime.live import Receive, Send
from runtime.pools import in_two_pools
from runtime.public_pages import AtHand, Scope

# The types of Django and of a2wsgi name one and the same WSGI application differently.
pages = AtHand(in_two_pools(django), watcher.stands)  # type: ignore[arg-type]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a request on the pool for its kind; who listens to what moves needs no thread."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"] == "/live/":
        await live.live(scope, receive, send)
    else:
        await pages(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    """Watch for those who listen from the start of the server to its end."""
    await receive()
    watcher.before_telling = pages.look_ahead
    await live.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await live.stop()
    await pages.rest()
    await send({"type": "lifespan.shutdown.complete"})
