"""What a lot is worth, and what a page shows of it."""

from fractions import Fraction

import pytest

from rules.draws.facts import Entered, Kind
from rules.formats.knockout import CONSOLATION, MAIN, Consolation
from rules.odds import (
    Given,
    OwnedLot,
    Rated,
    by_table,
    cached_odds,
    chance_at_score,
    expected_by_owner,
    expected_payouts,
    fair_price,
    fibs_chance,
    live_odds,
    one_in,
    place_odds,
    prize_by_key,
)
from tests.rules.odds.enumeration import a_draw, decided

NONE, FIRST_MATCH, PROGRESSIVE = Consolation
EVEN = Rated(dict.fromkeys(range(1, 9), 1500))
EIGHT: list[int | None] = [1, 2, 3, 4, 5, 6, 7, 8]


def test_those_who_lose_in_the_same_round_share_their_places() -> None:
    odds = place_odds(a_draw(EIGHT, NONE), EVEN)
    table = {1: 5000, 2: 2500, 3: 1500, 4: 1000, 5: 400}

    paid = prize_by_key(odds, MAIN, lambda place: table.get(place, 0))

    assert paid == pytest.approx({"0": 5000, "1": 2500, "2": 1250, "3": 100})


def test_what_all_are_expected_to_win_is_the_whole_pool() -> None:
    state = a_draw([1, 2, 3, None, 5, 6, 7, None], FIRST_MATCH)
    prizes = by_table({MAIN: {1: 6000, 2: 3000}, CONSOLATION: {1: 700, 2: 200, 3: 100}})

    payouts = expected_payouts(place_odds(state, Rated({1: 1800, 2: 1500, 3: 1400, 5: 1600, 6: 1650, 7: 1500})), prizes)

    assert sum(payouts.values()) == pytest.approx(10_000)
    assert max(payouts, key=lambda entrant: payouts[entrant]) == 1


def test_a_lot_of_two_collects_both() -> None:
    payouts = expected_payouts(place_odds(a_draw([1, 2, 3, 4], NONE), EVEN), by_table({MAIN: {1: 10_000, 2: 5000}}))

    assert payouts == pytest.approx({1: 3750, 2: 3750, 3: 3750, 4: 3750})
    assert fair_price((1, 2), payouts) == pytest.approx(7500)


def test_an_owner_expects_their_share_of_each_lot() -> None:
    payouts = {1: 4000.0, 2: 1000.0, 3: 3000.0}
    lots = [
        OwnedLot((1, 2), {"Ann": Fraction(2, 3), "Bob": Fraction(1, 3)}),
        OwnedLot((3,), {"Bob": Fraction(1)}),
    ]

    assert expected_by_owner(lots, payouts) == pytest.approx({"Ann": 10_000 / 3, "Bob": 5000 / 3 + 3000})


def test_a_bracket_without_a_match_pays_nothing() -> None:
    odds = place_odds(a_draw([1, 2], PROGRESSIVE), EVEN)

    assert expected_payouts(odds, by_table({MAIN: {1: 100}, CONSOLATION: {1: 100}})) == {1: 50, 2: 50}


@pytest.mark.parametrize(
    ("chance", "expected"),
    [
        (0.2, (1, 5)),
        (0.0049, (1, 204)),
        (0.5, (1, 2)),
        (0.6, (1, 2)),
        (0.66, (2, 3)),
        (0.97, (32, 33)),
        (0.0005, None),
        (0.0, None),
        (1.0, None),
    ],
)
def test_a_chance_is_shown_as_one_in_so_many(chance: float, expected: tuple[int, int] | None) -> None:
    assert one_in(chance) == expected


def test_live_odds_have_the_most_likely_winner_first() -> None:
    state = decided(a_draw(EIGHT, PROGRESSIVE), 0, 2)

    live = live_odds(place_odds(state, Rated({**dict.fromkeys(range(1, 8), 1500), 8: 1900})))

    assert [each.entrant for each in live][:2] == [8, 2]
    assert live[1].one_in == (1, 6)
    assert (live[-1].entrant, live[-1].wins, live[-1].error) == (1, 0.0, 0.0)
    assert live[-1].below[0][0] == CONSOLATION


def test_who_can_only_win_below_comes_after_by_the_chance_there() -> None:
    state = a_draw(EIGHT, PROGRESSIVE)
    for match, winner in ((0, 2), (1, 4), (2, 6), (3, 8)):
        state = decided(state, match, winner)

    live = live_odds(place_odds(state, Rated({**EVEN.ratings, 5: 1900, 3: 1100})))

    assert {each.entrant for each in live[:4]} == {2, 4, 6, 8}
    assert live[4].entrant == 5
    assert live[-1].entrant == 3


def test_odds_are_cached_until_a_result_changes_them() -> None:
    state = a_draw(EIGHT, PROGRESSIVE)
    started = state.having([Entered(Kind.START, 0, 1, 2, ref=1)])

    odds = cached_odds(state, Rated(EVEN.ratings))

    assert cached_odds(started, Rated(EVEN.ratings)) is odds
    assert cached_odds(decided(state, 0, 1), EVEN) != odds
    assert cached_odds(state, Rated({**EVEN.ratings, 1: 1600})) != odds
    assert cached_odds(state, EVEN, running={0: (1, 0.9)}) != odds


def test_a_running_match_may_count_with_the_chance_at_its_score() -> None:
    state = a_draw([1, 2, 3, 4], NONE)

    odds = place_odds(state, EVEN, running={0: (2, 0.75)})

    assert odds.chance(2, MAIN) == pytest.approx(0.375)
    assert odds.chance(1, MAIN, "2") == pytest.approx(0.75)


def test_the_score_multiplies_the_odds_at_the_start() -> None:
    assert chance_at_score(0.5, (3, 5)) == pytest.approx(0.64795)
    assert chance_at_score(0.6, (5, 5)) == pytest.approx(0.6)
    assert chance_at_score(0.25, (3, 5)) == pytest.approx(0.64795 / (0.64795 + 3 * 0.35205))
    assert chance_at_score(0.0, (0, 5)) == 1.0


@pytest.mark.parametrize(
    ("rating", "opponent", "length", "class_width", "chance"),
    [
        (1500, 1500, 7, 2000, 0.5),
        (1550, 1850, 7, 2000, 0.286220),
        (1850, 1550, 7, 2000, 0.713780),
        (1550, 1850, 7, 1860, 0.272378),
        (0, 10**9, 25, 2000, 0.0),
    ],
)
def test_the_chance_by_ratings_is_that_of_fibs(
    rating: float, opponent: float, length: int, class_width: float, chance: float
) -> None:
    assert fibs_chance(rating, opponent, length, class_width) == pytest.approx(chance, abs=1e-6)


def test_a_player_who_withdrew_loses_what_is_still_to_come() -> None:
    state = a_draw([1, 2, 3, 4], PROGRESSIVE)
    state = decided(state, 0, 1).having(withdrawn=[(MAIN, 1), (CONSOLATION, 2)])

    odds = place_odds(state, EVEN)

    assert odds.places[1][MAIN] == {"0": 0.0, "1": 1.0, "2": 0.0}
    assert odds.chance(3, MAIN) == 0.5
    assert odds.places[2][CONSOLATION] == {"0": 0.0, "1": 0.0, "out": 1.0}
    assert odds.chance(4, CONSOLATION) == 0.5


def test_a_table_may_name_each_pair_once() -> None:
    odds = place_odds(a_draw([1, 2], NONE), Given({(2, 1): 0.3}))

    assert odds.places[1][MAIN] == pytest.approx({"0": 0.7, "1": 0.3})
