"""The people of a club as its pages show them: in a fixed number of statements, however many there are."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Q

from clubs.models import Membership, MembershipEnd, Person, PersonDetails, PersonErasure, PersonMerge
from journal.models import counts
from journal.refusals import Superseded, Unknown


@dataclass(frozen=True, slots=True)
class MembershipLine:
    """A time in which a person belongs to the club; ``ends_on`` is its last day, None if it is open."""

    id: int
    kind: str
    starts_on: date
    ends_on: date | None

    def is_on(self, today: date) -> bool:
        """Whether it covers a day."""
        return self.starts_on <= today and (self.ends_on is None or today <= self.ends_on)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person with the details that count. ``merged`` are the keys of the rows that were merged into this one."""

    id: int
    club: int
    number: int
    turn: int
    name: str
    latin: str
    folded: str
    home_club: str
    country: str
    federations: str
    adult_on: str
    erased: bool = False
    merged: tuple[int, ...] = ()
    memberships: tuple[MembershipLine, ...] = ()

    def is_minor(self, today: date) -> bool:
        """Whether only the first name and an initial are public."""
        return bool(self.adult_on) and today.isoformat() < self.adult_on

    def shown(self, today: date) -> str:
        """Return the name as everyone may see it: ``Mia K.`` for a minor."""
        words = self.name.split()
        return f"{words[0]} {words[-1][0]}." if self.is_minor(today) and len(words) > 1 else self.name

    def kind(self, today: date) -> str:
        """Return the kind of membership on a day, empty without one."""
        return next((each.kind for each in self.memberships if each.is_on(today)), "")

    @property
    def code(self) -> str:
        """The code that stands for this person once they are erased."""
        return Person(number=self.number).code

    @property
    def group(self) -> tuple[int, ...]:
        """The keys of this row and of all that were merged into it."""
        return (self.id, *self.merged)


def person_rows(club: int) -> list[PersonRow]:
    """Return everyone in a club who counts, by name as folded; four statements."""
    return sorted(_rows(Q(club=club)).values(), key=lambda row: (row.folded, row.number))


def person_row(pk: int) -> PersonRow:
    """Return one person. Raises Unknown ``person.unknown``, Superseded ``person.merged`` with whom they are now."""
    club = Person.objects.filter(counts(), pk=pk).values_list("club", flat=True).first()
    if club is None:
        raise Unknown("person.unknown")
    into = into_of(club)
    if pk in into:
        raise Superseded("person.merged", into=into[pk])
    group = [pk, *(gone for gone, last in into.items() if last == pk)]
    return _rows(Q(pk__in=group), into)[pk]


def into_of(club: int) -> dict[int, int]:
    """Return every merged person → the person for whom their rows count now: one statement."""
    direct = dict(PersonMerge.objects.filter(counts(), gone__club=club).values_list("gone", "into"))
    return {gone: _last(gone, direct) for gone in direct}


def _last(person: int, direct: dict[int, int]) -> int:
    seen = set[int]()
    while person in direct and person not in seen:
        seen.add(person)
        person = direct[person]
    return person


def _rows(who: Q, into: dict[int, int] | None = None) -> dict[int, PersonRow]:
    persons = {row.pk: row for row in Person.objects.filter(counts(), who)}
    if not persons:
        return {}
    club = next(iter(persons.values())).club_id
    into = into_of(club) if into is None else into
    wanted = Q(person__in=persons) if len(persons) < 50 else Q(person__club=club)
    details: dict[int, PersonDetails] = {}
    for each in PersonDetails.objects.filter(wanted, counts()).order_by("person", "turn"):
        details[each.person_id] = each
    erased = set(PersonErasure.objects.filter(wanted).values_list("person", flat=True))
    held = _memberships(wanted, into)
    rows = {
        pk: _row(persons[pk], each, erased, tuple(held.get(pk, ()))) for pk, each in details.items() if pk in persons
    }
    for gone, last in into.items():
        if gone in rows and last in rows:
            rows[last] = replace(rows[last], merged=(*rows[last].merged, gone))
    return {pk: row for pk, row in rows.items() if pk not in into}


def _row(
    person: Person, details: PersonDetails, erased: set[int], memberships: tuple[MembershipLine, ...]
) -> PersonRow:
    return PersonRow(
        id=person.pk,
        club=person.club_id,
        number=person.number,
        turn=details.turn,
        name=details.name,
        latin=details.latin,
        folded=details.folded,
        home_club=details.home_club,
        country=details.country,
        federations=details.federations,
        adult_on=details.adult_on,
        erased=person.pk in erased,
        memberships=memberships,
    )


def _memberships(who: Q, into: dict[int, int]) -> dict[int, list[MembershipLine]]:
    held = Membership.objects.filter(who, counts()).order_by("starts_on", "pk")
    ended = MembershipEnd.objects.filter(counts(), membership__in=held.values("pk")).order_by("pk")
    ends = dict(ended.values_list("membership", "ends_on"))
    lines = defaultdict[int, list[MembershipLine]](list)
    for each in held:
        line = MembershipLine(each.pk, each.kind, each.starts_on, ends.get(each.pk, each.ends_on))
        lines[into.get(each.person_id, each.person_id)].append(line)
    return lines


def club_of_membership(pk: int) -> tuple[int, int]:
    """Return the club and the person of a membership. Raises Unknown ``membership.unknown``."""
    held = Membership.objects.filter(counts(), pk=pk).values_list("person__club", "person").first()
    if held is None:
        raise Unknown("membership.unknown")
    return held[0], into_of(held[0]).get(held[1], held[1])


def names_of_persons(keys: Iterable[int]) -> dict[int, str]:
    """Return person → the name that counts, of those merged into others too: one statement."""
    details = PersonDetails.objects.filter(counts(), person__in=list(keys)).order_by("person", "turn")
    return dict(details.values_list("person", "name"))
