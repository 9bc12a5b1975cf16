"""A round robin on the seam: its lines, its rounds, and the table that decides."""

from rules.draws.derive import Status
from rules.draws.facts import Kind
from rules.draws.state import DrawState
from rules.formats.registry import compile_plan, places, read_format


def drawn(entrants: int, **data: object) -> DrawState:
    format_ = read_format({"main": "round_robin", **data})
    plan = compile_plan(format_.size(entrants), format_, entrants)
    return DrawState(plan, {line: line for line in range(1, entrants + 1)})


def won(state: DrawState, winner: int, loser: int) -> DrawState:
    pair = tuple(sorted((winner, loser)))
    match = next(at for at in range(len(state.plan.matches)) if state.seat(at).pair == pair)
    return state.having([(Kind.RESULT, match, winner, loser, winner, len(state.entered) + 1)])


def listed(state: DrawState) -> list[tuple[int, int | None]]:
    return [(each.entrant, each.place) for each in places(state.derived, state.facts)]


def test_an_odd_field_has_a_line_for_a_late_player_and_its_free_match_comes_last() -> None:
    state = drawn(5)

    assert state.plan.size == 6
    byes = [match.code for match, seat in zip(state.plan.matches, state.derived.seats(), strict=True)
            if seat.status is Status.BYE]  # fmt: skip
    assert byes == ["A3", "B3", "C3", "D3", "E3"]


def test_a_truncated_round_robin_has_the_first_rounds_only() -> None:
    state = drawn(8, rounds=3)

    assert state.plan.rounds("main") == 3
    assert [state.seat(at).pair for at in range(4)] == [(1, 8), (2, 7), (3, 6), (4, 5)]


def test_to_sit_out_is_no_win() -> None:
    state = won(drawn(3, rounds=1), 2, 3)

    assert listed(state) == [(2, 1), (1, 2), (3, 2)]


def test_three_who_beat_each_other_in_turn_share_the_place() -> None:
    state = won(won(won(drawn(3), 1, 2), 2, 3), 3, 1)

    assert listed(state) == [(1, 1), (2, 1), (3, 1)]


def test_the_table_gives_places_when_the_last_match_is_decided() -> None:
    state = won(won(won(won(won(drawn(4), 1, 2), 1, 3), 1, 4), 3, 2), 2, 4)

    assert listed(state) == [(1, None), (3, None), (2, None), (4, None)]
    assert listed(won(state, 3, 4)) == [(1, 1), (3, 2), (2, 3), (4, 4)]


def test_the_match_of_two_who_are_tied_counts_before_the_opponents_they_beat() -> None:
    state = drawn(4)
    for winner, loser in [(1, 2), (3, 1), (1, 4), (2, 3), (2, 4), (4, 3)]:
        state = won(state, winner, loser)

    assert listed(state) == [(1, 1), (2, 2), (4, 3), (3, 4)]


def test_a_double_no_show_is_a_loss_for_both() -> None:
    state = drawn(3)
    match = next(at for at in range(3) if state.seat(at).pair == (2, 3))
    state = state.having([(Kind.RESULT, match, 2, 3, 0, 1)])

    assert listed(won(won(state, 2, 1), 1, 3)) == [(2, 1), (1, 2), (3, 3)]
