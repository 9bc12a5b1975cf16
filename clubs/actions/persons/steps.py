"""What the actions about people share."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from django.db.models import Exists, Max, OuterRef, QuerySet

from clubs.models import Club, Person, PersonDetails, PersonErasure, PersonMerge
from journal.models import counts
from journal.refusals import Refused, Superseded, Unknown, Unreadable
from rules.errors import RuleBroken
from rules.naming import LONGEST, read_name, read_optional

_FEDERATION = re.compile(r"([A-Za-z]{2,12})[ :#-]+([A-Za-z0-9./-]{1,20})")


@dataclass(frozen=True, slots=True)
class PersonSheet:
    """What is entered about a person; the words are those of ``PersonDetails``."""

    name: str
    latin: str = ""
    home_club: str = ""
    country: str = ""
    federations: str = ""
    adult_on: str = ""


WORDS = tuple(each.name for each in fields(PersonSheet))


def person_of(pk: int) -> Person:
    """Return a person with club and stream. Raises Unknown ``person.unknown``."""
    person = Person.objects.filter(counts(), pk=pk).select_related("club__stream").first()
    if person is None:
        raise Unknown("person.unknown")
    return person


def must_count(person: Person) -> None:
    """Refuse a person who is no longer a row of their own, read under the lock.

    Raises Unknown ``person.unknown``, Superseded ``person.merged``, Refused ``person.erased``.
    """
    if not Person.objects.filter(counts(), pk=person.pk).exists():
        raise Unknown("person.unknown")
    merge = PersonMerge.objects.filter(counts(), gone=person).first()
    if merge is not None:
        raise Superseded("person.merged", into=merge.into_id)
    if PersonErasure.objects.filter(person=person).exists():
        raise Refused("person.erased", person=person.pk)


def latest_details(person: int) -> PersonDetails:
    """Return the details that count."""
    return PersonDetails.objects.filter(counts(), person=person).order_by("-turn")[0]


def next_turn(person: int) -> int:
    """Return the next turn of a person's details; one that was undone is not given out again."""
    return (PersonDetails.objects.filter(person=person).aggregate(last=Max("turn"))["last"] or 0) + 1


def next_number(club: Club) -> int:
    """Return the number of the next person of a club."""
    return (Person.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0) + 1


def new_details(person: Person, sheet: PersonSheet, turn: int = 1) -> PersonDetails:
    """Return unsaved details as they were entered.

    Raises RuleBroken ``name.…``; Unreadable ``federation.unreadable``, ``adult_on.unreadable``.
    """
    return PersonDetails(
        person=person,
        turn=turn,
        name=read_name(sheet.name),
        latin=read_optional(sheet.latin),
        home_club=read_optional(sheet.home_club),
        country=read_optional(sheet.country, longest=40),
        federations=read_federations(sheet.federations),
        adult_on=read_day(sheet.adult_on, "adult_on.unreadable"),
    ).sealing()


def read_federations(text: str) -> str:
    """Return federation ids in one way of writing: ``WBGF 123, UKBGF 7``. Raises Unreadable."""
    ids = []
    for each in re.split(r"[,;\n]", text):
        if each.strip():
            match = _FEDERATION.fullmatch(each.strip())
            if match is None:
                raise Unreadable("federation.unreadable", got=each.strip()[:40])
            ids.append(f"{match[1].upper()} {match[2]}")
    joined = ", ".join(dict.fromkeys(ids))
    if len(joined) > 200:
        raise RuleBroken("name.long", length=len(joined), longest=200)
    return joined


def read_day(text: str, code: str) -> str:
    """Return a day as ``2026-11-23``, empty without one. Raises Unreadable with this code."""
    if not text.strip():
        return ""
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise Unreadable(code, got=text.strip()[:40]) from None


def read_line(text: str, longest: int = LONGEST) -> str:
    """Return a line of a contact. Raises RuleBroken ``name.…``."""
    return read_optional(text, longest=longest)


def refuse_taken(club: int, details: Sequence[PersonDetails]) -> None:
    """Refuse a federation id that another person of the club has. Raises Refused ``federation.taken``."""
    wanted: dict[str, int | None] = {}
    for new in details:
        for each in ids_in(new.federations):
            if each in wanted:
                raise Refused("federation.taken", id=each, person=None)
            wanted[each] = new.person_id
    if not wanted:
        return
    for row in counting_details(club).exclude(federations=""):
        for each in ids_in(row.federations):
            if each in wanted and wanted[each] != row.person_id:
                raise Refused("federation.taken", id=each, person=row.person_id)


def ids_in(federations: str) -> list[str]:
    """Return the federation ids in a stored list of them."""
    return [each for each in federations.split(", ") if each]


def counting_details(club: int) -> QuerySet[PersonDetails]:
    """Return the details that count of everyone in a club who was not merged into another."""
    later = PersonDetails.objects.filter(counts(), person=OuterRef("person"), turn__gt=OuterRef("turn"))
    gone = PersonMerge.objects.filter(counts(), gone=OuterRef("person"))
    live = PersonDetails.objects.filter(counts(), counts("person__record_id"), person__club=club)
    return live.filter(~Exists(later), ~Exists(gone))


def about(person: int, *makes: str, needs: Iterable[str] = ()) -> dict[str, Any]:
    """Return what a record about a person says: later ones that ``need`` what it ``makes`` are undone first."""
    return {"person": person, "makes": list(makes), "needs": [f"person:{person}", *needs]}


def group_of(person: int) -> list[int]:
    """Return a person and everyone who was merged into them, at any depth."""
    merges = PersonMerge.objects.filter(counts(), into__club__persons=person).values_list("gone", "into")
    group, grown = [person], True
    while grown:
        more = [gone for gone, into in merges if into in group and gone not in group]
        grown = bool(more)
        group += more
    return group


def open_person(person: int) -> tuple[Person, str]:
    """Return a person and the name of their club's stream. Raises Unknown ``person.unknown``."""
    row = person_of(person)
    return row, row.club.stream.name
