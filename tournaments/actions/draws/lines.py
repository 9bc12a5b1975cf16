"""Seating entrants on the lines of a draw that is made: late entries, replacements, exchanges, and who is taken out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from journal import book
from journal.book import OpenPage
from journal.models import Fact
from journal.refusals import Refused
from rules.draws.affected import affected_by
from rules.draws.plan import Plan
from rules.draws.pots import Seeding
from rules.draws.seeding import MOST, bye_order
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.cuts import is_drawn, lines_for_late
from rules.formats.exchange import exchange, round_seats
from rules.naming import read_reason
from tournaments.actions.money.payers import charge_change
from tournaments.actions.steps import (
    concerning,
    derive_draw,
    draw_of,
    entrants_with_draw,
    events_with_draw,
    refuse_affected,
    stream_of_entrant,
)
from tournaments.models import Entrant, Event, Line, Particulars, Withdrawal
from tournaments.read.draws.tables import is_paired
from tournaments.read.entered import EnteredDraw, entered_draw

# Stands for an entrant who is not entered yet.
_SOMEBODY = -1


@dataclass(frozen=True, slots=True)
class Reseated:
    """An entrant with their line after the action, None for one taken out, and the codes of matches that moved."""

    entrant: int
    line: int | None
    record: int
    moved: tuple[str, ...]


def free_lines(before: EnteredDraw, seeds: int, entrants: Sequence[Entrant], line: int | None) -> dict[int, Entrant]:
    """Return a bye's line for each of ``entrants``: ``line``, or from the bye given last to the one given first.

    A line is free while nothing that a late entrant there would move has begun. Raises RuleBroken
    ``entrants.line``, Refused ``line.taken``, ``line.begun`` or ``line.none``.
    """
    state, seeds = before.state, _seeded(before.draw.event, seeds)
    lines = _empty_lines(state, seeds) if line is None else [_one_line(state, line)]
    seats: dict[int, Entrant] = {}
    for entrant in entrants:
        at = next((each for each in lines if each not in seats and _is_free(state, each, entrant.pk)), None)
        if at is None:
            raise Refused("line.none" if line is None else "line.begun", line=line)
        seats[at] = entrant
        state = state.having(lines={**state.lines, at: entrant.pk})
    return seats


def late_line(event: int) -> int | None:
    """Return the line that a late entrant would take; None without a draw or a free line, and where rounds are paired.

    Three statements.
    """
    row = events_with_draw().get(pk=event)
    if row.current_draw_id is None or row.rules.is_paired:
        return None
    seeded = Particulars.objects.filter(entrant__event=event, seed__isnull=False, record__undo__isnull=True)
    seeds = seeded.filter(entrant__record__undo__isnull=True).values("entrant").distinct().count()
    state = entered_draw(draw_of(row), row.tournament.stream_id).state
    return next((line for line in _empty_lines(state, _seeded(row, seeds)) if _is_free(state, line, _SOMEBODY)), None)


def seat(
    page: OpenPage,
    event: Event,
    before: EnteredDraw,
    verb: str,
    seats: Mapping[int, Entrant] | Mapping[int, Entrant | None],
    facts: Sequence[Fact],
    needs: Sequence[str] = (),
    words: str = "",
) -> tuple[str, ...]:
    """Record ``facts`` and the new entrants of lines, None for a bye; return the codes of matches that moved.

    Raises Refused ``match.begun`` when a match that has begun would lose a player.
    """
    lines = [
        Line(draw=before.draw, line=at, turn=before.turns.get(at, 0) + 1, entrant=entrant)
        for at, entrant in seats.items()
    ]
    after = {at: entrant.pk if entrant else 0 for at, entrant in seats.items()}
    state = before.state.having(lines={at: who for at, who in {**before.state.lines, **after}.items() if who})
    refuse_affected(before, affected_by(before.state.derived, before.state.facts, state.derived))
    draw = before.draw.pk
    makes = [f"line:{draw}:{at}" for at in seats]
    if is_paired(before.state.plan):
        # A round can be taken back only as it was paired, and the next one rests on it.
        makes += sorted({f"round:{draw}:{round_of_line(before.state.plan, at)}" for at in seats})
    if before.state.plan.is_cut and any(at not in before.state.plan.seats for at in seats):
        makes.append(f"knockout:{draw}")
    page.record(
        verb,
        [*facts, *lines],
        words,
        **concerning(
            event.pk,
            makes=[f"field:{event.pk}", *makes, *(f"entrant:{entrant.pk}" for entrant in seats.values() if entrant)],
            needs=[*makes, *needs, f"draw:{draw}"],
        ),
    )
    return derive_draw(page, before, before.with_state(state))


def lines_of(state: DrawState, entrant: int) -> list[int]:
    """Return the lines on which an entrant sits: one, or one of each round that was paired."""
    return sorted(line for line, who in state.lines.items() if who == entrant)


def round_of_line(plan: Plan, line: int) -> int:
    """Return the round of the match into which a line leads first."""
    return min(match.round for match in plan.matches if line in (match.top.of, match.bottom.of))


def _seeded(event: Event, seeds: int) -> int:
    """Return how many were seeded in the draw, of whom so many had a seed."""
    return MOST if event.rules.seeding is Seeding.FULL else seeds


def _empty_lines(state: DrawState, seeds: int) -> list[int]:
    """Return the empty lines, the bye given last first: it has the least claim to stay one.

    Before a knockout is drawn of those who come through pools these are the free lines of the pools, after it none.
    """
    if state.plan.is_cut:
        return [] if is_drawn(state.plan, state.lines) else lines_for_late(state.plan, state.lines)
    order = [2 * match + 2 for match in bye_order(state.plan.size, seeds)]
    empty = [line for line in sorted(state.plan.seats) if line not in state.lines]
    return sorted(empty, key=lambda line: order.index(line) if line in order else -1, reverse=True)


def _one_line(state: DrawState, line: int) -> int:
    if line not in state.plan.seats or (state.plan.is_cut and is_drawn(state.plan, state.lines)):
        raise RuleBroken("entrants.line", line=line, lines=state.plan.size)
    if line in state.lines:
        raise Refused("line.taken", line=line, entrant=state.lines[line])
    return line


def _is_free(state: DrawState, line: int, entrant: int) -> bool:
    after = state.having(lines={**state.lines, line: entrant})
    return next(affected_by(state.derived, state.facts, after.derived), None) is None


def exchange_lines(entrant: int, other: int, reason: str, caller: book.Caller) -> Reseated:
    """Let two entrants of one draw change places, before anybody on their ways has begun. The draw key stays.

    Where rounds are paired, so in the last of them. Raises Refused ``exchange.same``, ``entrant.undrawn``,
    ``match.begun``, RuleBroken ``reason.…``, ``pairing.unseated``, ``pairing.same``.
    """
    with book.page(stream_of_entrant(entrant, caller), caller) as page:
        words = read_reason(reason)
        if entrant == other:
            raise Refused("exchange.same", entrant=entrant)
        one = entrants_with_draw().get(pk=entrant)
        before = entered_draw(draw_of(one.event), page.stream.pk)
        if is_paired(before.state.plan):
            exchange(before.state, entrant, other)  # refuses those who are not in the round
            lines = round_seats(before.state)
        else:
            lines = {who: line for line, who in before.state.lines.items()}
        for each in (entrant, other):
            if each not in lines:
                raise Refused("entrant.undrawn", entrant=each)
        second = Entrant.objects.get(pk=other)
        seats: dict[int, Entrant | None] = {lines[entrant]: second, lines[other]: one}
        moved = seat(page, one.event, before, "entrant.exchanged", seats, [], words=words)
        return page.done(Reseated(entrant, lines[other], page.stream.number, moved))


def take_out(entrant: int, reason: str, caller: book.Caller) -> Reseated:
    """Take out an entrant who was drawn twice or by mistake: their line is a bye again, and they play in no bracket.

    Raises Refused ``entrant.undrawn``, ``match.begun``, RuleBroken ``reason.…``.
    """
    with book.page(stream_of_entrant(entrant, caller), caller) as page:
        words = read_reason(reason)
        row = entrants_with_draw().get(pk=entrant)
        before = entered_draw(draw_of(row.event), page.stream.pk)
        lines: dict[int, Entrant | None] = dict.fromkeys(lines_of(before.state, entrant))
        if not lines:
            raise Refused("entrant.undrawn", entrant=entrant)
        gone = {bracket for bracket, who in before.state.withdrawn if who == entrant}
        codes = [bracket.code for bracket in row.event.rules.brackets if bracket.code not in gone]
        facts: list[Fact] = [Withdrawal(entrant=row, bracket=code) for code in codes]
        facts += charge_change(page, row.event.tournament, leaving=[entrant])
        moved = seat(page, row.event, before, "entrant.taken_out", lines, facts, [f"entrant:{entrant}"], words=words)
        return page.done(Reseated(entrant, None, page.stream.number, moved))
