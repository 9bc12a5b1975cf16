"""How far something has come, as a row of points: 24 of them, 12 + bar + 12, as on the board."""

from dataclasses import dataclass

POINTS = 24


@dataclass(frozen=True, slots=True)
class Point:
    """One of 24 points, 12 + bar + 12: ``state`` is done, now or todo; ``x`` is its left corner in the drawing."""

    state: str
    x: int


def row_of_points(done: int, on: int, of: int) -> tuple[Point, ...]:
    """Return the row for so many: what is on now is never without a point, nor is what is to come."""
    filled = POINTS * done // of if of else 0
    now = min(POINTS - filled, max(1, round(POINTS * on / of))) if on and of else 0
    states = ["done"] * filled + ["now"] * now + ["todo"] * (POINTS - filled - now)
    return tuple(Point(state, _left(at)) for at, state in enumerate(states))


def _left(at: int) -> int:
    """Return where a point begins: 15 wide, and 12 more for the bar in the middle."""
    return 15 * at + (12 if at >= POINTS // 2 else 0)
