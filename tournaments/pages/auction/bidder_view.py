"""A bidder's own pages below ``/bidders/``: bids by phone, and their lots.

Posts come from a form, or from the outbox of the phone, which accepts JSON and sends until it gets an answer.
"""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from clubs.http.posting import Refusal
from journal.book import Caller
from journal.now import now
from journal.refusals import Unreadable
from runtime.pages.etags import with_etag
from tournaments.actions.auctions.selling import bid_by_phone
from tournaments.actions.auctions.shares import Answer, answer_buyback
from tournaments.actions.auctions.steps import Outcome
from tournaments.http.navigation import Nav, nav_of_event
from tournaments.http.secret_pages import secret_page
from tournaments.models import Auction
from tournaments.pages.auction.bidder import bidder_sheet
from tournaments.pages.auction.bidder_session import bidder_page, do_as_bidder, remember
from tournaments.read.money.auctions.bidders import auctions_in, payer_of_secret, tournament_of_bidder
from tournaments.read.money.auctions.room import Room, room_of
from tournaments.words.bidding import bid_refusal, owes_nothing

PAGE = "tournaments/auction/phone/page.html"
LONGEST = 16


@secret_page
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def bidder_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Whose link this is, with one button. Looking changes nothing: messengers look at links ahead of people."""
    payer = payer_of_secret(secret)
    if payer is None:
        return render(request, "tournaments/auction/phone/unknown_link.html", status=404)
    if request.method == "POST":
        return remember(HttpResponseRedirect(reverse("bidder", args=[payer]), status=303), payer, secret)
    auctions = auctions_in(tournament_of_bidder(payer))
    if not auctions:
        return render(request, "tournaments/auction/phone/unknown_link.html", status=404)
    room = room_of(auctions[0], now())
    shown = {"name": room.bidders.get(payer, "…"), "room": room, "nav": nav_of_event(room.event, "")}
    return render(request, "tournaments/auction/phone/link.html", shown)


@require_safe
def bidder_unknown(request: HttpRequest) -> HttpResponse:
    """Say how a phone without a link that counts gets one."""
    return render(request, "tournaments/auction/phone/unknown_link.html")


@require_safe
@bidder_page
def bidder(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the lot on the block, the high bid, the next steps, and the bidder's lots."""
    return _shown(request, pk, "bidder", PAGE)


@require_safe
@bidder_page
def bidder_lots(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the lots of which the bidder holds a share: what they cost, and what they bring."""
    return _shown(request, pk, "bidder_lots", "tournaments/auction/phone/lots.html")


@require_http_methods(["GET", "HEAD", "POST"])
@bidder_page
def bidder_bid(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a bid on the lot that the page showed. An old price is refused, never raised."""
    if request.method != "POST":
        return HttpResponseRedirect(reverse("bidder", args=[pk]))
    auction = _auction(request, pk)
    lot, amount = _number(request, "lot"), _number(request, "amount")
    done = do_as_bidder(request, pk, lambda caller: bid_by_phone(auction.pk, lot, amount, pk, caller))
    room = room_of(_auction(request, pk), now())
    if isinstance(done, Refusal):
        return _refused(request, room, pk, done)
    if _is_outbox(request):
        return JsonResponse({"number": room.tournament.stream.number, "time": room.time(room.now, seconds=True)})
    return HttpResponseRedirect(reverse("bidder", args=[pk]), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@bidder_page
def bidder_buyback(request: HttpRequest, pk: int) -> HttpResponse:
    """Buy back the share of their own lot that a player was offered, or leave it."""
    if request.method != "POST":
        return HttpResponseRedirect(reverse("bidder", args=[pk]))
    auction, lot = _auction(request, pk), _number(request, "lot")
    answer = Answer(pk, _number(request, "player"), request.POST.get("share", "").strip())
    wanted = "buyback" if answer.share else "leave"

    def act(caller: Caller) -> Outcome:
        if request.POST.get("do") != wanted:
            raise Unreadable("command.unreadable")
        return answer_buyback(auction.pk, lot, answer, caller)

    done = do_as_bidder(request, pk, act)
    if isinstance(done, Refusal):
        return _refused(request, room_of(_auction(request, pk), now()), pk, done)
    return HttpResponseRedirect(reverse("bidder", args=[pk]), status=303)


def _shown(request: HttpRequest, pk: int, current: str, template: str) -> HttpResponse:
    auction = _auction(request, pk)
    token = request.META.get("CSRF_COOKIE", "")

    def make() -> HttpResponse:
        room = room_of(auction, now())
        shown = {"nav": _nav(room, pk, current), "sheet": bidder_sheet(room, pk)}
        return render(request, template, shown)

    # The page shows the seconds of a clock.
    return with_etag(request, [auction.event.tournament.stream], make, token, now().replace(microsecond=0), pk)


def _refused(request: HttpRequest, room: Room, pk: int, refusal: Refusal) -> HttpResponse:
    broken, posted = refusal.broken, request.POST.get("lot", "")
    lot = room.view.lot(int(posted)) if posted.isdecimal() and len(posted) < LONGEST else None
    text = bid_refusal(
        broken.code, broken.facts, room.bidders, currency=room.currency, zone=room.zone, lot=lot.code if lot else ""
    )
    sold = lot.sold if lot else None
    if broken.code == "lot.hammered" and sold is not None and pk not in sold.buyers:
        text = f"{text} {owes_nothing(sold.code, room.payers_named(sold.buyers))}"
    if _is_outbox(request):
        return JsonResponse({"code": broken.code, "detail": text}, status=refusal.status)
    shown = {"nav": _nav(room, pk, "bidder"), "sheet": bidder_sheet(room, pk), "problem": text}
    return render(request, PAGE, shown, status=refusal.status)


def _nav(room: Room, pk: int, current: str) -> Nav:
    return replace(nav_of_event(room.event, current), bidder=pk)


def _auction(request: HttpRequest, pk: int) -> Auction:
    """Return the auction of a bidder: the one that was chosen, else the last one of the tournament."""
    auctions = auctions_in(tournament_of_bidder(pk))
    chosen = request.GET.get("auction", "")
    named = next((each for each in auctions if str(each.pk) == chosen), None)
    if named is None and not auctions:
        raise Unreadable("command.unreadable")
    return named or auctions[0]


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < LONGEST else 0


def _is_outbox(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")
