"""Two rows of one person become one; a record that can be undone."""

from dataclasses import dataclass

from clubs.actions.persons.steps import (
    WORDS,
    PersonSheet,
    ids_in,
    latest_details,
    must_count,
    new_details,
    next_turn,
    open_person,
    person_of,
)
from clubs.models import Person, PersonMerge
from clubs.permissions import may_direct, must
from journal import book
from journal.models import Fact
from rules.errors import RuleBroken


@dataclass(frozen=True, slots=True)
class Merged:
    """A merge: who is gone, into whom, which fields were filled from the gone row, and the record's number."""

    gone: int
    into: int
    filled: tuple[str, ...]
    record: int


def merge_people(gone: int, into: int, caller: book.Caller) -> Merged:
    """Let everything about ``gone`` count for ``into``, whose empty fields are filled from it.

    Raises RuleBroken ``person.same`` for one person, ``person.clubs`` for people of two clubs; Unknown
    ``person.unknown``, Superseded ``person.merged``, Refused ``person.erased``.
    """
    row, stream = open_person(into)
    other = person_of(gone)
    with book.page(stream, caller) as page:
        must(may_direct(caller.actor, row.club_id))
        if gone == into:
            raise RuleBroken("person.same")
        if other.club_id != row.club_id:
            raise RuleBroken("person.clubs")
        must_count(row)
        must_count(other)
        filled, facts = _filled(row, other)
        # Later changes of what was filled rest on the merge; both rows must be there.
        makes = [f"merge:{gone}", *([f"details:{into}"] if filled else [])]
        needs = [f"person:{into}", f"person:{gone}", f"details:{into}", f"details:{gone}"]
        page.record("person.merged", [PersonMerge(gone=other, into=row), *facts], person=into, makes=makes, needs=needs)
        return page.done(Merged(gone, into, filled, page.stream.number))


def _filled(into: Person, gone: Person) -> tuple[tuple[str, ...], list[Fact]]:
    """Return the fields of ``into`` that are filled from ``gone``, and the details that do so."""
    now, other = latest_details(into.pk), latest_details(gone.pk)
    before = {name: getattr(now, name) for name in WORDS}
    after = {name: before[name] or getattr(other, name) for name in WORDS}
    ids = dict.fromkeys([*ids_in(now.federations), *ids_in(other.federations)])
    after["federations"] = ", ".join(ids)
    filled = tuple(name for name in WORDS if after[name] != before[name])
    return filled, [new_details(into, PersonSheet(**after), next_turn(into.pk))] if filled else []
