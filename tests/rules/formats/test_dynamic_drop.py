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
    best_exchange,
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


def evening(entrants: int, seed: int, *, dynamic: bool) -> tuple[DrawState, list[Exchange]]:
    """A whole event, its matches in any order, with the exchanges that were made."""
    chance = Random(seed)
    plan = compile_structure(entrants, preset("progressive", entrants)).plan
    if entrants == 16:
        plan = exchanged(plan, STRAIGHT_DOWN_16)
    state, made = DrawState(plan, drawn(plan, entrants)), list[Exchange]()
    while open_ := [at for at, status in enumerate(state.derived.statuses) if status == Status.OPEN]:
        match = chance.choice(open_)
        seat = state.seat(match)
        state = state.having([result(state, match, chance.choice([seat.top, seat.bottom]))])
        exchange = best_exchange(state, match) if dynamic else None
        if exchange:
            made.append(exchange)
            state = DrawState(exchanged(plan, made), state.lines, state.entered)
    return state, made


def rematches(state: DrawState) -> int:
    pairs = [seat.pair for seat in state.derived.seats() if seat.status is Status.FINISHED]
    return len(pairs) - len(set(pairs))


def test_chosen_lines_bring_fewer_rematches_than_lines_straight_down() -> None:
    seeds = range(deeper(25))

    chosen, printed = (sum(rematches(evening(16, seed, dynamic=each)[0]) for seed in seeds) for each in (True, False))

    assert chosen * 2 < printed


@pytest.mark.parametrize("entrants", [8, 13])
def test_every_match_is_played_and_the_record_gives_the_same_draw_again(entrants: int) -> None:
    state, made = evening(entrants, 3, dynamic=True)
    again = DrawState(exchanged(compile_structure(entrants, preset("progressive", entrants)).plan, made), state.lines)

    again = again.having(state.entered)

    assert all(seat.status in (Status.FINISHED, Status.BYE, Status.VOID) for seat in state.derived.seats())
    assert again.derived == state.derived


def test_a_loser_keeps_the_line_once_all_others_of_the_round_have_dropped() -> None:
    plan = compile_structure(8, preset("progressive", 8)).plan
    state = DrawState(plan, drawn(plan, 8))
    state = state.having([(Kind.RESULT, at, 2 * at + 1, 2 * at + 2, 2 * at + 1, at) for at in range(4)])

    assert [best_exchange(state, at) for at in range(4)] == [None] * 4


def test_a_loser_takes_the_open_line_away_from_an_opponent_they_beat() -> None:
    """The printed line of B1 is opposite the losers of A3 and A4; straight down they would be those of A1 and A2."""
    usual = compile_structure(8, preset("progressive", 8)).plan
    plan = exchanged(usual, [(4, 5)])
    state = DrawState(plan, drawn(plan, 8))
    rows = [(Kind.RESULT, at, 2 * at + 1, 2 * at + 2, 2 * at + 1, at) for at in range(4)]

    state = state.having([*rows, (Kind.RESULT, 4, 1, 3, 1, 9)])

    assert best_exchange(state, 4) == (4, 5)
    assert exchanged(plan, [(4, 5)]) == usual


@pytest.mark.parametrize("pair", [(0, 4), (0, 6), (0, 99)])
def test_only_losers_of_one_round_exchange_lines(pair: Exchange) -> None:
    plan: Plan = compile_structure(8, preset("progressive", 8)).plan

    with pytest.raises(RuleBroken, match=r"switch\.round"):
        exchanged(plan, [pair])


def test_nobody_exchanges_while_nobody_drops_or_after_they_began_below() -> None:
    plan = compile_structure(4, preset("progressive", 4)).plan
    state = DrawState(plan, drawn(plan, 4))
    assert best_exchange(state, 0) is None
    first_loser = next(at for at, each in enumerate(plan.matches) if each.top.kind is From.LOSER)

    begun = state.having(
        [(Kind.RESULT, 0, 1, 2, 1, 1), (Kind.RESULT, 1, 3, 4, 3, 2), (Kind.START, first_loser, 2, 4, 0, 3)]
    )

    assert best_exchange(begun, 0) is None


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
