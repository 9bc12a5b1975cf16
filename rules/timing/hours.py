"""The hour after which no match of an event starts, and the day on which those go on that would.

A day of play lasts until dawn: what begins at half past midnight belongs to the evening before.

Source: docs/rules/several-events.md.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

DAWN = time(6)
# When a day begins in a tournament that has not set the time of its first match.
MORNING = time(10)


@dataclass(frozen=True, slots=True)
class Hours:
    """When matches of an event may start: not after ``last``, and again at ``opens`` of the next day.

    ``last`` is None where they may at any time.
    """

    last: time | None = None
    opens: time = MORNING

    def held_until(self, at: datetime) -> datetime | None:
        """Return when a match that is ready at ``at``, a time in the zone of the hall, may start; None for at once.

        >>> Hours(time(22, 30)).held_until(datetime(2026, 11, 21, 23, 5))
        datetime.datetime(2026, 11, 22, 10, 0)
        """
        if self.last is None or _minute(at.time()) <= _minute(self.last):
            return None
        next_day = day_of_play(at) + timedelta(days=2 if self.opens < DAWN else 1)
        return datetime.combine(next_day, self.opens, at.tzinfo)


def day_of_play(at: datetime) -> date:
    """Return the day to which a time in the zone of the hall belongs: before dawn the day before."""
    return at.date() - timedelta(days=at.time() < DAWN)


def read_hour(text: str) -> time | None:
    """Return the time of day that a text such as ``22:30`` names, None for any other."""
    hours, colon, minutes = text.partition(":")
    digits = colon and len(text) == len("22:30") and (hours + minutes).isascii() and (hours + minutes).isdecimal()
    if not digits or int(hours) >= 24 or int(minutes) >= 60:
        return None
    return time(int(hours), int(minutes))


def write_hour(at: time | None) -> str:
    """Return a time of day as ``read_hour`` reads it."""
    return at.strftime("%H:%M") if at else ""


def _minute(at: time) -> int:
    """Return the minutes of a time of day since dawn."""
    return (at.hour * 60 + at.minute - DAWN.hour * 60) % (24 * 60)
