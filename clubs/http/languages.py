"""The language of an answer.

The first of these that names one of ours: the account of a person who is signed in, the cookie that the switch in the
foot of a page sets, the browser's ``Accept-Language``, the tournament that the page is about; else English. A wall and
the papers of a tournament that names a language speak that to every reader.
"""

from collections.abc import Callable, Iterator
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from clubs.models import User
from clubs.read.languages import accepted_language, is_language

# The key in a request's META of an answer whose language nobody chose.
_OPEN = "barpoint.language_open"


type View = Callable[[HttpRequest], HttpResponseBase]


def language_middleware(get_response: View) -> View:
    """Speak the language of the reader; goes below the person."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        accepted = request.headers.get("Accept-Language", "")
        chosen = _of_account(request) or _of_cookie(request) or accepted_language(accepted)
        request.META[_OPEN] = not chosen
        # The thread goes on with work that has no reader.
        with translation.override(chosen or settings.LANGUAGE_CODE):
            response = get_response(request)
            language = translation.get_language() or settings.LANGUAGE_CODE
        response.headers.setdefault("Content-Language", language)
        if isinstance(response, StreamingHttpResponse) and not response.is_async:
            response.streaming_content = _spoken(cast("Iterator[bytes]", response.streaming_content), language)
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response

    return answer


def _spoken(parts: Iterator[bytes], language: str) -> Iterator[bytes]:
    """Yield an answer that is made while it is sent."""
    with translation.override(language):
        yield from parts


def fall_back_on(request: HttpRequest, language: str) -> None:
    """Speak the language of the tournament that a page is about, where its reader chose none."""
    if language and request.META.get(_OPEN, False):
        translation.activate(language)


def speak_in(language: str) -> None:
    """Speak one language from here on, that of each reader if it is empty."""
    if language:
        translation.activate(language)


def remember_language(answer: HttpResponse, language: str) -> None:
    """Let this browser keep the language that its reader chose."""
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def _of_account(request: HttpRequest) -> str:
    """Return the language of the person signed in; without a session there is nobody to read."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or not isinstance(request.user, User):
        return ""
    return request.user.language


def _of_cookie(request: HttpRequest) -> str:
    code = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return code if is_language(code) else ""
