"""Cases that broke other programs, by the threads in which they were reported, in every structure that has them.

Sources: CourtHive competition-factory #3847, #4862, #4888, #4922, #4944, #4945; brackets-manager.js #54, #64, #107,
#156, #176; jquery-bracket #15; evroon/bracket (results attributed to a player who did not play them).
"""

import pytest

from rules.draws.derive import Status
from rules.draws.facts import PHANTOM, Kind
from rules.draws.state import DrawState, Row
from rules.formats.registry import compile_plan, places, read_format

DOUBLE: dict[str, object] = {"main": "structure", "preset": "double_elimination"}
FORMATS: list[dict[str, object]] = [
    {"main": "knockout", "consolation": "progressive"},
    DOUBLE,
    {"main": "structure", "preset": "double_elimination_recharge"},
    {"main": "structure", "lower": "A.B.|"},
]
A1, A2, A3, A4, B1, B2, C1 = range(7)


def eight(format_: dict[str, object], lines: range = range(1, 9)) -> DrawState:
    return DrawState(compile_plan(8, read_format(format_), len(lines)), {line: line for line in lines})


def won(match: int, winner: int, loser: int, ref: int = 0) -> Row:
    return (Kind.RESULT, match, winner, loser, winner, ref or match + 100)


def neither(match: int, one: int, other: int) -> Row:
    return (Kind.RESULT, match, one, other, 0, match + 100)


def below(state: DrawState, code: str) -> int:
    return next(at for at, match in enumerate(state.plan.matches) if match.code == code)


def first_below(state: DrawState) -> int:
    return state.plan.of("consolation")[0]


@pytest.mark.parametrize("format_", FORMATS)
def test_a_double_walkover_becomes_a_bye_downstream(format_: dict[str, object]) -> None:
    """CourtHive #3847, #4922, jquery-bracket #15: also for the loser's place in the lower bracket."""
    state = eight(format_).having([neither(A1, 1, 2), won(A2, 3, 4)])

    assert (state.seat(B1).status, state.seat(B1).on) == (Status.BYE, 3)
    lower = state.seat(first_below(state))
    assert (lower.status, lower.on, lower.off) == (Status.BYE, 4, PHANTOM)


@pytest.mark.parametrize("format_", FORMATS)
def test_two_double_walkovers_that_meet_leave_nobody(format_: dict[str, object]) -> None:
    state = eight(format_).having([neither(A1, 1, 2), neither(A2, 3, 4)])

    assert (state.seat(B1).status, state.seat(B1).on, state.seat(B1).off) == (Status.VOID, PHANTOM, PHANTOM)
    assert state.seat(first_below(state)).status is Status.VOID


@pytest.mark.parametrize("format_", FORMATS)
def test_a_bye_never_wins(format_: dict[str, object]) -> None:
    """CourtHive #4862: a result between a player and an empty side counts for nothing."""
    state = eight(format_, range(1, 8)).having([(Kind.RESULT, A4, 7, PHANTOM, PHANTOM, 1)])

    assert (state.seat(A4).status, state.seat(A4).on, state.seat(A4).ref) == (Status.BYE, 7, None)


@pytest.mark.parametrize("format_", FORMATS)
def test_an_empty_side_decides_nothing_however_it_was_entered(format_: dict[str, object]) -> None:
    """The same, read with all facts at once."""
    rows = ((Kind.RESULT, A4, 7, PHANTOM, PHANTOM, 1),)
    eighth = eight(format_, range(1, 8))

    state = DrawState(eighth.plan, eighth.lines, rows)

    assert state.seat(A4) == eighth.seat(A4)


@pytest.mark.parametrize("format_", FORMATS)
def test_a_loser_made_ineligible_leaves_with_all_they_did_below(format_: dict[str, object]) -> None:
    """CourtHive #4888: 2 lost A1 and won below; then A1 turns out to have been won by 2."""
    state = eight(format_).having([won(A1, 1, 2), won(A2, 3, 4)])
    lower = first_below(state)
    state = state.having([won(lower, 2, 4, 9)])

    state = state.having([won(A1, 2, 1, 10)])

    assert (state.seat(lower).pair, state.seat(lower).status) == ((1, 4), Status.OPEN)
    assert all(2 not in (state.seat(at).top, state.seat(at).bottom) for at in state.plan.of("consolation"))


@pytest.mark.parametrize("format_", FORMATS)
def test_byes_survive_a_clear(format_: dict[str, object]) -> None:
    """CourtHive #4944, #4945, brackets-manager.js #54: clearing a result eats no bye, not of another match either."""
    fresh = eight(format_, range(1, 8))
    state = fresh.having([won(A1, 1, 2), won(A2, 3, 4), won(A3, 5, 6), won(B2, 7, 5)])

    state = state.having([(Kind.CLEARED, A3, 5, 6, 0, None)])

    assert (state.seat(A4).status, state.seat(A4).on) == (Status.BYE, 7)
    assert state.derived.byes() >= fresh.derived.byes()
    assert state.seat(B2) == fresh.seat(B2)


@pytest.mark.parametrize("format_", FORMATS)
def test_a_cleared_result_leaves_no_trace(format_: dict[str, object]) -> None:
    """brackets-manager.js #107, CourtHive #4834: clear everything, and the draw is as it was made."""
    fresh = eight(format_)
    rows = [won(A1, 1, 2), won(A2, 3, 4), won(A3, 5, 6), won(A4, 7, 8), won(B1, 1, 3), won(B2, 5, 7)]

    state = fresh.having(rows).having([(Kind.CLEARED, *row[1:4], 0, None) for row in rows])

    assert state.derived == fresh.derived


@pytest.mark.parametrize("format_", FORMATS)
def test_a_result_stays_with_those_who_played_it(format_: dict[str, object]) -> None:
    """evroon/bracket: after a correction the result of B1 is not that of whoever sits there now."""
    state = eight(format_).having([won(A1, 1, 2), won(A2, 3, 4), won(B1, 1, 3)])

    state = state.having([won(A1, 2, 1, 9)])

    assert (state.seat(B1).pair, state.seat(B1).status, state.seat(B1).ref) == ((2, 3), Status.OPEN, None)


def test_the_final_of_the_consolation_does_not_end_the_event() -> None:
    """brackets-manager.js #176, #156: places wait for the finals, and then have no gap."""
    state = eight(DOUBLE)
    while open_ := [at for at in range(len(state.plan.matches) - 1) if state.seat(at).status is Status.OPEN]:
        state = state.having([won(open_[-1], *sorted(state.seat(open_[-1]).pair or (0, 0)))])
    before = [each.place for each in places(state.derived, state.facts)]
    state = state.having([won(state.plan.final, 2, 1)])

    assert before == [None, None, 3, 4, 5, 5, 7, 7]
    listed = places(state.derived, state.facts)
    assert [(each.entrant, each.place) for each in listed][:3] == [(2, 1), (1, 2), (5, 3)]
