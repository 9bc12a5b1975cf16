"""Lots change owners, are paid, become void and are sold again; the sums are those of the rule book."""

import pytest

from journal.refusals import Refused
from journal.verify import verify
from rules.errors import RuleBroken
from rules.money.auctions.bidding import Status
from tests.factories import a_caller, undo
from tests.tournaments.money.auctions import AnAuction, a_refusal, final_of, last_number, the_evening, voids
from tests.tournaments.money.evenings import books, lines_of, payer_of
from tournaments.actions.auctions.paying import award_auction
from tournaments.actions.auctions.selling import hammer
from tournaments.actions.auctions.shares import Deal, buy_back, leave_buyback, transfer_share
from tournaments.actions.auctions.voiding import auction_again, offer_to_under_bidder, release_void, request_void
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, withdraw
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report
from tournaments.actions.money.cash import Hand, hand_out, take

pytestmark = pytest.mark.django_db


# --- Shares and money


def test_the_calcutta_of_the_book_to_the_cent() -> None:
    auction = the_evening()
    bob, max_ = auction.entrants[0], auction.who("Max")

    award_auction(auction.pk, a_caller())

    won = {name: -auction.owes(name) for name in ("Olga", "Max")}
    owes_bob = sum(lines_of(auction.tournament, payer_of(bob)).values())
    # Olga bought for 410, got 205 for half of it, and 560 for the other half of 1,120.
    assert won["Olga"] == -410 + 205 + 560
    assert owes_bob == 20500 - 56000
    # Max bought for 150 and collects 195 + 295.
    assert won["Max"] == -150 + 490
    assert books(auction.tournament) == {"auction": -27500}
    assert max_ == auction.bidders["Max"]
    assert award_auction(auction.pk, a_caller()).record is None


def test_a_corrected_final_posts_only_the_difference() -> None:
    auction = the_evening()
    award_auction(auction.pk, a_caller())
    final = final_of(auction)
    correct_result(final.pk, Report(points=(0, final.length)), "the card was wrong", a_caller(seen=final.version))

    awarded = award_auction(auction.pk, a_caller())

    sums = sorted(sum(lines.values()) for lines in awarded.differences.values())
    # The winner's 1,120 and the finalist's 545 change places; half of the winner's is Bob's.
    assert sums == [-28750, -28750, 57500]
    assert books(auction.tournament) == {"auction": -27500}
    assert verify() == []


def test_open_places_wait_while_somebody_is_in_no_lot() -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0, 1, 2]))
    auction.sells("A", 100, "Olga")
    make_draw(auction.event.pk, "1 2 3 4", a_caller())

    assert award_auction(auction.pk, a_caller()).record is None


def test_joint_buyers_owe_and_win_their_parts() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    lot = auction.opens("A")
    auction.bids("A", 195, "Olga", "Max")
    hammer(auction.pk, lot, a_caller())
    sale = auction.lot("A").sale

    assert lines_of(auction.tournament, auction.who("Olga")) == {f"lot:{sale}#A": 9750}
    assert lines_of(auction.tournament, auction.who("Max")) == {f"lot:{sale}#A": 9750}

    buy_back(auction.pk, lot, auction.entrants[0], "1/2", True, a_caller())

    assert auction.owes("Max") == 48
    assert sum(lines_of(auction.tournament, auction.who("Olga")).values()) == 19500 - 4875 - 9750
    assert books(auction.tournament) == {"auction": -19500}


def test_a_buy_back_has_a_limit_and_can_be_left_or_undone() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]), ("B", [1]))
    lot = auction.sells("A", 100, "Olga")
    player = auction.entrants[0]

    a_refusal("buyback.limit", auction.pk, lot, player, "2/3", False, of=buy_back)
    a_refusal("buyback.player", auction.pk, lot, auction.entrants[1], "1/3", False, of=buy_back)
    buy_back(auction.pk, lot, player, "1/3", True, a_caller())
    a_refusal("buyback.limit", auction.pk, lot, player, "1/3", False, of=buy_back)
    with pytest.raises(Refused, match=r"buyback\.answered"):
        leave_buyback(auction.pk, lot, player, a_caller())
    undo(auction.tournament.pk, last_number(auction), a_caller())

    assert auction.owes("Olga") == 100
    assert books(auction.tournament) == {"auction": -10000}


def test_a_transfer_is_an_exact_fraction_and_nobody_sells_more_than_they_hold() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    lot = auction.sells("A", 100, "Olga")
    olga, max_ = auction.who("Olga"), auction.who("Max")

    transfer_share(auction.pk, lot, Deal(seller=olga, buyer=max_, share="1/3", price=5000), a_caller())
    more = Deal(seller=olga, buyer=max_, share="3/4", price=5000)
    a_refusal("lot.share", auction.pk, lot, more, of=transfer_share)
    back = Deal(seller=max_, buyer=olga, share="1/3", price=6000, through_desk=True)
    transfer_share(auction.pk, lot, back, a_caller())

    assert (auction.owes("Olga"), auction.owes("Max")) == (160, -60)
    assert verify() == []


# --- Void


def test_a_withdrawn_lot_is_refunded_to_those_who_hold_it() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]), ("B", [1]))
    lot = auction.sells("A", 100, "Olga")
    buy_back(auction.pk, lot, auction.entrants[0], "1/2", False, a_caller())
    take(auction.who("Olga"), None, None, Hand(), a_caller())
    with pytest.raises(Refused, match=r"void\.plays"):
        request_void(auction.pk, lot, "withdrawn", "ill", a_caller())
    withdraw(auction.entrants[0], EVERYTHING, a_caller())

    request_void(auction.pk, lot, "withdrawn", "ill", a_caller())
    request = auction.view.sales[0].requested
    with pytest.raises(RuleBroken, match=r"void\.same_person"):
        release_void(request, a_caller())
    release_void(request, auction.second)

    assert auction.lot("A").status is Status.VOID
    assert auction.owes("Olga") == -50
    assert sum(lines_of(auction.tournament, payer_of(auction.entrants[0])).values()) == -5000
    assert books(auction.tournament) == {"cash": 10000}
    with pytest.raises(Refused, match=r"void\.done"):
        release_void(request, auction.second)


def test_an_unpaid_lot_is_offered_to_the_under_bidder_who_then_pays() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]), ("B", [1]))
    auction.opens("A")
    auction.bids("A", 100, "Max")
    auction.bids("A", 120, "Olga")
    lot = auction.lot("A").pk
    hammer(auction.pk, lot, a_caller())
    voids(auction, lot, "unpaid")

    offer_to_under_bidder(auction.pk, lot, a_caller())

    assert (auction.owes("Olga"), auction.owes("Max")) == (0, 100)
    auction.opens("B")
    with pytest.raises(RuleBroken, match=r"bidder\.unpaid"):
        auction.bids("B", 100, "Olga")
    take(auction.who("Max"), None, None, Hand(), a_caller())
    assert auction.lot("A").status is Status.PAID
    assert verify() == []


def test_an_unpaid_lot_is_auctioned_again_with_bids_numbered_on() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    lot = auction.sells("A", 120, "Olga")
    voids(auction, lot, "unpaid")

    auction_again(auction.pk, lot, a_caller())
    auction.sells("A", 90, "Max")

    assert [bid.number for bid in auction.lot("A").bids] == [1, 2]
    assert (auction.owes("Olga"), auction.owes("Max")) == (0, 90)
    assert [sale.is_void for sale in auction.view.sales] == [True, False]


def test_whoever_has_not_paid_may_not_bid_if_so_set() -> None:
    auction = AnAuction(rules={"bar_unpaid": True})
    auction.lists(("A", [0]), ("B", [1]))
    auction.sells("A", 120, "Olga")
    auction.opens("B")

    with pytest.raises(RuleBroken, match=r"bidder\.unpaid"):
        auction.bids("B", 90, "Olga")

    take(auction.who("Olga"), None, None, Hand(), a_caller())
    auction.bids("B", 90, "Olga")


def test_a_paid_lot_is_not_void_as_unpaid() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    lot = auction.sells("A", 120, "Olga")
    take(auction.who("Olga"), None, None, Hand(), a_caller())

    with pytest.raises(Refused, match=r"void\.paid"):
        request_void(auction.pk, lot, "unpaid", "no money", a_caller())

    voids(auction, lot, "mistake")

    assert hand_out(auction.who("Olga"), None, Hand(), a_caller()) is not None
    assert auction.owes("Olga") == 0
