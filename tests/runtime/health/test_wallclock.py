"""A clock that jumped is noticed; sleeping, drifting and small corrections are no jumps."""

from datetime import UTC, datetime, timedelta

from runtime.health.wallclock import WallClock

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_a_jump_is_what_the_time_of_day_moved_beyond_the_time_that_passed() -> None:
    passed = iter([100.0, 110.0, 120.0, 130.0])
    clock = WallClock(lambda: next(passed))

    jumps = [
        clock.check(NOON),
        clock.check(NOON + timedelta(seconds=12)),
        clock.check(NOON + timedelta(days=400)),
        clock.check(NOON + timedelta(seconds=30)),
    ]

    assert jumps[:2] == [timedelta(0), timedelta(0)]
    assert jumps[2] == timedelta(days=400) - timedelta(seconds=22)
    assert jumps[3] == -timedelta(days=400) + timedelta(seconds=20)
    assert clock.jumped_at == NOON + timedelta(seconds=30)


def test_a_night_of_sleep_is_no_jump() -> None:
    passed = iter([100.0, 100.0 + 8 * 3600])
    clock = WallClock(lambda: next(passed))
    clock.check(NOON)

    assert clock.check(NOON + timedelta(hours=8)) == timedelta(0)
    assert clock.jumped_at is None
