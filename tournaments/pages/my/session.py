"""Sessions of a player's own pages, below ``/my/``.

Each entrant has a cookie that a browser sends only to that entrant's pages; a phone may hold several. It proves only
that its owner had the entrant's link or PIN.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from clubs.http.posting import Done, Refusal, carry_out
from journal.actors import Actor
from journal.book import Caller
from journal.http import caller_of_form
from journal.refusals import TooOften
from runtime.server.fair_use import count_player_change, recognise_player
from tournaments.actions.phones.links import Joined, player, take_slip
from tournaments.models import Phone
from tournaments.read.players.links import event_of_entrant, is_unknown_phone, phone_of_secret, slip_counts
from tournaments.words.refusals import speak

COOKIE_LIVES_SECONDS = 30 * 24 * 60 * 60

type PlayerView = Callable[[HttpRequest, int], HttpResponse]


class NoPhone(PermissionDenied):
    """This browser has no valid cookie of this entrant."""


def player_of(request: HttpRequest, pk: int) -> Actor:
    """Return the player of this page. Raises NoPhone without a valid cookie."""
    if phone_of_secret(pk, request.COOKIES.get(cookie_name(pk), "")) is None and not _has_slip(request, pk):
        raise NoPhone
    return player(pk)


def _has_slip(request: HttpRequest, pk: int) -> bool:
    """Whether a phone that a restore forgot holds the slip that it came by. Signed off or ended phones do not count."""
    secret, slip = (request.COOKIES.get(name(pk), "") for name in (cookie_name, slip_name))
    return bool(secret and slip) and is_unknown_phone(secret) and slip_counts(pk, slip)


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


def posted_from_own_page(view: PlayerView) -> PlayerView:
    """Redirect all but posts to the player's page: a reload of the answer to a refused post, a link from a history."""

    @wraps(view)
    def answer(request: HttpRequest, pk: int) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return HttpResponseRedirect(reverse("my", args=[pk]))
        return require_POST(view)(request, pk)

    return answer


def own_page(view: Callable[Concatenate[HttpRequest, int, ...], HttpResponse]) -> Callable[..., HttpResponse]:
    """Admit only the player; redirect a browser without the player's cookie to the PIN page."""

    @wraps(view)
    def guarded(request: HttpRequest, pk: int, **which: Any) -> HttpResponse:
        try:
            joined = _let_in(request, pk)
            answer = view(request, pk, **which)
            return remember(answer, joined) if joined and cookie_name(pk) not in answer.cookies else answer
        except NoPhone:
            if request.method not in ("GET", "HEAD"):
                raise
        return _to_the_pin(request, pk)

    return guarded


def _let_in(request: HttpRequest, pk: int) -> Joined | None:
    """Let a phone in that posts and that a restore forgot; None for one that the memory knows. Raises NoPhone.

    Looking changes nothing, so only a post does it. Too many phones at once are let in with a later post.
    """
    if phone_of_secret(pk, request.COOKIES.get(cookie_name(pk), "")) is not None:
        return None
    if not _has_slip(request, pk):
        raise NoPhone
    if request.method in ("GET", "HEAD"):
        return None
    try:
        joined = take_slip(pk, request.COOKIES[slip_name(pk)])
    except TooOften:
        return None
    request.COOKIES[cookie_name(pk)] = joined.secret
    return joined


def slip_name(pk: int) -> str:
    """Return the name of the cookie with the slip by which a phone of an entrant came in."""
    return f"__Host-slip-{pk}" if settings.HTTPS else f"slip-{pk}"


def cookie_name(pk: int) -> str:
    """Return the name of an entrant's cookie. Behind https it is bound to the host, which asks for the path ``/``."""
    return f"__Host-player-{pk}" if settings.HTTPS else f"player-{pk}"


def remember(answer: HttpResponse, joined: Joined) -> HttpResponse:
    """Give this browser the cookies of an entrant: the phone's secret, and the slip by which it came."""
    pk = joined.entrant
    for name, value in ((cookie_name(pk), joined.secret), (slip_name(pk), joined.slip)):
        answer.set_cookie(
            name, value, max_age=COOKIE_LIVES_SECONDS, path=_path(pk), secure=settings.HTTPS, httponly=True,
            samesite="Lax",
        )  # fmt: skip
    return answer


def forget(answer: HttpResponse, pk: int) -> HttpResponse:
    """Take the cookies of an entrant away."""
    for name in (cookie_name(pk), slip_name(pk)):
        answer.delete_cookie(name, path=_path(pk), samesite="Lax")
        if settings.HTTPS:
            answer.cookies[name]["secure"] = True
    return answer


def own_address(pk: int) -> str:
    """Return the address of an entrant's own page, below which all of them are."""
    return f"/my/{pk}/"


def _path(pk: int) -> str:
    return "/" if settings.HTTPS else own_address(pk)


def _to_the_pin(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead to where a PIN is typed. A phone that a restore forgot keeps its cookies: a later backup may know it."""
    event = event_of_entrant(pk)
    if event is None:
        raise Http404
    answer = HttpResponseRedirect(reverse("pin", args=[event]), status=303)
    return answer if is_unknown_phone(request.COOKIES.get(cookie_name(pk), "")) else forget(answer, pk)
