"""A session as it follows from its entries: what counts of what happened, what was paid, and whether it is closed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubs.models import Chouette, ChouetteEntry, ChouettePerson
from clubs.read.chouettes.numbered import named
from journal.canon import stored_json
from journal.refusals import Unknown
from journal.statements import Blank, Reading
from rules.chouette.actions import Join, Leave
from rules.chouette.options import Options
from rules.chouette.session import Session, replay, with_game, without_last, without_last_game
from rules.chouette.table import Table
from rules.commands.cases import Field
from rules.commands.club.chouette_words import read_options

Kind = ChouetteEntry.Kind


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment under its ``turn``, between people by number; ``is_undone``: it was taken back."""

    turn: int
    payer: int
    payee: int
    amount: int
    is_undone: bool = False


@dataclass(frozen=True, slots=True)
class Closed:
    """How a session was closed: the unit of its sums, and the session into which its people went, if any."""

    turn: int
    unit: int
    into: int | None


@dataclass(frozen=True, slots=True)
class Log:
    """What the entries of a session make: ``version`` is the turn of the last one, 0 before the first."""

    session: Session
    payments: tuple[Paid, ...] = ()
    closed: Closed | None = None
    version: int = 0

    @property
    def live_payments(self) -> tuple[Paid, ...]:
        """The payments that count."""
        return tuple(each for each in self.payments if not each.is_undone)


@dataclass(frozen=True, slots=True)
class KeptChouette:
    """A session as it is stored, and what follows from it. ``names`` are by number; an erased one is ``#3``."""

    row: Chouette
    people: tuple[ChouettePerson, ...]
    entries: tuple[ChouetteEntry, ...]
    names: Mapping[int, str]
    log: Log
    table: Table

    @property
    def numbers(self) -> dict[str, int]:
        """The number of everybody, by name."""
        return {name: number for number, name in self.names.items()}


_session = Reading(
    lambda: Chouette.objects.filter(pk=Blank("pk")), beside=["club__stream", "record__stream"], without=["record__body"]
)
_people = Reading(lambda: ChouettePerson.objects.filter(chouette=Blank("pk")).order_by("number"))
_entries = Reading(lambda: ChouetteEntry.objects.filter(chouette=Blank("pk")).order_by("turn"))


def kept_chouette(pk: int) -> KeptChouette:
    """Return a session with its club, replayed, in three statements. Raises Unknown ``chouette.unknown``."""
    rows = _session(pk=pk)
    if not rows:
        raise Unknown("chouette.unknown")
    return replayed(rows[0], _people(pk=pk), _entries(pk=pk))


def kept_chouettes(keys: Sequence[int]) -> tuple[KeptChouette, ...]:
    """Return sessions in the order of their ``keys``, each replayed, in three statements however many they are."""
    rows = Chouette.objects.select_related("club__stream", "record__stream").in_bulk(list(keys))
    people: dict[int, list[ChouettePerson]] = {key: [] for key in rows}
    entries: dict[int, list[ChouetteEntry]] = {key: [] for key in rows}
    if rows:
        for person in ChouettePerson.objects.filter(chouette__in=list(rows)).order_by("number"):
            people[person.chouette_id].append(person)
        for entry in ChouetteEntry.objects.filter(chouette__in=list(rows)).order_by("turn"):
            entries[entry.chouette_id].append(entry)
    return tuple(replayed(rows[key], people[key], entries[key]) for key in keys if key in rows)


def replayed(row: Chouette, people: Sequence[ChouettePerson], entries: Sequence[ChouetteEntry]) -> KeptChouette:
    """Return what follows from the rows of a session."""
    names = names_of(people)
    log = log_of(row, names, entries)
    return KeptChouette(row, tuple(people), tuple(entries), names, log, replay(log.session))


def names_of(people: Iterable[ChouettePerson]) -> dict[int, str]:
    """Return everybody's name by number, each once: an erased one is ``#3``, unless somebody is called that."""
    rows = list(people)
    taken = {each.name for each in rows}
    names = {}
    for each in rows:
        name = each.name or f"#{each.number}"
        while not each.name and name in taken:
            name += "\u2032"
        names[each.number] = name
    return names


def options_of(text: str) -> Options:
    """Return options from the canonical JSON in which a row has them."""
    return read_options(Field(stored_json(text), "options"))


def log_of(row: Chouette, names: Mapping[int, str], entries: Iterable[ChouetteEntry]) -> Log:
    """Return what the entries of a session make, in order."""
    order = tuple(names[number] for number in stored_json(row.start)["order"])
    log = Log(Session(options_of(row.options), order))
    for entry in entries:
        log = replace(_with_entry(log, entry, names), version=entry.turn)
    return log


def _with_entry(log: Log, entry: ChouetteEntry, names: Mapping[int, str]) -> Log:
    body = stored_json(entry.body)
    match entry.kind:
        case Kind.PAYMENT:
            paid = Paid(entry.turn, body["payer"], body["payee"], body["amount"])
            return replace(log, payments=(*log.payments, paid))
        case Kind.REPAYMENT:
            payments = (replace(each, is_undone=True) if each.turn == body["turn"] else each for each in log.payments)
            return replace(log, payments=tuple(payments))
        case Kind.CLOSING:
            return replace(log, closed=Closed(entry.turn, body["unit"], body.get("into")))
        case Kind.REOPENING:
            return replace(log, closed=None)
        case _:
            return replace(log, session=_with_play(log.session, entry.kind, body, names))


def _with_play(session: Session, kind: str, body: Mapping[str, Any], names: Mapping[int, str]) -> Session:
    match kind:
        case Kind.ACTION:
            return session.with_action(named(body, names))
        case Kind.UNDO:
            return without_last(session)
        case Kind.UNDO_GAME:
            return without_last_game(session)
        case Kind.CORRECTION:
            return with_game(session, body["game"], [named(each, names) for each in body["actions"]])
        case _:
            make = Leave if kind == Kind.SPLIT else Join
            moved = tuple(make(names[number]) for number in body["people"])
            return replace(session, actions=(*session.actions, *moved))
