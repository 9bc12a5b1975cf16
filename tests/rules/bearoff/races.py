"""Positions of a race for the tests of the table."""

from fractions import Fraction
from functools import cache

from rules.bearoff.places import BORNE_OFF, Place, ends
from rules.game.board import Position
from rules.game.dice import ROLLS


def a_place(*points: int) -> Place:
    """Return the place with a checker on each of ``points``."""
    return tuple(points.count(point) for point in range(1, 7))


def a_race(own: tuple[int, ...], other: tuple[int, ...]) -> Position:
    """Return the position with a checker on each of these points; all others are off."""
    return Position.of(
        {point: own.count(point) for point in set(own)}, {point: other.count(point) for point in set(other)}
    )


# The oracle: the same rules once more, pair by pair, in exact fractions and without any table.


@cache
def exact(own: Place, other: Place, cube: str) -> Fraction:
    """Return what rolling is worth; ``cube`` is dead, centred, owned or away."""
    theirs = {"dead": "dead", "centred": "centred", "owned": "away", "away": "owned"}[cube]
    total = Fraction(0)
    for roll in ROLLS:
        total += roll.weight * max(-faced(other, end, theirs) for end in ends(own, roll.dice))
    return total / 36


def faced(own: Place, other: Place, cube: str) -> Fraction:
    """Return what a side is worth that may double first."""
    if other == BORNE_OFF:
        return Fraction(-1)
    rolling = exact(own, other, cube)
    if cube in ("dead", "away"):
        return rolling
    return max(rolling, min(2 * exact(own, other, "away"), Fraction(1)))
