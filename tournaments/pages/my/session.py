"""Sessions of a player's own pages, below ``/my/``.

Each entrant has a cookie that a browser sends only to that entrant's pages; a phone may hold several. It proves only
that its owner had the entrant's link or PIN.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from clubs.http.posting import Done, Refusal, carry_out
from journal.actors import Actor
from journal.book import Caller
from journal.http import caller_of_form
from runtime.server.fair_use import count_player_change, recognise_player
from tournaments.actions.phones.links import player
from tournaments.models import Phone
from tournaments.read.players.links import event_of_entrant, phone_of_secret
from tournaments.words.refusals import speak

COOKIE_LIVES_SECONDS = 30 * 24 * 60 * 60

type PlayerView = Callable[[HttpRequest, int], HttpResponse]


class NoPhone(PermissionDenied):
    """This browser has no valid cookie of this entrant."""


def player_of(request: HttpRequest, pk: int) -> Actor:
    """Return the player of this page. Raises NoPhone without a valid cookie."""
    phone_of(request, pk)
    return player(pk)


def phone_of(request: HttpRequest, pk: int) -> Phone:
    """Return the phone that looks at a page of entrant ``pk``: one statement. Raises NoPhone."""
    secret = request.COOKIES.get(cookie_name(pk), "")
    phone = phone_of_secret(pk, secret)
    if phone is None:
        raise NoPhone
    recognise_player(request.META, pk)
    return phone


def caller_of_player(request: HttpRequest, pk: int, render: Callable[[Any], Any] = lambda value: None) -> Caller:
    """Return the player who posts this form as caller. Raises NoPhone, TooOften ``requests.many``."""
    count_player_change(request.META, pk)
    return caller_of_form(request, player_of(request, pk), render)


def do_as_player(request: HttpRequest, pk: int, act: Callable[[Caller], Any]) -> Done | Refusal:
    """Carry out ``act`` for the player who posts this form. Raises NoPhone."""
    return carry_out(lambda: caller_of_player(request, pk), act, speak)


def own_page(view: PlayerView) -> PlayerView:
    """Admit only the player; redirect a browser without the player's cookie to the PIN page."""

    @wraps(view)
    def guarded(request: HttpRequest, pk: int) -> HttpResponse:
        try:
            player_of(request, pk)
            return view(request, pk)
        except NoPhone:
            if request.method not in ("GET", "HEAD"):
                raise
        return _to_the_pin(pk)

    return guarded


def cookie_name(pk: int) -> str:
    """Return the name of an entrant's cookie. Behind https it is bound to the host, which asks for the path ``/``."""
    return f"__Host-player-{pk}" if settings.HTTPS else f"player-{pk}"


def remember(answer: HttpResponse, pk: int, secret: str) -> HttpResponse:
    """Give this browser the cookie of an entrant."""
    answer.set_cookie(
        cookie_name(pk), secret, max_age=COOKIE_LIVES_SECONDS, path=_path(pk), secure=settings.HTTPS, httponly=True,
        samesite="Lax",
    )  # fmt: skip
    return answer


def forget(answer: HttpResponse, pk: int) -> HttpResponse:
    """Take the cookie of an entrant away."""
    answer.delete_cookie(cookie_name(pk), path=_path(pk), samesite="Lax")
    if settings.HTTPS:
        answer.cookies[cookie_name(pk)]["secure"] = True
    return answer


def own_address(pk: int) -> str:
    """Return the address of an entrant's own page, below which all of them are."""
    return f"/my/{pk}/"


def _path(pk: int) -> str:
    return "/" if settings.HTTPS else own_address(pk)


def _to_the_pin(pk: int) -> HttpResponse:
    event = event_of_entrant(pk)
    if event is None:
        raise Http404
    return forget(HttpResponseRedirect(reverse("pin", args=[event]), status=303), pk)
