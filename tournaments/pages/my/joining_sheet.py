"""The contents of the pages before a phone is signed in."""

from dataclasses import dataclass

from tournaments.models import Link
from tournaments.read.entrants.listed import in_order_of_names
from tournaments.read.entrants.names import names_in


@dataclass(frozen=True, slots=True)
class LinkSheet:
    """The player of a link, and the event."""

    name: str
    event: str
    tournament: str


def link_sheet(link: Link) -> LinkSheet:
    """Return whose link it is; ``link`` was read with its event and tournament."""
    event = link.entrant.event
    return LinkSheet(names_in(event.pk)[link.entrant_id], event.name, event.tournament.name)


def names_to_choose(event: int) -> list[tuple[int, str]]:
    """Return the entrants of an event, sorted by name: ``17 Ömer Yıldırım``."""
    return [(entrant, f"{number} {name}") for entrant, number, name in in_order_of_names(event)]
