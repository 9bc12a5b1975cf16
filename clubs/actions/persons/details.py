"""People of a club: add and change them, and what is kept apart from them."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubs.actions.people import read_address
from clubs.actions.persons.memberships import membership
from clubs.actions.persons.steps import (
    WORDS,
    PersonSheet,
    about,
    latest_details,
    must_count,
    new_details,
    next_number,
    next_turn,
    open_person,
    read_line,
    refuse_taken,
)
from clubs.actions.roles import club_of
from clubs.models import Person, PersonContact
from clubs.permissions import may_direct, may_run_desk, must
from journal import book
from journal.canon import digest_of

CONTACTS = ("email", "phone", "address", "note")
LONGEST = {"phone": 40, "address": 200, "note": 300}


@dataclass(frozen=True, slots=True)
class Saved:
    """A person as an action left them: their key, the turn of their details, and its record's number."""

    person: int
    turn: int
    record: int


def add_person(club: int, sheet: PersonSheet, kind: str, caller: book.Caller) -> Saved:
    """Add a person to a club; with a ``kind`` as a member or guest from today on.

    Raises Unknown ``club.unknown``, RuleBroken ``name.…``, Unreadable ``federation.unreadable``,
    ``adult_on.unreadable``, ``membership.kind``, Refused ``federation.taken``.
    """
    club_row = club_of(club)
    with book.page(club_row.stream.name, caller) as page:
        must(may_run_desk(caller.actor, club))
        person = Person(club=club_row, number=next_number(club_row))
        details = new_details(person, sheet)
        refuse_taken(club, [details])
        begun = [membership(person, kind, page.at.date(), None)] if kind else []
        page.keep([person])
        page.record(
            "person.added", [person, details, *begun], person=person.pk, makes=[f"person:{person.pk}"], needs=[]
        )
        return page.done(Saved(person.pk, 1, page.stream.number))


def change_person(person: int, changes: Mapping[str, str], caller: book.Caller) -> Saved:
    """Change what the pages say of a person; ``changes`` are fields of ``PersonSheet``.

    Raises as ``add_person``, Refused ``stale``, ``person.erased``, Superseded ``person.merged``.
    """
    row, stream = open_person(person)
    with book.page(stream, caller) as page:
        must(may_direct(caller.actor, row.club_id))
        must_count(row)
        now = latest_details(person)
        page.check_version(now.turn)
        before = {name: getattr(now, name) for name in WORDS}
        fresh = new_details(row, PersonSheet(**before | dict(changes)), next_turn(person))
        if all(getattr(fresh, name) == before[name] for name in WORDS):
            return page.done(Saved(person, now.turn, page.stream.number))
        refuse_taken(row.club_id, [fresh])
        page.record("person.changed", [fresh], **about(person, f"details:{person}", needs=[f"details:{person}"]))
        return page.done(Saved(person, fresh.turn, page.stream.number))


def set_person_contact(person: int, changes: Mapping[str, str], caller: book.Caller) -> Saved:
    """Set how a person is reached; an empty field is erased. The memory records a change, never the contact.

    Raises as ``change_person``, Unreadable ``email.unreadable``.
    """
    row, stream = open_person(person)
    with book.page(stream, caller) as page:
        must(may_direct(caller.actor, row.club_id))
        must_count(row)
        digest = write_contact(person, changes)
        page.record("person.contact_changed", person=person, digest=digest, makes=[], needs=[f"person:{person}"])
        return page.done(Saved(person, latest_details(person).turn, page.stream.number))


def write_contact(person: int, changes: Mapping[str, str]) -> str:
    """Step: store a contact and return its salted digest. Raises Unreadable ``email.unreadable``, RuleBroken."""
    contact, _ = PersonContact.objects.get_or_create(person_id=person)
    for name, text in read_contact(changes).items():
        setattr(contact, name, text)
    contact.salt = secrets.token_hex(16)
    contact.save()
    return digest_of(contact.salt, [getattr(contact, name) for name in CONTACTS])


def read_contact(changes: Mapping[str, str]) -> dict[str, Any]:
    """Return contacts as they are stored. Raises Unreadable ``email.unreadable``, RuleBroken ``name.…``."""
    lines = {name: read_line(changes[name], longest) for name, longest in LONGEST.items() if name in changes}
    email = changes.get("email")
    return lines if email is None else lines | {"email": read_address(email) if email.strip() else ""}
