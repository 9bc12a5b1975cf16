"""What a phone is shown before it has come in."""

from dataclasses import dataclass

from rules.desk.names import folded
from tournaments.models import Contact, Link, Particulars
from tournaments.models.cards import names_of


@dataclass(frozen=True, slots=True)
class LinkSheet:
    """Whose link it is, and where he plays."""

    name: str
    event: str
    tournament: str


def link_sheet(link: Link) -> LinkSheet:
    """Return whose link it is; ``link`` was read with its event and tournament."""
    event = link.entrant.event
    return LinkSheet(names_of([link.entrant_id])[link.entrant_id], event.name, event.tournament.name)


def contact_of(entrant: int) -> str:
    """Return the mail address of an entrant, empty for none: for the desk and himself only."""
    return Contact.objects.filter(entrant=entrant).values_list("email", flat=True).first() or ""


def names_to_choose(event: int) -> list[tuple[int, str]]:
    """Return everybody entered in an event, sorted by name: ``17 Ömer Yıldırım``."""
    return [(entrant, f"{number} {name}") for entrant, number, name in in_order_of_names(event)]


def in_order_of_names(event: int) -> list[tuple[int, int, str]]:
    """Return everybody entered in an event with his number and name, sorted by name."""
    told = Particulars.objects.filter(
        entrant__event=event, record__undo__isnull=True, entrant__record__undo__isnull=True
    )
    rows = told.order_by("turn").values_list("entrant", "entrant__number", "name")
    found = {entrant: (entrant, number, name) for entrant, number, name in rows}
    return sorted(found.values(), key=lambda each: (folded(each[2]), each[1]))
