"""One record: what it says, what it changed, and what undoing it would change."""

from dataclasses import dataclass

from clubs.read.memory.shown import Effect, Owner
from clubs.read.records import MemoryEntry, Names, RawRecord, entries, records_between
from journal.refusals import Unknown


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """One record with its neighbours (numbers, None at the ends) and its seal, and what it changed."""

    entry: MemoryEntry
    verb: str
    seal: str
    effect: Effect
    older: int | None
    newer: int | None


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What undoing a record would change. ``blocked_by`` is a later record that rests on it, and forbids it."""

    record: RecordSheet
    blocked_by: MemoryEntry | None


def record_sheet(owner: Owner, number: int) -> RecordSheet:
    """Return one record. Raises Unknown ``record.unknown``."""
    records = _read(owner, number, later=False)
    names, effect = owner.reader.effect(records, undone=False)
    return _sheet(owner, records[0], names, effect)


def undo_preview(owner: Owner, number: int) -> UndoPreview:
    """Return what undoing a record would change. Raises Unknown ``record.unknown``."""
    records = _read(owner, number, later=True)
    names, effect = owner.reader.effect(records, undone=True)
    makes = set(records[0].body.get("makes", ()))
    resting = [each for each in records[1:] if each.undone_by is None and makes & set(each.body.get("needs", ()))]
    blocked = entries(resting[:1], names, owner.zone, {})
    return UndoPreview(_sheet(owner, records[0], names, effect), next(iter(blocked), None))


def _read(owner: Owner, number: int, *, later: bool) -> list[RawRecord]:
    """Return the record with this number, and all ``later`` ones."""
    records = records_between(owner.stream, number, None if later else number)
    if not records or records[0].number != number:
        raise Unknown("record.unknown", record=number)
    return records


def _sheet(owner: Owner, record: RawRecord, names: Names, effect: Effect) -> RecordSheet:
    return RecordSheet(
        entry=entries([record], names, owner.zone, {record.number: effect.replaces})[0],
        verb=record.verb,
        seal=record.hash[:8],
        effect=effect,
        older=record.number - 1 if record.number > 1 else None,
        newer=record.number + 1 if record.number < owner.stream.number else None,
    )
