"""People from a file: all lines in one record, or nobody."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from clubs.actions.persons.details import write_contact
from clubs.actions.persons.memberships import held_memberships, membership
from clubs.actions.persons.steps import (
    WORDS,
    PersonSheet,
    latest_details,
    new_details,
    next_number,
    next_turn,
    refuse_taken,
)
from clubs.actions.roles import club_of
from clubs.models import Club, Membership, Person, PersonDetails
from clubs.permissions import may_direct, must
from clubs.read.persons.importing import ImportLine, read_import
from journal import book
from journal.models import Fact
from journal.refusals import Refused
from rules.errors import RuleBroken


@dataclass(frozen=True, slots=True)
class Imported:
    """How many people were added and changed, and the record's number, None where nothing was to do."""

    added: int
    changed: int
    record: int | None


def import_people(club: int, text: str, answers: Mapping[int, int | None], caller: book.Caller) -> Imported:
    """Add and change the people of a file; an empty cell leaves what is there.

    ``answers`` says of a line whom it means, None: somebody new. Raises as ``read_import``; Refused ``import.open``
    while a line is wrong or asks; whatever ``add_person`` refuses, with the ``line``.
    """
    club_row = club_of(club)
    with book.page(club_row.stream.name, caller) as page:
        must(may_direct(caller.actor, club))
        lines = read_import(club, text, answers)
        left = [line.number for line in lines if line.does in ("wrong", "ask")]
        if left:
            raise Refused("import.open", lines=left[:20])
        batch = _Batch(club_row, next_number(club_row), page.at.date())
        for line in lines:
            batch.take(line)
        if not batch.facts and not batch.contacts:
            return page.done(Imported(0, 0, None))
        return page.done(_write(page, club, batch))


class _Batch:
    """The facts of a file, unsaved; people first, so that their details can name them."""

    def __init__(self, club: Club, number: int, today: date) -> None:
        self.club, self.number, self.today = club, number, today
        self.persons: list[Person] = []
        self.details: list[PersonDetails] = []
        self.memberships: list[Membership] = []
        self.contacts: list[tuple[Person, dict[str, str]]] = []
        self.changed: set[int] = set()

    @property
    def facts(self) -> list[Fact]:
        return [*self.persons, *self.details, *self.memberships]

    def take(self, line: ImportLine) -> None:
        """Add what a line gives. Raises RuleBroken with the ``line``."""
        try:
            if line.does == "add":
                self._add(line)
            elif line.does == "change" and line.person is not None:
                self._change(line, Person.objects.get(pk=line.person))
        except RuleBroken as broken:
            broken.facts["line"] = line.number
            raise

    def _add(self, line: ImportLine) -> None:
        person = Person(club=self.club, number=self.number)
        self.number += 1
        self.persons.append(person)
        self.details.append(new_details(person, PersonSheet(**line.details)))
        self._rest(line, person)

    def _change(self, line: ImportLine, person: Person) -> None:
        now = latest_details(person.pk)
        before = PersonSheet(**{name: getattr(now, name) for name in WORDS})
        if replace(before, **line.details) != before:
            self.details.append(new_details(person, replace(before, **line.details), next_turn(person.pk)))
            self.changed.add(person.pk)
        self._rest(line, person)

    def _rest(self, line: ImportLine, person: Person) -> None:
        if line.contact:
            self.contacts.append((person, line.contact))
        kind = line.cells.get("kind", "")
        if kind:
            first = date.fromisoformat(line.cells["from"]) if line.cells.get("from") else self.today
            last = date.fromisoformat(line.cells["until"]) if line.cells.get("until") else None
            begun = membership(person, kind, first, last)
            held = held_memberships(person.pk) if person.pk else []
            end = last or date.max
            if not any(first <= (ended or date.max) and one.starts_on <= end for one, ended in held):
                self.memberships.append(begun)


def _write(page: book.OpenPage, club: int, batch: _Batch) -> Imported:
    refuse_taken(club, batch.details)
    if batch.persons:
        page.keep(batch.persons)
    added = [f"person:{person.pk}" for person in batch.persons]
    makes = [*added, *(f"details:{key}" for key in sorted(batch.changed))]
    if batch.facts:
        keys = [each.person_id for each in batch.details] + [each.person_id for each in batch.memberships]
        touched = sorted({key for key in keys if key})
        needs = [f"{what}:{key}" for key in touched for what in ("person", "details") if f"person:{key}" not in added]
        page.record("person.imported", batch.facts, count=len(batch.persons), makes=makes, needs=needs)
    for person, contact in batch.contacts:
        digest = write_contact(person.pk, contact)
        page.record("person.contact_changed", person=person.pk, digest=digest, makes=[], needs=[f"person:{person.pk}"])
    return Imported(len(batch.persons), len(batch.changed), page.stream.number)
