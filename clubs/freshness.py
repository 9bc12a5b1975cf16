"""Pages that say how old they are: an ETag of all that they show, and 304 while nothing of it changed.

Source: docs/decisions; the number of every stream shown is read before anything else.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language

from clubs.models import User
from journal.canon import canonical
from journal.models import Stream

# Where a request keeps the streams that its page shows: base.html tells them to the scripts.
SHOWN = "barpoint.shown"


def fresh(
    request: HttpRequest, streams: Iterable[Stream], make: Callable[[], HttpResponse], *more: object
) -> HttpResponse:
    """Answer 304 when this browser holds the page as it is, else the page that ``make`` returns, with its ETag.

    ``streams`` are those that the page shows, read before anything else; ``more`` is what else it depends on, such as
    the minute.
    """
    shown = tuple(streams)
    request.META[SHOWN] = shown
    tag = f'"{_tag(request, shown, more)}"'
    if request.headers.get("If-None-Match") in (tag, f"W/{tag}"):
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = make()
        if answer.status_code != 200:
            return answer
    answer["ETag"] = tag
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _tag(request: HttpRequest, streams: Iterable[Stream], more: Iterable[object]) -> str:
    who = request.user.pk if isinstance(request.user, User) else 0
    # The forms on a kept page hold the token of the session it was made in; the next session has another.
    session = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "") if who else ""
    seen = [[stream.name, stream.epoch, stream.number] for stream in streams]
    where = [get_language(), request.get_full_path()]
    shown = [settings.RELEASE, who, session, *where, seen, [str(each) for each in more]]
    return sha256(canonical(shown).encode()).hexdigest()[:32]
