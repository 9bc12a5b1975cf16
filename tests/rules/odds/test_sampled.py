"""Odds that are sampled: against enumeration, against a plain simulation, and what a sample is made of."""

from hashlib import shake_256
from math import sqrt

import pytest

from rules.formats.knockout import CONSOLATION, MAIN, Consolation
from rules.odds import OUT, Odds, Rated, place_odds
from rules.odds.net import Net
from rules.odds.sampled import BATCHES, fit, numbers
from rules.odds.walk import Walk
from tests.depth import DEPTH, LONG
from tests.rules.odds.enumeration import a_draw
from tests.rules.odds.simulation import Counts, simulated

FIRST_MATCH, PROGRESSIVE = Consolation.FIRST_MATCH, Consolation.PROGRESSIVE
SIMULATED = 1_000_000 if DEPTH >= LONG else 20_000


def ratings(entrants: int) -> dict[int, float]:
    return {entrant: 1300.0 + 29 * (entrant * 11 % 23) for entrant in range(1, entrants + 1)}


def error(odds: Odds, entrant: int, bracket: str, key: str) -> float:
    return odds.errors.get(entrant, {}).get(bracket, {}).get(key, 0.0)


def assert_within_errors(odds: Odds, counts: Counts, times: int, most: float) -> None:
    """Assert that no figure is further from the simulation than ``most`` of both standard errors together."""
    for bracket, keys in counts.items():
        for key, column in keys.items():
            for line, count in enumerate(column):
                entrant = line + 1
                chance = odds.places[entrant][bracket].get(key, 0.0)
                plain = sqrt(max(chance * (1 - chance), 1 / times) / times)
                apart = abs(count / times - chance) / sqrt(plain**2 + error(odds, entrant, bracket, key) ** 2)
                assert apart < most, (bracket, key, entrant, chance, count / times)


@pytest.mark.parametrize("consolation", [FIRST_MATCH, PROGRESSIVE])
def test_odds_of_32_are_those_of_a_plain_simulation(consolation: Consolation) -> None:
    state, chances = a_draw(list(range(1, 33)), consolation), Rated(ratings(32))

    odds = place_odds(state, chances, accuracy=2e-4 if DEPTH >= LONG else 1e-3)

    assert_within_errors(odds, simulated(state.plan, chances, SIMULATED), SIMULATED, 4.5 if DEPTH < LONG else 4)
    assert odds.exact == {MAIN: True, CONSOLATION: consolation is FIRST_MATCH}


def test_sampled_odds_are_within_their_errors_of_the_exact_ones() -> None:
    state, chances = a_draw(list(range(1, 17)), PROGRESSIVE), Rated(ratings(16))

    exact, sampled = place_odds(state, chances), place_odds(state, chances, accuracy=1e-3, most_settled=0)

    assert exact.exact == {MAIN: True, CONSOLATION: True}
    assert sampled.exact == {MAIN: True, CONSOLATION: False}
    compared = 0
    for entrant, brackets in sampled.errors.items():
        for key, one in brackets[CONSOLATION].items():
            compared += 1
            assert one < 0.0025
            assert abs(sampled.chance(entrant, CONSOLATION, key) - exact.chance(entrant, CONSOLATION, key)) < 5 * one
    assert compared == 48


def test_a_sample_says_as_much_as_hundreds_of_tournaments() -> None:
    state, chances = a_draw(list(range(1, 33)), PROGRESSIVE), Rated(ratings(32))

    walk = Walk(Net(state, chances), accuracy=1e-3)

    codes = {state.plan.matches[match].code: BATCHES * each.samples for match, each in walk.open.items()}
    assert sorted(codes) == ["K1", "K2", "L1"]
    assert max(codes.values()) < 0.25 / 1e-3**2 / 400


def test_the_same_draw_has_the_same_odds_every_time() -> None:
    state, chances = a_draw(list(range(1, 33)), PROGRESSIVE), Rated(ratings(32))

    assert place_odds(state, chances, accuracy=5e-3) == place_odds(state, chances, accuracy=5e-3)


def test_sampled_chances_stay_between_nothing_and_everything() -> None:
    state = a_draw(list(range(1, 33)), PROGRESSIVE)
    gaps = Rated({entrant: 1500.0 + 900 * (entrant % 5) for entrant in range(1, 33)})

    odds = place_odds(state, gaps, accuracy=1)

    for brackets in odds.places.values():
        assert all(0 <= chance <= 1 for chance in brackets[CONSOLATION].values())
        assert sum(brackets[CONSOLATION].values()) == pytest.approx(1, abs=1e-12)
    assert odds.expected(CONSOLATION, OUT) == pytest.approx(2, abs=1e-9)


def test_random_numbers_follow_from_their_key() -> None:
    digest = shake_256(b"odds:K1:0:0").digest(12)

    assert list(numbers("odds:K1:0:0", 3)) == [int.from_bytes(digest[at : at + 4]) / 2**32 for at in (0, 4, 8)]


def test_an_estimate_is_fitted_between_its_limits() -> None:
    assert fit([-0.1, 0.5, 0.8], [0.2, 0.6, 0.7], 1.0) == pytest.approx([0.0, 0.5 / 1.2, 0.7 / 1.2])
    assert fit([0.1, 0.2], [0.5, 0.5], 0.8) == pytest.approx([0.1 + 0.4 * 5 / 7, 0.2 + 0.3 * 5 / 7])
