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
from rules.members import Member
from tournaments.models import Entrant, EntrantPerson, Event, Particulars


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """An entrant, the person they are, and who they may be; ``sure`` if there is one only, hardly named otherwise.

    ``seat`` is the member of an entrant of several people that the line is about, 0 for a single person.
    """

    entrant: int
    number: int
    name: str
    club: str
    country: str
    person: PersonRow | None
    suggestions: tuple[PersonRow, ...]
    sure: bool
    seat: int = 0

    @property
    def field(self) -> str:
        """The name of the field in which the desk links them."""
        return f"e{self.entrant}-{self.seat}" if self.seat else f"e{self.entrant}"


def linked_in(event: int) -> dict[int, int]:
    """Return entrant → person of an event, as they were linked: one statement."""
    links = EntrantPerson.objects.filter(counts(), seat=0, entrant__event=event).order_by("record", "pk")
    last = dict(links.values_list("entrant", "person"))
    return {entrant: person for entrant, person in last.items() if person is not None}


def linked_seats(event: int) -> dict[tuple[int, int], int]:
    """Return (entrant, seat) → person of an event, as they were linked: one statement."""
    links = EntrantPerson.objects.filter(counts(), entrant__event=event).order_by("record", "pk")
    return _last(links.values_list("entrant", "seat", "person"))


def entries_of(persons: Collection[int]) -> list[int]:
    """Return the entrants that are one of these people now, or have them as a member, of all events: two statements."""
    return list(dict.fromkeys(entrant for entrant, _ in seats_of(persons)))


def seats_of(persons: Collection[int]) -> list[tuple[int, int]]:
    """Return (entrant, seat) of all events in which one of these people stands now: two statements."""
    entrants = EntrantPerson.objects.filter(counts(), person__in=persons).values_list("entrant", flat=True)
    links = EntrantPerson.objects.filter(counts(), entrant__in=list(entrants)).order_by("record", "pk")
    last = _last(links.values_list("entrant", "seat", "person"))
    return [seat for seat, person in last.items() if person in persons]


def _last(rows: Iterable[Any]) -> dict[tuple[int, int], int]:
    last = {(entrant, seat): person for entrant, seat, person in rows}
    return {seat: person for seat, person in last.items() if person is not None}


def entrants_and_people(event: Event) -> list[EntrantLine]:
    """Return the entrants of an event, each member of theirs, with the people of the club that they are or may be."""
    club = event.tournament.club_id
    everyone = person_rows(club)
    by_key = {row.id: row for row in everyone}
    into, linked = into_of(club), linked_seats(event.pk)
    taken = {into.get(person, person) for person in linked.values()}
    free = [row for row in everyone if row.id not in taken]
    lines = []
    for each in _latest(event.pk):
        people = each.people or (Member(each.name, each.club, each.country),)
        for seat, member in enumerate(people, start=1 if each.members else 0):
            key = linked.get((each.entrant_id, seat))
            person = by_key.get(into.get(key, key)) if key is not None else None
            hits = [] if person else suggested(free, member.name, member.club, member.country)
            rows, sure = tuple(row for row, _ in hits), any(sure for _, sure in hits)
            about = (each.entrant_id, each.entrant.number, member.name, member.club, member.country)
            lines.append(EntrantLine(*about, person, rows, sure, seat))
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


def entries_to_erase(record: int) -> tuple[dict[int, list[tuple[int, int]]], str]:
    """Return tournament → (entrant, seat) of the people whom a record erased, and the name that they are left."""
    erasure = PersonErasure.objects.select_related("record", "person").get(record=record)
    group = read_body(erasure.record)["group"]
    seats = sorted(seats_of(group))
    entrants = Entrant.objects.filter(pk__in={entrant for entrant, _ in seats})
    tournaments = dict(entrants.values_list("pk", "event__tournament"))
    by_tournament = defaultdict[int, list[tuple[int, int]]](list)
    for entrant, seat in seats:
        by_tournament[tournaments[entrant]].append((entrant, seat))
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
