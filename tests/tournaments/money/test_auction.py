"""The block: lots are opened, bid for and hammered, and what the database refuses."""

import pytest
from django.db import IntegrityError, transaction

from journal.refusals import Refused
from journal.verify import verify
from rules.errors import RuleBroken
from rules.money.auctions.bidding import Status
from tests.factories import a_caller, undo
from tests.tournaments.money.auctions import RULES, AnAuction, a_refusal, last_number, last_record
from tests.tournaments.money.evenings import books, lines_of
from tournaments.actions.auctions.lots import (
    open_auction,
    set_auction,
)
from tournaments.actions.auctions.permit import allow_auctions, end_auctions
from tournaments.actions.auctions.selling import bid_by_phone, hammer, pass_lot, put_up, stop_clock
from tournaments.actions.auctions.voiding import auction_again
from tournaments.actions.money.cash import Hand, take
from tournaments.models import Hammer, LotBid, Payer
from tournaments.models.money.auctions import NOTICE

pytestmark = pytest.mark.django_db


# --- The permission


def test_auctions_are_off_until_an_owner_confirms_the_notice() -> None:
    auction = AnAuction()
    end_auctions(auction.club.pk, a_caller())

    with pytest.raises(Refused, match=r"calcutta\.off"):
        open_auction(auction.event.pk, RULES, a_caller())
    with pytest.raises(Refused, match=r"notice\.other"):
        allow_auctions(auction.club.pk, NOTICE + 1, a_caller())

    allow_auctions(auction.club.pk, NOTICE, a_caller())

    assert open_auction(auction.event.pk, RULES, a_caller()).auction.number == 2


# --- The block


def test_a_lot_is_opened_bid_for_and_hammered() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]), ("B", [1]))
    lot = auction.opens("A")
    auction.bids("A", 200, "Olga")
    auction.bids("A", 240, "Max")

    hammer(auction.pk, lot, a_caller(seen=2))

    assert auction.lot("A").status is Status.SOLD
    assert lines_of(auction.tournament, auction.who("Max")) == {f"lot:{auction.lot('A').sale}#A": 24000}
    assert books(auction.tournament) == {"auction": -24000}

    take(auction.who("Max"), None, None, Hand(), a_caller())

    assert auction.lot("A").status is Status.PAID
    assert verify() == []


def test_a_bid_must_rise_by_its_step() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    auction.opens("A")
    auction.bids("A", 240, "Max")

    with pytest.raises(RuleBroken, match=r"bid\.low"):
        auction.bids("A", 240, "Olga")
    with pytest.raises(RuleBroken, match=r"bid\.step"):
        auction.bids("A", 255, "Olga")
    with pytest.raises(RuleBroken, match=r"bid\.own_high"):
        auction.bids("A", 250, "Max")


def test_a_bid_after_the_hammer_is_refused() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    auction.sells("A", 240, "Max")

    with pytest.raises(RuleBroken, match=r"lot\.hammered"):
        auction.bids("A", 250, "Olga")


def test_a_hammer_that_did_not_see_the_last_bid_is_refused() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    lot = auction.opens("A")
    auction.bids("A", 240, "Max")
    auction.bids("A", 250, "Olga")

    with pytest.raises(Refused, match="stale"):
        hammer(auction.pk, lot, a_caller(seen=1))


def test_one_lot_at_a_time_is_on_the_block() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]), ("B", [1]))
    auction.opens("A")

    a_refusal("block.open", auction.pk, auction.lot("B").pk, of=put_up)


def test_a_bid_that_was_taken_back_keeps_its_number() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    auction.opens("A")
    auction.bids("A", 200, "Max")
    auction.bids("A", 240, "Olga")
    undo(auction.tournament.pk, last_number(auction), a_caller())
    auction.bids("A", 210, "Olga")

    view = auction.lot("A")

    assert [(bid.number, bid.amount, bid.taken_back is None) for bid in view.bids] == [
        (1, 20000, True), (2, 24000, False), (3, 21000, True),
    ]  # fmt: skip
    assert view.state.high is not None
    assert view.state.high.amount == 21000


def test_a_hammer_is_not_undone() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    auction.sells("A", 240, "Max")

    with pytest.raises(Refused, match=r"undo\.never"):
        undo(auction.tournament.pk, last_number(auction), a_caller())
    with pytest.raises(Refused, match=r"undo\.superseded"):
        undo(auction.tournament.pk, last_number(auction) - 1, a_caller())


def test_phones_bid_by_their_own_account_only_and_while_the_clock_runs() -> None:
    auction = AnAuction(rules={"phones": True, "clock": 30})
    auction.lists(("A", [0]))
    lot = auction.opens("A")
    max_ = auction.who("Max")

    bid_by_phone(auction.pk, lot, 10000, max_, a_caller())
    stop_clock(auction.pk, lot, True, a_caller())

    assert auction.lot("A").bids[0].by_phone
    a_refusal("auction.stopped", auction.pk, lot, 10500, auction.who("Olga"), of=bid_by_phone)
    a_refusal("clock.stopped", auction.pk, lot, True, of=stop_clock)
    set_auction(auction.pk, RULES, "phones off", a_caller())
    with pytest.raises(Refused, match=r"phones\.off"):
        bid_by_phone(auction.pk, lot, 10500, auction.who("Olga"), a_caller())


def test_unsold_lots_are_sold_with_the_field() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]), ("B", [1]), ("C", [2]), field=True)
    for code in ("A", "B"):
        lot = auction.opens(code)
        pass_lot(auction.pk, lot, a_caller())
    auction.sells("C", 100, "Olga")

    auction.sells("field", 60, "Max")

    sold = auction.lot("field").sold
    assert sold is not None
    assert list(sold.players) == auction.entrants[:2]
    with pytest.raises(Refused, match=r"lot\.in_field"):
        auction_again(auction.pk, auction.lot("A").pk, a_caller())


def test_sealed_bids_need_not_rise_and_the_earlier_of_equal_ones_wins() -> None:
    auction = AnAuction(rules={"way": "sealed"})
    auction.lists(("A", [0]), ("B", [1]))
    auction.opens("A")
    auction.opens("B")
    auction.bids("A", 300, "Olga")
    auction.bids("A", 100, "Max")
    auction.bids("A", 300, "Pia")

    hammer(auction.pk, auction.lot("A").pk, a_caller())

    assert auction.owes("Olga") == 300
    assert auction.owes("Pia") == 0


# --- What the database refuses


@pytest.mark.parametrize(
    ("change", "guard"),
    [
        ({"number": 3}, "bid_without_a_gap"),
        ({"amount": 20000}, "bid_rises"),
    ],
)
def test_the_database_refuses_a_bid_that_does_not_follow(change: dict[str, int], guard: str) -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    auction.opens("A")
    auction.bids("A", 200, "Olga")

    assert guard in refused_by_the_database(auction, **change)


def test_the_database_refuses_a_bid_after_the_hammer_and_a_second_hammer() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    auction.sells("A", 200, "Olga")
    sale = auction.lot("A").sale

    assert "bid_before_the_hammer" in refused_by_the_database(auction)
    with pytest.raises(IntegrityError), transaction.atomic():
        Hammer.objects.create(record_id=last_record(auction), sale_id=sale, bid_id=None)


def refused_by_the_database(auction: AnAuction, **change: int) -> str:
    """Insert a second bid past all actions, and return what the database says."""
    lot = auction.lot("A")
    row = {"number": 2, "amount": 21000} | change
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        LotBid.objects.create(
            record_id=last_record(auction), sale_id=lot.sale, lot_id=lot.pk, payer=Payer.objects.latest("pk"),
            by_phone=False, **row,
        )  # fmt: skip
    return str(error.value)
