"""An auction for the tables of rights: a lot on the block, a sale that should be void, and a bidder with a link."""

from tests.factories import a_caller, match_of
from tournaments.actions.auctions.bidders import BidderSlip, make_bidder_link
from tournaments.actions.auctions.lots import LotSheet, list_lots, open_auction
from tournaments.actions.auctions.permit import allow_auctions
from tournaments.actions.auctions.selling import bid, hammer, put_up
from tournaments.actions.auctions.voiding import request_void
from tournaments.actions.money.payers import add_payer
from tournaments.models import Event
from tournaments.models.money.auctions import NOTICE
from tournaments.read.money.auctions.view import auction_view

AUCTION = {"table": [{"bracket": "main", "place": 1, "share": 1}]}


def an_auction(event: Event) -> tuple[int, int, int, BidderSlip]:
    """Return an auction, its lot on the block, which has a bid, a request to void another sale, and a bidder's link.

    Only the players of match A1 are in lots, wherever the draw of the day has put them.
    """
    payer = add_payer(event.tournament_id, "Olga Zabala", "", a_caller()).payer
    allow_auctions(event.tournament.club_id, NOTICE, a_caller())
    auction = open_auction(event.pk, AUCTION, a_caller()).auction.pk
    match = match_of(event, "A1")
    lots = [LotSheet("A", (match.top_id or 0,)), LotSheet("B", (match.bottom_id or 0,))]
    listed = list_lots(auction, lots, a_caller()).auction.lots
    sold, on_the_block = (lot.pk for lot in listed)
    put_up(auction, sold, a_caller())
    bid(auction, sold, 100, [payer], a_caller())
    hammer(auction, sold, a_caller())
    request_void(auction, sold, "mistake", "misheard", a_caller())
    put_up(auction, on_the_block, a_caller())
    bid(auction, on_the_block, 100, [payer], a_caller())
    slip = make_bidder_link(payer, a_caller())
    return auction, on_the_block, auction_view(auction).sales[0].requested, slip
