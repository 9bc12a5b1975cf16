"""The same facts give the same draw, in whatever order they were entered; and who is a first-match loser.

Of one pairing the latest result counts and the latest ruling, and who withdrew first is a fact of its own: so each
pairing has one result and one ruling here, and withdrawals keep their order among themselves.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.draws.corrections import Choice, Choices, passage_row, resolve
from rules.draws.derive import Derived, Status, derive
from rules.draws.facts import Kind, collect
from rules.draws.seeding import draw_lines, size_for
from rules.draws.state import DrawState, Row
from rules.errors import RuleBroken
from rules.formats.knockout import CONSOLATION, MAIN, Consolation, Knockout
from rules.formats.lengths import Lengths
from rules.formats.registry import compile_plan
from tests.rules.knockouts import knockout

FIRST_MATCH = knockout(Consolation.FIRST_MATCH, Lengths(7), Lengths(5))
FORMATS = [FIRST_MATCH, knockout(Consolation.PROGRESSIVE, Lengths(7), Lengths(5))]
A1, A2, A3, A4, B1, B2, C1, D1, D2 = range(9)
EIGHT = {line: line for line in range(1, 9)}


def result(match: int, winner: int, loser: int, ref: int) -> Row:
    return (Kind.RESULT, match, winner, loser, winner, ref)


def given_up(match: int, winner: int, loser: int, ref: int) -> list[Row]:
    """The loser gave the match up before it began."""
    return [result(match, winner, loser, ref), (Kind.GIVEN_UP, match, winner, loser, 0, ref)]


OTHERS = [result(A2, 3, 4, 102), result(A3, 5, 6, 103), result(A4, 7, 8, 104)]
BOTH = ((MAIN, 1), (CONSOLATION, 1))


def a_draw(*rows: Row, gone: tuple[tuple[str, int], ...] = ()) -> DrawState:
    return DrawState(compile_plan(8, FIRST_MATCH), EIGHT, rows, gone)


# --- First-match losers


def test_the_opponent_of_a_no_show_who_left_plays_in_the_consolation_after_losing_the_next_match() -> None:
    """G1: as after the same withdrawal without the forfeit."""
    state = a_draw(*given_up(A1, 2, 1, 101), *OTHERS, result(B1, 3, 2, 105), gone=BOTH)
    without_the_forfeit = a_draw(*OTHERS, result(B1, 3, 2, 105), gone=BOTH)

    assert state.seat(D1).pair == without_the_forfeit.seat(D1).pair == (2, 4)


@pytest.mark.parametrize("gone", [(), BOTH, ((CONSOLATION, 1),)], ids=["stays", "left", "not below"])
def test_a_no_show_never_costs_the_player_who_came_the_consolation(gone: tuple[tuple[str, int], ...]) -> None:
    state = a_draw(*given_up(A1, 2, 1, 101), *OTHERS, gone=gone)
    assert state.seat(D1).top == 0

    assert state.having([result(B1, 3, 2, 105)]).seat(D1).pair == (2, 4)


def test_a_no_show_drops_if_the_player_who_came_does_not_need_the_place() -> None:
    state = a_draw(*given_up(A1, 2, 1, 101), *OTHERS, result(B1, 2, 3, 105))

    assert state.seat(D1).pair == (1, 4)


def test_a_no_show_drops_if_the_player_who_came_has_left() -> None:
    state = a_draw(*given_up(A1, 2, 1, 101), *OTHERS, result(B1, 3, 2, 105), gone=((MAIN, 2), (CONSOLATION, 2)))

    assert state.seat(D1).pair == (1, 4)


def test_a_player_who_left_the_main_alone_keeps_the_place_below_although_they_gave_up_the_match() -> None:
    state = a_draw(*given_up(A1, 2, 1, 101), *OTHERS, result(B1, 3, 2, 105), gone=((MAIN, 1),))

    assert state.seat(D1).pair == (1, 4)


def test_a_player_who_retired_has_played_and_drops() -> None:
    state = a_draw(result(A1, 2, 1, 101), *OTHERS, result(B1, 3, 2, 105))

    assert state.seat(D1).pair == (1, 4)


def test_a_double_no_show_sends_nobody_down() -> None:
    neither: Row = (Kind.RESULT, A1, 1, 2, 0, 101)

    assert a_draw(neither, *OTHERS).seat(D1).status is Status.BYE


def test_a_correction_from_no_show_to_played_sends_the_loser_down() -> None:
    state = a_draw(*given_up(A1, 2, 1, 101), *OTHERS, result(A1, 2, 1, 106))

    assert state.seat(D1).pair == (1, 4)


def test_a_ruling_that_keeps_the_match_below_as_played_holds_whoever_is_there() -> None:
    """2 came, lost B1 and began D1; then B1 is corrected: 2 won it. The director keeps D1 as played."""
    before = a_draw(*given_up(A1, 2, 1, 101), *OTHERS, result(B1, 3, 2, 105), result(D1, 2, 4, 106))
    after = before.having([result(B1, 2, 3, 107)])

    kept = resolve(before, after, Choices(Choice.STAND)).state

    assert kept.seat(D1).pair == (2, 4)
    assert kept.seat(C1).top == 3


# --- Any order


def test_every_order_of_a_no_show_a_withdrawal_and_a_lost_match_gives_the_same_draw() -> None:
    rows = [*given_up(A1, 2, 1, 101), *OTHERS[:1], result(B1, 3, 2, 105), result(D1, 2, 4, 106)]

    seen = {
        tuple(derive(compile_plan(8, FIRST_MATCH), collect(EIGHT, order, BOTH)).flow) for order in permutations(rows)
    }

    assert len(seen) == 1


def evening(format_: Knockout, entrants: int, chance: Random) -> DrawState:
    """An evening with forfeits, no-shows, withdrawals, starts, corrections and rulings, and play after each."""
    plan = compile_plan(size_for(entrants), format_)
    state = DrawState(plan, draw_lines(range(1, entrants + 1), {}, "63 55"))
    for _ in range(3 * entrants):
        happens = chance.random()
        ready = [match for match, status in enumerate(state.derived.statuses) if status == Status.OPEN]
        over = [match for match, status in enumerate(state.derived.statuses) if status == Status.FINISHED]
        if happens < 0.1:
            who, scope = chance.randint(1, entrants), chance.choice([[MAIN], [CONSOLATION], [MAIN, CONSOLATION]])
            state = state.having(withdrawn=[(bracket, who) for bracket in scope])
        elif happens < 0.2 and over:
            state = ruled(state, chance.choice(over), chance)
        elif ready:
            state = state.having(entered(state, chance.choice(ready), chance))
    return state


def ruled(state: DrawState, match: int, chance: Random) -> DrawState:
    """A finished match corrected, and what it affects kept as played."""
    seat = state.seat(match)
    after = (
        state.having([result(match, seat.off, seat.on, len(state.entered) + 1)]) if seat.off > 0 < seat.on else state
    )
    try:
        return resolve(state, after, Choices(chance.choice([Choice.STAND, Choice.VOID]))).state
    except RuleBroken:
        return state


def entered(state: DrawState, match: int, chance: Random) -> Iterator[Row]:
    seat, ref, how = state.seat(match), len(state.entered) + 1, chance.random()
    one, other = chance.sample([seat.top, seat.bottom], 2)
    if how < 0.15:
        yield (Kind.START, match, one, other, 0, ref)
    elif how < 0.25:
        yield (Kind.RESULT, match, one, other, 0, ref)
    elif how < 0.45:
        yield from given_up(match, one, other, ref)
    elif how < 0.5:
        yield passage_row(match, (min(one, other), max(one, other)), one)
    else:
        yield result(match, one, other, ref)


def latest_alone(rows: tuple[Row, ...]) -> list[Row]:
    """Return the facts that count: those after the clearing of their pairing, of each kind the latest."""
    counting: dict[tuple[object, ...], Row] = {}
    for row in rows:
        pairing = (row[1], frozenset(row[2:4]))
        if row[0] == Kind.CLEARED:
            counting = {key: each for key, each in counting.items() if key[1:] != pairing}
        else:
            counting.pop((row[0], *pairing), None)
            counting[row[0], *pairing] = row
    return list(counting.values())


@settings(max_examples=150)
@given(st.integers(2, 20), st.sampled_from(FORMATS), st.randoms(use_true_random=False))
@example(8, FIRST_MATCH, Random(1))
def test_the_order_in_which_facts_were_entered_never_changes_the_draw(
    entrants: int, format_: Knockout, chance: Random
) -> None:
    state = evening(format_, entrants, chance)
    facts = latest_alone(state.entered)
    chance.shuffle(facts)

    assert seats(derive(state.plan, collect(state.lines, facts, state.withdrawn))) == seats(state.derived)


@settings(max_examples=100)
@given(st.integers(3, 20), st.randoms(use_true_random=False))
def test_everybody_who_lost_the_first_match_they_played_in_a_or_b_plays_on_below(entrants: int, chance: Random) -> None:
    """Unless they withdrew, a ruling says otherwise, or the match was the final."""
    state = evening(FIRST_MATCH, entrants, chance)
    plan = state.plan
    if state.has_rulings or plan.rounds(MAIN) < 3:
        return
    below = {who for match in plan.of(CONSOLATION) for who in (state.seat(match).top, state.seat(match).bottom)}
    gone = {who for _, who in state.withdrawn}

    for match in plan.of(MAIN):
        seat, planned = state.seat(match), plan.matches[match]
        came_unplayed = planned.round == 1 or all(
            not played(state, before.of) for before in (planned.top, planned.bottom) if seat.off in of(state, before.of)
        )
        if planned.round < 3 and seat.off > 0 and played(state, match) and came_unplayed and not gone & {seat.off}:
            assert seat.off in below or left_the_main_alone(state, match, seat.off)


def of(state: DrawState, match: int) -> tuple[int, int]:
    return state.seat(match).top, state.seat(match).bottom


def played(state: DrawState, match: int) -> bool:
    pair = state.seat(match).pair
    return pair is not None and state.seat(match).ref is not None and state.facts.of(match, pair).is_played


def left_the_main_alone(state: DrawState, match: int, loser: int) -> bool:
    """Whether the opponent whom ``loser`` met in A without play withdrew from the main bracket alone."""
    before = next((side.of for side in (state.plan.matches[match].top, state.plan.matches[match].bottom)
                   if loser in of(state, side.of)), -1) if state.plan.matches[match].round == 2 else -1  # fmt: skip
    return before >= 0 and any(state.facts.is_out(MAIN, who) for who in of(state, before) if who not in (loser, -1))


def seats(derived: Derived) -> list[tuple[object, ...]]:
    return list(zip(derived.tops, derived.bottoms, derived.statuses, derived.refs, strict=True))
