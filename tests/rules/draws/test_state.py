"""The draw had more been entered: the same as entering everything anew."""

from hypothesis import given
from hypothesis import strategies as st

from rules.draws.decisions import Decision
from rules.draws.facts import Kind, pair_of
from rules.draws.state import DrawState, Row
from rules.formats.knockout import Consolation
from rules.formats.lengths import Lengths
from rules.formats.registry import compile_plan
from tests.rules.knockouts import BRACKETS, knockout

PLAN = compile_plan(8, knockout(Consolation.PROGRESSIVE, Lengths(7), Lengths(5)))
LINES = {line: line for line in range(1, 8)}


@st.composite
def rows(draw: st.DrawFn) -> Row:
    kind = draw(st.sampled_from([kind.value for kind in Kind]))
    # Few pairings, so that the same one is entered again and again.
    match = draw(st.sampled_from([0, 1, 4]))
    one = draw(st.integers(1, 3))
    other = draw(st.integers(1, 4).filter(lambda who: who != one))
    who = draw(st.sampled_from([0, one, other]))
    who = who or one if kind in (Kind.WON, Kind.LOST, Kind.CONTESTED) else who
    return (kind, match, one, other, who, draw(st.integers(1, 5)))


def decisions(state: DrawState) -> list[set[Decision]]:
    return [set(state.facts.decisions.of(match)) for match in range(len(PLAN.matches))]


withdrawals = st.lists(st.tuples(st.sampled_from(BRACKETS), st.integers(1, 7)), max_size=3)


@given(st.lists(st.tuples(st.lists(rows(), max_size=4), withdrawals), max_size=6))
def test_entering_bit_by_bit_folds_to_the_same_facts_as_entering_at_once(
    steps: list[tuple[list[Row], list[tuple[str, int]]]],
) -> None:
    state = DrawState(PLAN, LINES)

    for entered, withdrawn in steps:
        state = state.having(entered, withdrawn=withdrawn)

    fresh = DrawState(PLAN, LINES, state.entered, state.withdrawn)
    assert state.facts.begun == fresh.facts.begun
    assert state.facts.out == fresh.facts.out
    assert decisions(state) == decisions(fresh)
    assert state.derived.seats() == fresh.derived.seats()


@given(st.lists(rows(), max_size=8), st.lists(rows(), max_size=4), st.lists(rows(), max_size=4))
def test_what_might_have_been_entered_leaves_the_draw_as_it_is(
    entered: list[Row], tried: list[Row], then: list[Row]
) -> None:
    state = DrawState(PLAN, LINES, tuple(entered))

    state.having(tried)
    after = state.having(then)

    fresh = DrawState(PLAN, LINES, (*entered, *then))
    assert after.facts.begun == fresh.facts.begun
    assert decisions(after) == decisions(fresh)
    assert after.derived.seats() == fresh.derived.seats()


def test_a_latecomers_line_is_taken_over() -> None:
    state = DrawState(PLAN, LINES).having(lines={**LINES, 8: 8})

    assert state.seat(3).pair == pair_of(7, 8)
