"""The projector of an auction, which everybody may open: on a phone it is a list that follows the auction."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from journal.now import now
from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from tournaments.http.answers import refused
from tournaments.pages.auction.wall import wall_sheet
from tournaments.read.money.auctions.listing import auction_row
from tournaments.read.money.auctions.room import room_of


@require_safe
def auction(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the lot on the block, its bid, its clock, the pool and what first place would pay now."""
    try:
        row = auction_row(pk)
    except RuleBroken as broken:
        return refused(request, broken)
    at = now().replace(microsecond=0)

    def make() -> HttpResponse:
        sheet = wall_sheet(room_of(row, now()), light=request.GET.get("ink") == "light")
        return render(request, "tournaments/auction/wall/page.html", {"sheet": sheet})

    # The page shows the seconds of a clock.
    return with_etag(request, [row.event.tournament.stream], make, at, public=True)
