"""Lateness: penalty points, and when they cost the match."""

from datetime import timedelta

from rules.errors import RuleBroken


def penalty_points(late: timedelta, *, grace: timedelta, each: timedelta) -> int:
    """Return the points that a late side gives away: one when ``grace`` runs out, one more for every ``each`` after.

    Raises RuleBroken ``penalty.pace`` when ``grace`` is negative or ``each`` is not above zero.
    Source: docs/rules/match.md#penalty-points.
    """
    if grace < timedelta() or each <= timedelta():
        raise RuleBroken("penalty.pace", grace=grace, each=each)
    return 0 if late < grace else 1 + (late - grace) // each


def forfeits(points: int, length: int) -> bool:
    """Whether these penalty points cost a match to ``length``: they do if they are more than half of it.

    Fewer points are the opponent's start score.
    Source: docs/rules/match.md#penalty-points.
    """
    return 2 * points > length
