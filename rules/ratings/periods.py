"""The rating periods of a list: single matches, weeks or months in the list's zone.

Source: docs/rules/ratings.md#periods.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from enum import StrEnum

_DAYS_A_WEEK = 7
_MONTHS_A_YEAR = 12


class Every(StrEnum):
    """How long a period is."""

    MATCH = "match"
    WEEK = "week"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class Periods:
    """Periods that begin on Mondays or on the first of a month, at midnight in ``zone``.

    ``first`` and ``last`` are the numbers of the list's first and last period, None: those of its rated matches.
    """

    every: Every = Every.MONTH
    zone: tzinfo = UTC
    first: int | None = None
    last: int | None = None

    def number(self, at: datetime | date) -> int:
        """Return the number of the period of an instant, or of a day in the zone; numbers count up one by one.

        >>> Periods(Every.MONTH).number(date(2026, 2, 1)) - Periods(Every.MONTH).number(date(2025, 12, 31))
        2
        """
        day = at.astimezone(self.zone).date() if isinstance(at, datetime) else at
        if self.every is Every.WEEK:
            return (day.toordinal() - 1) // _DAYS_A_WEEK
        return day.year * _MONTHS_A_YEAR + day.month - 1

    def contains(self, number: int) -> bool:
        """Whether a period is one of the list's."""
        return (self.first is None or self.first <= number) and (self.last is None or number <= self.last)
