"""Call the players of a match to a table, and enter penalty points for lateness."""

from collections.abc import Iterable, Mapping
from typing import Any

from journal import book
from journal.refusals import Refused
from rules.draws.derive import Status
from rules.errors import RuleBroken
from rules.match.clock import forfeits
from rules.match.terms import TOP, Side
from rules.naming import read_reason, read_table
from tournaments.actions.matches.held import hall_now, held_matches, open_matches
from tournaments.actions.matches.results import must_be_open
from tournaments.actions.steps import (
    OpenMatch,
    Outcome,
    card_now,
    derive_draw,
    open_match,
    outcome,
    stream_of_match,
)
from tournaments.models import Call, Match, Penalty, Tournament
from tournaments.permissions import may_run_desk
from tournaments.read.entered import EnteredDraw, row_of


def call_match(match: int, table: str | int, caller: book.Caller, *, anyway: bool = False) -> Outcome:
    """Call the players of a match to ``table``, or move them there; an empty table takes the call back.

    A match that is held is called ``anyway`` only; what holds it is noted then. The version stays, because a call
    changes neither players nor score. Raises Refused ``match.finished``, ``match.waiting`` …, ``match.called`` or
    ``match.uncalled`` if that is already so, ``table.taken``, ``table.closed``; ``event.hour``, ``player.busy``,
    ``player.rests`` or ``player.twice`` if it is held; RuleBroken ``name.…`` for a table's name.
    """
    with book.page(stream_of_match(match, caller, may_run_desk), caller) as page:
        opened = open_match(page, match)
        if opened.status is not Status.OPEN:
            raise Refused(f"match.{opened.status.word}", match=card_now(opened))
        now = opened.match.call.table if opened.match.call else ""
        there = str(table).strip()
        hall = hall_now(opened.event.tournament_id, page.at) if there else None
        if hall is not None:
            there = table_in_use(hall.tournament, at_tables(hall.but(match)), read_table(there))
        if there == now:
            raise Refused("match.called" if now else "match.uncalled", match=card_now(opened), table=now)
        held = held_matches(hall) if hall is not None and _is_new(opened) else None
        if held and not anyway:
            held.must_be_free(match)
        first, second = opened.pair
        fact = Call(match=opened.match, first_id=first, second_id=second, table=there)
        page.record("match.called", [fact], **opened.concerns_only("call"))
        after = opened.having(fact)
        moved = derive_draw(page, opened.entered, after)
        notes = held.notes(match) if held else ()
        return outcome(page, opened, after, moved, call=fact, names=held and held.names, notes=notes)


def _is_new(opened: OpenMatch) -> bool:
    """Whether the players sit nowhere yet."""
    return not opened.match.begun and not (opened.match.call and opened.match.call.table)


def penalise(match: int, late: Side, points: int, reason: str, caller: book.Caller) -> Outcome:
    """Let the opponent of the ``late`` side start with ``points``; 0 lifts the penalty. The version rises.

    Both sides may be late. Raises Refused ``match.finished``, ``match.waiting`` …, ``seen.needed``,
    ``match.penalised`` for what stands already, RuleBroken ``penalty.points``, ``penalty.match`` for so many points
    that the match is lost: forfeit it, and ``reason.…``.
    """
    with book.page(stream_of_match(match, caller, may_run_desk), caller) as page:
        opened = open_match(page, match)
        must_be_open(page, opened, None)
        words = read_reason(reason) if reason.strip() else ""
        length, now = opened.match.length, opened.match.start_score
        if points < 0:
            raise RuleBroken("penalty.points", points=points)
        if forfeits(points, length):
            raise RuleBroken("penalty.match", points=points, length=length, late=late.value)
        start = (now[0], points) if late is TOP else (points, now[1])
        if start == now:
            raise Refused("match.penalised", match=card_now(opened))
        fact = _penalty(opened, start)
        page.record("match.penalised", [fact], words, **opened.concerns_only("penalty", "result"))
        after = opened.having(fact)
        return outcome(page, opened, after, derive_draw(page, opened.entered, after), penalty=fact)


def _penalty(opened: OpenMatch, start: tuple[int, int]) -> Penalty:
    seat = opened.state.seat(opened.match.place)
    return Penalty(
        match=opened.match, first_id=seat.top, second_id=seat.bottom, first_points=start[0], second_points=start[1]
    )


def refuse_if_taken(tournament: Tournament, entered: EnteredDraw, match: int) -> None:
    """Refuse if ``match`` would be back at a table that was closed or given to others since.

    Raises Refused ``table.closed``, ``table.taken``.
    """
    place = next((at for at, pk in entered.ids.items() if pk == match), None)
    row = {} if place is None else row_of(entered, place)
    if row.get("status") == Status.OPEN and row["call_id"] is not None:
        table = Call.objects.get(pk=row["call_id"]).table
        if table:
            table_in_use(tournament, at_tables(open_matches(tournament.pk).exclude(pk=match)), table)


def table_in_use(tournament: Tournament, in_use: Mapping[str, Match], table: str) -> str:
    """Return the table as the room's list spells it.

    Raises Refused ``table.closed``, ``table.taken`` with the match that sits there.
    """
    for each in tournament.furniture:
        if each.name.casefold() == table.casefold():
            if each.closed:
                raise Refused("table.closed", table=each.name, why=each.closed)
            table = each.name
    if table.casefold() in in_use:
        raise Refused("table.taken", table=table, **_match_facts(in_use[table.casefold()]))
    return table


def at_tables(matches: Iterable[Match]) -> dict[str, Match]:
    """Return the names of the tables in use, folded, with the match that sits there."""
    return {each.call.table.casefold(): each for each in matches if each.call is not None and each.call.table}


def _match_facts(match: Match) -> dict[str, Any]:
    return {"match": match.pk, "match_code": match.code, "event": match.draw.event.name}
