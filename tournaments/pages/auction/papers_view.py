"""The papers and the file of an auction."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from clubs.papers.listing import listing_pdf
from journal.now import now
from tournaments.http.access import admitted, an_auction
from tournaments.http.answers import pdf
from tournaments.http.navigation import Nav
from tournaments.models import Auction
from tournaments.papers.money.auction_lists import auction_list, owners_list
from tournaments.read.money.auctions.export import calcutta_file
from tournaments.read.money.auctions.room import room_of


@require_safe
@admitted("anybody", an_auction, "papers")
def auction_list_pdf(request: HttpRequest, auction: Auction, nav: Nav) -> HttpResponse:
    """Print the lots with room to write bids in."""
    listing = auction_list(room_of(auction, now()))
    return pdf(f"auction-{auction.pk}.pdf", listing_pdf(listing, request.GET.get("paper", "A4")))


@require_safe
@admitted("anybody", an_auction, "papers")
def auction_lots_pdf(request: HttpRequest, auction: Auction, nav: Nav) -> HttpResponse:
    """Print the lots with their owners."""
    listing = owners_list(room_of(auction, now()))
    return pdf(f"lots-{auction.pk}.pdf", listing_pdf(listing, request.GET.get("paper", "A4")))


@require_safe
@admitted("anybody", an_auction, "papers")
def auction_file(request: HttpRequest, auction: Auction, nav: Nav) -> HttpResponse:
    """Export what ``python -m rules calcutta`` reads; for the desk also what shares were sold for."""
    room = room_of(auction, now())
    data = calcutta_file(room.view, auction.event, room.tournament.stream_id, with_prices=nav.staff)
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="auction-{auction.pk}.json"'
    return answer
