"""What follows from one fact at a time: empty sides, no-shows, sleeping results, rulings, late entries.

The field of eight: A1 … A4, B1, B2, C1; D1 (losers A1, A2), D2 (A3, A4), E1 (D1, loser B2), E2 (D2, loser B1), F1.
"""

from collections.abc import Mapping

import pytest

from rules.draws.affected import Affected, affected_by, changed
from rules.draws.derive import Seat, Status, decision_of
from rules.draws.facts import Kind, pair_of
from rules.draws.state import DrawState, Row
from rules.formats.knockout import Consolation
from rules.formats.lengths import Lengths
from rules.formats.registry import compile_plan
from tests.rules.knockouts import knockout

WAITING, OPEN, FINISHED, BYE, VOID = Status.WAITING, Status.OPEN, Status.FINISHED, Status.BYE, Status.VOID
NOBODY, PHANTOM, UNKNOWN = 0, -1, 0
A1, A2, A3, A4, B1, B2, C1, D1, D2, E1, E2, F1 = range(12)
EIGHT = {line: line for line in range(1, 9)}


def a_draw(lines: Mapping[int, int] = EIGHT) -> DrawState:
    return DrawState(compile_plan(8, knockout(Consolation.PROGRESSIVE, Lengths(7), Lengths(5))), lines)


def result(match: int, winner: int, loser: int, ref: int = 1) -> Row:
    return (Kind.RESULT, match, winner, loser, winner, ref)


def double_no_show(match: int, one: int, other: int, ref: int = 1) -> Row:
    return (Kind.RESULT, match, one, other, NOBODY, ref)


def start(match: int, one: int, other: int) -> Row:
    return (Kind.START, match, one, other, NOBODY, None)


def cleared(match: int, one: int, other: int) -> Row:
    return (Kind.CLEARED, match, one, other, NOBODY, None)


def passage(match: int, one: int, other: int, on: int) -> Row:
    return (Kind.PASSAGE, match, one, other, on, None)


FIRST_ROUND = [result(A1, 1, 2, 101), result(A2, 3, 4, 102), result(A3, 5, 6, 103), result(A4, 7, 8, 104)]


def after_a() -> DrawState:
    """1, 3, 5 and 7 have won in A."""
    return a_draw().having(FIRST_ROUND)


def test_a_fresh_draw_opens_its_first_round_and_waits_for_the_rest() -> None:
    state = a_draw()

    assert [state.seat(match) for match in (A1, B1, D1)] == [
        Seat(1, 2, OPEN, 0, 0, None),
        Seat(0, 0, WAITING, 0, 0, None),
        Seat(0, 0, WAITING, 0, 0, None),
    ]
    assert state.seat(A1).pair == (1, 2)
    assert state.seat(B1).pair is None


def test_a_bye_sends_its_holder_on_and_nobody_down() -> None:
    state = a_draw({1: 1, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8})

    assert state.seat(A1) == Seat(1, PHANTOM, BYE, 1, PHANTOM, None)
    assert state.seat(B1) == Seat(1, UNKNOWN, WAITING, UNKNOWN, UNKNOWN, None)
    assert state.seat(D1) == Seat(PHANTOM, UNKNOWN, WAITING, UNKNOWN, UNKNOWN, None)


def test_a_bye_on_the_upper_line_is_one_too() -> None:
    assert a_draw({2: 2, 3: 3, 4: 4, 5: 5}).seat(A1) == Seat(PHANTOM, 2, BYE, 2, PHANTOM, None)


def test_two_empty_sides_leave_an_empty_side() -> None:
    state = a_draw({1: 1, 3: 3, 5: 5})

    assert state.seat(A4) == Seat(PHANTOM, PHANTOM, VOID, PHANTOM, PHANTOM, None)
    assert state.seat(B2) == Seat(5, PHANTOM, BYE, 5, PHANTOM, None)
    assert state.seat(D1) == Seat(PHANTOM, PHANTOM, VOID, PHANTOM, PHANTOM, None)


def test_the_winner_goes_on_and_the_loser_drops() -> None:
    state = a_draw().having([result(A1, 2, 1, 101)])

    assert state.seat(A1) == Seat(1, 2, FINISHED, 2, 1, 101)
    assert (state.seat(B1).top, state.seat(D1).top) == (2, 1)


def test_when_neither_comes_both_sides_are_empty_from_there_on() -> None:
    state = a_draw().having([double_no_show(A1, 1, 2, 101), result(A2, 3, 4, 102)])

    assert state.seat(A1) == Seat(1, 2, FINISHED, PHANTOM, PHANTOM, 101)
    assert state.seat(B1) == Seat(PHANTOM, 3, BYE, 3, PHANTOM, None)
    assert state.seat(D1) == Seat(PHANTOM, 4, BYE, 4, PHANTOM, None)


def test_of_several_results_for_one_pairing_the_latest_counts() -> None:
    state = a_draw().having([result(A1, 1, 2, 101), result(A1, 2, 1, 102)])

    assert state.seat(A1) == Seat(1, 2, FINISHED, 2, 1, 102)


def test_a_result_sleeps_while_others_sit_there_and_counts_again_when_the_two_return() -> None:
    state = after_a().having([result(B1, 3, 1, 105)])

    asleep = state.having([result(A1, 2, 1, 201)])
    awake = asleep.having([result(A1, 1, 2, 202)])

    assert asleep.seat(B1) == Seat(2, 3, OPEN, 0, 0, None)
    assert decision_of(asleep.facts, B1, (1, 3)) == (1, 3, 3, 1, 105)
    assert decision_of(asleep.facts, B1, (2, 3)) is None
    assert awake.seat(B1) == state.seat(B1) == Seat(1, 3, FINISHED, 3, 1, 105)
    assert changed(state.derived, awake.derived) == [A1]


def test_each_pairing_of_a_match_keeps_its_own_result() -> None:
    state = after_a().having([result(B1, 3, 1, 105), result(A1, 2, 1, 201), result(B1, 2, 3, 202)])

    assert state.seat(B1) == Seat(2, 3, FINISHED, 2, 3, 202)
    assert state.having([result(A1, 1, 2, 203)]).seat(B1) == Seat(1, 3, FINISHED, 3, 1, 105)


def test_a_cleared_match_is_open_again_and_has_not_begun() -> None:
    state = after_a().having([start(B1, 1, 3), result(B1, 3, 1, 105)])

    after = state.having([cleared(B1, 3, 1)])

    assert state.has_begun(B1)
    assert after.seat(B1) == Seat(1, 3, OPEN, 0, 0, None)
    assert not after.has_begun(B1)
    assert after.begun() == [A1, A2, A3, A4]


def test_what_comes_after_clearing_counts() -> None:
    state = after_a().having([result(B1, 3, 1, 105), cleared(B1, 1, 3), result(B1, 1, 3, 106)])

    assert state.seat(B1) == Seat(1, 3, FINISHED, 1, 3, 106)


def test_a_start_alone_begins_a_match_and_decides_nothing() -> None:
    state = a_draw().having([start(A1, 2, 1)])

    assert state.seat(A1) == Seat(1, 2, OPEN, 0, 0, None)
    assert state.begun() == [A1]


@pytest.mark.parametrize("winner", [1, 2, NOBODY])
def test_a_ruling_keeps_winner_and_loser_whatever_the_result_says(winner: int) -> None:
    outcome = double_no_show(A1, 1, 2, 101) if winner == NOBODY else result(A1, winner, 3 - winner, 101)

    state = a_draw().having([passage(A1, 1, 2, 2), outcome])

    assert state.seat(A1) == Seat(1, 2, FINISHED, 2, 1, 101)
    assert state.ruling(A1, (1, 2)) == 2


def test_a_ruling_that_is_lifted_lets_the_result_decide() -> None:
    state = a_draw().having([result(A1, 1, 2, 101), passage(A1, 1, 2, 2), passage(A1, 1, 2, NOBODY)])

    assert state.seat(A1) == Seat(1, 2, FINISHED, 1, 2, 101)
    assert state.ruling(A1, (1, 2)) == 0


def test_clearing_ends_a_ruling_too() -> None:
    state = a_draw().having([passage(A1, 1, 2, 2), cleared(A1, 1, 2)])

    assert state.seat(A1) == Seat(1, 2, OPEN, 0, 0, None)
    assert state.ruling(A1, (1, 2)) == 0


def test_a_ruling_without_a_result_is_told() -> None:
    assert a_draw().having([passage(A1, 1, 2, 2)]).ruling(A1, (1, 2)) == 2


def test_a_ruling_without_a_result_decides_but_begins_nothing() -> None:
    state = a_draw().having([passage(A1, 1, 2, 2)])

    assert state.seat(A1) == Seat(1, 2, FINISHED, 2, 1, None)
    assert not state.has_begun(A1)


def test_a_late_entrant_on_the_line_of_a_bye_opens_the_match_and_renumbers_nothing() -> None:
    before = a_draw({1: 1, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8}).having([result(A3, 5, 6, 103)])

    after = before.having(lines={**before.lines, 2: 9})

    assert after.seat(A1) == Seat(1, 9, OPEN, 0, 0, None)
    assert changed(before.derived, after.derived) == [A1, B1, D1]
    assert after.seat(A3) == before.seat(A3)


def test_a_late_entrant_would_affect_a_bye_holder_who_has_begun() -> None:
    before = a_draw({1: 1, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8}).having([result(A2, 3, 4, 102), start(B1, 1, 3)])

    after = before.having(lines={**before.lines, 2: 9})

    assert list(affected_by(before.derived, before.facts, after.derived)) == [Affected(B1, (1, 3), False)]


def test_a_pairing_is_the_same_whoever_is_named_first() -> None:
    assert pair_of(7, 3) == pair_of(3, 7) == (3, 7)
    assert a_draw().having([result(A1, 2, 1, 101)]).seat(A1) == a_draw().having([(Kind.RESULT, A1, 1, 2, 2, 101)]).seat(
        A1
    )


def test_words_for_where_a_match_stands_are_those_of_the_api() -> None:
    assert [status.word for status in Status] == ["waiting", "open", "finished", "bye", "void", "disputed"]
