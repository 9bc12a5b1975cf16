"""Sessions of a bidder's own pages, below ``/bidders/``.

Each payer has a cookie that a browser sends only to that payer's pages; it holds the secret of the private link, which
the desk can end.
"""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from clubs.http.posting import Done, Refusal, carry_out
from journal.actors import Actor
from journal.book import Caller
from journal.http import caller_of_form
from runtime.server.fair_use import count_player_change, recognise_player
from tournaments.actions.auctions.bidders import BIDDER
from tournaments.read.money.auctions.bidders import payer_of_secret
from tournaments.words.refusals import speak

COOKIE_LIVES_SECONDS = 7 * 24 * 60 * 60

type BidderView = Callable[[HttpRequest, int], HttpResponse]


def bidder_page(view: BidderView) -> BidderView:
    """Admit only a browser that came by this payer's link; others read how to get one."""

    @wraps(view)
    def guarded(request: HttpRequest, pk: int) -> HttpResponse:
        if payer_of_secret(request.COOKIES.get(cookie_name(pk), "")) != pk:
            if request.method in ("GET", "HEAD"):
                return HttpResponseRedirect(reverse("bidder_unknown"), status=303)
            raise PermissionDenied
        # Bidders are counted beside the players, below 0.
        recognise_player(request.META, -pk)
        return view(request, pk)

    return guarded


def do_as_bidder(request: HttpRequest, pk: int, act: Callable[[Caller], object]) -> Done | Refusal:
    """Carry out ``act`` for the bidder who posts this form."""

    def caller() -> Caller:
        count_player_change(request.META, -pk)
        return caller_of_form(request, Actor(BIDDER, pk, "link"))

    return carry_out(caller, act, speak)


def cookie_name(pk: int) -> str:
    """Return the name of a payer's cookie. Behind https it is bound to the host, which asks for the path ``/``."""
    return f"__Host-bidder-{pk}" if settings.HTTPS else f"bidder-{pk}"


def remember(answer: HttpResponse, pk: int, secret: str) -> HttpResponse:
    """Give this browser the cookie of a payer."""
    answer.set_cookie(
        cookie_name(pk), secret, max_age=COOKIE_LIVES_SECONDS, path="/" if settings.HTTPS else f"/bidders/{pk}/",
        secure=settings.HTTPS, httponly=True, samesite="Lax",
    )  # fmt: skip
    return answer
