"""Penalty points for lateness, and when they cost the match."""

from datetime import timedelta

import pytest

from rules.errors import RuleBroken
from rules.match.clock import forfeits, penalty_points

FIVE = timedelta(minutes=5)
NONE = timedelta()


@pytest.mark.parametrize(
    ("late", "points"),
    [
        (timedelta(minutes=-3), 0),
        (timedelta(0), 0),
        (timedelta(minutes=4, seconds=59), 0),
        (timedelta(minutes=5), 1),
        (timedelta(minutes=9, seconds=59), 1),
        (timedelta(minutes=10), 2),
        (timedelta(minutes=40), 8),
    ],
)
def test_one_point_when_grace_runs_out_and_one_more_each_five_minutes(late: timedelta, points: int) -> None:
    assert penalty_points(late, grace=FIVE, each=FIVE) == points


def test_grace_and_pace_may_differ() -> None:
    late = timedelta(minutes=31)

    assert penalty_points(late, grace=timedelta(minutes=15), each=timedelta(minutes=8)) == 3


@pytest.mark.parametrize(("late", "points"), [(timedelta(minutes=-1), 0), (NONE, 1), (FIVE, 2)])
def test_without_grace_the_first_point_falls_at_once(late: timedelta, points: int) -> None:
    assert penalty_points(late, grace=NONE, each=FIVE) == points


@pytest.mark.parametrize(("grace", "each"), [(FIVE, NONE), (FIVE, -FIVE), (-FIVE, FIVE)])
def test_a_pace_that_does_not_move_is_refused(grace: timedelta, each: timedelta) -> None:
    with pytest.raises(RuleBroken) as broken:
        penalty_points(FIVE, grace=grace, each=each)

    assert broken.value.code == "penalty.pace"
    assert broken.value.facts == {"grace": grace, "each": each}


@pytest.mark.parametrize(("length", "minutes"), [(5, 15), (7, 20), (9, 25), (11, 30), (13, 35), (15, 40)])
def test_the_match_is_lost_after_enough_minutes(length: int, minutes: int) -> None:
    just_before = penalty_points(timedelta(minutes=minutes, seconds=-1), grace=FIVE, each=FIVE)
    then = penalty_points(timedelta(minutes=minutes), grace=FIVE, each=FIVE)

    assert not forfeits(just_before, length)
    assert forfeits(then, length)


@pytest.mark.parametrize(
    ("points", "length", "lost"), [(0, 1, False), (1, 1, True), (2, 4, False), (3, 4, True), (5, 10, False)]
)
def test_half_the_length_is_not_more_than_half(points: int, length: int, lost: bool) -> None:
    assert forfeits(points, length) is lost
