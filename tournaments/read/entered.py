"""Reading all that was entered about a draw, in one statement."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.draws.derive import Status
from rules.draws.facts import Kind, Standing
from rules.draws.plan import Plan
from rules.draws.state import DrawState, Row
from tournaments.models.draws import Draw, plan_drawn
from tournaments.models.entrants import WITHDRAWN
from tournaments.models.facts import latest_columns
from tournaments.models.lengths import LENGTH, plan_played
from tournaments.models.matches import Match, Result, rows_of
from tournaments.models.switches import KINDS, SWITCH, with_switches
from tournaments.read.fact_rows import UNDONE, FactRow, fact_rows

# The kinds of most facts: their rows are taken as they come.
_PLAIN = frozenset(Kind)


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
    return _counted(draw, fact_rows(draw, stream), frozenset())


def entered_with_and_without(draw: Draw, stream: int, record: int) -> tuple[EnteredDraw, EnteredDraw]:
    """Return the draw as it stands, and as it would stand had ``record`` been undone."""
    now, without = entered_without_each(draw, stream, [record])
    return now, without[record]


def entered_without_each(draw: Draw, stream: int, records: Iterable[int]) -> tuple[EnteredDraw, dict[int, EnteredDraw]]:
    """Return the draw as it stands, and record → as it would stand had this one been undone."""
    rows = fact_rows(draw, stream)
    return _counted(draw, rows, frozenset()), {each: _counted(draw, rows, frozenset([each])) for each in records}


def entered_before_and_after(draw: Draw, stream: int, record: int) -> tuple[EnteredDraw, EnteredDraw]:
    """Return the draw as it stood when ``record`` was written, just before and just after."""
    rows = fact_rows(draw, stream)
    before, after = ([row for row in rows if row[-1] < until] for until in (record, record + 1))
    return _counted(draw, before, frozenset()), _counted(draw, after, frozenset())


def _counted(draw: Draw, rows: list[FactRow], without: frozenset[int]) -> EnteredDraw:
    undone = {row[5] for row in rows if row[0] == UNDONE} | without
    entered: list[Row] = []
    lines: dict[int, int] = {}
    turns: dict[int, int] = {}
    withdrawn: list[tuple[str, int]] = []
    ids: dict[int, int] = {}
    lengths: dict[int, int] = {}
    switches: list[tuple[int, str, int, int]] = []
    for kind, at, first, second, who, ref, match, record in rows:
        if match:
            ids[at] = match
        if kind == "line":
            turns[at] = max(turns.get(at, 0), second)
        if record in undone:
            continue
        if kind in _PLAIN:
            entered.append((kind, at, first, second, who, ref or None))
        elif kind == "line":
            lines[at] = first
        elif kind == LENGTH:
            lengths[at] = first
        elif kind.startswith(SWITCH):
            switches.append((second, kind.removeprefix(SWITCH), at, first))
        elif kind.startswith(WITHDRAWN):
            withdrawn.append((kind.removeprefix(WITHDRAWN), first))
        elif kind != UNDONE:
            entered += rows_of((kind, at, first, second, who, ref or None))
    plan = plan_played(_plan(draw, switches), lengths)
    state = DrawState(
        plan,
        {line: entrant for line, entrant in lines.items() if entrant},
        tuple(entered),
        tuple(withdrawn),
        points=points_of(draw) if plan.is_cut else None,
    )
    return EnteredDraw(draw, state, turns, ids)


def _plan(draw: Draw, switches: list[tuple[int, str, int, int]]) -> Plan:
    """Return the plan with these switches (turn, kind, place, other)."""
    return with_switches(plan_drawn(draw), tuple((KINDS[kind], at, other) for _, kind, at, other in sorted(switches)))


def points_of(draw: Draw) -> dict[int, dict[int, int]]:
    """Return the points of each entrant by result, for pools that count them: one statement."""
    results = Result.objects.filter(match__draw=draw, first_points__isnull=False)
    rows = results.values_list("pk", "first", "first_points", "second", "second_points")
    return {pk: {first: one or 0, second: other or 0} for pk, first, one, second, other in rows}


def row_of(entered: EnteredDraw, place: int) -> dict[str, Any]:
    """Return the columns of a ``Match`` row that follow from the facts."""
    seat, facts = entered.state.seat(place), entered.state.facts
    finished = seat.status is Status.FINISHED
    standing = facts.of(place, seat.pair) if seat.pair else Standing()
    return {
        "length": entered.state.plan.matches[place].length,
        "top_id": seat.top if seat.top > 0 else None,
        "bottom_id": seat.bottom if seat.bottom > 0 else None,
        "status": int(seat.status),
        "goes_on_id": seat.on if seat.on > 0 else None,
        "drops_id": seat.off if seat.off > 0 else None,
        "result_id": seat.ref,
        **{f"{column}_id": standing.latest.get(kind) for kind, column in latest_columns().items()},
        "top_claim_id": standing.claims[seat.top][1] if seat.top in standing.claims else None,
        "bottom_claim_id": standing.claims[seat.bottom][1] if seat.bottom in standing.claims else None,
        "begun": standing.begun,
        "settled": finished and (seat.ref is None or standing.settled),
        # Decided by a ruling alone; else, without a result, by a withdrawal.
        "ruled": finished and seat.ref is None and bool(standing.on),
        # Under a ruling two results count as an objection only, because the desk has decided.
        "contested": finished and (standing.contested or standing.disputed),
    }


def differing_rows(draw: Draw, entered: EnteredDraw) -> dict[int, dict[str, Any]]:
    """Return place → the right columns, for every row that differs."""
    derived = {place: row_of(entered, place) for place in range(len(entered.state.plan.matches))}
    columns = list(derived[0])
    stored = {
        place: dict(zip(columns, row, strict=True))
        for place, *row in Match.objects.filter(draw=draw).values_list("place", *columns)
    }
    return {place: row for place, row in derived.items() if stored.get(place) != row}
