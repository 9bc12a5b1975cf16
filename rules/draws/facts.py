"""What has been entered about a draw, in the order in which it was entered.

Entrants are named by positive whole numbers of the caller's choice, matches by their place in the plan.
A fact names entrants, never sides: what was entered for a pairing sleeps while another pairing sits in the match,
and counts again when the same pairing returns. Of several facts for one pairing the latest counts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from rules.draws.format import Bracket

PHANTOM = -1
UNKNOWN = 0
NOBODY = 0

# Two entrants, the smaller number first.
type Pair = tuple[int, int]
# A plain tuple, because ``derive`` unpacks one for every match played: first and second entrant of the pairing
# (smaller number first), who goes on, who drops (PHANTOM: nobody), the result's ref (None: a ruling alone).
type Decision = tuple[int, int, int, int, int | None]


class Kind(StrEnum):
    """What was entered for a pairing in a match."""

    START = "start"
    RESULT = "result"
    CLEARED = "cleared"
    PASSAGE = "passage"


class Entered(NamedTuple):
    """One fact about a match.

    ``who`` is the winner of a result (NOBODY: neither came), or who goes on by a ruling (NOBODY: it is lifted).
    ``ref`` is the caller's own name for a result. A cleared pairing has not begun: nothing before counts.
    """

    kind: str
    match: int
    first: int
    second: int
    who: int = NOBODY
    ref: int | None = None


def pair_of(one: int, other: int) -> Pair:
    """Return the pairing of two entrants, the same whoever is named first."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts of one draw, folded so that ``derive`` need look at each match once.

    ``lines`` maps a line (from 1) to the entrant drawn on it; a missing line is a bye. ``decisions`` maps a match
    to what was decided in it, one per pairing. ``begun`` holds every (match, pairing) that has begun.
    ``out`` maps who has withdrawn from a bracket to his turn in the order of withdrawals, from 0.
    """

    lines: Mapping[int, int]
    decisions: Mapping[int, tuple[Decision, ...]] = field(default_factory=dict)
    begun: frozenset[tuple[int, Pair]] = frozenset()
    out: Mapping[Bracket, Mapping[int, int]] = field(default_factory=dict)

    def is_out(self, bracket: Bracket, entrant: int) -> bool:
        """Whether ``entrant`` has withdrawn from ``bracket``."""
        return entrant in self.out.get(bracket, ())

    def with_lines(self, lines: Mapping[int, int]) -> "Facts":
        """Return the same facts on other lines."""
        return replace(self, lines=lines)


def collect(
    lines: Mapping[int, int],
    entered: Iterable[tuple[str, int, int, int, int, int | None]] = (),
    withdrawn: Iterable[tuple[Bracket, int]] = (),
) -> Facts:
    """Fold ``entered`` (rows shaped as ``Entered``) and ``withdrawn`` (bracket, entrant), oldest first, into facts."""
    standing: dict[tuple[int, int, int], _Standing] = {}
    for kind, match, one, other, who, ref in entered:
        key = (match, one, other) if one < other else (match, other, one)
        state = standing.get(key)
        if state is None or kind == Kind.CLEARED:
            state = standing[key] = _Standing()
        if kind == Kind.RESULT:
            state.begun, state.decided, state.winner, state.ref = True, True, who, ref
        elif kind == Kind.START:
            state.begun = True
        elif kind == Kind.PASSAGE:
            state.on = who
    decisions: dict[int, tuple[Decision, ...]] = {}
    for (match, first, second), state in standing.items():
        if state.decided or state.on:
            decisions[match] = (*decisions.get(match, ()), state.decision(first, second))
    begun = frozenset((match, (first, second)) for (match, first, second), state in standing.items() if state.begun)
    out: dict[Bracket, dict[int, int]] = {}
    for bracket, entrant in withdrawn:
        turns = out.setdefault(bracket, {})
        turns.setdefault(entrant, len(turns))
    return Facts(lines, decisions, begun, out)


class _Standing:
    """What counts for one pairing in one match after the facts read so far."""

    __slots__ = ("begun", "decided", "on", "ref", "winner")

    def __init__(self) -> None:
        self.begun = self.decided = False
        self.winner = self.on = NOBODY
        self.ref: int | None = None

    def decision(self, first: int, second: int) -> Decision:
        on = self.on or self.winner
        if not on:
            return first, second, PHANTOM, PHANTOM, self.ref
        return first, second, on, second if on == first else first, self.ref
