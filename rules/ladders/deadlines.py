"""Deadlines in wall days: the same time on the clock of the club, so many days later.

Source: docs/rules/ladders.md#deadlines.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo

_DAY = timedelta(days=1)


def days_later(at: datetime, days: int, zone: tzinfo, holidays: Sequence[tuple[date, date]] = ()) -> datetime:
    """Return the instant ``days`` wall days after ``at``, in UTC; days of ``holidays`` do not count.

    A time that the clock skips is read as before the change, one that it has twice is the first.
    """
    wall = at.astimezone(zone).replace(tzinfo=None, fold=0)
    if not holidays:
        wall += days * _DAY
    else:
        while days:
            wall += _DAY
            days -= not any(first <= wall.date() <= last for first, last in holidays)
    return wall.replace(tzinfo=zone).astimezone(UTC)
