"""Places: by the main round in which one left, shared; strict order inside a share. Source: docs/rules/places.md."""

from collections.abc import Mapping, Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draws.derive import Status
from rules.draws.facts import Kind
from rules.draws.seeding import bye_lines, draw_lines, size_for
from rules.draws.state import DrawState, Row
from rules.formats.format import Place
from rules.formats.knockout import CONSOLATION, MAIN, Consolation
from rules.formats.lengths import Lengths
from rules.formats.places import places
from rules.formats.registry import compile_plan
from tests.rules.knockouts import BRACKETS, knockout

PROGRESSIVE = Consolation.PROGRESSIVE
EVERY_CONSOLATION = st.sampled_from(list(Consolation))


def a_state(lines: Mapping[int, int], size: int, consolation: Consolation = PROGRESSIVE) -> DrawState:
    return DrawState(compile_plan(size, knockout(consolation, Lengths(7), Lengths(5))), lines)


def on_own_lines(entrants: int) -> DrawState:
    """Everybody is numbered like their line; the byes fall as without seeds."""
    size = size_for(entrants)
    empty = bye_lines(size, entrants)
    return a_state({line: line for line in range(1, size + 1) if line not in empty}, size)


def place_of(state: DrawState, code: str) -> int:
    return next(at for at, match in enumerate(state.plan.matches) if match.code == code)


def won(state: DrawState, *results: tuple[str, int]) -> DrawState:
    """The draw after these results, each a code and its winner, 0 where neither came."""
    for code, winner in results:
        match = place_of(state, code)
        seat = state.seat(match)
        assert seat.status is Status.OPEN, code
        assert winner in (seat.top, seat.bottom, 0), code
        state = state.having([(Kind.RESULT, match, seat.top, seat.bottom, winner, len(state.entered) + 1)])
    return state


def open_matches(state: DrawState) -> list[int]:
    return [match for match, status in enumerate(state.derived.statuses) if status == Status.OPEN]


def upper_wins(state: DrawState) -> DrawState:
    """Played to the end, the smaller number always winning."""
    while ready := open_matches(state):
        rows = [(Kind.RESULT, match, *pair, min(pair), match) for match in ready if (pair := state.seat(match).pair)]
        state = state.having(rows)
    return state


def standing(state: DrawState) -> list[Place]:
    return places(state.derived, state.facts)


def printed(state: DrawState) -> list[tuple[int | None, int]]:
    """Place and entrant, in strict order."""
    return [(place.place, place.entrant) for place in standing(state)]


def test_eight_entrants_as_on_the_rules_page() -> None:
    """Ann is 8, Bob 2, Cid 6, Dee 4, Fay 7: docs/rules/places.md."""
    state = won(
        on_own_lines(8),
        *(("A1", 1), ("A2", 3), ("A3", 5), ("A4", 7), ("B1", 1), ("B2", 5), ("C1", 1)),
        *(("D1", 2), ("D2", 8), ("E1", 7), ("E2", 8), ("F1", 7)),
    )

    assert printed(state) == [(1, 1), (2, 5), (3, 7), (3, 3), (5, 8), (5, 2), (5, 6), (5, 4)]


def test_equal_in_all_else_the_upper_line_is_first() -> None:
    state = won(
        on_own_lines(8),
        *(("A1", 1), ("A2", 3), ("A3", 5), ("A4", 7), ("B1", 1), ("B2", 5), ("C1", 1)),
        *(("D1", 2), ("D2", 6), ("E1", 7), ("E2", 6), ("F1", 7)),
    )

    assert printed(state) == [(1, 1), (2, 5), (3, 7), (3, 3), (5, 6), (5, 2), (5, 4), (5, 8)]


def test_thirteen_entrants_when_the_upper_line_always_wins() -> None:
    """Byes at A1, A5, A3. C losers 5 and 13 both lost the fourth lower round: 5 was beaten by the champion.

    3 won the consolation; 14 and 12 both lost its second round: 14 was beaten by 13, who is 3rd, 12 by 11, who is 5th.
    """
    state = upper_wins(on_own_lines(13))

    assert printed(state) == [
        *((1, 1), (2, 9)),
        *((3, 5), (3, 13)),
        *((5, 3), (5, 7), (5, 11), (5, 15)),
        *((9, 4), (9, 8), (9, 14), (9, 12), (9, 16)),
    ]


def test_twenty_three_entrants_when_the_upper_line_always_wins() -> None:
    state = upper_wins(on_own_lines(23))

    assert printed(state) == [
        *((1, 1), (2, 17)),
        *((3, 9), (3, 25)),
        *((5, 5), (5, 21), (5, 13), (5, 29)),
        *((9, 3), (9, 11), (9, 19), (9, 7), (9, 15), (9, 27), (9, 23), (9, 31)),
        *((17, 8), (17, 12), (17, 16), (17, 20), (17, 24), (17, 28), (17, 32)),
    ]


def test_two_entrants_are_first_and_second() -> None:
    assert printed(won(on_own_lines(2), ("A1", 2))) == [(1, 2), (2, 1)]


def test_without_a_consolation_the_better_place_of_the_victor_decides() -> None:
    state = upper_wins(a_state({line: 9 - line for line in range(1, 9)}, 8, Consolation.NONE))

    assert printed(state) == [(1, 1), (2, 5), (3, 3), (3, 7), (5, 2), (5, 6), (5, 8), (5, 4)]


def test_before_the_first_result_nobody_has_a_place_and_a_bye_holder_is_a_round_ahead() -> None:
    state = on_own_lines(5)

    assert printed(state) == [(None, 1), (None, 3), (None, 5), (None, 7), (None, 8)]
    assert [place.order for place in standing(state)] == [1, 2, 3, 4, 5]
    assert printed(a_state({1: 1, 2: 2, 3: 3}, 4)) == [(None, 3), (None, 1), (None, 2)]


def test_players_still_in_are_listed_first_and_those_out_have_their_place_already() -> None:
    state = won(on_own_lines(8), ("A1", 2), ("A3", 6), ("A4", 7), ("B2", 7))

    assert printed(state) == [(None, 7), (None, 2), (None, 3), (None, 4), (3, 6), (5, 1), (5, 8), (5, 5)]


def test_in_an_unfinished_consolation_a_player_waiting_in_a_round_is_ahead_of_its_losers() -> None:
    state = won(on_own_lines(8), ("A1", 1), ("A2", 3), ("A3", 5), ("A4", 7), ("D2", 8))

    assert printed(state)[4:] == [(5, 8), (5, 2), (5, 4), (5, 6)]


def test_when_neither_comes_to_the_final_there_is_no_champion_and_both_share_the_first_place() -> None:
    state = won(on_own_lines(4), ("A1", 1), ("A2", 4), ("C1", 2), ("B1", 0))

    assert printed(state) == [(1, 1), (1, 4), (3, 2), (3, 3)]


def test_when_neither_comes_to_a_semi_final_they_share_with_nobody_ahead_but_the_champion() -> None:
    state = won(on_own_lines(8), ("A1", 1), ("A2", 3), ("A3", 5), ("A4", 7), ("B1", 0), ("B2", 5))

    assert printed(state)[:4] == [(1, 5), (2, 7), (2, 1), (2, 3)]


def test_a_player_beaten_by_nobody_is_listed_behind_those_who_were_beaten() -> None:
    state = won(a_state({line: line for line in range(1, 5)}, 4, Consolation.NONE), ("A1", 0), ("A2", 4))

    assert printed(state) == [(1, 4), (2, 3), (2, 1), (2, 2)]


def test_a_finalist_who_withdraws_is_second() -> None:
    state = won(on_own_lines(4), ("A1", 1), ("A2", 4)).having(withdrawn=[(MAIN, 1), (CONSOLATION, 1)])

    assert printed(state)[:2] == [(1, 4), (2, 1)]


def test_a_champion_who_leaves_after_the_other_finalist_stays_champion() -> None:
    state = won(on_own_lines(4), ("A1", 1), ("A2", 4)).having(withdrawn=[(MAIN, 1), (MAIN, 4)])

    assert printed(state)[:2] == [(1, 4), (2, 1)]


def test_places_follow_a_ruling_and_not_the_result() -> None:
    state = won(on_own_lines(4), ("A1", 1), ("A2", 4), ("B1", 1))

    ruled = state.having([(Kind.PASSAGE, place_of(state, "B1"), 1, 4, 4, None)])

    assert printed(ruled)[:2] == [(1, 4), (2, 1)]


def from_results(state: DrawState) -> list[tuple[int, int]]:
    """Place and entrant from the list of results alone, when everything was played and everybody came."""
    line_of = {who: line for line, who in state.lines.items()}
    left, beaten_by, lower = dict.fromkeys(line_of, 99), dict[int, int](), dict.fromkeys(line_of, (0, 0))
    results: Sequence[Row] = sorted(state.entered, key=lambda row: state.plan.matches[row[1]].round)
    for _, match, one, other, winner, _ in results:
        loser = one + other - winner
        planned = state.plan.matches[match]
        if planned.bracket == MAIN:
            left[loser], beaten_by[loser] = planned.round, winner
        else:
            lower[loser], lower[winner] = (planned.round, 0), (planned.round, 1)
    place = {who: 1 + sum(left[other] > left[who] for other in left) for who in left}
    return sorted(
        ((place[who], who) for who in left),
        key=lambda row: (
            row[0],
            *(-far for far in lower[row[1]]),
            place.get(beaten_by.get(row[1], 0), 0),
            line_of[row[1]],
        ),
    )


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 40), EVERY_CONSOLATION, st.randoms(use_true_random=False))
def test_a_finished_event_is_ordered_as_its_list_of_results_says(
    entrants: int, consolation: Consolation, chance: Random
) -> None:
    state = a_state(draw_lines(range(1, entrants + 1), {}, "63 55"), size_for(entrants), consolation)
    while ready := open_matches(state):
        match = chance.choice(ready)
        pair = state.seat(match).pair or (0, 0)
        state = state.having([(Kind.RESULT, match, *pair, chance.choice(pair), len(state.entered) + 1)])

    assert printed(state) == from_results(state)


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 24), EVERY_CONSOLATION, st.randoms(use_true_random=False))
def test_at_every_moment_everybody_has_one_order_and_places_fall_with_it(
    entrants: int, consolation: Consolation, chance: Random
) -> None:
    state = a_state(draw_lines(range(1, entrants + 1), {}, "63 55"), size_for(entrants), consolation)
    while ready := open_matches(state):
        match = chance.choice(ready)
        pair = state.seat(match).pair or (0, 0)
        winner = 0 if chance.random() < 0.05 else chance.choice(pair)
        state = state.having([(Kind.RESULT, match, *pair, winner, len(state.entered) + 1)])
        if chance.random() < 0.1:
            who = chance.randint(1, entrants)
            state = state.having(withdrawn=[(bracket, who) for bracket in chance.choice([[MAIN], BRACKETS])])

        listed = standing(state)

        assert [place.order for place in listed] == list(range(1, entrants + 1))
        assert {place.entrant for place in listed} == set(state.lines.values())
        numbers = [place.place or 0 for place in listed]
        assert numbers == sorted(numbers)
        champion = state.seat(state.plan.final).on
        assert champion <= 0 or (listed[0].entrant, listed[0].place) == (champion, 1)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 32), st.randoms(use_true_random=False))
def test_a_place_once_given_stays_while_everybody_comes(entrants: int, chance: Random) -> None:
    state = a_state(draw_lines(range(1, entrants + 1), {}, "63 55"), size_for(entrants))
    given_before: dict[int, int] = {}
    while ready := open_matches(state):
        match = chance.choice(ready)
        pair = state.seat(match).pair or (0, 0)
        state = state.having([(Kind.RESULT, match, *pair, chance.choice(pair), len(state.entered) + 1)])

        now = {place.entrant: place.place for place in standing(state) if place.place is not None}

        assert now.items() >= given_before.items()
        given_before = now
    assert len(given_before) == entrants
