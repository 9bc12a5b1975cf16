"""Answers for the sites of clubs: pages in their frames, and data for their scripts. Other sites are refused.

Source: docs/decisions/0118-embeds.md.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from clubs.models import Club
from clubs.read.embeds import hosts_of
from journal.models import Stream
from runtime.pages.etags import with_etag


def embed(
    request: HttpRequest, club: Club, streams: Iterable[Stream], make: Callable[[], HttpResponse], *more: object
) -> HttpResponse:
    """Answer with a page for the frames of a club's sites: public, cached, without cookies, the same for everybody.

    ``club`` is read with its stream, on which its hosts are listed; ``streams`` and ``more`` as for ``with_etag``.
    """
    request.user = AnonymousUser()
    shown = tuple(dict.fromkeys([*streams, club.stream]))
    return framed(with_etag(request, shown, make, *more, public=True), hosts_of(club.pk))


def framed(answer: HttpResponse, hosts: Iterable[str]) -> HttpResponse:
    """Let pages of these hosts show an answer in a frame; without any host nobody may."""
    allowed = list(hosts)
    if allowed:
        answer.xframe_options_exempt = True
        answer._csp_config = settings.SECURE_CSP | {"frame-ancestors": allowed}  # type: ignore[attr-defined] # as Django's decorator does
    return answer


def for_sites(
    view: Callable[..., HttpResponseBase], club: Callable[[int], int | None]
) -> Callable[..., HttpResponseBase]:
    """Let scripts on the pages of a club's hosts read what ``view`` answers to GET; ``club`` is that of a row.

    Nothing private can be read so: a browser sends no cookies along.
    """

    @wraps(view)
    def answer(request: HttpRequest, pk: int, **more: object) -> HttpResponseBase:
        response = view(request, pk=pk, **more)
        origin = request.headers.get("Origin", "")
        if request.method in ("GET", "HEAD"):
            patch_vary_headers(response, ["Origin"])
            if origin and _host_of(origin) in hosts_of(club(pk) or 0):
                response["Access-Control-Allow-Origin"] = origin
        return response

    return answer


def _host_of(origin: str) -> str:
    """Return the host of an origin as clubs list it."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return ""
    return f"{parts.hostname}:{port}" if port not in (None, 80, 443) else parts.hostname or ""
