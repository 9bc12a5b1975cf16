"""Odds are those of every way in which the draw can end, weighed by its chance."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draws.facts import Entered, Kind
from rules.draws.seeding import bye_lines, size_for
from rules.draws.state import DrawState
from rules.formats.knockout import CONSOLATION, MAIN, Consolation
from rules.odds import OUT, WINNER, Given, Odds, Rated, place_odds
from tests.rules.odds.enumeration import Places, a_draw, decided, enumerated

NONE, FIRST_MATCH, PROGRESSIVE = Consolation
RATINGS = {1: 1900, 2: 1500, 3: 1710, 4: 1432, 5: 1650, 6: 1500, 7: 1588, 8: 1320}


def lines_for(entrants: int) -> list[int | None]:
    """Return entrants 1, 2, 3 … from the top, with the byes where a draw without seeds puts them."""
    size = size_for(entrants)
    byes = bye_lines(size, entrants)
    numbers = iter(range(1, entrants + 1))
    return [None if line in byes else next(numbers) for line in range(1, size + 1)]


def assert_same(odds: Odds, expected: Places, within: float = 1e-9) -> None:
    for entrant, brackets in expected.items():
        for bracket, keys in brackets.items():
            own = odds.places[entrant][bracket]
            for key in {*keys, *own}:
                assert own.get(key, 0) == pytest.approx(keys.get(key, 0), abs=within), (entrant, bracket, key)


@pytest.mark.parametrize("consolation", Consolation)
@pytest.mark.parametrize("entrants", range(2, 8))
def test_odds_are_those_of_all_ways_in_which_the_draw_can_end(entrants: int, consolation: Consolation) -> None:
    state = a_draw(lines_for(entrants), consolation)
    chances = Rated(RATINGS)

    odds = place_odds(state, chances)

    assert_same(odds, enumerated(state, chances))
    assert all(odds.exact.values())


@pytest.mark.parametrize("consolation", [FIRST_MATCH, PROGRESSIVE])
def test_odds_of_eight_are_those_of_all_ways(consolation: Consolation) -> None:
    state = a_draw([1, 2, 3, 4, 5, 6, 7, 8], consolation)
    state = decided(state, 1, 3)
    chances = Rated(RATINGS)

    assert_same(place_odds(state, chances), enumerated(state, chances))


def test_a_last_chance_is_exact_in_a_small_field() -> None:
    state = a_draw([1, 2, 3, 4, 5, None, 7, 8], PROGRESSIVE, last_chance=True)
    chances = Rated(RATINGS)

    assert_same(place_odds(state, chances), enumerated(state, chances))


@settings(max_examples=25)
@given(data=st.data())
def test_odds_during_play_are_those_of_all_ways_that_are_left(data: st.DataObject) -> None:
    consolation = data.draw(st.sampled_from(Consolation))
    lines = data.draw(st.sets(st.integers(1, 8), min_size=2))
    state = a_draw([entrant if entrant in lines else None for entrant in range(1, 9)], consolation)
    state = played(state, data.draw(st.lists(st.booleans(), min_size=2, max_size=9)))
    chances = Rated({entrant: data.draw(st.integers(1000, 2200)) for entrant in range(1, 9)})

    assert_same(place_odds(state, chances), enumerated(state, chances))


@settings(max_examples=8)
@given(data=st.data())
def test_odds_of_a_few_on_many_lines_are_those_of_all_ways(data: st.DataObject) -> None:
    consolation = data.draw(st.sampled_from([FIRST_MATCH, PROGRESSIVE]))
    lines = data.draw(st.sets(st.integers(1, 16), min_size=3, max_size=7))
    state = a_draw([entrant if entrant in lines else None for entrant in range(1, 17)], consolation)
    chances = Rated({entrant: 1300 + 40 * (entrant * 5 % 17) for entrant in range(1, 17)})

    assert_same(place_odds(state, chances), enumerated(state, chances))


@pytest.mark.parametrize("winner", [1, 2])
def test_who_gave_up_the_first_match_takes_the_place_that_nobody_claims(winner: int) -> None:
    state = a_draw([1, 2, 3, 4, 5, 6, 7, 8], FIRST_MATCH)
    state = state.having([Entered(Kind.RESULT, 0, 1, 2, winner, 1), Entered(Kind.GIVEN_UP, 0, 1, 2, ref=1)])
    state = decided(decided(state, 2, 5), 3, 7)
    chances = Rated(RATINGS)

    odds = place_odds(state, chances)

    assert_same(odds, enumerated(state, chances))
    assert 0 < odds.chance(3 - winner, CONSOLATION, OUT) < 1


def test_withdrawals_and_forfeits_count_as_in_the_draw() -> None:
    state = decided(a_draw([1, 2, 3, 4, 5, 6, 7, 8], PROGRESSIVE), 0, 2)
    state = state.having(withdrawn=[(MAIN, 2), (CONSOLATION, 2), (CONSOLATION, 1), (CONSOLATION, 5)])
    chances = Rated(RATINGS)

    odds = place_odds(state, chances)

    assert_same(odds, enumerated(state, chances))
    assert odds.chance(2, MAIN, "2") == 1
    assert odds.chance(5, CONSOLATION, OUT) == 1


def test_a_disputed_match_counts_as_not_played_until_its_players_go_on() -> None:
    state = a_draw([1, 2, 3, 4], PROGRESSIVE)
    disputed = state.having([Entered(Kind.WON, 0, 1, 2, 1, 1), Entered(Kind.WON, 0, 1, 2, 2, 2)])
    chances = Rated(RATINGS)

    assert place_odds(disputed, chances) == place_odds(state, chances)

    begun = decided(disputed, 1, 3).having([Entered(Kind.WON, 0, 1, 2, 1, 3)])
    started = state.having([Entered(Kind.WON, 0, 1, 2, 1, 1)])
    started = decided(started, 1, 3).having([Entered(Kind.START, 2, 1, 3, ref=4)])
    started = started.having([Entered(Kind.WON, 0, 1, 2, 2, 5)])

    assert place_odds(begun, chances).chance(1, MAIN, "2") > 0
    assert place_odds(started, chances).chance(1, MAIN, "2") == 0


def played(state: DrawState, uppers: list[bool]) -> DrawState:
    """Return the draw after matches in the order of the plan, each won by the upper player or not."""
    for match, upper in enumerate(uppers):
        seat = state.seat(match) if match < len(state.plan.matches) else None
        if seat is not None and seat.pair is not None:
            state = decided(state, match, seat.top if upper else seat.bottom)
    return state


@pytest.mark.parametrize("consolation", Consolation)
def test_odds_of_equals_follow_from_the_plan_alone(consolation: Consolation) -> None:
    odds = place_odds(a_draw(list(range(1, 17)), consolation), Rated(dict.fromkeys(range(1, 17), 1500)))

    assert {round(odds.chance(entrant, MAIN), 12) for entrant in range(1, 17)} == {1 / 16}
    assert {round(odds.chance(entrant, MAIN, "4"), 12) for entrant in range(1, 17)} == {1 / 2}
    if consolation is PROGRESSIVE:
        assert {round(odds.chance(entrant, CONSOLATION), 12) for entrant in range(1, 17)} == {0.0625}
        assert odds.chance(7, CONSOLATION, OUT) == pytest.approx(1 / 8)


def test_a_certain_winner_wins_the_main_bracket_and_is_never_below() -> None:
    table = {(a, b): 1.0 if a == 3 else 0.5 for a in range(1, 9) for b in range(1, 9) if a != b and b != 3}
    odds = place_odds(a_draw([1, 2, 3, 4, 5, 6, 7, 8], PROGRESSIVE), Given(table))

    assert odds.places[3][MAIN] == {"0": 1.0, "1": 0.0, "2": 0.0, "3": 0.0}
    assert odds.places[3][CONSOLATION] == {"0": 0.0, "1": 0.0, "2": 0.0, "3": 0.0, "out": 1.0}


@pytest.mark.parametrize("consolation", Consolation)
@pytest.mark.parametrize("entrants", [5, 11, 16, 24, 32])
def test_chances_sum_to_one(entrants: int, consolation: Consolation) -> None:
    ratings = {entrant: 1300 + 37 * (entrant * 7 % 23) for entrant in range(1, entrants + 1)}
    odds = place_odds(a_draw(lines_for(entrants), consolation), Rated(ratings), accuracy=1)

    for bracket in odds.exact:
        assert odds.expected(bracket, WINNER) == pytest.approx(1, abs=1e-12)
        for each in odds.places.values():
            assert sum(each[bracket].values()) == pytest.approx(1, abs=1e-12)
            assert all(0 <= chance <= 1 for chance in each[bracket].values())


def test_a_higher_rating_never_wins_less() -> None:
    state = a_draw([1, 2, 3, 4, 5, None, 7, 8], PROGRESSIVE)
    wins = [place_odds(state, Rated({**RATINGS, 4: rating})).chance(4, MAIN) for rating in (1300, 1432, 1600, 1900)]

    assert all(one < other for one, other in pairwise(wins))
