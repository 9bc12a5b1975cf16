"""Structures played out by the one engine: finals between brackets, the second final, places."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draws.derive import Derived, Status, derive
from rules.draws.facts import PHANTOM, Facts, Kind, Row, collect
from rules.draws.plan import Plan
from rules.draws.seeding import bye_lines
from rules.formats.notation.compiler import Structure, compile_structure
from rules.formats.notation.parser import parse
from rules.formats.notation.places import structure_places
from rules.formats.notation.presets import PRESETS, preset


def drawn(plan: Plan, entrants: int) -> dict[int, int]:
    byes = set(bye_lines(plan.size, entrants))
    lines = [line for line in range(1, plan.size + 1) if line not in byes]
    return {line: number for number, line in enumerate(lines, start=1)}


def played(plan: Plan, entrants: int, winner: Callable[[int, int, int], int]) -> tuple[Derived, Facts]:
    """Play every open match; ``winner`` chooses from the match and its two players."""
    lines = drawn(plan, entrants)
    rows: list[Row] = []
    while True:
        facts = collect(lines, rows)
        derived = derive(plan, facts)
        ready = [at for at, seat in enumerate(derived.seats()) if seat.status is Status.OPEN]
        if not ready:
            return derived, facts
        for at in ready:
            seat = derived.seat(at)
            rows.append((Kind.RESULT, at, seat.top, seat.bottom, winner(at, seat.top, seat.bottom), len(rows) + 1))


def order(derived: Derived, facts: Facts) -> list[tuple[int, int | None]]:
    return [(each.entrant, each.place) for each in structure_places(derived, facts)]


def test_the_upper_champion_who_loses_the_final_plays_it_again() -> None:
    plan = compile_structure(4, Structure(parse("A.B.X.R"))).plan
    second = plan.final

    derived, facts = played(plan, 4, lambda at, top, bottom: min(top, bottom) if at < second - 1 else bottom)

    assert (derived.seat(second).status, derived.seat(second).top) == (Status.FINISHED, derived.seat(second - 1).on)
    assert order(derived, facts)[0] == (1, 1)


def test_the_upper_champion_who_wins_the_final_has_won_the_event() -> None:
    plan = compile_structure(4, Structure(parse("A.B.X.R"))).plan

    derived, facts = played(plan, 4, lambda _, top, bottom: min(top, bottom))

    assert (derived.seat(plan.final).status, derived.seat(plan.final).bottom) == (Status.BYE, PHANTOM)
    assert order(derived, facts) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_equal_exits_share_the_place_in_double_elimination() -> None:
    plan = compile_structure(16, preset("double_elimination", 16)).plan

    derived, facts = played(plan, 16, lambda _, top, bottom: min(top, bottom))

    assert sorted(place or 0 for _, place in order(derived, facts)) == [1, 2, 3, 4, 5, 5, 7, 7, *[9] * 4, *[13] * 4]


def test_places_are_open_until_an_exit() -> None:
    plan = compile_structure(4, Structure(parse("A.B.X"))).plan
    facts = collect(drawn(plan, 4), [(Kind.RESULT, 0, 1, 2, 1, 1), (Kind.RESULT, 1, 3, 4, 3, 2)])

    assert order(derive(plan, facts), facts) == [(1, None), (2, None), (3, None), (4, None)]


def test_a_double_no_show_in_the_upper_final_leaves_the_event_to_the_lower_champion() -> None:
    plan = compile_structure(4, Structure(parse("A.B.X.R"))).plan
    rows: list[Row] = [(Kind.RESULT, 0, 1, 2, 1, 1), (Kind.RESULT, 1, 3, 4, 3, 2), (Kind.RESULT, 2, 1, 3, 0, 3)]
    lower = next(at for at, match in enumerate(plan.matches) if match.bracket == "consolation")
    rows.append((Kind.RESULT, lower, 2, 4, 2, 4))
    facts = collect(drawn(plan, 4), rows)

    derived = derive(plan, facts)

    assert derived.flow[plan.winner_at(plan.final)] == 2
    assert derived.seat(plan.final).status is Status.BYE


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_nobody_is_stuck_in_any_preset(name: str) -> None:
    for entrants in (9, 13, 16):
        plan = compile_structure(entrants, preset(name, entrants)).plan

        derived, facts = played(plan, entrants, lambda at, top, bottom: top if at % 3 else bottom)

        assert all(seat.status in (Status.FINISHED, Status.BYE, Status.VOID) for seat in derived.seats())
        assert [each.order for each in structure_places(derived, facts)] == list(range(1, entrants + 1))


@settings(max_examples=20, deadline=None)
@given(st.integers(3, 16), st.randoms(use_true_random=False))
def test_nobody_loses_three_times_or_twice_before_the_place_is_decided(entrants: int, chance: Random) -> None:
    plan = compile_structure(entrants, preset("double_elimination_recharge", entrants)).plan
    choose = chance.choice

    derived, facts = played(plan, entrants, lambda _, top, bottom: choose([top, bottom]))

    losses = dict.fromkeys(facts.lines.values(), 0)
    for seat in derived.seats():
        if seat.status is Status.FINISHED:
            losses[seat.off] += 1
    places = {each.entrant: each.place for each in structure_places(derived, facts)}
    champion = min(places, key=lambda each: places[each] or 0)
    assert losses.pop(champion) <= 1
    assert set(losses.values()) == {2}
    assert sorted(place or 0 for place in places.values())[0:2] == [1, 2]
