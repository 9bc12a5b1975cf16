"""One record: what it says, what every match looked like before and after it, and what taking it back would do."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from journal.models import Record
from journal.refusals import Unknown
from rules.draws.affected import displaced
from rules.draws.derive import Status
from tournaments.models import Call, Card, Draw, Penalty, Result, Tournament
from tournaments.read.entered import EnteredDraw, entered_before_and_after, entered_with_and_without, row_of
from tournaments.read.records import NUMBER, MemoryEntry, Names, RawRecord, entries, names_for, raw_records

MOST_SHOWN = 64


@dataclass(frozen=True, slots=True)
class Moment:
    """A match at one moment; ``state`` is a word of ``_state.html``, ``start`` the penalty points in it."""

    top: str
    bottom: str
    score: str
    state: str
    winner: str
    table: str
    start: str


@dataclass(frozen=True, slots=True)
class Change:
    """A match that a record changed."""

    code: str
    match: int
    before: Moment
    after: Moment


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """One record with its neighbours (numbers, None at the ends) and its seal.

    ``touched`` counts all matches that it changed, of which ``changes`` shows the first.
    """

    entry: MemoryEntry
    verb: str
    seal: str
    changes: tuple[Change, ...]
    touched: int
    older: int | None
    newer: int | None


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What taking a record back does. ``blocked_by`` is a later record that rests on it, ``begun`` the codes of
    matches that have begun and would lose a player: either forbids it.
    """

    record: RecordSheet
    blocked_by: MemoryEntry | None
    begun: tuple[str, ...]
    changes: tuple[Change, ...]
    touched: int


def record_sheet(tournament: Tournament, number: int) -> RecordSheet:
    """Return one record of a tournament. Raises Unknown ``record.unknown``."""
    records = Record.objects.filter(stream=tournament.stream_id, number=number)
    record, names, draw = _read(tournament, number, raw_records(records))
    pair = entered_before_and_after(draw, tournament.stream_id, _pk(tournament, number)) if draw else None
    changes, replaced = _changes(pair, names, record)
    return _sheet(tournament, record, names, changes, replaced)


def undo_preview(tournament: Tournament, number: int) -> UndoPreview:
    """Return what taking a record back would do. Raises Unknown ``record.unknown``."""
    records = Record.objects.filter(stream=tournament.stream_id, number__gte=number).order_by("number")
    raw = raw_records(records)
    record, names, draw = _read(tournament, number, raw)
    makes = set(record.body.get("makes", ()))
    resting = [each for each in raw[1:] if each.undone_by is None and makes & set(each.body.get("needs", ()))]
    blocked = entries(resting[:1], names, ZoneInfo(tournament.timezone), {})
    pair = entered_with_and_without(draw, tournament.stream_id, _pk(tournament, number)) if draw else None
    changes, _replaced = _changes(pair, names, record)
    begun: tuple[str, ...] = ()
    if pair is not None:
        moved = displaced(pair[0].state.derived, pair[0].state.facts, pair[1].state.derived)
        begun = tuple(pair[0].state.plan.matches[each.match].code for each in moved)
    sheet = _sheet(tournament, record, names, [], ())
    return UndoPreview(sheet, next(iter(blocked), None), begun, tuple(changes[:MOST_SHOWN]), len(changes))


def _pk(tournament: Tournament, number: int) -> int:
    return tournament.stream.record_id(number)


def _read(tournament: Tournament, number: int, records: list[RawRecord]) -> tuple[RawRecord, Names, Draw | None]:
    """Return the first of the records ``found`` with all names; it must be ``number``."""
    if not records or records[0].number != number:
        raise Unknown("record.unknown", record=number)
    draw = _draw_at(tournament, records[0])
    return records[0], names_for(tournament, records, draw=draw), draw


def _draw_at(tournament: Tournament, record: RawRecord) -> Draw | None:
    """Return the draw that a record worked on: the one it names, else the last made before it in its event."""
    if record.verb in ("draw.made", "draw.remade"):
        return None
    needed = [str(each) for each in record.body.get("needs", ()) if str(each).startswith("draw:")]
    draws = Draw.objects.select_related("event").defer("plan").filter(event__tournament=tournament.pk)
    if needed:
        return draws.filter(pk=int(needed[0].partition(":")[2])).first()
    before = draws.filter(event=record.body.get("event"), record__lt=_pk(tournament, record.number))
    return before.order_by("-number").first()


def _sheet(
    tournament: Tournament, record: RawRecord, names: Names, changes: list[Change], replaced: tuple[int, ...]
) -> RecordSheet:
    last = tournament.stream.number
    return RecordSheet(
        entry=entries([record], names, ZoneInfo(tournament.timezone), {record.number: replaced})[0],
        verb=record.verb,
        seal=record.hash[:8],
        changes=tuple(changes[:MOST_SHOWN]),
        touched=len(changes),
        older=record.number - 1 if record.number > 1 else None,
        newer=record.number + 1 if record.number < last else None,
    )


# --- What matches looked like


def _changes(
    pair: tuple[EnteredDraw, EnteredDraw] | None, names: Names, record: RawRecord
) -> tuple[list[Change], tuple[int, ...]]:
    """Return the matches that differ, and the number of the result that the record's own replaced."""
    if pair is None:
        return [], ()
    before, after = pair
    rows = [
        (place, was, now)
        for place in range(len(before.state.plan.matches))
        if (was := row_of(before, place)) != (now := row_of(after, place))
    ]
    facts = _Facts([row for _, *both in rows[:MOST_SHOWN] for row in both], names)
    ids = {code: pk for pk, (code, _length) in names.matches.items()}
    matches = before.state.plan.matches
    changes = [
        Change(
            matches[place].code, ids.get(matches[place].code, 0), facts.moment(was, matches[place].length),
            facts.moment(now, matches[place].length),
        )
        for place, was, now in rows
    ]  # fmt: skip
    mine = [was["result_id"] for place, was, _ in rows if ids.get(matches[place].code) in record.result_of]
    return changes, tuple(result & NUMBER for result in mine if result)


class _Facts:
    """The results, calls and penalties that rows name, read once for all of them."""

    def __init__(self, rows: Iterable[dict[str, Any]], names: Names) -> None:
        held = list(rows)
        self.names = names
        self.results = Result.objects.in_bulk(_named(held, "result_id"))
        self.calls = Call.objects.in_bulk(_named(held, "call_id"))
        self.penalties = Penalty.objects.in_bulk(_named(held, "penalty_id"))
        self.cards = Card.objects.in_bulk(_named(held, "card_id"))

    def moment(self, row: dict[str, Any], length: int) -> Moment:
        top, bottom = row["top_id"], row["bottom_id"]
        result, call = self.results.get(row["result_id"]), self.calls.get(row["call_id"])
        penalty = self.penalties.get(row["penalty_id"])
        start = f"{penalty.points_of(top)}–{penalty.points_of(bottom)}" if penalty and top and bottom else ""
        winner = row["goes_on_id"]
        return Moment(
            top=self.names.entrant(top) if top else "",
            bottom=self.names.entrant(bottom) if bottom else "",
            score=_score(result or self._kept(row), top, bottom, length),
            state=_state(row, result, call),
            winner="top" if winner and winner == top else "bottom" if winner and winner == bottom else "",
            table=call.table if call else "",
            start=start,
        )

    def _kept(self, row: dict[str, Any]) -> Card | None:
        """Return the card on which the score is kept while the two play."""
        return self.cards.get(row["card_id"]) if row["status"] == Status.OPEN else None


def _named(rows: Iterable[dict[str, Any]], column: str) -> list[int]:
    return sorted({row[column] for row in rows if row[column]})


def _score(result: Result | Card | None, top: int | None, bottom: int | None, length: int) -> str:
    if result is None or not top or not bottom or result.first_points is None:
        return ""
    points = (result.points_of(top) or 0, result.points_of(bottom) or 0)
    return f"{min(points[0], length)}–{min(points[1], length)}"


def _state(row: dict[str, Any], result: Result | None, call: Call | None) -> str:
    status = Status(row["status"])
    if status is Status.FINISHED:
        if result is None:
            return "ruling" if row["ruled"] else "withdrawn"
        if not row["settled"]:
            return "unsettled"
        return "contested" if row["objected"] else "final" if result.how == "played" else result.how
    if status is Status.OPEN:
        return "playing" if row["begun"] else "called" if call and call.table else "ready"
    return status.word
