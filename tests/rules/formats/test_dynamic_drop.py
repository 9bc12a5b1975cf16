"""Dynamic drop: lines chosen as losers drop, recorded, and the same again from the record."""

from random import Random

import pytest

from rules.draws.derive import Status
from rules.draws.facts import Kind
from rules.draws.plan import From, Plan
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.notation.compiler import compile_structure
from rules.formats.notation.dynamic import (
    Exchange,
    exchanged,
    rematches_of_round,
    round_exchanges,
)
from rules.formats.notation.presets import preset
from tests.depth import deeper
from tests.rules.formats.test_structures_played import drawn

STRAIGHT_DOWN_16 = [(8, 10), (9, 11), (12, 13)]
"""Exchanges that undo the bit reversal of 16: B1 with B3, B2 with B4, C1 with C2."""


def result(state: DrawState, match: int, winner: int) -> tuple[str, int, int, int, int, int | None]:
    seat = state.seat(match)
    return (Kind.RESULT, match, seat.top, seat.bottom, winner, len(state.entered) + 1)


def rematches(state: DrawState) -> int:
    pairs = [seat.pair for seat in state.derived.seats() if seat.status is Status.FINISHED]
    return len(pairs) - len(set(pairs))


@pytest.mark.parametrize("entrants", [13, 16])
def test_every_match_is_played_and_the_record_gives_the_same_draw_again(entrants: int) -> None:
    state = by_rounds(entrants, 3, dynamic=True)

    again = DrawState(state.plan, state.lines).having(state.entered)

    assert all(seat.status in (Status.FINISHED, Status.BYE, Status.VOID) for seat in state.derived.seats())
    assert again.derived == state.derived


def straight_down(*rows: tuple[str, int, int, int, int, int | None]) -> DrawState:
    """Return eight players on lines straight down after the main rounds A and B, the smaller number won."""
    usual = compile_structure(8, preset("progressive", 8)).plan
    plan = exchanged(usual, [(4, 5)])
    first = [(Kind.RESULT, at, 2 * at + 1, 2 * at + 2, 2 * at + 1, at) for at in range(4)]
    second = [(Kind.RESULT, 4, 1, 3, 1, 9), (Kind.RESULT, 5, 5, 7, 5, 10)]
    return DrawState(plan, drawn(plan, 8)).having([*first, *second, *rows])


def test_losers_exchange_lines_that_are_opposite_the_opponents_they_beat() -> None:
    """The printed line of B1 is opposite the losers of A3 and A4; straight down they would be those of A1 and A2."""
    state = straight_down()

    assert round_exchanges(state, "main", 2) == [(4, 5)]
    assert exchanged(state.plan, [(4, 5)]) == compile_structure(8, preset("progressive", 8)).plan


def test_a_loser_who_has_begun_below_keeps_their_line() -> None:
    plan = straight_down().plan
    first = plan.leads_to[From.LOSER, 0]
    below = plan.leads_to[From.LOSER, 4]

    begun = straight_down((Kind.RESULT, first, 2, 4, 2, 11), (Kind.START, below, 2, 3, 0, 12))

    assert begun.has_begun(below)
    assert round_exchanges(begun, "main", 2) == []


@pytest.mark.parametrize("pair", [(0, 4), (0, 6), (0, 99)])
def test_only_losers_of_one_round_exchange_lines(pair: Exchange) -> None:
    plan: Plan = compile_structure(8, preset("progressive", 8)).plan

    with pytest.raises(RuleBroken, match=r"switch\.round"):
        exchanged(plan, [pair])


def by_rounds(entrants: int, seed: int, *, dynamic: bool) -> DrawState:
    """A whole event round by round; when a main round is over its losers exchange lines."""
    chance = Random(seed)
    plan = compile_structure(entrants, preset("progressive", entrants)).plan
    plan = exchanged(plan, STRAIGHT_DOWN_16) if entrants == 16 else plan
    state, done = DrawState(plan, drawn(plan, entrants)), set[int]()
    while open_ := [at for at, status in enumerate(state.derived.statuses) if status == Status.OPEN]:
        match = min(open_, key=lambda at: (state.plan.matches[at].bracket != "main", at))
        seat = state.seat(match)
        state = state.having([result(state, match, chance.choice([seat.top, seat.bottom]))])
        for round_ in range(2, 4):
            over = all(state.seat(at).off for at in plan.of("main") if plan.matches[at].round == round_)
            if dynamic and over and round_ not in done:
                done.add(round_)
                made = round_exchanges(state, "main", round_)
                state = DrawState(exchanged(state.plan, made), state.lines, state.entered)
    return state


def test_lines_chosen_when_a_round_is_over_bring_fewer_rematches() -> None:
    seeds = range(deeper(25))

    chosen, printed = (sum(rematches(by_rounds(16, seed, dynamic=each)) for seed in seeds) for each in (True, False))

    assert chosen * 2 < printed


def test_each_exchange_lowers_the_expected_rematches_and_a_second_look_finds_none() -> None:
    state = by_rounds(16, 1, dynamic=False)
    fresh = DrawState(
        state.plan, state.lines, tuple(row for row in state.entered if state.plan.matches[row[1]].code[0] in "AB")
    )

    made = round_exchanges(fresh, "main", 2)
    after = DrawState(exchanged(fresh.plan, made), fresh.lines, fresh.entered)

    assert made
    assert rematches_of_round(after, "main", 2) < rematches_of_round(fresh, "main", 2)
    assert round_exchanges(after, "main", 2) == []


@pytest.mark.parametrize(
    ("bracket", "round_", "code"),
    [("main", 4, "drop.round"), ("consolation", 1, "drop.round"), ("main", 2, "drop.waiting")],
)
def test_lines_of_a_round_that_is_not_over_or_does_not_drop_are_not_chosen(
    bracket: str, round_: int, code: str
) -> None:
    plan = compile_structure(16, preset("progressive", 16)).plan

    with pytest.raises(RuleBroken) as refused:
        round_exchanges(DrawState(plan, drawn(plan, 16)), bracket, round_)

    assert refused.value.code == code


def test_who_has_begun_below_keeps_their_line() -> None:
    state = by_rounds(16, 1, dynamic=False)
    assert round_exchanges(state, "main", 2) == []
