"""Dynamic drop: lines chosen as losers drop, recorded, and the same again from the record."""

from random import Random

import pytest

from rules.draws.derive import Status
from rules.draws.facts import Kind
from rules.draws.plan import From, Plan
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.notation.compiler import compile_structure
from rules.formats.notation.dynamic import Exchange, best_exchange, exchanged
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

    with pytest.raises(RuleBroken, match=r"drop\.exchange"):
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
