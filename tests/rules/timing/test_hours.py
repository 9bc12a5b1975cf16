"""No start after a set hour: what waits for the next day, and when that begins."""

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.timing.hours import Hours, day_of_play, read_hour, write_hour

LATE = Hours(time(22, 30), time(11))
AFTER_MIDNIGHT = Hours(time(0, 30), time(11))


@pytest.mark.parametrize(
    ("hours", "now", "until"),
    [
        (LATE, "2026-11-21T22:29", None),
        (LATE, "2026-11-21T22:30", None),
        (LATE, "2026-11-21T22:31", "2026-11-22T11:00"),
        (LATE, "2026-11-22T02:15", "2026-11-22T11:00"),
        (LATE, "2026-11-22T05:59", "2026-11-22T11:00"),
        (LATE, "2026-11-22T06:00", None),
        (AFTER_MIDNIGHT, "2026-11-21T23:59", None),
        (AFTER_MIDNIGHT, "2026-11-22T00:30", None),
        (AFTER_MIDNIGHT, "2026-11-22T00:31", "2026-11-22T11:00"),
        (Hours(time(22, 30), time(0, 30)), "2026-11-21T23:00", "2026-11-23T00:30"),
        (Hours(), "2026-11-22T03:00", None),
    ],
)
def test_what_would_start_later_waits_for_the_next_day(hours: Hours, now: str, until: str | None) -> None:
    assert hours.held_until(datetime.fromisoformat(now)) == (datetime.fromisoformat(until) if until else None)


def test_the_night_belongs_to_the_day_before() -> None:
    assert day_of_play(datetime.fromisoformat("2026-11-22T05:59")) == date(2026, 11, 21)
    assert day_of_play(datetime.fromisoformat("2026-11-22T06:00")) == date(2026, 11, 22)


@given(st.times(), st.times(), st.datetimes(datetime.fromisoformat("2026-01-01"), datetime.fromisoformat("2026-12-31")))
def test_what_is_held_is_held_for_the_next_day_of_play(last: time, opens: time, now: datetime) -> None:
    until = Hours(last, opens).held_until(now)

    if until is not None:
        assert until > now
        assert day_of_play(until) == day_of_play(now) + timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "hour"),
    [("22:30", time(22, 30)), ("00:00", time(0)), *((text, None) for text in ("", "24:00", "22.30", "9:30", "٢٢:٣٠"))],
)
def test_an_hour_is_read_as_clocks_show_it(text: str, hour: time | None) -> None:
    assert read_hour(text) == hour
    assert write_hour(hour) == (text if hour else "")
