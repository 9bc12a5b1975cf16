"""What each payer is charged."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.money.fees import Condition, Entry, Fee, FeeKind, Payer, Price, lines_of, possible_lines, read_fees

MAIN, MASTER = 1, 2
DAY = date(2026, 11, 21)
REGISTRATION = Fee(
    "registration", FeeKind.REGISTRATION, "", 2500, prices=(Price(Condition.STUDENT, 1000), Price(Condition.GUEST, 0))
)
MAIN_ENTRY = Fee("main", FeeKind.ENTRY, "", 6000, MAIN, (Price(Condition.EARLY, 5000, date(2026, 11, 1)),))
MAIN_AGAIN = Fee("main-again", FeeKind.REENTRY, "", 4000, MAIN)
MAIN_POOL = Fee("main-pool", FeeKind.POOL, "Side pool", 4000, MAIN)
MASTER_ENTRY = Fee("master", FeeKind.ENTRY, "", 20000, MASTER)
CLOCK = Fee("clock", FeeKind.DEPOSIT, "Clock", 2000)
MEMBERSHIP = Fee("member", FeeKind.MEMBERSHIP, "", 1500, prices=(Price(Condition.MEMBER, 0),))
FEES = (REGISTRATION, MEMBERSHIP, MAIN_ENTRY, MAIN_AGAIN, MAIN_POOL, MASTER_ENTRY, CLOCK)
PER_MEMBER_FEES = (replace(REGISTRATION, per_member=True), MAIN_ENTRY)
OMER = Payer((Entry(31, MAIN, DAY), Entry(40, MASTER, DAY)), DAY, frozenset({Condition.MEMBER}))


def charged(payer: Payer) -> dict[str, int]:
    return {line.code: line.amount for line in lines_of(FEES, payer)}


def test_a_payer_of_two_events_pays_registration_once() -> None:
    assert charged(OMER) == {"registration": 2500, "member": 0, "main:31": 6000, "master:40": 20000}


def test_side_pools_and_deposits_are_charged_once_they_are_chosen() -> None:
    assert [line.code for line in possible_lines(FEES, OMER)] == ["main-pool:31", "clock"]

    chosen = replace(OMER, chosen=frozenset({"main-pool:31", "clock"}))

    assert charged(chosen) == charged(OMER) | {"main-pool:31": 4000, "clock": 2000}
    assert possible_lines(FEES, chosen) == ()


def test_a_waived_line_stays_and_costs_nothing() -> None:
    assert charged(replace(OMER, waived=frozenset({"main:31"}))) == charged(OMER) | {"main:31": 0}


def test_of_several_prices_that_hold_the_first_counts() -> None:
    student = Payer((Entry(31, MAIN, DAY),), DAY, frozenset({Condition.STUDENT, Condition.GUEST}))

    assert charged(student) == {"registration": 1000, "member": 1500, "main:31": 6000}


@pytest.mark.parametrize(
    ("on", "amount"),
    [(date(2026, 10, 31), 5000), (date(2026, 11, 1), 5000), (date(2026, 11, 2), 6000)],
)
def test_an_early_price_holds_until_its_last_day(on: date, amount: int) -> None:
    assert charged(Payer((Entry(31, MAIN, on),), on))["main:31"] == amount


def test_a_second_entry_in_one_event_costs_the_re_entry() -> None:
    twice = Payer((Entry(31, MAIN, DAY), Entry(52, MAIN, DAY, again=True)), DAY)

    assert charged(twice) == {"registration": 2500, "member": 1500, "main:31": 6000, "main-again:52": 4000}


@pytest.mark.parametrize(
    ("people", "marks", "amount"), [((1,), (), 2500), ((2,), (), 5000), ((1, 3), (), 7500), ((2,), ("student",), 2000)]
)
def test_a_fee_for_each_member_is_charged_for_those_of_the_largest_entrant(
    people: tuple[int, ...], marks: tuple[str, ...], amount: int
) -> None:
    entries = tuple(Entry(31 + at, MAIN, DAY, people=many) for at, many in enumerate(people))
    payer = Payer(entries, DAY, frozenset(map(Condition, marks)))

    [line] = lines_of([replace(REGISTRATION, per_member=True)], payer)
    [once] = lines_of([REGISTRATION], payer)

    assert (line.code, line.amount, line.people) == ("registration", amount, max(people))
    assert (once.amount, once.people) == (1000 if marks else 2500, 1)


def test_an_entry_costs_a_pair_what_it_costs_and_a_waived_line_keeps_its_people() -> None:
    pair = Payer((Entry(31, MAIN, DAY, people=2),), DAY, waived=frozenset({"registration"}))

    lines = {line.code: (line.amount, line.people) for line in lines_of(PER_MEMBER_FEES, pair)}

    assert lines == {"registration": (0, 2), "main:31": (6000, 1)}


def test_a_fee_for_each_member_is_read_as_it_is_written_and_the_others_say_nothing_of_it() -> None:
    assert read_fees([fee.as_data() for fee in PER_MEMBER_FEES], [MAIN]) == PER_MEMBER_FEES
    assert [fee.as_data().get("per_member") for fee in PER_MEMBER_FEES] == [True, None]


def test_a_payer_who_enters_nothing_is_charged_only_what_they_chose() -> None:
    assert charged(Payer((), DAY)) == {}
    assert charged(Payer((), DAY, chosen=frozenset({"clock"}))) == {"clock": 2000}


def test_fees_are_read_as_they_are_written() -> None:
    assert read_fees([fee.as_data() for fee in FEES], [MAIN, MASTER]) == FEES


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "fees.shape"),
        ([1], "fees.shape"),
        ([{"code": "a", "kind": "tip", "amount": 1}], "fees.kind"),
        ([{"code": "a", "kind": "entry", "amount": 1}], "fees.event"),
        ([{"code": "a", "kind": "entry", "amount": 1, "event": 9}], "fees.event"),
        ([{"code": "a", "kind": "registration", "amount": 1, "event": 1}], "fees.event"),
        ([{"code": "a", "kind": "registration", "amount": -1}], "fees.amount"),
        ([{"code": "a", "kind": "registration", "amount": 1.5}], "fees.amount"),
        ([{"code": "a", "kind": "registration", "amount": True}], "fees.amount"),
        ([{"code": "A b", "kind": "registration", "amount": 1}], "fees.code"),
        ([{"code": "", "kind": "registration", "amount": 1}], "fees.code"),
        ([{"code": "a", "kind": "registration", "amount": 1, "colour": "red"}], "fees.unknown"),
        ([{"code": "a", "kind": "registration", "amount": 1, "prices": [{"condition": "early", "amount": 1}]}],
         "fees.price"),
        ([{"code": "a", "kind": "registration", "amount": 1,
           "prices": [{"condition": "early", "amount": 1, "until": "soon"}]}], "fees.price"),
        ([{"code": "a", "kind": "registration", "amount": 1,
           "prices": [{"condition": "guest", "amount": 1, "until": "2026-11-01"}]}], "fees.price"),
        ([{"code": "a", "kind": "entry", "amount": 1, "event": 1, "per_member": True}], "fees.members"),
        ([{"code": "a", "kind": "registration", "amount": 1, "per_member": 1}], "fees.members"),
        ([{"code": "a", "kind": "deposit", "amount": 1}, {"code": "a", "kind": "deposit", "amount": 2}], "fees.twice"),
        ([{"code": "a", "kind": "registration", "amount": 1}, {"code": "b", "kind": "registration", "amount": 2}],
         "fees.twice"),
        ([{"code": f"f{at}", "kind": "deposit", "amount": 1} for at in range(61)], "fees.many"),
    ],
)  # fmt: skip
def test_fees_that_cannot_be_are_refused(data: Any, code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_fees(data, [MAIN, MASTER])

    assert broken.value.code == code


@given(st.sets(st.sampled_from(list(Condition)[1:])), st.sets(st.sampled_from(["main-pool:31", "clock", "main:31"])))
def test_every_line_has_a_code_of_its_own(marks: set[Condition], codes: set[str]) -> None:
    payer = replace(OMER, marks=frozenset(marks), chosen=frozenset(codes))

    lines = lines_of(FEES, payer)

    assert len({line.code for line in lines}) == len(lines)
    assert all(line.amount >= 0 for line in lines)
