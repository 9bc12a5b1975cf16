"""The line on top of a page: where one is, and where one can go."""

from dataclasses import dataclass

from tournaments.models import Event, Tournament


@dataclass(frozen=True, slots=True)
class Nav:
    """``current`` is one of desk, draw, entrants, memory, papers, setup, matches, places, front.

    ``staff`` also sees the desk.

    ``event`` is the event that the places lead to, None for a tournament without one.
    """

    tournament: int
    name: str
    event: int | None
    current: str
    staff: bool = False


def nav_of_event(event: Event, current: str, *, staff: bool = False) -> Nav:
    """Return the line on top of a page of an event that was read with its tournament."""
    return Nav(event.tournament_id, event.tournament.name, event.pk, current, staff)


def nav_of_tournament(tournament: Tournament, event: int | None, current: str, *, staff: bool = False) -> Nav:
    """Return the line on top of a page of a tournament; ``event`` is the one its places lead to."""
    return Nav(tournament.pk, tournament.name, event, current, staff)
