"""A result corrected later: the matches that it affects, and what becomes of each.

For each affected match the director chooses *void* (its facts no longer count: it is replayed) or *stand* (a ruling
keeps it as played: its players stay where they are, whatever the corrected result says).

Source: docs/rules/corrections.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.draws.affected import Affected, affected_by
from rules.draws.facts import Kind, Pair
from rules.draws.plan import From, Source
from rules.draws.state import DrawState, Row
from rules.errors import RuleBroken


class Choice(StrEnum):
    """What becomes of an affected match."""

    VOID = "void"
    STAND = "stand"


@dataclass(frozen=True, slots=True)
class Choices:
    """The director's choice for every affected match, or one by one by its place in the plan."""

    all: Choice | None = None
    each: Mapping[int, Choice] = field(default_factory=dict)

    def of(self, match: int) -> Choice | None:
        """Return the choice for ``match``, None where none was made."""
        return self.each.get(match, self.all)


@dataclass(frozen=True, slots=True)
class Resolution:
    """The draw after the correction and all choices; ``cleared`` and ``passages`` are the rows that they add."""

    state: DrawState
    affected: tuple[Affected, ...]
    cleared: tuple[Row, ...] = ()
    passages: tuple[Row, ...] = ()


def cleared_row(match: int, pair: Pair) -> Row:
    """Return the fact that clears ``pair`` in ``match``: their earlier facts no longer count."""
    return (Kind.CLEARED, match, pair[0], pair[1], 0, None)


def passage_row(match: int, pair: Pair, on: int) -> Row:
    """Return the ruling that ``on`` goes on from ``match``; 0 lifts it."""
    return (Kind.PASSAGE, match, pair[0], pair[1], on, None)


def resolve(before: DrawState, after: DrawState, choices: Choices) -> Resolution:
    """Carry out ``choices`` for the begun matches that ``after`` affects, from the first round on.

    A match whose players are back, because a match before it is kept, needs no choice; void replays it all the same.

    Raises RuleBroken ``affected.choice`` when a choice is missing, ``affected.torn`` when a match can't stand
    because another choice replays a match it comes from, ``affected.unknown`` for a choice without its match.
    """
    first = tuple(
        moved
        for moved in affected_by(before.derived, before.facts, after.derived)
        if choices.of(moved.match) is not None
    )
    affected: list[Affected] = []
    cleared: list[Row] = []
    passages: list[Row] = []
    state = after
    while (moved := _next(before, state, first, affected)) is not None:
        choice = choices.of(moved.match)
        if choice is None:
            open_now = affected_by(before.derived, before.facts, state.derived)
            everything = sorted({*first, *affected, *open_now}, key=lambda each: each.match)
            raise RuleBroken("affected.choice", affected=tuple(everything))
        affected.append(moved)
        if choice is Choice.VOID:
            cleared.append(cleared_row(moved.match, moved.pair))
            state = state.having([cleared[-1]])
        else:
            rulings = _rulings(before, state, moved)
            passages += rulings
            state = state.having(rulings)
    for moved in affected:
        # Checked last: a choice for a later match may replay the match out of which a kept one gets its player.
        if choices.of(moved.match) is Choice.STAND and state.seat(moved.match).pair != moved.pair:
            raise RuleBroken("affected.torn", match=before.plan.matches[moved.match].code)
    unknown = sorted(set(choices.each) - {moved.match for moved in affected})
    if unknown:
        raise RuleBroken("affected.unknown", matches=[before.plan.matches[match].code for match in unknown])
    return Resolution(state, tuple(affected), tuple(cleared), tuple(passages))


def needing_choice(before: DrawState, after: DrawState) -> frozenset[int]:
    """Return the places of the affected matches that need a choice even where every match before them is kept.

    For all others a choice counts only if a match before them is replayed.
    """
    state, needing = after, list[Affected]()
    while (moved := _next(before, state, (), needing)) is not None:
        needing.append(moved)
        try:
            state = state.having(_rulings(before, state, moved))
        except RuleBroken:
            # It can't be kept, so whatever follows from it matters too.
            return frozenset(each.match for each in affected_by(before.derived, before.facts, after.derived))
    return frozenset(each.match for each in needing)


def _next(
    before: DrawState, state: DrawState, first: tuple[Affected, ...], affected: list[Affected]
) -> Affected | None:
    """Return the first affected match whose choice has not been carried out yet.

    ``first`` are those that have a choice, though another choice may have brought their players back.
    """
    moves = {*first, *affected_by(before.derived, before.facts, state.derived)} - {*affected}
    return min(moves, key=lambda moved: moved.match, default=None)


def _rulings(before: DrawState, state: DrawState, moved: Affected) -> list[Row]:
    """Return the rulings that bring both players back into ``moved``."""
    planned = before.plan.matches[moved.match]
    was, now = before.seat(moved.match), state.seat(moved.match)
    rows: list[Row] = []
    for source, old, new in ((planned.top, was.top, now.top), (planned.bottom, was.bottom, now.bottom)):
        if old != new:
            rows.append(_ruling(before, state, source, old, planned.code))
    return rows


def _ruling(before: DrawState, state: DrawState, source: Source, entrant: int, code: str) -> Row:
    """Return the ruling that sends ``entrant`` on from the match that feeds ``source``.

    If the entrant passed that match without play (a bye), the ruling is on the match before it; if they went on from
    their A match and dropped after the next, it is on that.
    """
    at = source.of
    if source.kind is From.FIRST_LOSER:
        pair = state.seat(at).pair
        if pair is None or entrant not in pair or before.seat(at).on == entrant:
            at = state.plan.after_bye[source.of]
    pair = None if source.kind is From.LINE else state.seat(at).pair
    if pair is not None and entrant in pair:
        other = pair[1] if pair[0] == entrant else pair[0]
        return passage_row(at, pair, entrant if source.kind is From.WINNER else other)
    if source.kind is From.WINNER and not before.has_begun(at):
        was, planned = before.seat(at), before.plan.matches[at]
        return _ruling(before, state, planned.top if was.top == entrant else planned.bottom, entrant, code)
    raise RuleBroken("affected.torn", match=code)
