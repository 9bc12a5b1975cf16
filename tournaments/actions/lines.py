"""Seating entrants on the lines of a draw that is made: late entries and replacements."""

from collections.abc import Mapping, Sequence

from journal.book import OpenPage
from journal.models import Fact
from journal.refusals import Refused
from rules.draws.affected import affected_by
from rules.draws.seeding import bye_order
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from tournaments.actions.steps import concerning, derive_draw, refuse_affected
from tournaments.models import Entrant, Event, Line
from tournaments.read.entered import EnteredDraw


def free_lines(before: EnteredDraw, seeds: int, entrants: Sequence[Entrant], line: int | None) -> dict[int, Entrant]:
    """Return a bye's line for each of ``entrants``: ``line``, or from the bye given last to the one given first.

    A line is free while nothing that a late entrant there would move has begun. Raises RuleBroken
    ``entrants.line``, Refused ``line.taken``, ``line.begun`` or ``line.none``.
    """
    state = before.state
    lines = _empty_lines(state, seeds) if line is None else [_one_line(state, line)]
    seats: dict[int, Entrant] = {}
    for entrant in entrants:
        at = next((each for each in lines if each not in seats and _is_free(state, each, entrant.pk)), None)
        if at is None:
            raise Refused("line.none" if line is None else "line.begun", line=line)
        seats[at] = entrant
        state = state.having(lines={**state.lines, at: entrant.pk})
    return seats


def seat(
    page: OpenPage,
    event: Event,
    before: EnteredDraw,
    verb: str,
    seats: Mapping[int, Entrant],
    facts: Sequence[Fact],
    needs: Sequence[str] = (),
) -> tuple[str, ...]:
    """Record ``facts`` and the new entrants of lines; return the codes of matches that moved.

    Raises Refused ``match.begun`` when a match that has begun would lose a player.
    """
    lines = [
        Line(draw=before.draw, line=at, turn=before.turns.get(at, 0) + 1, entrant=entrant)
        for at, entrant in seats.items()
    ]
    state = before.state.having(lines={**before.state.lines, **{at: entrant.pk for at, entrant in seats.items()}})
    refuse_affected(before, affected_by(before.state.derived, before.state.facts, state.derived))
    draw = before.draw.pk
    makes = [f"line:{draw}:{at}" for at in seats]
    page.record(
        verb,
        [*facts, *lines],
        **concerning(
            event.pk,
            makes=[f"field:{event.pk}", *makes, *(f"entrant:{entrant.pk}" for entrant in seats.values())],
            needs=[*makes, *needs, f"draw:{draw}"],
        ),
    )
    return derive_draw(page, before, before.with_state(state))


def _empty_lines(state: DrawState, seeds: int) -> list[int]:
    """Return the empty lines, the bye given last first: it has the least claim to stay one."""
    order = [2 * match + 2 for match in bye_order(state.plan.size, seeds)]
    empty = [line for line in range(1, state.plan.size + 1) if line not in state.lines]
    return sorted(empty, key=lambda line: order.index(line) if line in order else -1, reverse=True)


def _one_line(state: DrawState, line: int) -> int:
    if not 1 <= line <= state.plan.size:
        raise RuleBroken("entrants.line", line=line, lines=state.plan.size)
    if line in state.lines:
        raise Refused("line.taken", line=line, entrant=state.lines[line])
    return line


def _is_free(state: DrawState, line: int, entrant: int) -> bool:
    after = state.having(lines={**state.lines, line: entrant})
    return next(affected_by(state.derived, state.facts, after.derived), None) is None
