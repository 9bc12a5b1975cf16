"""Requests for another host are refused before anything else: ``/live/`` too, and without a traceback each."""

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from runtime.asgi import Asgi, Receive, Scope, Send
from runtime.refusals import refuse


class OwnHostsOnly:
    """ASGI middleware that passes on requests for this site."""

    def __init__(self, app: Asgi) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request, or refuse it: 400."""
        host = dict(scope["headers"]).get(b"host")
        # Without the header (HTTP 1.0) Django takes the address of the socket.
        if host is None or _is_own(host.decode("latin1")):
            await self._app(scope, receive, send)
        else:
            await refuse(scope, send, 400, "host.unknown")


def _is_own(host: str) -> bool:
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)
