"""Reading all that was entered about a draw, in one statement."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connection

from rules.draws.depends import comes_out_of
from rules.draws.derive import Status
from rules.draws.facts import Standing
from rules.draws.state import DrawState, Row
from tournaments.models.draws import Draw, plan_of
from tournaments.models.matches import Match

type FactRow = tuple[str, int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class EnteredDraw:
    """A draw's state with what the rule book need not know.

    ``turns`` holds the last turn of each line; ``ids`` maps the place of each match about which something was ever
    entered to its primary key.
    """

    draw: Draw
    state: DrawState
    turns: dict[int, int]
    ids: dict[int, int]

    def with_state(self, state: DrawState) -> "EnteredDraw":
        """Return the same draw in another state."""
        return EnteredDraw(self.draw, state, self.turns, self.ids)

    def ids_of(self, places: Iterable[int]) -> dict[int, int]:
        """Return place → primary key of matches; asks only for those about which nothing was entered."""
        wanted = set(places)
        ids = {place: self.ids[place] for place in wanted & self.ids.keys()}
        if len(ids) < len(wanted):
            rest = Match.objects.filter(draw=self.draw, place__in=list(wanted - ids.keys()))
            ids |= dict(rest.values_list("place", "pk"))
        return ids


def entered_draw(draw: Draw, stream: int) -> EnteredDraw:
    """Return the draw with all its facts that count; ``stream`` is the primary key of the tournament's stream."""
    return _counted(draw, _rows(draw, stream), frozenset())


def entered_with_and_without(draw: Draw, stream: int, record: int) -> tuple[EnteredDraw, EnteredDraw]:
    """Return the draw as it stands, and as it would stand had ``record`` been undone."""
    rows = _rows(draw, stream)
    return _counted(draw, rows, frozenset()), _counted(draw, rows, frozenset([record]))


def entered_before_and_after(draw: Draw, stream: int, record: int) -> tuple[EnteredDraw, EnteredDraw]:
    """Return the draw as it stood when ``record`` was written, just before and just after."""
    rows = _rows(draw, stream)
    before, after = ([row for row in rows if row[-1] < until] for until in (record, record + 1))
    return _counted(draw, before, frozenset()), _counted(draw, after, frozenset())


def _counted(draw: Draw, rows: list[FactRow], without: frozenset[int]) -> EnteredDraw:
    undone = {row[5] for row in rows if row[0] == "undo"} | without
    entered: list[Row] = []
    lines: dict[int, int] = {}
    turns: dict[int, int] = {}
    withdrawn: list[tuple[str, int]] = []
    ids: dict[int, int] = {}
    for kind, at, first, second, who, ref, match, record in rows:
        if match:
            ids[at] = match
        if kind == "line":
            turns[at] = max(turns.get(at, 0), second)
        if record in undone:
            continue
        if kind == "line":
            lines[at] = first
        elif kind.startswith("withdrawn "):
            withdrawn.append((kind.removeprefix("withdrawn "), first))
        elif kind != "undo":
            entered.append((kind, at, first, second, who, ref or None))
    state = DrawState(
        plan_of(draw),
        {line: entrant for line, entrant in lines.items() if entrant},
        tuple(entered),
        tuple(withdrawn),
    )
    return EnteredDraw(draw, state, turns, ids)


# One statement for all kinds, written out because building the union anew for every action cost more than running it.
# Columns: kind, place or line, first, second, who, ref, match, record.
_EVERYTHING = """
SELECT 'line', line, COALESCE(entrant_id, 0), turn, 0, 0, 0, record_id FROM tournaments_line WHERE draw_id = %(draw)s
UNION ALL
SELECT 'start', m.place, f.first_id, f.second_id, 0, 0, m.id, f.record_id
FROM tournaments_start f JOIN tournaments_match m ON m.id = f.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'cleared', m.place, f.first_id, f.second_id, 0, 0, m.id, f.record_id
FROM tournaments_clearing f JOIN tournaments_match m ON m.id = f.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT CASE WHEN f.claimed_by_id = f.winner_id THEN 'won' WHEN f.claimed_by_id IS NOT NULL THEN 'lost'
WHEN f.settled THEN 'result' ELSE 'told' END,
m.place, f.first_id, f.second_id, COALESCE(f.winner_id, 0), f.record_id, m.id, f.record_id
FROM tournaments_result f JOIN tournaments_match m ON m.id = f.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'card', m.place, f.first_id, f.second_id, f.kept_by_id, f.record_id, m.id, f.record_id
FROM tournaments_card f JOIN tournaments_match m ON m.id = f.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'call', m.place, f.first_id, f.second_id, 0, f.record_id, m.id, f.record_id
FROM tournaments_call f JOIN tournaments_match m ON m.id = f.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'penalty', m.place, f.first_id, f.second_id, 0, f.record_id, m.id, f.record_id
FROM tournaments_penalty f JOIN tournaments_match m ON m.id = f.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'passage', m.place, f.first_id, f.second_id, COALESCE(f.on_id, 0), 0, m.id, f.record_id
FROM tournaments_passage f JOIN tournaments_match m ON m.id = f.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'confirmed', m.place, r.first_id, r.second_id, 0, f.result_id, m.id, f.record_id
FROM tournaments_confirmation f JOIN tournaments_result r ON r.record_id = f.result_id
JOIN tournaments_match m ON m.id = r.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'contested', m.place, f.first_id, f.second_id, f.by_id, 0, m.id, f.record_id
FROM tournaments_contest f JOIN tournaments_match m ON m.id = f.match_id WHERE m.draw_id = %(draw)s
UNION ALL
SELECT 'withdrawn ' || f.bracket, 0, f.entrant_id, 0, 0, 0, 0, f.record_id
FROM tournaments_withdrawal f JOIN tournaments_entrant e ON e.id = f.entrant_id WHERE e.event_id = %(event)s
UNION ALL
SELECT 'undo', 0, 0, 0, 0, undone_id, 0, record_id FROM journal_undo
WHERE undone_id BETWEEN %(from)s AND %(to)s
"""


def _rows(draw: Draw, stream: int) -> list[FactRow]:
    """Return every row of every kind of fact, in the order in which they were recorded."""
    span = {"from": stream << 32, "to": (stream + 1 << 32) - 1}
    with connection.cursor() as cursor:
        cursor.execute(_EVERYTHING, {"draw": draw.pk, "event": draw.event_id, **span})
        rows: list[FactRow] = cursor.fetchall()
    return sorted(rows, key=lambda row: row[-1])


def row_of(entered: EnteredDraw, place: int) -> dict[str, Any]:
    """Return the columns of a ``Match`` row that follow from the facts."""
    seat, facts = entered.state.seat(place), entered.state.facts
    finished = seat.status is Status.FINISHED
    claims = facts.of(place, seat.pair) if seat.pair else Standing()
    return {
        "top_id": seat.top if seat.top > 0 else None,
        "bottom_id": seat.bottom if seat.bottom > 0 else None,
        "status": int(seat.status),
        "goes_on_id": seat.on if seat.on > 0 else None,
        "drops_id": seat.off if seat.off > 0 else None,
        "result_id": seat.ref,
        "call_id": claims.latest.get("call"),
        "penalty_id": claims.latest.get("penalty"),
        "card_id": claims.latest.get("card"),
        "top_claim_id": claims.claims[seat.top][1] if seat.top in claims.claims else None,
        "bottom_claim_id": claims.claims[seat.bottom][1] if seat.bottom in claims.claims else None,
        "begun": claims.begun,
        "settled": finished and (seat.ref is None or claims.settled),
        # Decided by a ruling alone; else, without a result, by a withdrawal.
        "ruled": finished and seat.ref is None and bool(claims.on),
        # Under a ruling that stands two results are no more than an objection: somebody has decided.
        "objected": finished and (claims.objected or claims.disputed),
    }


def subject_of(entered: EnteredDraw, place: int) -> tuple[str, ...]:
    """Return the codes of the matches whose result, not confirmed or disputed, could still change who plays one."""
    state = entered.state
    byes = {at for at, status in enumerate(state.derived.statuses) if status == Status.BYE}
    return tuple(
        state.plan.matches[before].code
        for before in comes_out_of(state.plan, place, byes)
        if state.seat(before).status is Status.DISPUTED
        or (state.seat(before).status is Status.FINISHED and not row_of(entered, before)["settled"])
    )


def differing_rows(draw: Draw, entered: EnteredDraw) -> dict[int, dict[str, Any]]:
    """Return place → columns as they should stand, for every row that stands otherwise."""
    derived = {place: row_of(entered, place) for place in range(len(entered.state.plan.matches))}
    columns = list(derived[0])
    stored = {
        place: dict(zip(columns, row, strict=True))
        for place, *row in Match.objects.filter(draw=draw).values_list("place", *columns)
    }
    return {place: row for place, row in derived.items() if stored.get(place) != row}
