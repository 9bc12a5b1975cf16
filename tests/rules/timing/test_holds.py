"""What holds a match that could be called: players who play elsewhere, rest, or have a match that goes first."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.timing.holds import Hold, OpenMatch, Why, holds, read_rest

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
# Ann is entrant 1 in the first event and 11 in the second, Bob 2 and 12.
PEOPLE = {1: frozenset({1}), 11: frozenset({1}), 2: frozenset({2}), 12: frozenset({2})}


def test_a_match_without_shared_players_is_held_by_nothing() -> None:
    assert holds([OpenMatch(1, (1, 2)), OpenMatch(2, (13, 14))], PEOPLE, {}) == {1: (), 2: ()}


def test_who_plays_elsewhere_is_busy_until_about_the_end() -> None:
    on, ready = OpenMatch(1, (1, 3), is_on=True, ends=NOON), OpenMatch(2, (11, 12))

    assert holds([on, ready], PEOPLE, {}) == {2: (Hold(Why.BUSY, 11, 1, NOON),)}


def test_of_two_ready_matches_of_one_person_the_first_goes_first() -> None:
    main, jackpot = OpenMatch(1, (1, 3)), OpenMatch(2, (11, 14))

    assert holds([main, jackpot], PEOPLE, {}) == {1: (), 2: (Hold(Why.TWICE, 11, 1),)}
    assert holds([jackpot, main], PEOPLE, {}) == {2: (), 1: (Hold(Why.TWICE, 1, 2),)}


def test_a_match_that_is_held_itself_lets_the_other_go() -> None:
    busy = OpenMatch(1, (2, 3), is_on=True)
    main, jackpot = OpenMatch(2, (1, 12)), OpenMatch(3, (11, 14))

    assert holds([busy, main, jackpot], PEOPLE, {}) == {2: (Hold(Why.BUSY, 12, 1),), 3: ()}


def test_who_has_just_played_rests() -> None:
    assert holds([OpenMatch(1, (11, 14))], PEOPLE, {1: NOON}) == {1: (Hold(Why.REST, 11, None, NOON),)}


def test_an_event_that_starts_no_more_holds_its_matches_only() -> None:
    held, free = OpenMatch(1, (1, 3), opens=NOON), OpenMatch(2, (11, 14))

    assert holds([held, free], PEOPLE, {}) == {1: (Hold(Why.HOUR, until=NOON),), 2: ()}


def test_both_players_may_hold_a_match() -> None:
    both = OpenMatch(1, (1, 4), is_on=True), OpenMatch(2, (2, 5), is_on=True)

    assert holds([*both, OpenMatch(3, (11, 12))], PEOPLE, {})[3] == (Hold(Why.BUSY, 11, 1), Hold(Why.BUSY, 12, 2))


def test_an_entrant_of_several_people_is_busy_with_any_of_them() -> None:
    pair = {**PEOPLE, 21: frozenset({1, 2})}

    assert holds([OpenMatch(1, (2, 3), is_on=True), OpenMatch(2, (21, 22))], pair, {}) == {2: (Hold(Why.BUSY, 21, 1),)}


@st.composite
def floors(draw: st.DrawFn) -> tuple[list[OpenMatch], dict[int, frozenset[int]], dict[int, datetime]]:
    """Matches of entrants numbered from 1, of whom several are one of five people."""
    count = draw(st.integers(0, 7))
    matches = [
        OpenMatch(at, (2 * at, 2 * at + 1), draw(st.booleans()), opens=draw(st.sampled_from([None, None, NOON])))
        for at in range(1, count + 1)
    ]
    people = {entrant: frozenset({draw(st.integers(1, 5))}) for match in matches for entrant in match.entrants}
    return matches, people, draw(st.dictionaries(st.integers(1, 5), st.just(NOON), max_size=2))


@given(floors())
def test_all_that_nothing_holds_can_be_called_at_once(
    floor: tuple[list[OpenMatch], dict[int, frozenset[int]], dict[int, datetime]],
) -> None:
    matches, people, rested = floor
    held = holds(matches, people, rested)
    free = [match for match in matches if match.is_on or not held[match.id]]

    sitting = [(match.is_on, person) for match in free for person in {p for e in match.entrants for p in people[e]}]

    called = [person for is_on, person in sitting if not is_on]
    assert len(called) == len(set(called))
    assert not set(called) & {person for is_on, person in sitting if is_on}
    assert not set(called) & set(rested)


@given(floors())
def test_no_match_waits_for_one_that_is_held(
    floor: tuple[list[OpenMatch], dict[int, frozenset[int]], dict[int, datetime]],
) -> None:
    held = holds(*floor)

    for reasons in held.values():
        for hold in reasons:
            if hold.why is Why.TWICE:
                assert held[hold.match or 0] == ()


def test_a_rest_has_a_length_that_somebody_would_set() -> None:
    assert [read_rest(minutes) for minutes in (0, 15, 240)] == [0, 15, 240]
    for minutes in (-1, 241):
        with pytest.raises(RuleBroken) as refused:
            read_rest(minutes)
        assert (refused.value.code, refused.value.facts) == ("rest", {"got": minutes, "most": 240})
