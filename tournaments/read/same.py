"""Who plays in several events of a tournament: entrants by the people that they are.

Source: docs/rules/several-events.md.
"""

from collections.abc import Iterable, Mapping

from django.db.models import OuterRef, Subquery

from clubs.read.persons.rows import into_of
from journal.models import counts
from rules.people import Entry, same_people
from tournaments.models import EntrantPerson
from tournaments.read.names import EntrantName


def person_of(entrant: str) -> Subquery:
    """Return the person whom an entrant was linked to last, as a column of a query with the path ``entrant``."""
    links = EntrantPerson.objects.filter(counts(), entrant=OuterRef(entrant)).order_by("-record", "-pk")
    return Subquery(links.values("person")[:1])


def people_of(entered: Iterable[EntrantName], club: int) -> Mapping[int, frozenset[int]]:
    """Return entrant → the people they are, among the entrants of a tournament of this club.

    One statement where any of them is linked to a person, else none.
    """
    everyone = list(entered)
    into = into_of(club) if any(each.person for each in everyone) else {}
    same = same_people(
        Entry(each.entrant, each.event, each.name, each.club, into.get(each.person or 0, each.person))
        for each in everyone
    )
    return {entrant: frozenset({person}) for entrant, person in same.items()}
