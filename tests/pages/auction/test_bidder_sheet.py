"""What a bidder's phone may show and offer: to whom, while which lot is open, and nothing of sealed bids."""

import pytest

from journal.now import now
from tests.factories import a_caller, undo
from tests.pages.at_the_desk import plain
from tests.pages.auction.test_bidder_pages import phone_of
from tests.tournaments.money.auctions import AnAuction, last_number, voids, with_accounts
from tournaments.actions.auctions.selling import hammer, stop_clock
from tournaments.actions.auctions.voiding import auction_again
from tournaments.actions.money.cash import Hand, take
from tournaments.pages.auction.bidder import BidderSheet, bidder_sheet
from tournaments.read.money.auctions.listing import auction_row
from tournaments.read.money.auctions.room import Room, room_of

pytestmark = pytest.mark.django_db


def room(auction: AnAuction) -> Room:
    return room_of(auction_row(auction.pk), now())


def sheet_of(auction: AnAuction, name: str) -> BidderSheet:
    """Return what the phone of a bidder shows."""
    return bidder_sheet(room(auction), auction.who(name))


def test_only_the_player_of_a_lot_is_offered_to_buy_it_back() -> None:
    auction = AnAuction(4, {"phones": True})
    with_accounts(auction)
    auction.lists(("A", [0]))
    auction.sells("A", 100, "Olga")

    offered = {name: [each.player for each in sheet_of(auction, name).buybacks] for name in ("player 1", "Olga", "Max")}

    assert [each.player for each in sheet_of(auction, "player 0").buybacks] == [auction.entrants[0]]
    assert offered == {"player 1": [], "Olga": [], "Max": []}


def test_a_player_who_bought_their_own_lot_has_nothing_to_buy_back() -> None:
    auction = AnAuction(4, {"phones": True})
    with_accounts(auction)
    auction.lists(("A", [0, 1]))
    auction.sells("A", 100, "player 0")

    assert sheet_of(auction, "player 0").buybacks == ()
    assert [each.player for each in sheet_of(auction, "player 1").buybacks] == [auction.entrants[1]]


def test_a_phone_learns_nothing_of_sealed_bids_but_its_own() -> None:
    auction = AnAuction(4, {"phones": True, "way": "sealed"})
    auction.lists(("A", [0]))
    auction.opens("A")
    auction.bids("A", 90, "Olga")
    auction.bids("A", 120, "Max")

    highest, other = sheet_of(auction, "Max"), sheet_of(auction, "Olga")

    assert [(each.state, each.last, each.may_bid) for each in (highest, other)] == [
        ("open", 12000, True), ("open", 9000, True),
    ]  # fmt: skip
    assert {step.above for step in highest.steps} == {0}
    assert (other.block and (other.block.bids, other.block.amount, other.block.who, other.block.sealed)) == (
        (),
        0,
        "",
        2,
    )
    assert other.room.pool.total == 0


def test_a_phone_offers_no_bid_while_its_bidder_owes_a_lot_and_is_barred() -> None:
    auction = AnAuction(4, {"phones": True, "bar_unpaid": True})
    auction.lists(("A", [0]), ("B", [1]))
    auction.sells("A", 100, "Olga")
    auction.opens("B")

    assert (sheet_of(auction, "Olga").barred, sheet_of(auction, "Olga").may_bid) == (("A",), False)
    assert sheet_of(auction, "Max").may_bid

    take(auction.who("Olga"), None, None, Hand(), a_caller())

    assert sheet_of(auction, "Olga").may_bid


def test_a_phone_offers_no_bid_while_the_clock_is_stopped() -> None:
    auction = AnAuction(4, {"phones": True, "clock": 600})
    auction.lists(("A", [0]))
    lot = auction.opens("A")
    assert sheet_of(auction, "Olga").may_bid

    stop_clock(auction.pk, lot, True, a_caller())

    assert (sheet_of(auction, "Olga").state, sheet_of(auction, "Olga").may_bid) == ("open", False)


def test_a_bid_that_was_taken_back_is_no_bid_of_the_phone_any_more() -> None:
    auction = AnAuction(4, {"phones": True})
    auction.lists(("A", [0]))
    auction.opens("A")
    auction.bids("A", 60, "Max")
    auction.bids("A", 90, "Olga")
    before = sheet_of(auction, "Olga")

    undo(auction.tournament.pk, last_number(auction), a_caller())

    after = sheet_of(auction, "Olga")
    assert [(each.state, each.last) for each in (before, after)] == [("mine", 9000), ("open", 0)]


def test_bids_of_a_sale_that_is_void_are_not_those_of_the_next_one() -> None:
    auction = AnAuction(4, {"phones": True, "bar_unpaid": False})
    auction.lists(("A", [0]))
    auction.opens("A")
    auction.bids("A", 60, "Max")
    auction.bids("A", 90, "Olga")
    lot = auction.lot("A").pk
    hammer(auction.pk, lot, a_caller())
    voids(auction, lot, "unpaid")
    auction_again(auction.pk, lot, a_caller())
    auction.opens("A")

    again = sheet_of(auction, "Max")

    assert (again.state, again.last) == ("open", 0)
    assert again.block is not None
    assert again.block.bids == ()


def test_a_lot_that_is_paid_is_no_longer_owed() -> None:
    auction = AnAuction(4, {"phones": True})
    auction.lists(("A", [0]), ("B", [1]))
    auction.sells("A", 100, "Olga")
    take(auction.who("Olga"), None, None, Hand(), a_caller())
    auction.sells("B", 60, "Olga")

    sheet = sheet_of(auction, "Olga")

    assert ([lot.code for lot in sheet.lots], [lot.code for lot in sheet.owes], sheet.owed) == (["A", "B"], ["B"], 6000)


def test_whoever_bought_a_lot_is_not_told_that_they_owe_nothing_for_it() -> None:
    auction = AnAuction(4, {"phones": True})
    auction.lists(("B", [0]))
    lot = auction.sells("B", 60, "Olga")
    texts = []

    for name in ("Olga", "Max"):
        fields = {"lot": lot, "amount": 7500, "once": name}
        answer = phone_of(auction, name).post(f"/bidders/{auction.who(name)}/bid/", fields)
        texts.append(plain(answer.content.decode()))

    assert ["B was hammered at" in text for text in texts] == [True, True]
    assert ["You owe nothing for B." in text for text in texts] == [False, True]
