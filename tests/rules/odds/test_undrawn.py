"""Odds before the draw: over every draw of a small field, over some by lot of a large one."""

from itertools import permutations
from random import Random

import pytest

from rules.draws.seeding import draw_lines, size_for
from rules.draws.state import DrawState
from rules.formats.knockout import CONSOLATION, MAIN, Consolation, Knockout
from rules.formats.registry import compile_plan
from rules.odds import OUT, WINNER, FieldOdds, Rated, by_table, cached_field_odds, expected_payouts, field_odds
from rules.odds.net import Net
from rules.odds.places import Places, place_odds
from rules.odds.walk import Walk
from tests.rules.odds.simulation import simulated

NONE, FIRST_MATCH, PROGRESSIVE = Consolation


def ratings(count: int) -> dict[int, float]:
    return {entrant: 1300.0 + 600 * (entrant * 0.6180339887 % 1) for entrant in range(1, count + 1)}


def before_the_draw(
    rated: dict[int, float], consolation: Consolation = NONE, seeds: dict[int, int] | None = None
) -> FieldOdds:
    plan = compile_plan(size_for(len(rated)), Knockout(consolation))
    return field_odds(plan, list(rated), seeds or {}, Rated(rated))


def test_four_even_entrants_win_one_time_in_four() -> None:
    known = before_the_draw({7: 1500, 3: 1500, 9: 1500, 4: 1500})

    assert known.is_exact
    assert known.odds.places[9][MAIN] == pytest.approx({"0": 0.25, "1": 0.25, "2": 0.5}, abs=1e-15)


@pytest.mark.parametrize("consolation", Consolation)
def test_with_byes_it_is_the_mean_of_every_draw(consolation: Consolation) -> None:
    rated = ratings(5)
    plan = compile_plan(8, Knockout(consolation))
    lines = draw_lines(sorted(rated), {}, "any")
    every = [
        place_odds(DrawState(plan, dict(zip(lines, order, strict=True))), Rated(rated)) for order in permutations(rated)
    ]

    known = before_the_draw(rated, consolation)

    assert (known.draws, known.odds.exact[MAIN]) == (120, True)
    for entrant, brackets in known.odds.places.items():
        for bracket, keys in brackets.items():
            for key, chance in keys.items():
                mean = sum(odds.places[entrant][bracket][key] for odds in every) / 120
                assert chance == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize("consolation", Consolation)
def test_which_side_of_a_match_is_the_upper_one_changes_nothing_in_a_full_field(consolation: Consolation) -> None:
    plan, chances = compile_plan(8, Knockout(consolation)), Rated(ratings(8))
    drawn = place_odds(DrawState(plan, dict(enumerate((5, 1, 8, 2, 3, 7, 4, 6), 1))), chances)

    for order in ((1, 5, 8, 2, 3, 7, 4, 6), (8, 2, 5, 1, 3, 7, 4, 6), (3, 7, 4, 6, 5, 1, 8, 2)):
        turned = place_odds(DrawState(plan, dict(enumerate(order, 1))), chances)
        for entrant, brackets in drawn.places.items():
            for bracket, keys in brackets.items():
                assert turned.places[entrant][bracket] == pytest.approx(keys, abs=1e-12)


def test_a_full_field_of_eight_has_315_draws_and_is_exact() -> None:
    known = before_the_draw(ratings(8), FIRST_MATCH)

    assert (known.draws, known.is_exact, known.odds.exact) == (315, True, {MAIN: True, CONSOLATION: True})
    assert sum(known.odds.chance(each, CONSOLATION) for each in ratings(8)) == pytest.approx(1, abs=1e-12)


def test_the_two_best_seeds_meet_in_the_final_alone() -> None:
    known = before_the_draw(dict.fromkeys((1, 2, 3, 4), 1500.0) | {1: 3500.0, 2: 3500.0}, seeds={1: 1, 2: 2})

    assert known.draws == 2
    assert known.odds.chance(1, MAIN, "1") == pytest.approx(0.5, abs=0.01)
    assert known.odds.chance(1, MAIN, "2") < 0.01


@pytest.mark.parametrize("consolation", [FIRST_MATCH, PROGRESSIVE])
def test_a_field_of_sixteen_agrees_with_draws_that_are_made_and_played(consolation: Consolation) -> None:
    rated, chance = ratings(16), Random(3)
    known = before_the_draw(rated, consolation)
    plan, draws, plays = compile_plan(16, Knockout(consolation)), 1200, 6
    won: dict[str, dict[int, int]] = {MAIN: dict.fromkeys(rated, 0), CONSOLATION: dict.fromkeys(rated, 0)}
    for _ in range(draws):
        order = chance.sample(sorted(rated), 16)
        on_lines = Rated({line: rated[entrant] for line, entrant in enumerate(order, 1)})
        played = simulated(plan, on_lines, plays, seed=chance.randrange(10**9))
        for bracket, counts in won.items():
            for entrant, count in zip(order, played[bracket][WINNER], strict=True):
                counts[entrant] += count

    for bracket, counts in won.items():
        for entrant, count in counts.items():
            own = known.odds.chance(entrant, bracket)
            error = (own * (1 - own) / (draws * plays)) ** 0.5 + known.odds.errors[entrant][bracket][WINNER]
            assert abs(count / (draws * plays) - own) < 4 * error


@pytest.mark.parametrize(("entrants", "consolation", "draws"), [(24, PROGRESSIVE, 20), (11, FIRST_MATCH, 160)])
def test_all_chances_of_a_large_field_sum_to_one(entrants: int, consolation: Consolation, draws: int) -> None:
    known = before_the_draw(ratings(entrants), consolation)

    assert (known.draws, known.is_exact, len(known.batches)) == (draws, False, 10)
    for bracket in (MAIN, CONSOLATION):
        assert not known.odds.exact[bracket]
        assert sum(known.odds.chance(each, bracket) for each in ratings(entrants)) == pytest.approx(1, abs=1e-12)
    for brackets in known.odds.places.values():
        assert sum(brackets[MAIN].values()) == pytest.approx(1, abs=1e-12)
        assert sum(brackets[CONSOLATION].values()) == pytest.approx(1, abs=1e-12)
        assert 0 <= brackets[CONSOLATION][OUT] <= 1


def test_equal_ratings_have_equal_odds_in_a_field_drawn_by_lot() -> None:
    known = before_the_draw(dict.fromkeys(range(1, 13), 1500.0) | {5: 1800.0}, FIRST_MATCH)

    wins = {known.odds.chance(each, MAIN) for each in range(1, 13) if each != 5}
    assert max(wins) - min(wins) < 1e-15
    assert known.odds.chance(5, MAIN) > 2 * max(wins)


def test_the_batches_carry_what_the_pool_pays() -> None:
    known = before_the_draw(ratings(12))
    prizes = by_table({MAIN: {1: 6000, 2: 3000, 3: 500, 4: 500}})

    sums = [sum(expected_payouts(batch, prizes).values()) for batch in known.batches]

    assert sums == pytest.approx([10_000] * 10)


def test_odds_of_the_same_field_come_from_the_cache() -> None:
    plan = compile_plan(16, Knockout())

    first = cached_field_odds(plan, range(1, 13), {}, Rated(ratings(12)))

    assert cached_field_odds(plan, tuple(range(1, 13)), {}, Rated(ratings(12))) is first
    assert cached_field_odds(plan, range(1, 13), {4: 1}, Rated(ratings(12))) is not first
    assert cached_field_odds(plan, range(1, 13), {}, Rated(ratings(12) | {3: 1999.0})) is not first


@pytest.mark.parametrize("consolation", [FIRST_MATCH, PROGRESSIVE])
def test_each_draw_by_lot_is_calculated_as_a_draw_of_its_own(consolation: Consolation) -> None:
    rated, seeds = ratings(13), {4: 1, 9: 2}
    plan = compile_plan(16, Knockout(consolation))

    known = before_the_draw(rated, consolation, seeds)

    keys = [f"odds:{draw}" for draw in range(known.draws)]
    states = [DrawState(plan, draw_lines(sorted(rated), seeds, key)) for key in keys]
    nets = [Net(state, Rated(rated), key=key) for state, key in zip(states, keys, strict=True)]
    alone = [Places(Walk(net, accuracy=1, most_settled=2)).odds() for net in nets]
    for entrant, brackets in known.odds.places.items():
        for bracket, keyed in brackets.items():
            mean = {key: sum(each.places[entrant][bracket][key] for each in alone) / len(alone) for key in keyed}
            assert keyed == pytest.approx(mean, abs=1e-12)
