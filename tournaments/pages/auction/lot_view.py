"""The page of one lot for the desk: a form for everything that can be done with it."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubs.http.visitor import visitor
from journal.now import now
from journal.refusals import Unknown
from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from tournaments.http.access import Named, admitted
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Auction
from tournaments.pages.auction.lot import lot_sheet
from tournaments.pages.auction.orders import action_of, order_of
from tournaments.read.money.auctions.listing import auction_of_lot, auction_row
from tournaments.read.money.auctions.room import room_of
from tournaments.words.bidding import bid_refusal


def a_lot(pk: int) -> Named[tuple[Auction, int]]:
    """Return a lot with its auction."""
    auction = auction_row(auction_of_lot(pk))
    return Named((auction, pk), auction.event)


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", a_lot, "money")
def lot(request: HttpRequest, named: tuple[Auction, int], nav: Nav) -> HttpResponse:
    """Show a lot, or do with it what was posted."""
    auction, pk = named
    if request.method == "POST":
        done = do(request, lambda caller: action_of(order_of(request.POST, auction))(caller))
        if not isinstance(done, Refusal):
            return HttpResponseRedirect(reverse("lot", args=[pk]), status=303)
        return _page(request, named, nav, done.broken, done.status)
    return with_etag(request, [auction.event.tournament.stream], lambda: _page(request, named, nav), nav.clock)


def _page(
    request: HttpRequest, named: tuple[Auction, int], nav: Nav, broken: RuleBroken | None = None, status: int = 200
) -> HttpResponse:
    auction, pk = named
    actor = visitor(request)
    room = room_of(auction, now())
    row = room.view.lot(pk)
    if row is None:
        raise Unknown("lot.unknown")
    problem = ""
    if broken is not None:
        problem = bid_refusal(
            broken.code, broken.facts, room.bidders, currency=room.currency, zone=room.zone, lot=row.code
        )
    sheet = lot_sheet(room, row, actor.name if actor else "")
    shown = {"nav": nav, "sheet": sheet, "problem": problem, "typed": request.POST if broken else {}}
    return render(request, "tournaments/auction/desk/lot.html", shown, status=status)
