"""Undoing a record: its facts count no longer, and whatever follows from facts follows from those that are left.

Source: docs/memory.md#undo; docs/decisions/0038-facts-declare-themselves.md.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from clubs.models import Role
from clubs.permissions import is_at_least, must, role_in
from journal import book
from journal.models import Record, Undo
from journal.refusals import Refused, Unknown
from journal.verbs import declared, topics_of


@dataclass(frozen=True, slots=True)
class Undone:
    """The record that was undone and its verb, the record that did it, and the codes of matches that moved."""

    undone: int
    verb: str
    record: int
    moved: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Undoing:
    """A record to be undone: primary key, verb and body, the club, and the role in it of the person who undoes it."""

    club: int
    record: int
    verb: str
    body: Mapping[str, Any]
    role: Role.Kind | None

    @property
    def fact(self) -> Undo:
        """The fact, not yet saved, that the record counts no longer."""
        return Undo(undone_id=self.record)


# Writes ``record.undone`` and whatever follows from it; returns the codes of matches that moved.
type Step = Callable[[book.OpenPage, Undoing], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Undoable:
    """How records on streams of one kind are undone.

    ``club`` returns the club that owns the stream with this number, or raises Unknown; ``step`` undoes the record.
    """

    club: Callable[[int], int]
    step: Step


_kinds: dict[str, Undoable] = {}


def register(kind: str, undoable: Undoable) -> None:
    """Have records on streams of this kind (``tournament`` of ``tournament:7``) undone so."""
    _kinds[kind] = undoable


def undo(kind: str, owner: int, number: int, caller: book.Caller) -> Undone:
    """Undo record ``number`` on the stream of a ``kind`` that belongs to ``owner``: tournament 7, club 1.

    Raises PermissionDenied below the role that the record's verb declares; Unknown ``record.unknown``; Refused
    ``undo.never`` for what can't be undone, ``undo.done``, ``undo.superseded`` when a later record rests on it (undo
    that one first), and whatever the step of this kind of stream refuses.
    """
    club = _kinds[kind].club(owner)
    role = role_in(caller.actor, club)
    must(is_at_least(role, Role.Kind.DESK))
    with book.page(f"{kind}:{owner}", caller) as page:
        record, verb, body = _last_word(page, number)
        must(is_at_least(role, declared()[verb].verb.undo))
        moved = _kinds[kind].step(page, Undoing(club, record, verb, body, role))
        page.topics |= topics_of(verb, page.stream.name, body)
        return page.done(Undone(number, verb, page.stream.number, moved))


def undo_together(kind: str, owner: int, first: int, last: int, caller: book.Caller) -> Undone:
    """Undo the records that one action made for several matches, the last one first; all of them or none.

    Those undone already are passed over. Raises Refused ``undo.apart`` for records that were not made together, else as
    ``undo`` does.
    """
    club = _kinds[kind].club(owner)
    role = role_in(caller.actor, club)
    must(is_at_least(role, Role.Kind.DESK))
    with book.page(f"{kind}:{owner}", caller) as page:
        moved: list[str] = []
        verb = ""
        live = Record.objects.filter(stream=page.stream, number__gte=first, number__lte=last, undo__isnull=True)
        for number in live.order_by("-number").values_list("number", flat=True):
            record, verb, body = _last_word(page, number)
            if body.get("together") != [first, last]:
                raise Refused("undo.apart", record=number)
            must(is_at_least(role, declared()[verb].verb.undo))
            moved += _kinds[kind].step(page, Undoing(club, record, verb, body, role))
            page.topics |= topics_of(verb, page.stream.name, body)
        if not verb:
            raise Refused("undo.done", record=last)
        return page.done(Undone(last, verb, page.stream.number, tuple(dict.fromkeys(moved))))


def _last_word(page: book.OpenPage, number: int) -> tuple[int, str, dict[str, Any]]:
    """Return a record's key, verb and body, once no later record that counts rests on it."""
    records = Record.objects.filter(stream=page.stream, number__gte=number).annotate(undone=F("undo__pk"))
    rows = list(records.order_by("number").values_list("number", "pk", "verb", "body", "undone"))
    if not rows or rows[0][0] != number:
        raise Unknown("record.unknown", record=number)
    _, record, verb, text, undone = rows[0]
    if verb not in declared() or declared()[verb].verb.undo is None:
        raise Refused("undo.never", record=number, verb=verb)
    if undone is not None:
        raise Refused("undo.done", record=number)
    body: dict[str, Any] = json.loads(text)
    if "due" in body:
        # What was settled by the clock is corrected or cleared: once undone, the clock would settle it again.
        raise Refused("undo.never", record=number, verb=verb)
    makes = set(body.get("makes", ()))
    for later, _, by, text, undone in rows[1:]:
        if undone is None and makes & set(json.loads(text).get("needs", [])):
            raise Refused("undo.superseded", record=number, by=later, verb=by)
    return record, verb, body
