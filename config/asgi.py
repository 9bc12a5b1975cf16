"""The ASGI application: ``/live/``, the public page cache, and behind it Django on threads.

The probes of health are in front and count the requests. A request passes, in this order: its host is checked, the desk
goes first, the cache answers, the body is read whole, the client's share is checked, and a lane gives it a thread.
"""

from django.conf import settings
from django.template.loader import render_to_string

from config.wsgi import application as django
from runtime import refusals
from runtime.asgi import Receive, Scope, Send
from runtime.health.probes import Health
from runtime.live import stream
from runtime.live.change_feed import feed
from runtime.pages.public_pages import PublicPages
from runtime.server.bodies import WholeBodies
from runtime.server.desk_first import desk_first
from runtime.server.fair_use import fair_use
from runtime.server.hosts import OwnHostsOnly
from runtime.server.lanes import Lanes

# The types of Django and of a2wsgi name one and the same WSGI application differently.
lanes = Lanes(django, fair_use, desk_first)  # type: ignore[arg-type] # Django's handler is a WSGI application
pages = PublicPages(WholeBodies(lanes), feed)


async def _serve(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a request, or the life of the server."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    else:
        await _own_hosts(scope, receive, send)


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"] == "/live/":
        # A live connection needs no thread.
        await stream.live(scope, receive, send)
    else:
        await lanes.when_quiet(scope)
        await pages(scope, receive, send)


_own_hosts = OwnHostsOnly(_answer)
application = Health(_serve)


async def _lifespan(receive: Receive, send: Send) -> None:
    """Run the change feed from the start of the server to its end."""
    await receive()
    _put_refusals_into_words()
    feed.before_notifying = pages.refresh
    feed.is_alone = settings.EMBEDDED
    await stream.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await stream.stop()
    await pages.finish()
    await send({"type": "lifespan.shutdown.complete"})


def _put_refusals_into_words() -> None:
    from tournaments.words.refusals import speak  # noqa: PLC0415 -- words are of apps, which Django loads first

    refusals.words.speak = speak
    refusals.words.page = lambda sentence: render_to_string("refused_early.html", {"sentence": sentence})
