"""A progress bar drawn as the 24 points of a board: 12, the bar, 12."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

POINTS = 24


@dataclass(frozen=True, slots=True)
class Point:
    """One of the 24 points: ``state`` is done, now or todo; ``x`` is its left corner in the drawing."""

    state: str
    x: int


def row_of_points(done: int, on: int, of: int) -> tuple[Point, ...]:
    """Return the points for ``done`` and ``on`` (in progress) out of ``of``; ``on`` above 0 gets at least one."""
    filled = POINTS * done // of if of else 0
    now = min(POINTS - filled, max(1, round(POINTS * on / of))) if on and of else 0
    states = ["done"] * filled + ["now"] * now + ["todo"] * (POINTS - filled - now)
    return tuple(Point(state, _left(at)) for at, state in enumerate(states))


def shapes(points: Iterable[Point]) -> Iterator[tuple[str, str]]:
    """Yield each state that some of the points have, with the path that draws these, 36 high."""
    for state, alike in groupby(points, key=lambda each: each.state):
        yield state, "".join(f"M{each.x + 1} 34l6.5-33 6.5 33z" for each in alike)


def _left(at: int) -> int:
    """Return the left corner of a point: points are 15 wide, the bar 12."""
    return 15 * at + (12 if at >= POINTS // 2 else 0)
