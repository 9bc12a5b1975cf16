"""Who plays in several events of a tournament: entrants and their members by the people that they are.

Source: docs/rules/several-events.md.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cache

from django.db import connection
from django.db.models import OuterRef, Q, Subquery

from clubs.read.persons.rows import into_of
from journal.models import counts
from journal.statements import Blank, written_out
from rules.people import Entry, same_people
from tournaments.models import EntrantPerson
from tournaments.read.entrants.names import EntrantName, last_names, name_rows

# More than an entrant has members.
_SEATS = 16


def person_of(entrant: str) -> Subquery:
    """Return the person whom an entrant was linked to last, as a column of a query with the path ``entrant``."""
    links = EntrantPerson.objects.filter(counts(), seat=0, entrant=OuterRef(entrant)).order_by("-record", "-pk")
    return Subquery(links.values("person")[:1])


@cache
def _statement(vendor: str) -> str:
    return written_out(name_rows(Q(entrant__event__tournament=Blank("tournament")), person_of("entrant")))


def entered_people(tournament: int) -> list[EntrantName]:
    """Return the names of all entrants of a tournament with the persons they are, by event in order of entry.

    One statement.
    """
    with connection.cursor() as cursor:
        cursor.execute(_statement(connection.vendor), {"tournament": tournament})
        return last_names(cursor.fetchall())


def people_of(entered: Iterable[EntrantName], club: int) -> Mapping[int, frozenset[int]]:
    """Return entrant → the people they are, among the entrants of a tournament of this club.

    One statement where any of them is linked to a person, one more where any has several members, else none.
    """
    everyone = list(entered)
    # Another entry of a player is the same people as the first one.
    again = {each.entrant: each.first for each in everyone if each.first is not None}
    several = {each.entrant: each.people for each in everyone if each.members and each.first is None}
    linked = members_linked(several) if several else {}
    into = into_of(club) if linked or any(each.person for each in everyone) else {}
    entries = [
        Entry(each.entrant, each.event, each.name, each.club, into.get(each.person or 0, each.person))
        for each in everyone
        if each.entrant not in several and each.first is None
    ]
    events = {each.entrant: each.event for each in everyone}
    seats = {_seat(entrant, at): entrant for entrant, people in several.items() for at in range(1, len(people) + 1)}
    for entrant, people in several.items():
        for at, member in enumerate(people, start=1):
            person = linked.get((entrant, at))
            known = into.get(person or 0, person)
            entries.append(Entry(_seat(entrant, at), events[entrant], member.name, member.club, known))
    same = same_people(entries)
    who: dict[int, set[int]] = {each.entrant: set() for each in everyone}
    for entry, person in same.items():
        who[seats.get(entry, entry)].add(person)
    return {entrant: frozenset(who[again.get(entrant, entrant)]) for entrant in who}


def members_linked(entrants: Collection[int]) -> dict[tuple[int, int], int]:
    """Return (entrant, seat) → the person whom a member was linked to last: one statement."""
    links = EntrantPerson.objects.filter(counts(), entrant__in=entrants, seat__gt=0).order_by("record", "pk")
    last = {(entrant, seat): person for entrant, seat, person in links.values_list("entrant", "seat", "person")}
    return {seat: person for seat, person in last.items() if person is not None}


def _seat(entrant: int, seat: int) -> int:
    """Return the id of a member among the entries: no entrant has one below zero."""
    return -(entrant * _SEATS + seat)
