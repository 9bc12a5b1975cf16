"""Entrants and the people of the club that they are."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from clubs.models import PersonErasure
from clubs.read.persons.rows import PersonRow, into_of, person_rows
from clubs.read.persons.search import suggested
from journal.book import read_body
from journal.models import counts
from tournaments.models import Entrant, EntrantPerson, Event, Particulars


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """An entrant, the person they are, and who they may be; ``sure`` if there is one only, hardly named otherwise."""

    entrant: int
    number: int
    name: str
    club: str
    country: str
    person: PersonRow | None
    suggestions: tuple[PersonRow, ...]
    sure: bool


def linked_in(event: int) -> dict[int, int]:
    """Return entrant → person of an event, as they were linked: one statement."""
    links = EntrantPerson.objects.filter(counts(), entrant__event=event).order_by("record", "pk")
    last = dict(links.values_list("entrant", "person"))
    return {entrant: person for entrant, person in last.items() if person is not None}


def entries_of(persons: Collection[int]) -> list[int]:
    """Return the entrants that are one of these people now, of all events: two statements."""
    entrants = EntrantPerson.objects.filter(counts(), person__in=persons).values_list("entrant", flat=True)
    links = EntrantPerson.objects.filter(counts(), entrant__in=list(entrants)).order_by("record", "pk")
    last = dict(links.values_list("entrant", "person"))
    return [entrant for entrant, person in last.items() if person in persons]


def entrants_and_people(event: Event) -> list[EntrantLine]:
    """Return the entrants of an event with the people of the club that they are or may be."""
    club = event.tournament.club_id
    everyone = person_rows(club)
    by_key = {row.id: row for row in everyone}
    into, linked = into_of(club), linked_in(event.pk)
    taken = {into.get(person, person) for person in linked.values()}
    free = [row for row in everyone if row.id not in taken]
    lines = []
    for each in _latest(event.pk):
        key = linked.get(each.entrant_id)
        person = by_key.get(into.get(key, key)) if key is not None else None
        hits = [] if person else suggested(free, each.name, each.club, each.country)
        lines.append(
            EntrantLine(
                each.entrant_id,
                each.entrant.number,
                each.name,
                each.club,
                each.country,
                person,
                tuple(row for row, _ in hits),
                any(sure for _, sure in hits),
            )
        )
    return lines


def _latest(event: int) -> Iterable[Particulars]:
    rows = Particulars.objects.filter(counts(), counts("entrant__record_id"), entrant__event=event)
    return {
        each.entrant_id: each for each in rows.select_related("entrant").order_by("entrant__number", "turn")
    }.values()


def current_entries(persons: Collection[int]) -> list[Entrant]:
    """Return the entrants that are one of these people in events that are not closed, with event and tournament."""
    rows = Entrant.objects.filter(counts(), pk__in=entries_of(persons), event__closed=False)
    return list(rows.select_related("event__tournament", "event__current_draw").order_by("-pk"))


def entries_to_erase(record: int) -> tuple[dict[int, list[int]], str]:
    """Return tournament → entrants of the people whom a record erased, and the name that they are left."""
    erasure = PersonErasure.objects.select_related("record", "person").get(record=record)
    group = read_body(erasure.record)["group"]
    entrants = Entrant.objects.filter(pk__in=entries_of(group)).values_list("event__tournament", "pk")
    by_tournament = defaultdict[int, list[int]](list)
    for tournament, entrant in entrants.order_by("pk"):
        by_tournament[tournament].append(entrant)
    return by_tournament, f"Player {erasure.person.code}"


def own_entries(persons: tuple[int, ...]) -> dict[str, Any]:
    """Return what tournaments keep about a person, for the file of their own data."""
    entered = Particulars.objects.filter(counts(), entrant__in=entries_of(persons)).select_related(
        "entrant__event__tournament"
    )
    return {
        "entries": [
            {
                "tournament": each.entrant.event.tournament.name,
                "event": each.entrant.event.name,
                "number": each.entrant.number,
                "name": each.name,
                "club": each.club,
                "country": each.country,
                "rating": each.rating,
            }
            for each in entered.order_by("entrant", "turn")
        ]
    }
