"""The FIBS formula: the examples of the sources, newcomers, the improved match-length term, hostile values."""

import random
from collections.abc import Callable

import pytest

from rules.errors import RuleBroken
from rules.ratings.fibs import Fibs, FibsRating, Ramp, constant
from rules.ratings.presets import RATING_PRESETS, rating_preset
from rules.ratings.rated import RatedMatch
from tests.rules.ratings import plain

SETTLED = Fibs(constant())


@pytest.mark.parametrize(
    ("rule", "winner", "loser", "gain", "loss"),
    [
        (SETTLED, (1500, 0), (1500, 0), 5.2915, 5.2915),
        (SETTLED, (1600, 0), (1500, 0), 4.4918, 4.4918),
        (SETTLED, (1500, 0), (1600, 0), 6.0912, 6.0912),
        (Fibs(), (1500, 0), (1500, 400), 26.4575, 5.2915),
        (Fibs(), (1500, 400), (1500, 9000), 5.2915, 5.2915),
        (Fibs(constant(), class_width=1860), (1550, 0), (1850, 0), 7.7004, 7.7004),
        (Fibs(constant(), class_width=1860), (1850, 0), (1550, 0), 2.8826, 2.8826),
        (SETTLED, (1550, 0), (1850, 0), 7.5539, 7.5539),
        (SETTLED, (1850, 0), (1550, 0), 3.0291, 3.0291),
        (Fibs(Ramp(2, 400)), (1500, 0), (1500, 200), 10.583, 7.9373),
        # S(7) = 1 + 6/2 = 4: the change is 4 · √4 · ½.
        (Fibs(constant(), skill=1.0), (1500, 0), (1500, 0), 4.0, 4.0),
        (Fibs(constant(), skill=2.0), (1500, 0), (1500, 0), 5.2915, 5.2915),
        (SETTLED, (900000, 0), (-900000, 0), 0.0, 0.0),
        (SETTLED, (-900000, 0), (900000, 0), 10.583, 10.583),
    ],
)
def test_seven_points_change_the_ratings_by(
    rule: Fibs, winner: tuple[float, int], loser: tuple[float, int], gain: float, loss: float
) -> None:
    assert rule.changes(FibsRating(*winner), FibsRating(*loser), 7) == pytest.approx((gain, loss), abs=5e-5)


def test_the_ramp_of_gamesgrid_ends_after_500_points_of_experience() -> None:
    rule = rating_preset("gamesgrid")

    assert isinstance(rule, Fibs)
    assert [round(rule.ramp.k(each), 9) for each in (0, 250, 500, 501)] == [4, 2.5, 1, 1]
    assert set(RATING_PRESETS) == {"fibs", "brass_city", "gamesgrid", "belgium", "improved", "glicko2"}


def season(players: int, matches: int, seed: int = 1) -> list[RatedMatch]:
    chance = random.Random(seed)
    season = []
    for number in range(matches):
        winner, loser = chance.sample(range(players), 2)
        season.append(RatedMatch(number // 4, number, winner, loser, chance.choice((1, 3, 5, 7, 9, 11))))
    return season


@pytest.mark.parametrize(
    ("rule", "options"),
    [
        (Fibs(), {}),
        (Fibs(Ramp(2, 400)), {"k": (2, 400, 1)}),
        (Fibs(Ramp(4, 500 / 3), class_width=1860), {"k": (4, 500 / 3, 1), "width": 1860}),
        (Fibs(constant(), multiplier=3, skill=1.2), {"k": (1, 1e9, 1), "most": 3, "c": 1.2}),
    ],
)
def test_a_season_is_what_a_plain_loop_gives(rule: Fibs, options: dict[str, object]) -> None:
    matches = season(40, 2000)

    ratings = rule.rebuild(iter(matches))

    expected = plain.fibs(matches, **options)
    assert ratings.keys() == expected.keys()
    assert all(tuple(ratings[each]) == pytest.approx(expected[each], abs=1e-9) for each in expected)


def test_imported_values_are_where_a_player_starts() -> None:
    start = {"Ann": FibsRating(1600, 400), "Dee": FibsRating(1700, 90)}

    ratings = Fibs().rebuild([RatedMatch(1, 1, "Ann", "Bob", 7)], start)

    assert ratings["Ann"] == pytest.approx((1604.4918, 407), abs=1e-4)
    assert ratings["Dee"] == FibsRating(1700, 90)
    assert start["Ann"] == FibsRating(1600, 400)


@pytest.mark.parametrize(
    ("matches", "code"),
    [
        ([(2, 1, "Ann", "Bob", 7), (1, 2, "Ann", "Bob", 7)], "rating.order"),
        ([(1, 2, "Ann", "Bob", 7), (1, 1, "Ann", "Bob", 7)], "rating.order"),
        ([(1, 2, "Ann", "Bob", 7), (1, 2, "Ann", "Bob", 7)], "rating.order"),
        ([(1, 1, "Ann", "Bob", 0)], "rating.length"),
        ([(1, 1, "Ann", "Ann", 5)], "rating.same"),
    ],
)
def test_a_stream_is_refused(matches: list[tuple[int, int, str, str, int]], code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        Fibs().rebuild(RatedMatch(*each) for each in matches)

    assert refused.value.code == code


@pytest.mark.parametrize(
    "make",
    [
        lambda: Ramp(per=0),
        lambda: Ramp(start=float("nan")),
        lambda: Fibs(class_width=0),
        lambda: Fibs(multiplier=-1),
        lambda: Fibs(skill=-0.1),
        lambda: rating_preset("elo"),
    ],
)
def test_a_rule_that_is_none_is_refused(make: Callable[[], object]) -> None:
    with pytest.raises(RuleBroken):
        make()
