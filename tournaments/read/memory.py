"""What the memory's pages show of a tournament's records: names, and what every match looked like before and after."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.read.memory import Effect
from clubs.read.records import NUMBER, RawRecord
from rules.draws.affected import displaced
from rules.draws.derive import Status
from tournaments.models import Call, Card, Draw, Penalty, Result, Tournament
from tournaments.read.entered import EnteredDraw, entered_before_and_after, entered_with_and_without, row_of
from tournaments.read.records import Names, matches_with_result, names_for, replaced_results

MOST_SHOWN = 64
CHANGES = "tournaments/match/_changes.html"


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
class TournamentReader:
    """Reads the records of one tournament, which was read with its stream."""

    tournament: Tournament

    def names(self, records: Sequence[RawRecord]) -> Names:
        """Return all names that ``records`` need."""
        return names_for(self.tournament, records)

    def replaced(self, records: Sequence[RawRecord]) -> Mapping[int, tuple[int, ...]]:
        """Return record → the records whose result it replaced."""
        return replaced_results(records)

    def effect(self, records: Sequence[RawRecord], *, undone: bool) -> tuple[Names, Effect]:
        """Return the matches that the first of ``records`` changed, or would change once ``undone``."""
        draw = _draw_at(self.tournament, records[0])
        names = names_for(self.tournament, records, draw=draw)
        if draw is None:
            return names, Effect(CHANGES)
        entered = entered_with_and_without if undone else entered_before_and_after
        stream = self.tournament.stream
        before, after = entered(draw, stream.pk, stream.record_id(records[0].number))
        changes, replaces = _changes((before, after), names, records[0])
        moved = displaced(before.state.derived, before.state.facts, after.state.derived) if undone else ()
        begun = tuple(before.state.plan.matches[each.match].code for each in moved)
        shown = () if undone else replaces
        return names, Effect(CHANGES, tuple(changes[:MOST_SHOWN]), len(changes), shown, begun)


def _draw_at(tournament: Tournament, record: RawRecord) -> Draw | None:
    """Return the draw that a record worked on: the one it names, else the last made before it in its event."""
    if record.verb in ("draw.made", "draw.remade"):
        return None
    needed = [str(each) for each in record.body.get("needs", ()) if str(each).startswith("draw:")]
    draws = Draw.objects.select_related("event").defer("plan").filter(event__tournament=tournament.pk)
    if needed:
        return draws.filter(pk=int(needed[0].partition(":")[2])).first()
    before = draws.filter(event=record.body.get("event"), record__lt=tournament.stream.record_id(record.number))
    return before.order_by("-number").first()


# --- What matches looked like


def _changes(
    pair: tuple[EnteredDraw, EnteredDraw], names: Names, record: RawRecord
) -> tuple[list[Change], tuple[int, ...]]:
    """Return the matches that differ, and the number of the result that the one of the record replaced."""
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
    replaced = [
        was["result_id"] for place, was, _ in rows if ids.get(matches[place].code) in matches_with_result(record)
    ]
    return changes, tuple(result & NUMBER for result in replaced if result)


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
