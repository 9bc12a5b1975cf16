"""Breaks: what stands still while one lasts."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.timing.breaks import Break, break_on, goes_on, play_since, read_minutes


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-11-21T{text}:00+00:00")


LUNCH, OPEN = Break(at("12:10"), at("12:40")), Break(at("12:10"), None)


@pytest.mark.parametrize(
    ("since", "now", "pause", "minutes"),
    [
        ("12:00", "13:00", LUNCH, 30),
        ("12:20", "13:00", LUNCH, 20),
        ("12:00", "12:30", OPEN, 10),
        ("12:20", "12:30", LUNCH, 0),
        ("13:00", "13:30", LUNCH, 30),
        ("13:30", "13:00", LUNCH, 0),
        ("12:00", "12:05", LUNCH, 5),
    ],
)
def test_minutes_are_counted_without_the_break(since: str, now: str, pause: Break, minutes: int) -> None:
    assert play_since(at(since), at(now), [pause]) == timedelta(minutes=minutes)


def test_play_goes_on_when_the_break_ends() -> None:
    assert goes_on([LUNCH], at("12:20")) == at("12:40")
    assert goes_on([LUNCH], at("12:40")) == at("12:40")
    assert goes_on([OPEN], at("12:20")) == at("12:20")
    assert goes_on([], at("12:20")) == at("12:20")
    assert break_on([LUNCH], at("12:40")) is None
    assert break_on([LUNCH, OPEN], at("13:00")) == OPEN


def test_a_break_lasts_a_minute_to_a_day() -> None:
    assert read_minutes(None) is None
    assert read_minutes(45) == timedelta(minutes=45)
    for minutes in (0, -1, 1441):
        with pytest.raises(RuleBroken) as refused:
            read_minutes(minutes)
        assert refused.value.code == "break.minutes"


@given(
    st.integers(0, 600), st.integers(0, 600), st.lists(st.tuples(st.integers(0, 600), st.integers(1, 200)), max_size=4)
)
def test_play_and_breaks_that_do_not_overlap_make_up_the_time(
    since: int, lasts: int, pauses: list[tuple[int, int]]
) -> None:
    start = at("08:00")
    breaks, free = [], 0
    for begins, minutes in sorted(pauses):
        begins_at = max(begins, free)
        free = begins_at + minutes
        breaks.append(Break(start + timedelta(minutes=begins_at), start + timedelta(minutes=free)))
    first, last = since, since + lasts

    played = play_since(start + timedelta(minutes=first), start + timedelta(minutes=last), breaks)

    paused = {minute for each in breaks for minute in range(_minute(each.begins, start), _minute(each.ends, start))}
    assert played == timedelta(minutes=len(set(range(first, last)) - paused))


def _minute(time: datetime | None, start: datetime) -> int:
    assert time is not None
    return int((time - start).total_seconds() // 60)
