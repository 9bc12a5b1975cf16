"""Around the lots: their order, bidders who owe, late entrants, withdrawals, buy-backs, and the pool now."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from rules.errors import RuleBroken
from rules.money.auctions.auction import (
    BlindPool,
    BuyBackRule,
    LateEntry,
    OfferedLot,
    Order,
    Pool,
    Withdrawal,
    lots_in_order,
    pool_now,
    unpaid_lots,
    with_late_entrant,
    withdrawal,
    would_pay,
)
from rules.money.auctions.bidding import (
    Bid,
    Bidding,
    Event,
    Hammered,
    Opened,
    Paid,
    Passed,
    Reauctioned,
    Voided,
    lot_state,
)
from rules.money.auctions.calcutta import BuyBack, Lot, Stake, Void
from rules.money.presets import preset

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
HALF = Fraction(1, 2)
LOTS = [
    OfferedLot("field", ("Zed", "Yan"), field=True),
    OfferedLot("A", ("Ann",)),
    OfferedLot("B", ("Bob", "Cid")),
    OfferedLot("C", ("Dee",)),
]


def names(lots: list[OfferedLot]) -> list[str]:
    return [lot.id for lot in lots]


def code(refused: pytest.ExceptionInfo[RuleBroken]) -> str:
    return refused.value.code


def test_the_field_is_sold_last_in_every_order() -> None:
    ratings = {"Ann": 1700.0, "Cid": 1842.0, "Zed": 2000.0}

    assert names(lots_in_order(LOTS, Order.LISTED)) == ["A", "B", "C", "field"]
    assert names(lots_in_order(LOTS, Order.STRENGTH, ratings=ratings)) == ["B", "A", "C", "field"]
    assert names(lots_in_order(LOTS, Order.STRENGTH)) == ["A", "B", "C", "field"]


def test_lots_are_drawn_from_a_key_as_entrants_are() -> None:
    letters = [OfferedLot(letter, (letter,)) for letter in "ABCDEFGH"]

    assert "".join(names(lots_in_order(letters, Order.BY_LOT, key="2026-11-20 63 55 21"))) == "EHGCAFDB"


SALE: list[Event] = [Opened(NOW), Bid(1, 100, ("Olga",), NOW), Hammered(NOW)]
UNPAID = Voided(NOW, "Ida", "Joe", Void.UNPAID)


def test_bidders_who_did_not_pay_may_not_bid_again() -> None:
    states = {
        "A": lot_state(Bidding(), SALE),
        "B": lot_state(Bidding(), [*SALE, UNPAID]),
        "C": lot_state(Bidding(), [*SALE, UNPAID, Reauctioned(NOW)]),
        "D": lot_state(Bidding(), [*SALE, Paid(NOW)]),
    }

    assert unpaid_lots(states, "Olga") == ["B", "C"]
    assert unpaid_lots(states, "Olga", all_sold=True) == ["B", "C", "A"]
    assert unpaid_lots(states, "Max", all_sold=True) == []


def test_a_late_entrant_gets_a_lot_joins_the_field_or_neither() -> None:
    own = with_late_entrant(LOTS, "Eve", LateEntry.OWN_LOT, lot_id="L")
    field = with_late_entrant(LOTS, "Eve", LateEntry.FIELD)

    assert own == [*LOTS, OfferedLot("L", ("Eve",))]
    assert field == [OfferedLot("field", ("Zed", "Yan", "Eve"), field=True), *LOTS[1:]]
    assert with_late_entrant(LOTS, "Eve", LateEntry.NO_ACTION, has_played=True) == LOTS


@pytest.mark.parametrize(
    ("player", "how", "lot_id", "played", "expected"),
    [
        ("Bob", LateEntry.FIELD, "", False, "late.known"),
        ("Eve", LateEntry.OWN_LOT, "L", True, "late.has_played"),
        ("Eve", LateEntry.OWN_LOT, "", False, "late.lot"),
        ("Eve", LateEntry.OWN_LOT, "A", False, "late.lot"),
    ],
)
def test_a_late_entry_that_cannot_be_is_refused(
    player: str, how: LateEntry, lot_id: str, played: bool, expected: str
) -> None:
    with pytest.raises(RuleBroken) as broken:
        with_late_entrant(LOTS, player, how, lot_id=lot_id, has_played=played)

    assert code(broken) == expected


def test_nobody_joins_a_field_that_is_not_there() -> None:
    with pytest.raises(RuleBroken, match=r"late\.no_field"):
        with_late_entrant(LOTS[1:], "Eve", LateEntry.FIELD)


@pytest.mark.parametrize(
    ("withdrawn", "played", "what"),
    [
        (["Bob", "Cid"], False, Withdrawal.VOID),
        (["Bob"], False, Withdrawal.STAYS),
        (["Bob", "Cid"], True, Withdrawal.STAYS),
        ([], False, Withdrawal.STAYS),
    ],
)
def test_a_lot_is_void_if_all_its_players_withdraw_before_their_first_match(
    withdrawn: list[str], played: bool, what: Withdrawal
) -> None:
    assert withdrawal(("Bob", "Cid"), withdrawn, has_played=played) is what


RULE = BuyBackRule(limit=HALF, deadline=NOW + timedelta(minutes=5))
BOB = Lot("B", ("Bob",), 410, "Olga", (BuyBack("Bob", Fraction(1, 4)),))


def test_a_player_buys_back_up_to_the_limit_before_the_deadline() -> None:
    RULE.check(BOB, "Bob", Fraction(1, 4), now=NOW)
    BuyBackRule(field_may=True).check(BOB, "Bob", Fraction(1, 4), now=NOW, is_field=True)


@pytest.mark.parametrize(
    ("lot", "player", "share", "minutes", "is_field", "expected"),
    [
        (BOB, "Ann", HALF, 0, False, "buyback.player"),
        (BOB, "Bob", HALF, 0, False, "buyback.limit"),
        (BOB, "Bob", Fraction(0), 0, False, "buyback.limit"),
        (BOB, "Bob", Fraction(1, 4), 5, False, "buyback.late"),
        (BOB, "Bob", Fraction(1, 4), 0, True, "buyback.field"),
        (Lot("B", ("Bob",), 410, "Olga", void=Void.UNPAID), "Bob", HALF, 0, False, "buyback.void"),
        (
            Lot("B", ("A", "B", "C"), 9, "Olga", (BuyBack("A", HALF), BuyBack("B", HALF))),
            "C",
            HALF,
            0,
            False,
            "lot.share",
        ),
    ],
)
def test_a_buy_back_beyond_the_rule_is_refused(
    lot: Lot, player: str, share: Fraction, minutes: int, is_field: bool, expected: str
) -> None:
    with pytest.raises(RuleBroken) as broken:
        RULE.check(lot, player, share, now=NOW + timedelta(minutes=minutes), is_field=is_field)

    assert code(broken) == expected


def test_the_pool_counts_open_lots_at_their_high_bid() -> None:
    states = [
        lot_state(Bidding(), SALE),
        lot_state(Bidding(), [*SALE, Paid(NOW)]),
        lot_state(Bidding(), [*SALE, UNPAID]),
        lot_state(Bidding(), [Opened(NOW), Bid(1, 55, ("Max",), NOW)]),
        lot_state(Bidding(reserve=9), [Opened(NOW), Passed(NOW)]),
        lot_state(Bidding(), []),
    ]

    pool = pool_now(states, Fraction(10))

    assert (pool, pool.net) == (Pool(255, 25), 230)


def test_every_place_would_pay_now_what_the_projector_shows() -> None:
    """Source: the pool of 1,720 on the projector: 1,548 net."""
    shown = would_pay(Pool(1720, 172), preset("45-22-8-8-12-5").table_for(16), 5)

    assert [place.amount for place in shown.places] == [698, 340, 125, 125, 185, 75]


@pytest.mark.parametrize(
    ("stake", "seconds", "expected"),
    [
        (Stake("Ida", "Zed", 10), 0, "stake.player"),
        (Stake("Ida", "Ann", 4), 0, "stake.least"),
        (Stake("Ida", "Ann", 5), 60, "stake.late"),
    ],
)
def test_a_blind_pool_takes_stakes_until_it_closes(stake: Stake, seconds: int, expected: str) -> None:
    pool = BlindPool(("Ann", "Bob"), least=5, closes_at=NOW + timedelta(seconds=60))
    pool.check(Stake("Ida", "Ann", 5), now=NOW + timedelta(seconds=59))

    with pytest.raises(RuleBroken) as broken:
        pool.check(stake, now=NOW + timedelta(seconds=seconds))

    assert code(broken) == expected
