"""Plan and facts in, the whole draw out: the players of each match, the result that applies, the winner.

Nothing mutates a bracket. After every fact the draw is derived again from nothing, so corrections, late entries
and withdrawals need no code that undoes. Byes and empty sides are phantoms: a real player beats a phantom without
play, two phantoms leave a phantom, the loser of a match with a phantom is a phantom. So one structure serves every
field size. The derivation knows no clock.

Source: docs/rules/byes-and-drops.md; docs/rules/claims.md; docs/decisions/0002-derive-everything.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import repeat
from typing import NamedTuple

from rules.draws.decisions import NO_PAIRING, Decision
from rules.draws.facts import PHANTOM, UNKNOWN, Facts, Pair, pair_of
from rules.draws.plan import UPPER, FirstLoser, Level, Plan, Span


class Status(IntEnum):
    """The status of a match. A ``DISPUTED`` one is undecided: the reports of its players differ."""

    WAITING = 0
    OPEN = 1
    FINISHED = 2
    BYE = 3
    VOID = 4
    DISPUTED = 5

    @property
    def word(self) -> str:
        """The word for it: waiting, open, finished, bye, void, disputed."""
        return self.name.lower()


# The walk below runs for every match of every action; plain numbers are three times faster there than enum members.
_WAITING, _OPEN, _FINISHED, _BYE, _VOID, _DISPUTED = (int(each) for each in Status)
_BY_NUMBER = tuple(Status)
_UNDECIDED = (_WAITING, _OPEN, _DISPUTED)
# No status: the match must be looked at more closely than a whole round at once.
_CLOSER = -1
_NOBODY_OUT: Mapping[int, int] = {}


class Seat(NamedTuple):
    """One match as derived; entrants are PHANTOM for an empty side and UNKNOWN while not decided.

    ``on`` goes on to where the winner goes, ``off`` drops; ``ref`` names the result that applies, None for a bye,
    a withdrawal or a ruling alone.
    """

    top: int
    bottom: int
    status: Status
    on: int
    off: int
    ref: int | None

    @property
    def pair(self) -> Pair | None:
        """The pairing when both players are known and real."""
        return pair_of(self.top, self.bottom) if self.top > 0 and self.bottom > 0 else None


@dataclass(frozen=True, slots=True)
class Derived:
    """The whole draw; every list has one entry a match of the plan, in its order."""

    tops: list[int]
    bottoms: list[int]
    statuses: list[int]
    refs: list[int | None]
    flow: list[int]
    plan: Plan

    def seat(self, match: int) -> Seat:
        """Return one match."""
        at = self.plan.winner_at(match)
        return Seat(
            self.tops[match],
            self.bottoms[match],
            _BY_NUMBER[self.statuses[match]],
            self.flow[at],
            self.flow[at + 1],
            self.refs[match],
        )

    def byes(self) -> frozenset[int]:
        """Return the places of the matches that a player wins without an opponent."""
        return frozenset(match for match, status in enumerate(self.statuses) if status == _BYE)

    def seats(self) -> list[Seat]:
        """Return every match in the order of the plan."""
        return [self.seat(match) for match in range(len(self.tops))]


def derive(plan: Plan, facts: Facts) -> Derived:
    """Return the whole draw that follows from ``plan`` and ``facts``.

    Who withdrew from a bracket before they began there keeps their place in it if a match below, which has begun, would
    lose a player otherwise: an opponent who withdrew before them, or lost to them by a ruling, had dropped.
    """
    walk = _Walk(plan, facts)
    kept: frozenset[tuple[str, int]] = frozenset()
    left_by = walk.begun_and_left() if walk.stayed_away else 0
    for each in reversed(walk.stayed_away):
        if not left_by:
            break
        other = _Walk(plan, facts, kept | {each})
        if other.begun_and_left() < left_by:
            walk, kept, left_by = other, other.kept, other.begun_and_left()
    return Derived(walk.tops, walk.bottoms, walk.statuses, walk.refs, walk.flow, plan)


class _Walk:
    """One walk through all matches; ``kept`` keep their place in a bracket that they left before they began there.

    ``stayed_away`` are those who did not: a bracket and an entrant each, in the order in which the walk met them.
    """

    def __init__(self, plan: Plan, facts: Facts, kept: frozenset[tuple[str, int]] = frozenset()) -> None:
        self.plan, self.facts, self.kept = plan, facts, kept
        self.tops: list[int] = []
        self.bottoms: list[int] = []
        self.statuses: list[int] = []
        self.refs: list[int | None] = []
        self.begun_in: dict[str, set[int]] = {}
        self.stayed_away: dict[tuple[str, int], None] = {}
        self.flow = flow = [UNKNOWN] * plan.flow_size
        every = range(1, plan.size + 1)
        in_order = [*facts.lines] == [*every]
        flow[1 : plan.size + 1] = facts.lines.values() if in_order else map(facts.lines.get, every, repeat(PHANTOM))
        for span in plan.spans:
            for slot in span.first_losers:
                flow[slot.place] = _first_loser(self, slot, span.bracket)
            self.over(span)

    def over(self, span: Span) -> None:
        """Walk the matches of ``span``, level by level."""
        out = self.facts.out.get(span.bracket, _NOBODY_OUT)
        for level in span.levels:
            tops, bottoms = level.tops(self.flow), level.bottoms(self.flow)
            if out and span.is_lower:
                sides = zip(tops, bottoms, strict=True)
                pairs = [self.unless_withdrawn(match, *side) for match, side in enumerate(sides, level.start)]
                tops, bottoms = zip(*pairs, strict=True)
            self.tops += tops
            self.bottoms += bottoms
            if any(tops) and any(bottoms):
                self.decide(level, out, tops, bottoms)
            else:  # every match waits; the flow stays as it began
                self.statuses += [_WAITING] * len(tops)
                self.refs += [None] * len(tops)

    def decide(self, level: Level, out: Mapping[int, int], tops: Sequence[int], bottoms: Sequence[int]) -> None:
        """Decide the matches of ``level`` between these players; ``out`` have withdrawn from its bracket."""
        firsts, seconds, ons, offs, refs = self.facts.decisions.between(level.start, level.end)
        statuses = [
            _FINISHED
            if (first == top and second == bottom) or (first == bottom and second == top)
            else (_WAITING if not top or not bottom else _OPEN if top > 0 and bottom > 0 else _CLOSER)
            if first == NO_PAIRING
            else _CLOSER
            for top, bottom, first, second in zip(tops, bottoms, firsts, seconds, strict=True)
        ]
        if out or self.facts.disputes:
            statuses = [_CLOSER if status == _OPEN else status for status in statuses]
        if _CLOSER in statuses:
            for at, status in enumerate(statuses):
                if status == _CLOSER:
                    ends = self.closer(level.start + at, tops[at], bottoms[at], out)
                    statuses[at], ons[at], offs[at], refs[at] = ends
        start, end = self.plan.winner_at(level.start), self.plan.winner_at(level.end)
        self.flow[start:end:2], self.flow[start + 1 : end : 2] = ons, offs
        self.statuses += statuses
        self.refs += refs

    def closer(self, match: int, top: int, bottom: int, out: Mapping[int, int]) -> tuple[int, int, int, int | None]:
        """Return status, winner, loser and ref of a match whose players are not those who were decided last."""
        if top > 0 and bottom > 0:
            for first, second, on, off, ref in self.facts.decisions.more.get(match, ()):
                if (first == top and second == bottom) or (first == bottom and second == top):
                    return _FINISHED, on, off, ref
            if match in self.facts.disputes:
                status, on, off = self.disputed(match, pair_of(top, bottom))
                if status != _OPEN:
                    return status, on, off, None
            if top in out or bottom in out:
                return _FINISHED, *_forfeit(out, top, bottom), None
            return _OPEN, UNKNOWN, UNKNOWN, None
        if not top or not bottom:
            return _WAITING, UNKNOWN, UNKNOWN, None
        if top == bottom:
            return _VOID, PHANTOM, PHANTOM, None
        return _BYE, top if bottom == PHANTOM else bottom, PHANTOM, None

    def disputed(self, match: int, pair: Pair) -> tuple[int, int, int]:
        """Return status, winner and loser of a match with disputes: the players' reports may differ.

        Later matches wait. One that has begun goes on: the winner and the loser by the first result stay on their way
        to it.
        """
        for first, second, on, off in self.facts.disputes[match]:
            if (first, second) == pair:
                at = self.plan.winner_at(match)
                drops = PHANTOM if self.never_drops(off, self.plan.below[match]) else off
                return (
                    _DISPUTED,
                    on if self.has_begun_after(at, on) else UNKNOWN,
                    off if self.has_begun_after(at + 1, drops) else UNKNOWN,
                )
        return _OPEN, UNKNOWN, UNKNOWN

    def has_begun_after(self, place: int, entrant: int) -> bool:
        """Whether ``entrant`` has begun a match to which the way leads from ``place`` in the flow.

        Behind an empty side (PHANTOM) another player went on without play: then any begun match counts.
        """
        plan = self.plan
        begun = {match for match, pair in self.facts.begun if entrant == PHANTOM or entrant in pair}
        reached = {place}
        for span in plan.spans:
            for slot in span.first_losers:
                if any(at >= 0 and plan.winner_at(at) + 1 in reached for at in (slot.first, slot.second)):
                    reached.add(slot.place)
            for match in range(span.start, span.end):
                if not reached.isdisjoint(plan.sides[match]):
                    if match in begun:
                        return True
                    at = plan.winner_at(match)
                    reached |= {at, at + 1}
        return False

    def unless_withdrawn(self, match: int, top: int, bottom: int) -> tuple[int, int]:
        """Leave the place of a player empty who withdrew from the bracket of ``match`` before they began one there."""
        planned = self.plan.matches[match]
        sides = []
        for source, who in ((planned.top, top), (planned.bottom, bottom)):
            drops = source.kind.value in "-~"
            sides.append(PHANTOM if drops and who > 0 and self.never_drops(who, planned.bracket) else who)
        return sides[0], sides[1]

    def is_played(self, match: int) -> bool:
        """Whether two players played this match; one that is not decided was not played yet."""
        if self.statuses[match] != _FINISHED:
            return False
        return self.facts.of(match, pair_of(self.tops[match], self.bottoms[match])).is_played

    def loses_the_next(self, holder: int, slot: FirstLoser) -> int:
        """Return ``holder``, who went on from ``slot.first`` without play, if they lose the match after it.

        UNKNOWN while that is open, else PHANTOM.
        """
        match = slot.second
        if self.statuses[match] == _DISPUTED:
            return self.first_loser_disputed(slot, holder)
        if self.statuses[match] in _UNDECIDED:
            return UNKNOWN
        return holder if self.flow[self.plan.winner_at(match) + 1] == holder else PHANTOM

    def first_loser_disputed(self, slot: FirstLoser, holder: int) -> int:
        """Return who drops while the first match of ``holder`` is disputed."""
        match = slot.second
        pair = pair_of(self.tops[match], self.bottoms[match])
        loser = next(off for first, second, _, off in self.facts.disputes[match] if (first, second) == pair)
        drops = holder if loser == holder else PHANTOM
        return drops if self.has_begun_after(slot.place, drops) else UNKNOWN

    def keeps_the_place(self, match: int, loser: int, bracket: str) -> bool:
        """Whether the loser of ``match``, which nobody played, drops all the same.

        So it is by a ruling, and if they withdrew from the bracket of the match alone, to play on in ``bracket``.
        """
        if loser <= 0:
            return False
        standing = self.facts.of(match, pair_of(self.tops[match], self.bottoms[match]))
        own = self.plan.matches[match].bracket
        left_own_alone = self.facts.is_out(own, loser) and not self.never_drops(loser, bracket)
        return bool(standing.on) or left_own_alone

    def never_drops(self, entrant: int, bracket: str) -> bool:
        """Whether a player withdrew from ``bracket`` before they began a match there, and leaves their place empty."""
        if not self.facts.is_out(bracket, entrant) or (bracket, entrant) in self.kept:
            return False
        if bracket not in self.begun_in:
            places = set(self.plan.of(bracket))
            self.begun_in[bracket] = {who for match, pair in self.facts.begun if match in places for who in pair}
        if entrant in self.begun_in[bracket]:
            return False
        self.stayed_away[bracket, entrant] = None
        return True

    def begun_and_left(self) -> int:
        """Return how many matches have begun, in brackets below a consolation, between others than sit in them now."""
        lower = {bracket.code for bracket in self.plan.brackets if bracket.fed_by}
        below = {bracket.code for bracket in self.plan.brackets if not lower.isdisjoint(bracket.fed_by)}
        begun = (each for each in self.facts.begun if self.plan.matches[each[0]].bracket in below)
        return sum(pair_of(self.tops[match], self.bottoms[match]) != pair for match, pair in begun)


def _forfeit(out: Mapping[int, int], top: int, bottom: int) -> tuple[int, int]:
    """Return who goes on and who drops when at least one player has withdrawn from the bracket.

    If both have, the one who withdrew first forfeits to the opponent, who forfeits their next match: so a withdrawal
    never changes what was decided before it.
    """
    stays = len(out)
    return (bottom, top) if out.get(top, stays) < out.get(bottom, stays) else (top, bottom)


def _first_loser(walk: _Walk, slot: FirstLoser, bracket: str) -> int:
    """Return who drops into ``bracket`` as the one of their pair of lines who lost the first match they played.

    Where the A match was not played, whoever went on has the first claim to the place. If they do not need it, whoever
    gave the match up may take it, unless they withdrew from ``bracket`` too.
    """
    at = walk.plan.winner_at(slot.first)
    on, off = walk.flow[at], walk.flow[at + 1]
    if slot.second == UPPER:
        return off if off in (UNKNOWN, walk.tops[slot.first]) else PHANTOM
    if walk.statuses[slot.first] in _UNDECIDED:
        return off  # UNKNOWN, except for a loser by the first result who has begun a match since
    if walk.is_played(slot.first) or walk.keeps_the_place(slot.first, off, bracket):
        return off
    loser = walk.loses_the_next(on, slot) if on > 0 and slot.second >= 0 else PHANTOM
    may_take_it = off > 0 and not walk.never_drops(off, bracket)
    if may_take_it and (loser == PHANTOM or (loser > 0 and walk.never_drops(loser, bracket))):
        return off
    return loser


def decision_of(facts: Facts, match: int, pair: Pair) -> Decision | None:
    """Return the decision for ``pair`` in ``match``, asleep or not."""
    return next((each for each in facts.decisions.of(match) if each[:2] == pair), None)
