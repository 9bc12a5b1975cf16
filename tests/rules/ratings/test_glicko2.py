"""Glicko-2: the published example, periods and idle players, weights by length, and a plain loop beside it."""

import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from rules.errors import RuleBroken
from rules.ratings.glicko2 import Game, Glicko2, GlickoRating
from rules.ratings.periods import Every, Periods
from rules.ratings.rated import RatedMatch
from tests.rules.ratings import plain

MADRID = ZoneInfo("Europe/Madrid")
WEEKS = Periods(Every.WEEK)


def at(day: int, hour: int = 20, month: int = 1) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=UTC)


def test_the_published_example_without_its_rounding() -> None:
    games = [
        Game(GlickoRating(1400, 30, 0.06), 1),
        Game(GlickoRating(1550, 100, 0.06), 0),
        Game(GlickoRating(1700, 300, 0.06), 0),
    ]

    rated = Glicko2(tau=0.5).rated(GlickoRating(1500, 200, 0.06), games)

    assert rated == pytest.approx((1464.0506705, 151.5165241, 0.0599959844), abs=5e-8)


def test_opponents_count_with_their_values_at_the_start_of_the_period() -> None:
    matches = [RatedMatch(at(5), 1, "Ann", "Bob", 7), RatedMatch(at(6), 2, "Ann", "Cid", 7)]

    ratings = Glicko2(WEEKS).rebuild(matches)

    assert ratings["Bob"] == ratings["Cid"]


def test_idle_periods_widen_the_deviation_without_a_cap_up_to_the_last_period() -> None:
    matches = [RatedMatch(at(5), 1, "Ann", "Bob", 7)]
    first = Glicko2(WEEKS).rebuild(matches)["Ann"]

    later = Glicko2(Periods(Every.WEEK, last=WEEKS.number(date(2026, 1, 19)))).rebuild(matches)["Ann"]
    years = Glicko2(Periods(Every.WEEK, last=WEEKS.number(date(2126, 1, 19)))).rebuild(matches)["Ann"]

    assert (later.rating, later.volatility) == (first.rating, first.volatility)
    assert later.deviation == pytest.approx((first.deviation**2 + 2 * (173.7178 * first.volatility) ** 2) ** 0.5)
    assert years.deviation > 800


@pytest.mark.parametrize(
    ("periods", "one", "other", "same"),
    [
        # 23:30 UTC on Sunday 4 January is Monday in Madrid.
        (Periods(Every.WEEK, MADRID), at(4, 23), at(5, 12), True),
        (Periods(Every.WEEK, UTC), at(4, 23), at(5, 12), False),
        (Periods(Every.MONTH, MADRID), at(31, 23), at(1, 12, 2), True),
        (Periods(Every.MONTH, UTC), at(31, 23), at(1, 12, 2), False),
        # The clock goes forward on 29 March: 22:30 UTC is the next day from then on.
        (Periods(Every.WEEK, MADRID), at(29, 22, 3), at(30, 12, 3), True),
        (Periods(Every.WEEK, MADRID), at(22, 22, 3), at(23, 12, 3), False),
    ],
)
def test_a_period_is_a_week_or_a_month_of_the_zone(
    periods: Periods, one: datetime, other: datetime, *, same: bool
) -> None:
    assert (periods.number(one) == periods.number(other)) is same


def test_with_single_matches_as_periods_nobody_is_idle() -> None:
    matches = [RatedMatch(at(5 + day), day, "Ann", f"P{day}", 7) for day in range(4)]

    ratings = Glicko2(Periods(Every.MATCH)).rebuild(matches)

    alone = Glicko2(Periods(Every.MATCH)).rebuild(matches[:1])
    assert ratings["P0"] == alone["P0"]
    assert ratings["Ann"].deviation < alone["Ann"].deviation


def test_a_longer_match_weighs_more_where_the_list_says_so() -> None:
    four = [RatedMatch(at(5), 1, "Ann", "Bob", 4)]
    twice = [RatedMatch(at(5), 1, "Ann", "Bob", 1), RatedMatch(at(5), 2, "Ann", "Bob", 1)]

    weighed = Glicko2(WEEKS, by_length=True).rebuild(four)["Ann"]

    assert weighed == pytest.approx(Glicko2(WEEKS).rebuild(twice)["Ann"])
    assert weighed.rating > Glicko2(WEEKS).rebuild(four)["Ann"].rating


def test_matches_outside_the_time_of_the_list_do_not_count() -> None:
    periods = Periods(Every.MONTH, first=2026 * 12, last=2026 * 12)
    matches = [RatedMatch(at(5, month=month), month, "Ann", f"P{month}", 7) for month in (1, 2)]

    assert set(Glicko2(periods).rebuild(matches)) == {"Ann", "P1"}


def test_imported_values_are_idle_from_the_lists_first_period() -> None:
    periods = Periods(Every.MONTH, first=2026 * 12, last=2026 * 12 + 2)
    start = {"Dee": GlickoRating(1700, 80, 0.06)}

    ratings = Glicko2(periods).rebuild([RatedMatch(at(5), 1, "Ann", "Bob", 7)], start)

    assert ratings["Dee"].deviation == pytest.approx((80**2 + 3 * (173.7178 * 0.06) ** 2) ** 0.5)


@pytest.mark.parametrize(("monthly", "by_length"), [(True, False), (False, True)])
def test_a_season_is_what_a_plain_loop_gives(*, monthly: bool, by_length: bool) -> None:
    chance = random.Random(7)
    matches = []
    for number in range(300):
        winner, loser = chance.sample(range(12), 2)
        when = datetime(2025, 12, 20, tzinfo=UTC) + timedelta(hours=chance.randrange(10 * 7 * 24))
        matches.append(RatedMatch(when, number, winner, loser, chance.choice((3, 5, 7))))
    matches.sort()
    periods = Periods(Every.MONTH if monthly else Every.WEEK)

    ratings = Glicko2(periods, tau=0.7, by_length=by_length).rebuild(iter(matches))

    expected = plain.glicko2(matches, monthly, 0.7, by_length)
    assert ratings.keys() == expected.keys()
    assert all(tuple(ratings[each]) == pytest.approx(expected[each], abs=1e-9) for each in expected)


def test_nothing_overflows() -> None:
    wild = Glicko2().rated(GlickoRating(-(10**6), 1e-3, 1e-6), [Game(GlickoRating(10**6, 10**6, 10), 1, 30)] * 50)
    steady = Glicko2(tau=1e-6).rated(GlickoRating(10**6, 10**6, 10), [Game(GlickoRating(-(10**6), 1, 1e-6), 0)])

    assert all(abs(each) < 1e12 for each in (*wild, *steady))


def test_a_rule_that_is_none_is_refused() -> None:
    with pytest.raises(RuleBroken, match=r"rating\.list"):
        Glicko2(tau=0)
    with pytest.raises(RuleBroken, match=r"rating\.list"):
        Glicko2(start=GlickoRating(1500, 0, 0.06))
