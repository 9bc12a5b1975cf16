"""What a match holds up, and when the draw ends: worked by hand, and against playing it out."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draws.derive import Seat, Status
from rules.draws.facts import Kind
from rules.draws.state import DrawState, Row
from rules.formats.registry import compile_plan, read_format
from rules.timing.holdup import Holdup, Sat, Waiting


def a_state(entrants: int, size: int, consolation: str = "none", **lengths: Any) -> DrawState:
    plan = compile_plan(size, read_format({"consolation": consolation, "length": lengths.get("length", 5)}))
    return DrawState(plan, {line: line for line in range(1, entrants + 1)})


def sat(state: DrawState) -> list[Sat]:
    return [Sat(seat.top > 0, seat.bottom > 0, seat.status) for seat in state.derived.seats()]


def waiting(state: DrawState) -> Waiting:
    return Waiting(state.plan, sat(state), 11)


def by_code(state: DrawState) -> dict[str, Holdup]:
    return {state.plan.matches[place].code: each for place, each in waiting(state).holdups().items()}


def won(place: int, seat: Seat, winner: int) -> Row:
    return (Kind.RESULT, place, min(seat.top, seat.bottom), max(seat.top, seat.bottom), winner, place + 1)


def test_every_first_match_of_four_holds_up_the_final() -> None:
    holdups = by_code(a_state(4, 4))

    assert holdups == {"A1": Holdup(1, 55), "A2": Holdup(1, 55), "B1": Holdup(0, 0)}


def test_what_is_over_holds_up_nothing() -> None:
    state = a_state(4, 4)

    after = by_code(state.having([won(0, state.seat(0), 1)]))

    assert after == {"A2": Holdup(1, 55), "B1": Holdup(0, 0)}


def test_the_losers_way_may_be_the_longer_one() -> None:
    plan_lengths = {"main": {"default": 5}, "consolation": {"default": 9}}

    holdups = by_code(a_state(8, 8, "progressive", length=plan_lengths))

    assert holdups["A1"].matches > 2
    assert holdups["A1"].minutes > 2 * 55


def test_byes_and_empty_matches_count_for_nothing() -> None:
    full, three = by_code(a_state(4, 4, "first_match")), by_code(a_state(3, 4, "first_match"))

    assert full["A1"] == Holdup(1, 55)
    assert "C1" in full
    assert three == {"A1": Holdup(1, 55), "B1": Holdup(0, 0), "C1": Holdup(0, 0)}


@pytest.mark.parametrize(
    ("elapsed", "minutes"),
    [({}, 110), ({0: 30}, 110), ({0: 30, 1: 30}, 80), ({0: 30, 1: 80}, 80), ({0: 60, 1: 80}, 66)],
)
def test_the_end_follows_from_what_is_left(elapsed: dict[int, int], minutes: int) -> None:
    assert waiting(a_state(4, 4)).ends_in(elapsed) == minutes


def test_a_draw_that_is_over_ends_now() -> None:
    state = a_state(2, 2)

    after = state.having([won(0, state.seat(0), 1)])

    assert waiting(state).ends_in({}) == 55
    assert waiting(after).ends_in({}) == 0


@given(st.integers(2, 32), st.sampled_from(["none", "first_match", "progressive"]), st.booleans(), st.data())
def test_the_matches_to_play_are_those_that_will_be_played(
    entrants: int, consolation: str, last_chance: bool, data: st.DataObject
) -> None:
    size = 1 << max(1, (entrants - 1).bit_length())
    format_ = read_format({"consolation": consolation, "last_chance": last_chance and consolation != "none"})
    state = DrawState(compile_plan(size, format_), seated_on(entrants, size))
    to_play = {place for place, is_to_play in enumerate(waiting(state).to_play) if is_to_play}
    played: set[int] = set()

    while open_ := [place for place, seat in enumerate(state.derived.seats()) if seat.status is Status.OPEN]:
        place = data.draw(st.sampled_from(open_))
        seat = state.seat(place)
        state = state.having([won(place, seat, data.draw(st.sampled_from([seat.top, seat.bottom])))])
        played.add(place)
        left = {at for at, is_to_play in enumerate(waiting(state).to_play) if is_to_play}
        assert left <= to_play

    assert played <= to_play
    assert len(to_play - played) <= uncertain(consolation, entrants, size)
    assert waiting(state).ends_in({}) == 0


def seated_on(entrants: int, size: int) -> dict[int, int]:
    return {line: line for line in range(1, entrants + 1)}


def uncertain(consolation: str, entrants: int, size: int) -> int:
    """A first loser after a bye is known only when the holder's B match is over."""
    return size if consolation == "first_match" else 0
