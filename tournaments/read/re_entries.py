"""Who entered an event again: entries by the first entry of their player."""

from collections.abc import Iterable, Mapping

from django.db.models import Q

from journal.models import counts
from tournaments.models import Event, Reentry
from tournaments.read.events import conditions_of


def first_entries(event: Event) -> dict[int, int]:
    """Return re-entry → the first entry of its player: one statement, none where nobody may enter again."""
    if not conditions_of(event).re_entry.times:
        return {}
    return dict(Reentry.objects.filter(counts(), entrant__event=event).values_list("entrant", "first"))


def first_entries_among(events: Iterable[Event]) -> dict[int, int]:
    """Return the same for several events: one statement, none where nobody may enter again."""
    open_ = [event.pk for event in events if conditions_of(event).re_entry.times]
    if not open_:
        return {}
    return dict(Reentry.objects.filter(counts(), entrant__event__in=open_).values_list("entrant", "first"))


def number_of_people(entrants: Iterable[int], first: Mapping[int, int]) -> int:
    """Return how many players or pairs these entrants are: another entry of one who is counted counts no more."""
    return len({first.get(each, each) for each in entrants})


def entries_of_one(entrant: int) -> list[int]:
    """Return all entries of the player of an entry, the first one first: one statement."""
    mine = Reentry.objects.filter(counts(), entrant=entrant).values("first")
    again = Reentry.objects.filter(counts()).filter(Q(first=entrant) | Q(first__in=mine)).order_by("pk")
    rows = list(again.values_list("first", "entrant"))
    return [rows[0][0], *(each for _, each in rows)] if rows else [entrant]
