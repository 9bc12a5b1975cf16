"""The bidding of one lot: rising without gaps, nothing after the hammer, the clock, voids and second sales."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.money.auctions.bidding import (
    Band,
    Bid,
    Bidding,
    BidVoided,
    Event,
    Hammered,
    Kind,
    LotState,
    Offered,
    Opened,
    Paid,
    Passed,
    Reauctioned,
    Started,
    Status,
    Stopped,
    Voided,
    happened,
    lot_state,
)
from rules.money.auctions.calcutta import Void

START = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
RULES = Bidding(
    opening=50,
    bands=(Band(0, 5), Band(200, 10)),
    reserve=100,
    clock=timedelta(seconds=30),
    soft_close=timedelta(seconds=12),
)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def bid(number: int, amount: int, who: str, seconds: float = 1, *, phone: bool = False) -> Bid:
    return Bid(number, amount, (who,), at(seconds), phone)


OPEN = lot_state(RULES, [Opened(at(0))])
RISEN = lot_state(RULES, [Opened(at(0)), bid(1, 50, "Max"), bid(2, 230, "Olga", 2), bid(3, 240, "Max", 3, phone=True)])
SOLD = happened(RISEN, Hammered(at(40)))


def refused(state: LotState, event: Event, *unpaid: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(RuleBroken) as broken:
        happened(state, event, unpaid)
    return broken.value.code, broken.value.facts


# --- Bids


@pytest.mark.parametrize(
    ("high", "following"),
    [(None, 50), (50, 55), (52, 60), (195, 200), (197, 200), (200, 210), (240, 250), (1000, 1010)],
)
def test_the_next_bid_follows_the_steps_of_the_price(high: int | None, following: int) -> None:
    assert RULES.next_after(high) == following


def test_a_new_band_begins_at_its_own_price() -> None:
    assert Bidding(bands=(Band(0, 30), Band(200, 50))).next_after(180) == 200


def test_the_phone_offers_the_next_three_steps() -> None:
    assert RISEN.steps() == [250, 260, 270]


def test_bids_rise_and_the_under_bidder_is_another_person() -> None:
    assert RISEN.high == bid(3, 240, "Max", 3, phone=True)
    assert RISEN.under == bid(2, 230, "Olga", 2)
    assert (RISEN.status, RISEN.made, RISEN.next_bid) == (Status.OPEN, 3, 250)


def test_a_bid_that_came_second_names_the_first_and_the_next() -> None:
    assert refused(RISEN, bid(4, 240, "Olga", 4)) == (
        "bid.low",
        {"next": 250, "high": 240, "who": ("Max",), "phone": True},
    )


def test_the_first_bid_is_at_least_the_opening_bid() -> None:
    assert refused(OPEN, bid(1, 49, "Olga")) == ("bid.low", {"next": 50})
    assert happened(OPEN, bid(1, 50, "Olga")).next_bid == 55


def test_a_bid_between_the_steps_names_the_one_that_fits() -> None:
    assert refused(RISEN, bid(4, 255, "Olga")) == ("bid.step", {"step": 10, "start": 200, "next": 260})


def test_nobody_raises_their_own_high_bid_but_may_join_another() -> None:
    assert refused(RISEN, bid(4, 250, "Max")) == ("bid.own_high", {"high": 240, "next": 250})
    assert happened(RISEN, Bid(4, 250, ("Max", "Olga"), at(4))).next_bid == 260


def test_numbers_are_without_gaps() -> None:
    assert refused(RISEN, bid(5, 250, "Olga")) == ("bid.number", {"number": 5, "expected": 4})
    assert refused(RISEN, Bid(4, 250, (), at(4)))[0] == "bid.number"


def test_who_has_not_paid_a_lot_may_not_bid() -> None:
    assert refused(RISEN, bid(4, 250, "Olga"), "D") == ("bidder.unpaid", {"who": ("Olga",), "lots": ["D"]})


def test_a_bid_is_taken_back_only_while_it_is_high_and_its_number_stays_used() -> None:
    back = happened(RISEN, BidVoided(3, at(5)))

    assert (back.high, back.made, back.next_bid) == (bid(2, 230, "Olga", 2), 3, 240)
    assert refused(RISEN, BidVoided(2, at(5))) == ("bid.not_high", {"number": 2})
    assert happened(back, bid(4, 240, "Max", 6)).made == 4


def test_no_bid_before_the_lot_opens_and_none_after_the_hammer() -> None:
    assert refused(LotState(RULES), bid(1, 50, "Olga")) == ("lot.closed", {"status": "waiting"})
    assert refused(SOLD, bid(4, 250, "Olga", 41)) == ("lot.hammered", {"at": at(40)})
    assert refused(happened(SOLD, Paid(at(50))), bid(4, 250, "Olga", 51))[0] == "lot.hammered"


# --- The clock


def test_a_late_bid_extends_the_clock_and_an_early_one_does_not() -> None:
    early, late = happened(OPEN, bid(1, 50, "Max", 10)), happened(OPEN, bid(1, 50, "Max", 25))

    assert (OPEN.closes_at, early.closes_at, late.closes_at) == (at(30), at(30), at(37))
    assert late.time_left(at(27)) == timedelta(seconds=10)


def test_the_hammer_decides_and_not_the_clock() -> None:
    after = happened(OPEN, bid(1, 50, "Max", 33))

    assert OPEN.time_left(at(33)) == timedelta(0)
    assert after.closes_at == at(45)


def test_a_stopped_clock_keeps_its_time_and_refuses_phones() -> None:
    stopped = happened(OPEN, Stopped(at(20)))

    assert refused(stopped, bid(1, 50, "Max", 21, phone=True)) == ("auction.stopped", {})
    assert stopped.time_left(at(500)) == timedelta(seconds=10)
    assert happened(stopped, Started(at(100))).closes_at == at(110)
    assert happened(stopped, bid(1, 50, "Max", 21)).left == timedelta(seconds=12)
    assert refused(stopped, Stopped(at(22)))[0] == "clock.stopped"
    assert refused(OPEN, Started(at(22)))[0] == "clock.runs"


def test_an_auction_may_run_without_a_clock() -> None:
    state = lot_state(Bidding(), [Opened(at(0)), bid(1, 1, "Max")])
    again = happened(happened(state, Stopped(at(2))), Started(at(3)))

    assert (state.closes_at, state.time_left(at(9)), again.closes_at, again.left) == (None, None, None, None)


# --- The end of a lot


def test_a_lot_is_hammered_at_its_high_bid_and_paid() -> None:
    assert (SOLD.status, SOLD.high, SOLD.since, SOLD.time_left(at(60))) == (Status.SOLD, RISEN.high, at(40), None)
    assert happened(SOLD, Paid(at(90))).status is Status.PAID


def test_a_lot_without_a_bid_or_below_the_reserve_is_not_hammered() -> None:
    below = happened(OPEN, bid(1, 95, "Max"))

    assert refused(OPEN, Hammered(at(30))) == ("lot.no_bid", {})
    assert refused(below, Hammered(at(30))) == ("lot.reserve", {"high": 95})
    assert happened(below, Passed(at(30))).status is Status.FIELD
    assert refused(RISEN, Passed(at(30))) == ("lot.has_bid", {"high": 240, "who": ("Max",)})


def test_a_void_needs_a_second_person() -> None:
    assert refused(SOLD, Voided(at(50), "Ida", "Ida", Void.UNPAID)) == ("void.same_person", {"who": "Ida"})
    assert happened(SOLD, Voided(at(50), "Ida", "Joe", Void.UNPAID)).did_not_pay == ("Max",)
    assert happened(SOLD, Voided(at(50), "Ida", "Joe")).did_not_pay == ()


def test_a_void_lot_is_sold_again_and_its_numbers_go_on() -> None:
    void = happened(SOLD, Voided(at(50), "Ida", "Joe", Void.UNPAID))
    again = happened(happened(void, Reauctioned(at(60))), Opened(at(70)))

    assert (again.status, again.high, again.made, again.next_bid) == (Status.OPEN, None, 3, 50)
    assert again.did_not_pay == ("Max",)
    assert refused(again, bid(1, 100, "Olga"))[0] == "bid.number"
    assert happened(again, bid(4, 100, "Olga", 71)).high == bid(4, 100, "Olga", 71)


def test_an_unpaid_lot_is_offered_to_the_under_bidder_at_their_own_bid() -> None:
    void = happened(SOLD, Voided(at(50), "Ida", "Joe", Void.UNPAID))
    offered = happened(void, Offered(at(60)))

    assert (offered.status, offered.high) == (Status.SOLD, bid(2, 230, "Olga", 2))
    again = happened(offered, Voided(at(70), "Ida", "Joe", Void.UNPAID))
    assert again.did_not_pay == ("Max", "Olga")
    assert refused(again, Offered(at(80)))[0] == "lot.no_under_bidder"


def test_a_withdrawn_lot_is_not_offered_to_anybody() -> None:
    void = happened(SOLD, Voided(at(50), "Ida", "Joe", Void.WITHDRAWN))

    assert refused(void, Offered(at(60))) == ("lot.status", {"status": "void"})


@pytest.mark.parametrize(
    ("state", "event"),
    [
        (OPEN, Opened(at(1))),
        (OPEN, Paid(at(1))),
        (OPEN, Voided(at(1), "Ida", "Joe")),
        (OPEN, Reauctioned(at(1))),
        (OPEN, Offered(at(1))),
        (SOLD, Opened(at(50))),
        (SOLD, Hammered(at(50))),
        (SOLD, Passed(at(50))),
        (SOLD, Stopped(at(50))),
        (SOLD, BidVoided(3, at(50))),
        (SOLD, Reauctioned(at(50))),
    ],
)
def test_what_does_not_fit_the_status_is_refused(state: LotState, event: Event) -> None:
    assert refused(state, event) == ("lot.status", {"status": state.status.value})


# --- Sealed bids


def test_the_highest_sealed_bid_wins_and_of_equal_ones_the_earlier() -> None:
    rules = Bidding(opening=50, bands=(Band(0, 5),), kind=Kind.SEALED)
    bids = [bid(1, 120, "Olga"), bid(2, 300, "Max"), bid(3, 300, "Ida"), bid(4, 61, "Olga")]

    state = lot_state(rules, [Opened(at(0)), *bids, Hammered(at(60))])

    assert (state.high, state.under, state.next_bid) == (bids[1], bids[2], 50)


def test_a_sealed_bid_reaches_the_opening_bid() -> None:
    state = lot_state(Bidding(opening=50, kind=Kind.SEALED), [Opened(at(0)), bid(1, 90, "Max")])

    assert refused(state, bid(2, 40, "Olga")) == ("bid.low", {"next": 50})


@pytest.mark.parametrize(
    ("bands", "opening", "code"),
    [
        ((), 1, "bidding.bands"),
        ((Band(10, 5),), 1, "bidding.bands"),
        ((Band(0, 5), Band(200, 0)), 1, "bidding.bands"),
        ((Band(0, 5), Band(200, 10), Band(100, 10)), 1, "bidding.bands"),
        ((Band(0, 5),), 0, "bidding.sums"),
    ],
)
def test_settings_that_cannot_be_are_refused(bands: tuple[Band, ...], opening: int, code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        Bidding(opening=opening, bands=bands)

    assert broken.value.code == code


@given(st.lists(st.tuples(st.sampled_from("ABC"), st.integers(0, 400), st.booleans()), max_size=40), st.integers(1, 60))
def test_whatever_is_tried_bids_rise_without_gaps_and_stop_at_the_hammer(
    tries: list[tuple[str, int, bool]], hammer: int
) -> None:
    state, kept = OPEN, 0
    for seconds, (who, amount, phone) in enumerate(tries):
        event: Event = (
            Hammered(at(seconds)) if seconds == hammer else bid(state.made + 1, amount, who, seconds, phone=phone)
        )
        try:
            state = happened(state, event)
        except RuleBroken:
            continue
        kept += isinstance(event, Bid)

    amounts = [each.amount for each in state.bids]
    assert amounts == sorted(set(amounts))
    assert [each.number for each in state.bids] == list(range(1, kept + 1))
    assert all(one.who != other.who for one, other in zip(state.bids, state.bids[1:], strict=False))
    assert all(RULES.fitting(amount) == amount for amount in amounts)
    if state.status is Status.SOLD:
        assert state.since is not None
        assert all(each.at < state.since for each in state.bids)
