"""Notice a clock that jumped: the time of day moved, and the time since the machine started did not.

Sleeping is no jump: where the system has a clock that goes on meanwhile, that one is compared.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta

# A clock set by the network moves in small steps; more than this is a jump.
LEAST_JUMP = timedelta(seconds=30)
# How far in the future the last record may lie before the clock must be wrong.
LEAST_BEHIND = timedelta(minutes=2)


def running_seconds() -> float:
    """Return seconds since some moment, also while the machine slept."""
    if hasattr(time, "CLOCK_BOOTTIME"):  # Linux
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class WallClock:
    """Compares the time of day with the time that has passed."""

    def __init__(self, passed: Callable[[], float] = running_seconds) -> None:
        self._passed = passed
        self._before: tuple[datetime, float] | None = None
        self.jump = timedelta(0)
        self.jumped_at: datetime | None = None

    def check(self, now: datetime) -> timedelta:
        """Return how far the clock jumped since the last check, zero for not; the last jump is remembered."""
        passed, before = self._passed(), self._before
        self._before = (now, passed)
        if before is None:
            return timedelta(0)
        jump = (now - before[0]) - timedelta(seconds=passed - before[1])
        if abs(jump) < LEAST_JUMP:
            return timedelta(0)
        self.jump, self.jumped_at = jump, now
        return jump
