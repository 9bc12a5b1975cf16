"""Breaks of a tournament, such as lunch: while one lasts nobody waits, nobody is late, nothing goes on.

Source: docs/rules/breaks.md.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from rules.errors import RuleBroken

MOST_MINUTES = 24 * 60


class Break(NamedTuple):
    """When a break begins and ends; ``ends`` is None while nobody has said when it will."""

    begins: datetime
    ends: datetime | None

    def is_on(self, now: datetime) -> bool:
        """Whether it lasts at ``now``."""
        return self.begins <= now and (self.ends is None or now < self.ends)


def read_minutes(minutes: int | None) -> timedelta | None:
    """Return how long a break is to last, None for one whose end is open. Raises RuleBroken ``break.minutes``."""
    if minutes is not None and not 1 <= minutes <= MOST_MINUTES:
        raise RuleBroken("break.minutes", got=minutes, most=MOST_MINUTES)
    return None if minutes is None else timedelta(minutes=minutes)


def break_on(breaks: Iterable[Break], now: datetime) -> Break | None:
    """Return the break that lasts at ``now``, None for none."""
    return next((each for each in breaks if each.is_on(now)), None)


def play_since(at: datetime, now: datetime, breaks: Iterable[Break]) -> timedelta:
    """Return the time from ``at`` to ``now`` without the breaks in it; nothing if ``at`` is yet to come.

    >>> noon = datetime(2026, 11, 21, 12)
    >>> lunch = Break(noon + timedelta(minutes=10), noon + timedelta(minutes=40))
    >>> play_since(noon, noon + timedelta(hours=1), [lunch])
    datetime.timedelta(seconds=1800)
    """
    passed = max(timedelta(), now - at)
    for each in breaks:
        begins, ends = max(each.begins, at), min(each.ends or now, now)
        passed -= max(timedelta(), ends - begins)
    return max(timedelta(), passed)


def goes_on(breaks: Iterable[Break], now: datetime) -> datetime:
    """Return when play goes on: when the break that lasts ends, else at once.

    Of a break whose end is open nobody can say, so it counts as over now.
    """
    on = break_on(breaks, now)
    return on.ends if on is not None and on.ends is not None else now
