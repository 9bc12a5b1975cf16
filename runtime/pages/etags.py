"""ETags of pages: a page's ETag depends on everything it shows, and an unchanged page is answered 304.

Public pages are rendered once, compressed and cached, because the phones of a hall request them together.

Source: docs/decisions/0020-caches-by-cachetools.md; the number of every stream shown is read before anything else.
"""

import gzip
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from threading import Condition

from cachetools import LRUCache, cached
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from journal.canon import canonical
from journal.models import Stream
from runtime.pages.public_pages import share

# The key in a request under which base.html finds the streams of the page, for its scripts.
SHOWN = "barpoint.shown"
ROOM_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PublicPage:
    """A public page: its content type, its body, and the body compressed by gzip."""

    kind: str
    body: bytes
    packed: bytes

    @property
    def size(self) -> int:
        """The number of bytes in the cache."""
        return len(self.body) + len(self.packed)


class NotPublic(Exception):  # noqa: N818 -- nothing went wrong
    """An answer of a public view differs between visitors, so it must not be cached."""


_cache: LRUCache[str, PublicPage] = LRUCache(ROOM_BYTES, lambda page: page.size)


@cached(_cache, key=lambda key, render: key, condition=Condition())
def public_page(key: str, render: Callable[[], PublicPage]) -> PublicPage:
    """Return the page under ``key``. Of all threads that request it at once, one renders it and the others wait.

    If ``render`` raises, nothing is cached and each waiting thread renders the page itself.
    """
    return render()


def with_etag(
    request: HttpRequest,
    streams: Iterable[Stream],
    make: Callable[[], HttpResponse],
    *more: object,
    public: bool = False,
) -> HttpResponse:
    """Answer 304 if the browser already has the current page, else the page that ``make`` returns, with its ETag.

    ``streams`` are those that the page shows, read before anything else; ``more`` is what else it depends on, such as
    the minute. A ``public`` page is the same for every anonymous visitor, whatever their cookies: it is rendered once.
    """
    shown = tuple(streams)
    request.META[SHOWN] = shown
    tag = f'"{_tag(request, shown, more)}"'
    if request.headers.get("If-None-Match") in (tag, f"W/{tag}"):
        answer: HttpResponse = HttpResponseNotModified()
    else:
        shared = public and not request.user.is_authenticated
        answer = _public(request, tag, make) if shared else make()
        if answer.status_code != 200:
            return answer
        if shared and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META:
            share(request.META, shown)
    # Weak, because a compressed answer is the same page in other bytes.
    answer["ETag"] = f"W/{tag}" if answer.has_header("Content-Encoding") else tag
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _public(request: HttpRequest, tag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Return a public page, cached if possible; a page with a CSRF token never is.

    ``Cache-Status`` says whether it was rendered for this answer (RFC 9211).
    """
    rendered: list[HttpResponse] = []

    def render() -> PublicPage:
        answer = make()
        rendered.append(answer)
        if answer.status_code != 200 or answer.streaming or "CSRF_COOKIE_NEEDS_UPDATE" in request.META:
            raise NotPublic
        return PublicPage(answer["Content-Type"], answer.content, gzip.compress(answer.content, 5, mtime=0))

    try:
        page = public_page(f"{request.get_host()} {tag}", render)
    except NotPublic:
        rendered[0]["Cache-Status"] = "barpoint; fwd=bypass"
        return rendered[0]
    answer = rendered[0] if rendered else HttpResponse(page.body, content_type=page.kind)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        # Also for the first reader: else the page would be compressed once more for them.
        answer.content = page.packed
        answer["Content-Encoding"] = "gzip"
    answer["Cache-Status"] = "barpoint; fwd=miss; stored" if rendered else "barpoint; hit"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


def _tag(request: HttpRequest, streams: Iterable[Stream], more: Iterable[object]) -> str:
    who = request.user.pk or 0
    # The forms on the page hold the CSRF token of this session; the next session has another.
    session = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "") if who else ""
    seen = [[stream.name, stream.epoch, stream.number] for stream in streams]
    where = [get_language(), request.get_full_path()]
    shown = [settings.RELEASE, who, session, *where, seen, [str(each) for each in more]]
    return sha256(canonical(shown).encode()).hexdigest()[:32]
