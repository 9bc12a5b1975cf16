"""Events of pairs and teams, as their tests begin."""

from typing import Any

from tests.factories import a_caller, a_format, a_tournament
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import open_event
from tournaments.models import Entrant, Event, Tournament
from tournaments.read.entrants.listed import entrant_list

PAIRS = [
    "Falk Brenner (Graz) / Petra Horvat (Graz)", "Ömer Yıldırım (Ankara) / Ainhoa Etxeberria (Bilbao)",
    "Sten Kjærgaard / Hannah Lindqvist", "Gorka Iturbe (Bilbao) / Tereza Nováková (Praha)",
]  # fmt: skip


def an_event_of(kind: str = "pair", tournament: Tournament | None = None, **more: Any) -> Event:
    """Return an event of pairs or teams of which nobody is entered."""
    tournament = tournament or a_tournament()
    return open_event(tournament.pk, "Doubles", a_format(**more), a_caller(), {"entrants": kind})


def an_event_of_pairs(*entered: str, tournament: Tournament | None = None, **more: Any) -> Event:
    """Return an event of these pairs, four without any."""
    event = an_event_of("pair", tournament, **more)
    enter(event.pk, [Entry(each) for each in entered or PAIRS], a_caller())
    return event


def pair_of(event: Event, name: str) -> int:
    """Return the entrant with this member."""
    return next(each.id for each in entrant_list(event.pk) if name in {one.name for one in each.members})


def entered(event: Event) -> list[str]:
    """Return the names of the entrants of an event."""
    return [each.name for each in entrant_list(event.pk)]


def entrants_of(event: Event) -> list[Entrant]:
    return list(Entrant.objects.filter(event=event).order_by("number"))
