"""How far an event has come, as the row of points under its title."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from clubs.read.points import Point, row_of_points, shapes
from tournaments.read.draws.view import DrawView


@dataclass(frozen=True, slots=True)
class Progress:
    """``matches`` are those that two play or will play, ``on`` those on now: played, or called to a table."""

    played: int
    on: int
    matches: int
    points: tuple[Point, ...]

    @property
    def shapes(self) -> list[tuple[str, str]]:
        """The row of points as it is drawn: each state with the path of its points."""
        return list(shapes(self.points))

    @property
    def over(self) -> bool:
        return self.matches > 0 and self.played == self.matches


def progress_in(draws: Iterable[DrawView]) -> Progress:
    """Return how far draws have come. A match counts once two will come, so that none is left at the end."""
    played = on = to_play = 0
    for draw in draws:
        states = Counter(match.state for match in draw.matches)
        played += sum(matches for state, matches in states.items() if state.has_ended)
        on += sum(matches for state, matches in states.items() if state.is_on)
        to_play += draw.waiting(0).certain()
    return progress_of(played, on, played + to_play)


def progress_of(played: int, on: int, matches: int) -> Progress:
    """Return the row of points for so many matches: a match on now is never without one, nor is one to come."""
    return Progress(played, on, matches, row_of_points(played, on, matches))
