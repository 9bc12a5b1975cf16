"""Pages that say how old they are: an ETag of all that they show, and 304 while nothing of it changed.

What everybody sees is made once for all who ask, packed for the way and kept: the phones of a hall ask together.

Source: docs/decisions; the number of every stream shown is read before anything else.
"""

import gzip
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from journal.canon import canonical
from journal.models import Stream
from runtime.cache import Kept
from runtime.public_pages import share

# Where a request keeps the streams that its page shows: base.html tells them to the scripts.
SHOWN = "barpoint.shown"
ROOM_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page that everybody sees, as it is and packed."""

    kind: str
    body: bytes
    packed: bytes

    @property
    def weight(self) -> int:
        """How many bytes it takes in the cache."""
        return len(self.body) + len(self.packed)


pages: Kept[KeptPage] = Kept(ROOM_BYTES, lambda page: page.weight)


def fresh(
    request: HttpRequest,
    streams: Iterable[Stream],
    make: Callable[[], HttpResponse],
    *more: object,
    public: bool = False,
) -> HttpResponse:
    """Answer 304 when this browser holds the page as it is, else the page that ``make`` returns, with its ETag.

    ``streams`` are those that the page shows, read before anything else; ``more`` is what else it depends on, such as
    the minute. What is ``public`` is the same for every passer-by, whatever cookies he brings: it is made once.
    """
    shown = tuple(streams)
    request.META[SHOWN] = shown
    tag = f'"{_tag(request, shown, more)}"'
    if request.headers.get("If-None-Match") in (tag, f"W/{tag}"):
        answer: HttpResponse = HttpResponseNotModified()
    else:
        shared = public and not request.user.is_authenticated
        answer = _kept(request, tag, make) if shared else make()
        if answer.status_code != 200:
            return answer
        if shared and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META:
            share(request.META, shown)
    # What is packed on its way is the same page in other bytes.
    answer["ETag"] = f"W/{tag}" if answer.has_header("Content-Encoding") else tag
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _kept(request: HttpRequest, tag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Return a page that everybody sees, from those kept; what carries a form's secret is never one of them.

    ``Cache-Status`` says whether it was made for this answer (RFC 9211).
    """
    mine: list[HttpResponse] = []

    def packed() -> KeptPage | None:
        mine.append(make())
        answer = mine[0]
        if answer.status_code != 200 or answer.streaming or "CSRF_COOKIE_NEEDS_UPDATE" in request.META:
            return None
        return KeptPage(answer["Content-Type"], answer.content, gzip.compress(answer.content, 6, mtime=0))

    page = pages.get(f"{request.get_host()} {tag}", packed)
    if mine or page is None:
        answer = mine[0] if mine else make()
        answer["Cache-Status"] = "barpoint; fwd=miss; stored" if page else "barpoint; fwd=bypass"
        return answer
    answer = HttpResponse(page.body, content_type=page.kind)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        answer.content = page.packed
        answer["Content-Encoding"] = "gzip"
    answer["Cache-Status"] = "barpoint; hit"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


def _tag(request: HttpRequest, streams: Iterable[Stream], more: Iterable[object]) -> str:
    who = request.user.pk or 0
    # The forms on a kept page hold the token of the session it was made in; the next session has another.
    session = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "") if who else ""
    seen = [[stream.name, stream.epoch, stream.number] for stream in streams]
    where = [get_language(), request.get_full_path()]
    shown = [settings.RELEASE, who, session, *where, seen, [str(each) for each in more]]
    return sha256(canonical(shown).encode()).hexdigest()[:32]
