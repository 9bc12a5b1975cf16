"""The facts entered about a draw, in the order in which they were entered.

Entrants are named by positive whole numbers of the caller's choice, matches by their place in the plan.
A fact names entrants, never sides: facts of a pairing sleep while another pairing sits in the match, and count again
when the same pairing returns. Of several results of one pairing the latest counts; docs/rules/claims.md says how the
reports of the players count.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from rules.draws.decisions import Decision, Decisions

PHANTOM = -1
UNKNOWN = 0
NOBODY = 0

# Two entrants, the smaller number first.
type Pair = tuple[int, int]
# A pairing with two different results (smaller number first): the winner and the loser by the first of the two
# (PHANTOM: nobody).
type Dispute = tuple[int, int, int, int]
# The report of one player: the winner, and the ref.
type Claim = tuple[int, int | None]

# Rows shaped as ``Entered``: kind, match, first, second, who, ref.
type Row = tuple[str, int, int, int, int, int | None]
# A match and a pairing.
type Key = tuple[int, int, int]


class Kind(StrEnum):
    """The kind of a fact about a pairing in a match."""

    START = "start"
    CARD = "card"
    RESULT = "result"
    UNSETTLED = "unsettled"
    WON = "won"
    LOST = "lost"
    CONFIRMED = "confirmed"
    CONTESTED = "contested"
    CLEARED = "cleared"
    PASSAGE = "passage"
    CALL = "call"
    PENALTY = "penalty"
    GIVEN_UP = "given_up"


_BEGINS = (Kind.START, Kind.CARD)


class Entered(NamedTuple):
    """One fact about a match.

    ``who`` is the winner of a result (NOBODY: neither came), the player who contests one, or the player who goes on by
    a ruling (NOBODY: the ruling is lifted). The desk enters a RESULT, or one that is UNSETTLED until it is confirmed;
    WON is the winner's own report, LOST the loser's. ``ref`` is the caller's own name for a result, a start, a call, a
    penalty or a running score card; CONFIRMED has that of the result, and GIVEN_UP that of one for which nobody played.
    A cleared pairing has not begun: nothing before
    it counts, except a penalty for coming late. Starts, calls, penalties, cards and every kind that is not named here
    decide nothing: the latest of each counts. A match has begun with its start, its first card or report.
    """

    kind: str
    match: int
    first: int
    second: int
    who: int = NOBODY
    ref: int | None = None


def pair_of(one: int, other: int) -> Pair:
    """Return the pairing of two entrants, the same in either order."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts of one draw, folded so that ``derive`` need look at each match once.

    ``lines`` maps a line (from 1) to the entrant drawn on it; a missing line is a bye. ``decisions`` are those of every
    match, one per pairing, ``disputes`` maps a match to the first of two different results.
    ``begun`` holds every (match, pairing) that has begun. ``out`` maps those who have withdrawn from a bracket to their
    turn in the order of withdrawals, from 0. ``points`` has for results, by ref, the points of each entrant, where a
    table counts them.
    """

    lines: Mapping[int, int]
    decisions: Decisions = field(default_factory=Decisions)
    begun: frozenset[tuple[int, Pair]] = frozenset()
    out: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    standing: Mapping[Key, "Standing"] = field(default_factory=dict, repr=False, compare=False)
    disputes: Mapping[int, tuple[Dispute, ...]] = field(default_factory=dict)
    points: Mapping[int, Mapping[int, int]] = field(default_factory=dict, repr=False)

    def of(self, match: int, pair: Pair) -> "Standing":
        """Return what counts for ``pair`` in ``match``; to be read only."""
        return self.standing.get((match, *pair)) or _NOTHING

    def latest(self, kind: str, match: int, pair: Pair) -> int | None:
        """Return the ref of the latest fact of ``kind`` for ``pair`` in ``match``: their call, their penalty …"""
        return self.of(match, pair).latest.get(kind)

    def is_out(self, bracket: str, entrant: int) -> bool:
        """Whether ``entrant`` has withdrawn from ``bracket``."""
        return entrant in self.out.get(bracket, ())

    def having(self, lines: Mapping[int, int], entered: Iterable[Row], withdrawn: Iterable[tuple[str, int]]) -> "Facts":
        """Return these facts on ``lines`` with later ones added: the same as collecting all of them anew."""
        rows = list(entered)
        touched = {(row[1], *pair_of(row[2], row[3])) for row in rows}
        standing = dict(self.standing)
        standing.update({key: standing[key].copy() for key in touched if key in standing})
        _take(standing, rows)
        decided, disputed = self.decisions.copy(), dict(self.disputes)
        begun: set[tuple[int, Pair]] = set()
        ended: set[tuple[int, Pair]] = set()
        for match, first, second in touched:
            state = standing[match, first, second]
            decided.put(match, first, second, state.decision(first, second))
            _put(disputed, match, state.disputes(first, second), (first, second))
            (begun if state.begun else ended).add((match, (first, second)))
        kept = self.begun if self.begun.isdisjoint(ended) else self.begun - ended
        return Facts(lines, decided, kept | begun, _out(self.out, withdrawn), standing, disputed, self.points)


def collect(
    lines: Mapping[int, int],
    entered: Iterable[Row] = (),
    withdrawn: Iterable[tuple[str, int]] = (),
    points: Mapping[int, Mapping[int, int]] | None = None,
) -> Facts:
    """Fold ``entered`` (rows shaped as ``Entered``) and ``withdrawn`` (bracket, entrant), oldest first, into facts.

    ``points`` has those of results by ref, then by entrant.
    """
    standing: dict[Key, Standing] = {}
    _take(standing, entered)
    begun = frozenset((match, (first, second)) for (match, first, second), state in standing.items() if state.begun)
    out = _out({}, withdrawn)
    return Facts(lines, _decisions(standing), begun, out, standing, _disputes(standing), points or {})


def _take(standing: dict[Key, "Standing"], entered: Iterable[Row]) -> None:
    for kind, match, one, other, who, ref in entered:
        key = (match, one, other) if one < other else (match, other, one)
        state = standing.get(key)
        if state is None or kind == Kind.CLEARED:
            penalty = None if state is None else state.latest.get(Kind.PENALTY)
            state = standing[key] = Standing()
            if penalty is not None:
                state.latest = {Kind.PENALTY: penalty}
        if kind == Kind.RESULT or kind == Kind.UNSETTLED:
            state.enter(who, ref, settled=kind == Kind.RESULT)
        elif kind == Kind.WON or kind == Kind.LOST:
            loser = other if who == one else one
            state.claim(who if kind == Kind.WON else loser, who, ref)
        elif kind == Kind.CONFIRMED:
            state.confirm(ref)
        elif kind == Kind.CONTESTED:
            state.contest()
        elif kind == Kind.PASSAGE:
            state.on = who
        elif kind != Kind.CLEARED:
            state.begun = state.begun or kind in _BEGINS
            state.latest = {**state.latest, kind: ref}


def _decisions(standing: Mapping[Key, "Standing"]) -> Decisions:
    return Decisions.gather(
        (match, decision)
        for (match, first, second), state in standing.items()
        if first > 0 and (decision := state.decision(first, second))
    )


def _disputes(standing: Mapping[Key, "Standing"]) -> dict[int, tuple[Dispute, ...]]:
    disputes: dict[int, tuple[Dispute, ...]] = {}
    for (match, first, second), state in standing.items():
        if state.disputed:
            disputes[match] = (*disputes.get(match, ()), *state.disputes(first, second))
    return {match: each for match, each in disputes.items() if each}


def _put(outcomes: dict[int, tuple[Dispute, ...]], match: int, now: tuple[Dispute, ...], pair: Pair) -> None:
    """Replace the disputes of one pairing of a match."""
    others = tuple(each for each in outcomes.get(match, ()) if each[:2] != pair)
    if others or now:
        outcomes[match] = (*others, *now)
    else:
        outcomes.pop(match, None)


def _outcome(first: int, second: int, on: int) -> Dispute:
    """Return a pairing with who goes on and who drops, both PHANTOM when nobody goes ``on``."""
    return (first, second, on, second if on == first else first) if on else (first, second, PHANTOM, PHANTOM)


def _out(before: Mapping[str, Mapping[int, int]], withdrawn: Iterable[tuple[str, int]]) -> dict[str, dict[int, int]]:
    out = {bracket: dict(turns) for bracket, turns in before.items()}
    for bracket, entrant in withdrawn:
        turns = out.setdefault(bracket, {})
        turns.setdefault(entrant, len(turns))
    return out


_NO_CLAIMS: Mapping[int, Claim] = {}
_NO_REFS: Mapping[str, int | None] = {}


class Standing:
    """The state of one pairing in one match after the facts read so far.

    ``ref`` is the result that applies and ``winner`` its winner while it is ``decided``; ``claims`` are the reports of
    the players since the desk last entered a result. ``lone``: settled by the loser's report, and the winner has
    reported nothing. ``disputed``: two different results; ``first_winner`` is that of the first. ``contested``: a
    player says that the settled result is wrong. ``latest`` maps each kind that decides nothing to the ref of its
    latest fact.
    """

    __slots__ = (
        "begun", "claims", "contested", "decided", "disputed", "first_winner", "latest", "lone", "on", "ref",
        "settled", "winner",
    )  # fmt: skip

    def __init__(self) -> None:
        self.begun = self.decided = self.settled = self.lone = self.disputed = self.contested = False
        self.winner = self.first_winner = self.on = NOBODY
        self.ref: int | None = None
        self.latest = _NO_REFS
        self.claims = _NO_CLAIMS

    @property
    def is_played(self) -> bool:
        """Whether the result that applies was played for, to the end or not; a double no-show was not.

        Source: docs/rules/byes-and-drops.md#first-match-losers.
        """
        return self.decided and self.winner != NOBODY and self.latest.get(Kind.GIVEN_UP) != self.ref

    def enter(self, winner: int, ref: int | None, *, settled: bool) -> None:
        """The desk enters a result: earlier reports of the players no longer count."""
        self.begun = self.decided = True
        self.winner, self.ref, self.settled = winner, ref, settled
        self.lone = self.disputed = self.contested = False
        self.claims = _NO_CLAIMS

    def claim(self, by: int, winner: int, ref: int | None) -> None:
        """A player reports the winner; of one player's reports the latest counts, until the result is settled."""
        self.begun = True
        if self.settled and not (self.lone and by not in self.claims):
            return
        by_desk = self.decided and all(ref != self.ref for _, ref in self.claims.values())
        other = next((claim for who, claim in self.claims.items() if who != by), None)
        self.claims = {**self.claims, by: (winner, ref)}
        agree = other is not None and other[0] == winner
        if self.decided and winner != self.winner and (by_desk or other is not None):
            self.dispute()
        elif self.settled:
            self.lone = False
        elif by_desk:
            self.settled = by != winner
        elif agree:
            loser = next(ref for who, (_, ref) in self.claims.items() if who != winner)
            self.decide(winner, loser, settled=True)
        elif not self.disputed:
            self.decide(winner, ref, settled=by != winner)
            self.lone = self.settled

    def decide(self, winner: int, ref: int | None, *, settled: bool) -> None:
        """The players' reports decide the match."""
        self.decided, self.winner, self.ref, self.settled, self.disputed = True, winner, ref, settled, False

    def dispute(self) -> None:
        """Put the result aside: the two reports differ."""
        self.first_winner, self.winner, self.ref = self.winner, NOBODY, None
        self.decided = self.settled = self.lone = self.contested = False
        self.disputed = True

    def confirm(self, ref: int | None) -> None:
        """The result with this ref is right, if it is the one that applies."""
        if self.decided and self.ref == ref:
            self.settled, self.lone, self.contested = True, False, False

    def contest(self) -> None:
        """A player says that the result is wrong."""
        if self.settled:
            self.contested = True
        elif self.decided:
            self.dispute()

    def decision(self, first: int, second: int) -> Decision | None:
        """Return who goes on and who drops: by a ruling, else by the result; None while there is neither."""
        on = self.on or self.winner
        return (*_outcome(first, second, on), self.ref) if self.decided or self.on else None

    def disputes(self, first: int, second: int) -> tuple[Dispute, ...]:
        """Return winner and loser by the first of two different results, unless a ruling counts."""
        return (_outcome(first, second, self.first_winner),) if self.disputed and not self.on else ()

    def marks(self) -> tuple[object, ...]:
        """Return every field, for comparison."""
        return tuple(getattr(self, name) for name in self.__slots__)

    def copy(self) -> "Standing":
        """Return the same, to be changed."""
        copy = Standing()
        for name in self.__slots__:
            setattr(copy, name, getattr(self, name))
        return copy


_NOTHING = Standing()
