"""How far an event has come, as the row of points under its title."""

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.read.points import Point, row_of_points
from rules.draws.match_state import State
from tournaments.read.matches.view import MatchView


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


def progress_in(matches: Iterable[MatchView]) -> Progress:
    """Return how far ``matches`` have come; byes and empty matches are nobody's."""
    states = [match.state for match in matches if not match.state.is_empty]
    return progress_of(sum(state.has_ended for state in states), states.count(State.PLAYING), len(states))


def progress_of(played: int, on: int, matches: int) -> Progress:
    """Return the row of points for so many matches: a match on now is never without one, nor is one to come."""
    return Progress(played, on, matches, row_of_points(played, on, matches))
