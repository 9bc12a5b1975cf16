"""A tournament's records for the memory's pages: names, and every match before and after."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from clubs.read.memory.shown import Effect
from clubs.read.records import NUMBER, RawRecord
from rules.draws.affected import affected_by
from rules.draws.state import DrawState
from tournaments.models import Call, Card, Draw, Match, Penalty, Result, Start, Tournament
from tournaments.read.draws.as_entered import match_as_entered
from tournaments.read.entered import EnteredDraw, entered_before_and_after, entered_with_and_without, row_of
from tournaments.read.matches.view import MatchView
from tournaments.read.records import Names, matches_with_result, names_for, replaced_results

MOST_SHOWN = 64
CHANGES = "tournaments/match/_changes.html"


@dataclass(frozen=True, slots=True)
class Change:
    """A match before and after a record that changed it."""

    before: MatchView
    after: MatchView


@dataclass(frozen=True, slots=True)
class TournamentReader:
    """Reads the records of one tournament, which was read with its stream.

    ``expected``: the reader may know what drawers should hold.
    """

    tournament: Tournament
    expected: bool

    def names(self, records: Sequence[RawRecord]) -> Names:
        """Return all names that ``records`` need."""
        return names_for(self.tournament, records, expected=self.expected)

    def replaced(self, records: Sequence[RawRecord]) -> Mapping[int, tuple[int, ...]]:
        """Return record → the records whose result it replaced."""
        return replaced_results(records)

    def effect(self, records: Sequence[RawRecord], *, undone: bool) -> tuple[Names, Effect]:
        """Return the matches that the first of ``records`` changed, or would change once ``undone``."""
        draw = _draw_at(self.tournament, records[0])
        names = names_for(self.tournament, records, draw=draw, expected=self.expected)
        if draw is None:
            return names, Effect(CHANGES)
        entered = entered_with_and_without if undone else entered_before_and_after
        stream = self.tournament.stream
        before, after = entered(draw, stream.pk, stream.record_id(records[0].number))
        changes, replaces = _changes((before, after), names, records[0])
        moved = affected_by(before.state.derived, before.state.facts, after.state.derived) if undone else ()
        begun = tuple(before.state.plan.matches[each.match].code for each in moved)
        shown = () if undone else replaces
        correction = _correction(records[0]) if begun else ""
        return names, Effect(CHANGES, tuple(changes[:MOST_SHOWN]), len(changes), shown, begun, correction)


def _correction(record: RawRecord) -> str:
    """Return the page that corrects the result of a record, empty where it is none."""
    with_result = matches_with_result(record)
    return reverse("match_correction", args=[record.match]) if record.match in with_result else ""


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


# --- Matches before and after


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
    changes = [
        Change(facts.view(before.state, place, was), facts.view(after.state, place, now)) for place, was, now in rows
    ]
    matches, with_result = before.state.plan.matches, matches_with_result(record)
    replaced = [was["result_id"] for place, was, _ in rows if facts.ids.get(matches[place].code) in with_result]
    return changes, tuple(result & NUMBER for result in replaced if result)


class _Facts:
    """The results, claims, starts, calls, penalties and cards that rows name, read once for all of them."""

    def __init__(self, rows: Sequence[dict[str, Any]], names: Names) -> None:
        self.names = names
        self.ids = {code: pk for pk, (code, _length) in names.matches.items()}
        self.results = Result.objects.select_related("record").in_bulk(
            _named(rows, "result_id", "top_claim_id", "bottom_claim_id")
        )
        self.starts = Start.objects.select_related("record").in_bulk(_named(rows, "start_id"))
        self.calls = Call.objects.select_related("record").in_bulk(_named(rows, "call_id"))
        self.penalties = Penalty.objects.in_bulk(_named(rows, "penalty_id"))
        self.cards = Card.objects.select_related("record").in_bulk(_named(rows, "card_id"))

    def view(self, state: DrawState, place: int, row: dict[str, Any]) -> MatchView:
        """Return a match as everybody saw it in a draw that stood as ``state``."""
        planned = state.plan.matches[place]
        match = Match(
            pk=self.ids.get(planned.code, 0), draw_id=0, place=place, code=planned.code, bracket=planned.bracket,
            round=planned.round, number=planned.number, **row,
        )  # fmt: skip
        match.start = self.starts.get(row["start_id"])
        match.call, match.card = self.calls.get(row["call_id"]), self.cards.get(row["card_id"])
        match.penalty = self.penalties.get(row["penalty_id"])
        match.top_claim, match.bottom_claim = (self.results.get(row[f"{side}_claim_id"]) for side in ("top", "bottom"))
        who = {entrant: self.names.entrant(entrant) for entrant in (row["top_id"], row["bottom_id"]) if entrant}
        return match_as_entered(match, self.results.get(row["result_id"]), who, state)


def _named(rows: Iterable[dict[str, Any]], *columns: str) -> list[int]:
    return sorted({row[column] for row in rows for column in columns if row[column]})
