"""The people whom a user claimed: one in each club at most, or several where rows were not merged."""

from dataclasses import dataclass

from clubs.models import Club, PersonClaim
from clubs.read.persons.rows import PersonRow, into_of, person_row
from journal.actors import Actor
from journal.models import counts


@dataclass(frozen=True, slots=True)
class OwnPerson:
    """A person whom the user claimed, in a club."""

    club: Club
    row: PersonRow


def own_people(user: int) -> list[OwnPerson]:
    """Return the people whom a user claimed, by club."""
    claims = PersonClaim.objects.filter(counts(), counts("person__record_id"), user=user).select_related("person__club")
    people: dict[int, OwnPerson] = {}
    for claim in claims.order_by("person__club", "pk"):
        club = claim.person.club
        key = into_of(club.pk).get(claim.person_id, claim.person_id)
        people.setdefault(key, OwnPerson(club, person_row(key)))
    return list(people.values())


def is_own(actor: Actor, row: PersonRow) -> bool:
    """Whether the actor claimed this person."""
    claims = PersonClaim.objects.filter(counts(), person__in=row.group, user=actor.number, user__is_active=True)
    return actor.kind == "user" and claims.exists()
