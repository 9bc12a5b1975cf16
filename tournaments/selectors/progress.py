"""How far an event has come, as the row of points under its title."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.draws.derive import Status
from tournaments.models import Match

POINTS = 24


@dataclass(frozen=True, slots=True)
class Point:
    """One of 24 points, 12 + bar + 12: ``state`` is done, now or todo; ``x`` is its left corner in the drawing."""

    state: str
    x: int


@dataclass(frozen=True, slots=True)
class Progress:
    """``matches`` are those that two play or will play, ``on`` those on now."""

    played: int
    on: int
    matches: int
    points: tuple[Point, ...]

    @property
    def over(self) -> bool:
        return self.matches > 0 and self.played == self.matches


def progress(matches: Iterable[Match]) -> Progress:
    """Return how far ``matches`` have come; byes and empty matches are nobody's."""
    counted = [each for each in matches if each.status not in (Status.BYE, Status.VOID)]
    played = sum(each.status == Status.FINISHED for each in counted)
    on = sum(each.status == Status.OPEN and each.begun for each in counted)
    return progress_of(played, on, len(counted))


def progress_of(played: int, on: int, matches: int) -> Progress:
    """Return the row of points for so many matches: a match on now is never without one, nor is one to come."""
    done = POINTS * played // matches if matches else 0
    now = min(POINTS - done, max(1, round(POINTS * on / matches))) if on else 0
    states = ["done"] * done + ["now"] * now + ["todo"] * (POINTS - done - now)
    return Progress(played, on, matches, tuple(Point(state, _left(at)) for at, state in enumerate(states)))


def _left(at: int) -> int:
    """Return where a point begins: 15 wide, and 12 more for the bar in the middle."""
    return 15 * at + (12 if at >= POINTS // 2 else 0)
