"""Everything about auctions that says it can be undone can be: the auction and the books are as before."""

from collections.abc import Callable
from typing import Any

import pytest

from clubs.actions.books import REVERSED
from clubs.models import Posting
from journal.models import Record
from journal.refusals import Refused
from journal.verbs import declared, undoable
from journal.verify import verify
from tests.factories import a_caller, play_out, undo
from tests.tournaments.money.auctions import RULES, AnAuction, last_number
from tests.tournaments.money.evenings import books, lines_of
from tournaments.actions.auctions.lots import (
    LotSheet,
    add_late_entrant,
    list_lots,
    open_auction,
    order_lots,
    set_auction,
)
from tournaments.actions.auctions.paying import award_auction, close_stakes, stake
from tournaments.actions.auctions.selling import bid, hammer, put_up
from tournaments.actions.auctions.shares import Deal, buy_back, leave_buyback, transfer_share
from tournaments.actions.auctions.voiding import request_void
from tournaments.actions.draws.making import make_draw
from tournaments.read.money.auctions.view import AuctionView, auction_view

pytestmark = pytest.mark.django_db


class Evening:
    """A and B are sold, C is open with a bid, D waits; beside it a blind pool, and an auction that has not begun."""

    def __init__(self) -> None:
        self.auction = AnAuction(6)
        self.auction.lists(("A", [0]), ("B", [1]), ("C", [2]), ("D", [3]), field=True)
        self.auction.sells("A", 60, "Olga")
        self.auction.sells("B", 80, "Max", "Pia")
        self.auction.opens("C")
        self.auction.bids("C", 50, "Olga")
        blind = RULES | {"way": "blind"}
        self.blind = open_auction(self.auction.event.pk, blind, a_caller()).auction.pk
        self.other = open_auction(self.auction.event.pk, RULES, a_caller()).auction.pk
        list_lots(self.other, [LotSheet("Z", (self.auction.entrants[0],))], a_caller())

    @property
    def pk(self) -> int:
        return self.auction.pk

    def lot(self, code: str) -> int:
        return self.auction.lot(code).pk

    def who(self, name: str) -> int:
        return self.auction.who(name)

    def state(self) -> Any:
        """Return both auctions, the books, and what is open on everybody's lines."""
        lines = [lines_of(self.auction.tournament, self.who(name)) for name in ("Olga", "Max", "Pia")]
        owed = [{line: amount for line, amount in each.items() if amount} for each in lines]
        return _seen(self.auction.view), _seen(auction_view(self.blind)), books(self.auction.tournament), owed


def _seen(view: AuctionView) -> list[Any]:
    """Return an auction without the numbers of its records; a bid that was taken back keeps its own."""
    rows = [
        (lot.code, lot.players, lot.status, lot.state.high and lot.state.high.amount, lot.sold and lot.sold.deals)
        for lot in view.lots
    ]
    return [view.rules, rows, [lot.sold and lot.sold.requested for lot in view.lots]]


def awarded(evening: Evening) -> None:
    """Play everything, sell what is left, and award."""
    auction = evening.auction
    if auction.event.current_draw_id is None:
        auction.lists(("E", [4]), ("F", [5]))
        hammer_all(evening)
        make_draw(auction.event.pk, "1 2 3", a_caller())
        auction.event.refresh_from_db()
        play_out(auction.event)
    award_auction(auction.pk, a_caller())


def hammer_all(evening: Evening) -> None:
    """Sell the lot on the block, and the others."""
    hammer(evening.pk, evening.lot("C"), a_caller())
    for code in ("D", "E", "F"):
        evening.auction.sells(code, 50, "Pia")


STEPS: dict[str, Callable[[Evening], object]] = {
    "auction.opened": lambda each: open_auction(each.auction.event.pk, RULES, a_caller()),
    "auction.set": lambda each: set_auction(each.pk, RULES | {"house": "5"}, "as announced", a_caller()),
    "lots.listed": lambda each: list_lots(each.pk, [LotSheet("E", (each.auction.entrants[4],))], a_caller()),
    "lots.ordered": lambda each: order_lots(each.other, "listed", "", a_caller()),
    "auction.late_entrant": lambda each: add_late_entrant(
        each.pk, each.auction.entrants[4], "own_lot", "late", a_caller()
    ),
    "lot.opened": lambda each: put_up(each.other, auction_view(each.other).lots[0].pk, a_caller()),
    "lot.bid": lambda each: bid(each.pk, each.lot("C"), 6000, [each.who("Max")], a_caller()),
    "void.requested": lambda each: request_void(each.pk, each.lot("A"), "mistake", "misheard", a_caller()),
    "lot.bought_back": lambda each: buy_back(
        each.pk, each.lot("A"), each.auction.entrants[0], "1/4", True, a_caller()
    ),
    "share.transferred": lambda each: transfer_share(
        each.pk, each.lot("B"), Deal(seller=each.who("Max"), buyer=each.who("Olga"), share="1/8", price=1000,
                                     through_desk=True), a_caller()
    ),
    "buyback.left": lambda each: leave_buyback(each.pk, each.lot("A"), each.auction.entrants[0], a_caller()),
    "stake.made": lambda each: stake(each.blind, each.who("Pia"), each.auction.entrants[1], 700, a_caller()),
    "stakes.closed": lambda each: close_stakes(each.blind, a_caller()),
    "auction.awarded": awarded,
}  # fmt: skip


@pytest.mark.parametrize("verb", STEPS)
def test_undo_leaves_the_auction_as_it_was_and_the_same_can_be_done_again(verb: str) -> None:
    evening = Evening()
    STEPS[verb](evening)
    number = last_number(evening.auction)
    assert Record.objects.get(stream=evening.auction.tournament.stream, number=number).verb == verb
    undo(evening.auction.tournament.pk, number, a_caller())
    before = evening.state()
    postings = Posting.objects.exclude(kind=REVERSED).count()

    STEPS[verb](evening)
    again = last_number(evening.auction)
    undo(evening.auction.tournament.pk, again, a_caller())

    assert evening.state() == before
    assert Posting.objects.exclude(kind=REVERSED).count() >= postings
    assert verify() == []
    with pytest.raises(Refused, match=r"undo\.done"):
        undo(evening.auction.tournament.pk, again, a_caller())


def test_every_verb_of_auctions_that_can_be_undone_is_tried() -> None:
    facts = ("tournaments.models.money.auctions", "tournaments.models.money.sales")
    of_auctions = {verb for verb in undoable() if declared()[verb].fact.__module__ in facts}

    assert of_auctions == set(STEPS)


def test_a_lot_that_was_bid_for_stays_on_the_block() -> None:
    evening = Evening()
    opened = Record.objects.filter(stream=evening.auction.tournament.stream, verb="lot.opened").order_by("number")

    with pytest.raises(Refused, match=r"undo\.superseded"):
        undo(evening.auction.tournament.pk, opened[2].number, a_caller())
