"""Withdrawals at every moment, and what first-match losers are.

The field of eight: A1 … A4, B1, B2, C1; D1 (losers A1, A2), D2 (A3, A4), E1 (D1, loser B2), E2 (D2, loser B1), F1.
With a last chance: G1 (losers D1, D2), G2 (losers E1, E2), H1.
"""

from collections.abc import Mapping

from rules.draws.affected import affected_by
from rules.draws.derive import Seat, Status
from rules.draws.facts import Kind
from rules.draws.state import DrawState, Row
from rules.formats.knockout import CONSOLATION, MAIN, Consolation
from rules.formats.lengths import Lengths
from rules.formats.registry import compile_plan
from tests.rules.knockouts import knockout

PROGRESSIVE, FIRST_MATCH = Consolation.PROGRESSIVE, Consolation.FIRST_MATCH
WAITING, OPEN, FINISHED, BYE, VOID = Status.WAITING, Status.OPEN, Status.FINISHED, Status.BYE, Status.VOID
NOBODY, PHANTOM, UNKNOWN = 0, -1, 0
A1, A2, A3, A4, B1, B2, C1, D1, D2, E1, E2, F1, G1, G2, H1 = range(15)
EIGHT = {line: line for line in range(1, 9)}


def a_draw(lines: Mapping[int, int] = EIGHT, consolation: Consolation = PROGRESSIVE, size: int = 8) -> DrawState:
    return DrawState(compile_plan(size, knockout(consolation, Lengths(7), Lengths(5))), lines)


def with_last_chance(lines: Mapping[int, int], consolation: Consolation, size: int) -> DrawState:
    return DrawState(compile_plan(size, knockout(consolation, Lengths(7), Lengths(5), last=Lengths(3))), lines)


def result(match: int, winner: int, loser: int, ref: int = 1) -> Row:
    return (Kind.RESULT, match, winner, loser, winner, ref)


def double_no_show(match: int, one: int, other: int, ref: int = 1) -> Row:
    return (Kind.RESULT, match, one, other, NOBODY, ref)


def start(match: int, one: int, other: int) -> Row:
    return (Kind.START, match, one, other, NOBODY, None)


FIRST_ROUND = [result(A1, 1, 2, 101), result(A2, 3, 4, 102), result(A3, 5, 6, 103), result(A4, 7, 8, 104)]


def after_a() -> DrawState:
    """1, 3, 5 and 7 have won in A."""
    return a_draw().having(FIRST_ROUND)


def gone(state: DrawState, who: int, *brackets: str) -> DrawState:
    """The draw after the withdrawal of ``who``; matches that had begun go on."""
    after = state.having(withdrawn=[(bracket, who) for bracket in brackets or (MAIN, CONSOLATION)])
    assert list(affected_by(state.derived, state.facts, after.derived)) == []
    return after


def test_a_player_who_withdraws_before_the_first_match_forfeits_it_and_drops() -> None:
    state = gone(a_draw(), 1, MAIN)

    assert state.seat(A1) == Seat(1, 2, FINISHED, 2, 1, None)
    assert (state.seat(B1).top, state.seat(D1).top) == (2, 1)


def test_a_player_who_withdraws_from_all_before_the_first_match_appears_nowhere_else() -> None:
    state = gone(a_draw(), 1)

    assert state.seat(A1) == Seat(1, 2, FINISHED, 2, 1, None)
    assert state.seat(D1) == Seat(PHANTOM, UNKNOWN, WAITING, UNKNOWN, UNKNOWN, None)


def test_a_player_who_withdraws_in_the_middle_of_a_match_forfeits_it() -> None:
    state = gone(a_draw().having([start(A1, 1, 2)]), 2, MAIN)

    assert state.seat(A1) == Seat(1, 2, FINISHED, 1, 2, None)
    assert state.begun() == [A1]


def test_a_player_who_withdraws_while_waiting_forfeits_when_the_opponent_is_known() -> None:
    waiting = gone(a_draw().having([result(A1, 1, 2, 101)]), 1, MAIN)

    met = waiting.having([result(A2, 3, 4, 102)])

    assert waiting.seat(B1) == Seat(1, UNKNOWN, WAITING, UNKNOWN, UNKNOWN, None)
    assert met.seat(B1) == Seat(1, 3, FINISHED, 3, 1, None)


def test_a_player_who_withdraws_after_a_win_keeps_it() -> None:
    state = gone(after_a(), 1, MAIN)

    assert state.seat(A1) == Seat(1, 2, FINISHED, 1, 2, 101)
    assert state.seat(B1) == Seat(1, 3, FINISHED, 3, 1, None)


def test_a_withdrawn_player_passes_an_empty_side() -> None:
    state = gone(a_draw({1: 1, 3: 3, 4: 4, 5: 5, 7: 7}), 1)

    assert state.seat(A1) == Seat(1, PHANTOM, BYE, 1, PHANTOM, None)
    assert state.seat(B1).top == 1


def test_a_player_with_a_walkover_who_leaves_later_keeps_the_results_since() -> None:
    state = gone(a_draw().having(FIRST_ROUND[1:]), 1).having([result(B1, 2, 3, 105)])

    after = gone(state, 2)

    assert after.seat(A1) == Seat(1, 2, FINISHED, 2, 1, None)
    assert after.seat(B1) == Seat(2, 3, FINISHED, 2, 3, 105)
    assert after.seat(C1) == Seat(2, UNKNOWN, WAITING, UNKNOWN, UNKNOWN, None)


def test_when_both_withdraw_the_first_forfeits_and_the_opponent_forfeits_the_next_match() -> None:
    state = gone(gone(a_draw().having(FIRST_ROUND[1:]), 2, MAIN), 1, MAIN)

    assert state.seat(A1) == Seat(1, 2, FINISHED, 1, 2, None)
    assert state.seat(B1) == Seat(1, 3, FINISHED, 3, 1, None)
    assert (state.seat(D1).top, state.seat(E2).bottom) == (2, 1)


def test_a_result_that_was_entered_counts_although_both_withdraw_later() -> None:
    state = gone(gone(after_a(), 1), 2)

    assert state.seat(A1) == Seat(1, 2, FINISHED, 1, 2, 101)


def test_a_player_who_withdraws_from_the_consolation_before_losing_never_appears_there() -> None:
    state = gone(a_draw(), 2, CONSOLATION).having(FIRST_ROUND)

    assert state.seat(A1) == Seat(1, 2, FINISHED, 1, 2, 101)
    assert state.seat(D1) == Seat(PHANTOM, 4, BYE, 4, PHANTOM, None)


def test_a_player_who_withdraws_from_the_consolation_while_waiting_leaves_an_empty_place() -> None:
    state = gone(after_a(), 2, CONSOLATION)

    assert state.seat(D1) == Seat(PHANTOM, 4, BYE, 4, PHANTOM, None)
    assert state.seat(E1).top == 4


def test_a_player_who_has_begun_in_the_consolation_forfeits_there() -> None:
    state = gone(after_a().having([start(D1, 2, 4)]), 2, CONSOLATION)

    assert state.seat(D1) == Seat(2, 4, FINISHED, 4, 2, None)


def test_a_player_who_has_won_in_the_consolation_forfeits_the_next_match_there() -> None:
    state = gone(after_a().having([result(D1, 2, 4, 105), result(B2, 5, 7, 106)]), 2, CONSOLATION)

    assert state.seat(D1) == Seat(2, 4, FINISHED, 2, 4, 105)
    assert state.seat(E1) == Seat(2, 7, FINISHED, 7, 2, None)


def test_a_player_with_a_bye_in_the_consolation_who_played_on_keeps_the_results() -> None:
    """3 has a bye, so that nobody drops beside 2 to D1: 2 meets the loser of B2 first."""
    lines = {line: line for line in EIGHT if line != 4}
    state = a_draw(lines).having([FIRST_ROUND[0], *FIRST_ROUND[2:], result(B2, 5, 7, 105), result(E1, 2, 7, 106)])
    assert state.seat(D1) == Seat(2, PHANTOM, BYE, 2, PHANTOM, None)

    after = gone(state, 2, CONSOLATION)

    assert after.seat(E1) == Seat(2, 7, FINISHED, 2, 7, 106)
    assert after.seat(F1) == Seat(2, UNKNOWN, WAITING, UNKNOWN, UNKNOWN, None)


def test_a_player_who_passed_a_bye_in_the_consolation_and_never_began_leaves_it_empty() -> None:
    lines = {line: line for line in EIGHT if line != 4}
    state = a_draw(lines).having([FIRST_ROUND[0], *FIRST_ROUND[2:], result(B2, 5, 7, 105)])

    after = gone(state, 2)

    assert after.seat(D1) == Seat(PHANTOM, PHANTOM, VOID, PHANTOM, PHANTOM, None)
    assert after.seat(E1) == Seat(PHANTOM, 7, BYE, 7, PHANTOM, None)


def test_the_consolation_goes_on_without_two_players_who_left_one_after_the_other() -> None:
    state = after_a().having(
        [result(D1, 2, 4, 105), result(D2, 6, 8, 106), result(B1, 1, 3, 107), result(E2, 6, 3, 108)]
    )

    after = gone(gone(state, 6), 2).having([result(B2, 5, 7, 109)])

    assert after.seat(E1) == Seat(2, 7, FINISHED, 7, 2, None)
    assert after.seat(F1) == Seat(7, 6, FINISHED, 7, 6, None)


def test_a_bye_holder_who_loses_the_second_round_plays_in_the_first_match_consolation() -> None:
    state = a_draw({1: 1, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8}, FIRST_MATCH).having([result(A2, 3, 4, 102)])
    assert state.seat(D1) == Seat(UNKNOWN, 4, WAITING, UNKNOWN, UNKNOWN, None)

    assert state.having([result(B1, 3, 1, 105)]).seat(D1) == Seat(1, 4, OPEN, 0, 0, None)
    assert state.having([result(B1, 1, 3, 105)]).seat(D1) == Seat(PHANTOM, 4, BYE, 4, PHANTOM, None)
    assert state.having([double_no_show(B1, 1, 3, 105)]).seat(D1) == Seat(PHANTOM, 4, BYE, 4, PHANTOM, None)


def test_of_two_bye_holders_who_meet_the_loser_drops_from_their_own_lines() -> None:
    state = a_draw({1: 1, 3: 3, 5: 5, 6: 6, 7: 7, 8: 8}, FIRST_MATCH)

    assert state.having([result(B1, 3, 1, 105)]).seat(D1) == Seat(1, PHANTOM, BYE, 1, PHANTOM, None)
    assert state.having([result(B1, 1, 3, 105)]).seat(D1) == Seat(PHANTOM, 3, BYE, 3, PHANTOM, None)


def test_a_walkover_is_no_match_played_so_the_next_is_the_opponents_first() -> None:
    state = gone(a_draw(consolation=FIRST_MATCH).having(FIRST_ROUND[1:]), 1)
    assert state.seat(D1) == Seat(UNKNOWN, 4, WAITING, UNKNOWN, UNKNOWN, None)

    assert state.having([result(B1, 3, 2, 105)]).seat(D1) == Seat(2, 4, OPEN, 0, 0, None)
    assert state.having([result(B1, 2, 3, 105)]).seat(D1) == Seat(PHANTOM, 4, BYE, 4, PHANTOM, None)


def test_a_player_who_withdrew_from_main_alone_plays_in_the_first_match_consolation() -> None:
    state = gone(a_draw(consolation=FIRST_MATCH).having(FIRST_ROUND[1:]), 1, MAIN)

    assert state.seat(D1) == Seat(1, 4, OPEN, 0, 0, None)


def test_a_player_who_withdrew_from_main_played_below_and_left_is_not_replaced_by_the_opponent() -> None:
    state = gone(a_draw(consolation=FIRST_MATCH).having(FIRST_ROUND[1:]), 1, MAIN)
    state = state.having([result(D1, 1, 4, 105), result(B1, 3, 2, 106)])

    after = gone(state, 1, CONSOLATION)

    assert after.seat(D1) == Seat(1, 4, FINISHED, 1, 4, 105)


def test_the_loser_of_a_first_match_that_neither_played_is_nobody() -> None:
    state = a_draw(consolation=FIRST_MATCH).having([double_no_show(A1, 1, 2), *FIRST_ROUND[1:]])

    assert state.seat(D1) == Seat(PHANTOM, 4, BYE, 4, PHANTOM, None)


def test_on_four_lines_only_losers_of_the_first_round_meet() -> None:
    state = a_draw({1: 1, 2: 2, 3: 3}, FIRST_MATCH, size=4).having([result(0, 1, 2, 101), result(2, 1, 3, 102)])

    assert state.seat(3) == Seat(2, PHANTOM, BYE, 2, PHANTOM, None)


def two_who_dropped(*, second_leaves: bool = True) -> DrawState:
    """2 has won D1; 7 has lost B2 and comes to E1. 6 has beaten 3 in E2, who waits in G2."""
    results = [result(D1, 2, 4, 105), result(D2, 6, 8, 106), result(B1, 1, 3, 107), result(E2, 6, 3, 108)]
    state = with_last_chance(EIGHT, PROGRESSIVE, 8).having([*FIRST_ROUND, *results])
    state = gone(state, 2, CONSOLATION) if second_leaves else state
    return state.having([result(B2, 5, 7, 109)])


def test_a_player_who_goes_on_for_a_withdrawal_and_leaves_too_forfeits_the_next_if_the_other_plays_below() -> None:
    """2 forfeits E1 to 7, drops and begins G2. When 7 leaves too, 2 stays in G2."""
    state = two_who_dropped().having([start(G2, 2, 3)])
    assert state.seat(E1) == Seat(2, 7, FINISHED, 7, 2, None)

    after = gone(state, 7, CONSOLATION)

    assert after.seat(E1) == Seat(2, 7, FINISHED, 7, 2, None)
    assert after.seat(F1) == Seat(7, 6, FINISHED, 6, 7, None)
    assert after.seat(G2) == Seat(2, 3, OPEN, UNKNOWN, UNKNOWN, None)


def test_a_player_who_goes_on_for_a_withdrawal_and_leaves_too_leaves_an_empty_place_if_nobody_began_below() -> None:
    after = gone(two_who_dropped(), 7, CONSOLATION)

    assert after.seat(E1) == Seat(2, PHANTOM, BYE, 2, PHANTOM, None)
    assert after.seat(F1) == Seat(2, 6, FINISHED, 6, 2, None)
    assert after.seat(G2) == Seat(PHANTOM, 3, BYE, 3, PHANTOM, None)


def test_a_player_who_goes_on_by_a_ruling_and_leaves_keeps_the_place_if_the_other_plays_below() -> None:
    ruled = two_who_dropped(second_leaves=False).having([(Kind.PASSAGE, E1, 2, 7, 7, None), start(G2, 2, 3)])

    after = gone(ruled, 7, CONSOLATION)

    assert after.seat(E1) == Seat(2, 7, FINISHED, 7, 2, None)
    assert after.seat(F1) == Seat(7, 6, FINISHED, 6, 7, None)
    assert after.seat(G2) == Seat(2, 3, OPEN, UNKNOWN, UNKNOWN, None)


def test_only_the_place_that_a_match_below_depends_on_is_kept() -> None:
    """8 leaves before D2 and never appears there, 7 once 2 has begun in G2."""
    lost = [result(D1, 2, 4, 105), result(B1, 1, 3, 106)]
    state = gone(with_last_chance(EIGHT, PROGRESSIVE, 8), 8, CONSOLATION).having([*FIRST_ROUND, *lost])
    state = gone(state, 2, CONSOLATION).having([result(B2, 5, 7, 107), result(E2, 6, 3, 108), start(G2, 2, 3)])

    after = gone(state, 7, CONSOLATION)

    assert after.seat(D2) == Seat(6, PHANTOM, BYE, 6, PHANTOM, None)
    assert after.seat(E1) == Seat(2, 7, FINISHED, 7, 2, None)
    assert after.seat(G2) == Seat(2, 3, OPEN, UNKNOWN, UNKNOWN, None)


def test_a_place_is_empty_once_the_match_below_that_kept_it_was_cleared() -> None:
    state = gone(two_who_dropped().having([start(G2, 2, 3)]), 7, CONSOLATION)

    after = state.having([(Kind.CLEARED, G2, 2, 3, NOBODY, None)])

    assert after.seat(E1) == Seat(2, PHANTOM, BYE, 2, PHANTOM, None)
    assert after.seat(G2) == Seat(PHANTOM, 3, BYE, 3, PHANTOM, None)


def test_a_bye_on_the_way_to_the_place_that_is_kept_stays_too() -> None:
    """Sixteen lines, the first empty, first match: E1 is a bye of 4, and 6 wins E2, leaves, and begins I2."""
    e1, e2, e3, e4, f1, h2, i2 = 15, 16, 17, 18, 19, 23, 25
    won = [result(at, 2 * at + 1, 2 * at + 2, at) for at in range(1, 8)]
    won += [result(8, 2, 3, 8), result(e2, 6, 8, 9), result(e3, 10, 12, 10), result(e4, 14, 16, 11)]
    lines = {line: line for line in range(2, 17)}
    state = with_last_chance(lines, FIRST_MATCH, 16).having([*won, result(h2, 12, 16, 12)])
    state = gone(state, 6, CONSOLATION).having([start(i2, 12, 6)])

    after = gone(state, 4)

    assert after.seat(e1) == Seat(PHANTOM, 4, BYE, 4, PHANTOM, None)
    assert after.seat(f1) == Seat(4, 6, FINISHED, 4, 6, None)
    assert after.seat(i2) == Seat(12, 6, OPEN, UNKNOWN, UNKNOWN, None)
