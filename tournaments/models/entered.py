"""Reading all that was entered about a draw, in one statement."""

from dataclasses import dataclass
from typing import Any

from django.db import connection

from rules.draws.derive import Status
from rules.draws.format import Bracket
from rules.draws.state import DrawState, Row
from tournaments.models.draws import Draw, plan_sealed
from tournaments.models.matches import Match

_BRACKETS = [Bracket.MAIN, Bracket.CONSOLATION]


@dataclass(frozen=True, slots=True)
class EnteredDraw:
    """A draw's state with what the rule book need not know: which results are settled, the next turn of each line."""

    draw: Draw
    state: DrawState
    settled: frozenset[int]
    turns: dict[int, int]

    def with_state(self, state: DrawState, settled: frozenset[int] | None = None) -> "EnteredDraw":
        """Return the same draw in another state."""
        return EnteredDraw(self.draw, state, self.settled if settled is None else settled, self.turns)

    def place_of(self, code: str) -> int:
        """Return the place in the plan of the match with this code."""
        return next(place for place, match in enumerate(self.state.plan.matches) if match.code == code)


def entered_draw(draw: Draw, stream: int, without: frozenset[int] = frozenset()) -> EnteredDraw:
    """Return the draw with all its facts that count; ``without`` leaves the facts of these records out too.

    ``stream`` is the primary key of the tournament's stream.
    """
    rows = sorted(_rows(draw, stream), key=lambda row: row[-1])
    undone = {row[5] for row in rows if row[0] == "undo"} | without
    entered: list[Row] = []
    lines: dict[int, int] = {}
    turns: dict[int, int] = {}
    withdrawn: list[tuple[Bracket, int]] = []
    settled: set[int] = set()
    for kind, at, first, second, who, ref, mark, record in rows:
        if kind == "line":
            turns[at] = max(turns.get(at, 0), second)
        if record in undone:
            continue
        if kind == "line":
            lines[at] = first
        elif kind == "withdrawn":
            withdrawn.append((_BRACKETS[at], first))
        elif kind == "confirmed":
            settled.add(ref)
        elif kind != "undo":
            entered.append((kind, at, first, second, who, ref or None))
            if mark:
                settled.add(ref)
    state = DrawState(
        plan_sealed(draw.plan_seal),
        {line: entrant for line, entrant in lines.items() if entrant},
        tuple(entered),
        tuple(withdrawn),
    )
    return EnteredDraw(draw, state, frozenset(settled), turns)


# One statement for all kinds, written out because building the union anew for every action cost more than running it.
# Columns: kind, place or line, first, second, who, ref, settled, record.
_EVERYTHING = """
SELECT 'line', line, COALESCE(entrant_id, 0), turn, 0, 0, 0, record_id FROM tournaments_line WHERE draw_id = %(draw)s
UNION ALL
SELECT 'start', m.place, f.first_id, f.second_id, 0, 0, 0, f.record_id
FROM tournaments_start f JOIN tournaments_match m ON m.id = f.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'cleared', m.place, f.first_id, f.second_id, 0, 0, 0, f.record_id
FROM tournaments_clearing f JOIN tournaments_match m ON m.id = f.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'result', m.place, f.first_id, f.second_id, COALESCE(f.winner_id, 0), f.record_id,
CAST(f.settled AS integer), f.record_id
FROM tournaments_result f JOIN tournaments_match m ON m.id = f.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'passage', m.place, f.first_id, f.second_id, COALESCE(f.on_id, 0), 0, 0, f.record_id
FROM tournaments_passage f JOIN tournaments_match m ON m.id = f.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'confirmed', 0, 0, 0, 0, f.result_id, 0, f.record_id
FROM tournaments_confirmation f JOIN tournaments_result r ON r.record_id = f.result_id
JOIN tournaments_match m ON m.id = r.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'withdrawn', CASE f.bracket WHEN 'main' THEN 0 ELSE 1 END, f.entrant_id, 0, 0, 0, 0, f.record_id
FROM tournaments_withdrawal f JOIN tournaments_entrant e ON e.id = f.entrant_id WHERE e.event_id = %(event)s
UNION ALL
SELECT 'undo', 0, 0, 0, 0, undone_id, 0, record_id FROM journal_undo
WHERE undone_id BETWEEN %(from)s AND %(to)s
"""


def _rows(draw: Draw, stream: int) -> list[tuple[str, int, int, int, int, int, int, int]]:
    span = {"from": stream << 32, "to": (stream + 1 << 32) - 1}
    with connection.cursor() as cursor:
        cursor.execute(_EVERYTHING, {"draw": draw.pk, "event": draw.event_id, **span})
        rows: list[tuple[str, int, int, int, int, int, int, int]] = cursor.fetchall()
    return rows


def row_of(entered: EnteredDraw, place: int) -> dict[str, Any]:
    """Return the columns of a ``Match`` row that follow from the facts."""
    seat = entered.state.seat(place)
    finished = seat.status is Status.FINISHED
    return {
        "top_id": seat.top if seat.top > 0 else None,
        "bottom_id": seat.bottom if seat.bottom > 0 else None,
        "status": int(seat.status),
        "goes_on_id": seat.on if seat.on > 0 else None,
        "drops_id": seat.off if seat.off > 0 else None,
        "result_id": seat.ref,
        "begun": entered.state.has_begun(place),
        "settled": finished and (seat.ref is None or seat.ref in entered.settled),
    }


def differing_rows(draw: Draw, entered: EnteredDraw) -> dict[int, dict[str, Any]]:
    """Return place → columns as they should stand, for every row that stands otherwise."""
    derived = {place: row_of(entered, place) for place in range(len(entered.state.plan.matches))}
    columns = list(derived[0])
    stored = {
        place: dict(zip(columns, row, strict=True))
        for place, *row in Match.objects.filter(draw=draw).values_list("place", *columns)
    }
    return {place: row for place, row in derived.items() if stored.get(place) != row}
