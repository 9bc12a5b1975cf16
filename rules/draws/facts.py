"""What has been entered about a draw, in the order in which it was entered.

Entrants are named by positive whole numbers of the caller's choice, matches by their place in the plan.
A fact names entrants, never sides: what was entered for a pairing sleeps while another pairing sits in the match,
and counts again when the same pairing returns. Of several facts for one pairing the latest counts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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


# Rows shaped as ``Entered``: kind, match, first, second, who, ref.
type Row = tuple[str, int, int, int, int, int | None]
# A match and a pairing.
type Key = tuple[int, int, int]


class Kind(StrEnum):
    """What was entered for a pairing in a match."""

    START = "start"
    RESULT = "result"
    CLEARED = "cleared"
    PASSAGE = "passage"
    CALL = "call"
    PENALTY = "penalty"


class Entered(NamedTuple):
    """One fact about a match.

    ``who`` is the winner of a result (NOBODY: neither came), or who goes on by a ruling (NOBODY: it is lifted).
    ``ref`` is the caller's own name for a result, a call or a penalty. A cleared pairing has not begun: nothing
    before counts, but a penalty given for coming late stays.
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
    standing: Mapping[Key, "_Standing"] = field(default_factory=dict, repr=False, compare=False)

    def call(self, match: int, pair: Pair) -> int | None:
        """Return the ref of the last call of ``pair`` to a table for ``match``, None when they were not called."""
        state = self.standing.get((match, *pair))
        return None if state is None else state.call

    def penalty(self, match: int, pair: Pair) -> int | None:
        """Return the ref of the penalty that sets the start score of ``pair`` in ``match``, None without one."""
        state = self.standing.get((match, *pair))
        return None if state is None else state.penalty

    def is_out(self, bracket: Bracket, entrant: int) -> bool:
        """Whether ``entrant`` has withdrawn from ``bracket``."""
        return entrant in self.out.get(bracket, ())

    def having(
        self, lines: Mapping[int, int], entered: Iterable[Row], withdrawn: Iterable[tuple[Bracket, int]]
    ) -> "Facts":
        """Return these facts on ``lines`` with more entered since: what collecting everything anew would give."""
        rows = list(entered)
        touched = {(row[1], *pair_of(row[2], row[3])) for row in rows}
        standing = dict(self.standing)
        standing.update({key: standing[key].copy() for key in touched if key in standing})
        _take(standing, rows)
        matches = {match for match, _, _ in touched}
        decided = {match: told for match, told in self.decisions.items() if match not in matches}
        decided |= _decisions({key: state for key, state in standing.items() if key[0] in matches})
        pairs = {(match, (first, second)): standing[match, first, second].begun for match, first, second in touched}
        begun = self.begun - pairs.keys() | {key for key, has_begun in pairs.items() if has_begun}
        return Facts(lines, decided, frozenset(begun), _out(self.out, withdrawn), standing)


def collect(
    lines: Mapping[int, int],
    entered: Iterable[Row] = (),
    withdrawn: Iterable[tuple[Bracket, int]] = (),
) -> Facts:
    """Fold ``entered`` (rows shaped as ``Entered``) and ``withdrawn`` (bracket, entrant), oldest first, into facts."""
    standing: dict[Key, _Standing] = {}
    _take(standing, entered)
    begun = frozenset((match, (first, second)) for (match, first, second), state in standing.items() if state.begun)
    return Facts(lines, _decisions(standing), begun, _out({}, withdrawn), standing)


def _take(standing: dict[Key, "_Standing"], entered: Iterable[Row]) -> None:
    for kind, match, one, other, who, ref in entered:
        key = (match, one, other) if one < other else (match, other, one)
        state = standing.get(key)
        if state is None or kind == Kind.CLEARED:
            penalty = None if state is None else state.penalty
            state = standing[key] = _Standing()
            state.penalty = penalty
        if kind == Kind.RESULT:
            state.begun, state.decided, state.winner, state.ref = True, True, who, ref
        elif kind == Kind.START:
            state.begun = True
        elif kind == Kind.PASSAGE:
            state.on = who
        elif kind == Kind.CALL:
            state.call = ref
        elif kind == Kind.PENALTY:
            state.penalty = ref


def _decisions(standing: Mapping[Key, "_Standing"]) -> dict[int, tuple[Decision, ...]]:
    decisions: dict[int, tuple[Decision, ...]] = {}
    for (match, first, second), state in standing.items():
        if state.decided or state.on:
            decisions[match] = (*decisions.get(match, ()), state.decision(first, second))
    return decisions


def _out(
    before: Mapping[Bracket, Mapping[int, int]], withdrawn: Iterable[tuple[Bracket, int]]
) -> dict[Bracket, dict[int, int]]:
    out = {bracket: dict(turns) for bracket, turns in before.items()}
    for bracket, entrant in withdrawn:
        turns = out.setdefault(bracket, {})
        turns.setdefault(entrant, len(turns))
    return out


class _Standing:
    """What counts for one pairing in one match after the facts read so far."""

    __slots__ = ("begun", "call", "decided", "on", "penalty", "ref", "winner")

    def __init__(self) -> None:
        self.begun = self.decided = False
        self.winner = self.on = NOBODY
        self.ref: int | None = None
        self.call: int | None = None
        self.penalty: int | None = None

    def decision(self, first: int, second: int) -> Decision:
        on = self.on or self.winner
        if not on:
            return first, second, PHANTOM, PHANTOM, self.ref
        return first, second, on, second if on == first else first, self.ref

    def copy(self) -> "_Standing":
        found = _Standing()
        for name in self.__slots__:
            setattr(found, name, getattr(self, name))
        return found
