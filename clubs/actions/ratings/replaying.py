"""Work out the values of a list again from its first match that differs, where they depend on it.

The matches stream by in the order in which they are rated. Of those on which nothing differs only the stored values are
read. It stops where every value is as stored again, or at the end.

Source: docs/rules/ratings.md#corrections.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from clubs.models import RatedMatch
from clubs.read.ratings.results import BEFORE_ALL, Value, rated_in_order
from clubs.read.ratings.values import Known, known_before, set_value, value_of
from rules.ratings.fibs import Fibs
from rules.ratings.glicko2 import Glicko2
from rules.ratings.periods import Every
from rules.ratings.rated import RatedMatch as Rated

# How many changed matches are written at once.
WRITTEN_AT_ONCE = 2000
SIDES = ("winner", "loser")
type Key = tuple[int, datetime, int]


@dataclass(slots=True)
class Dirty:
    """Where matches were entered, changed or taken out, with the players of each; or everything from a group on."""

    all_from: int | None = None
    changes: list[tuple[Key, set[int]]] = field(default_factory=list)

    @property
    def first(self) -> int | None:
        """The first group that differs, None where nothing does."""
        if self.all_from is not None:
            return self.all_from
        return min((key[0] for key, _ in self.changes), default=None)

    def add(self, key: Key, players: set[int]) -> None:
        """Note that a match of these players at ``key`` differs."""
        if self.all_from is None:
            self.changes.append((key, players))
        else:
            self.all_from = min(self.all_from, key[0])

    def forget(self) -> None:
        """Too many differ to know each of them: everything from the first one on may."""
        self.all_from, self.changes = self.first, []


@dataclass(frozen=True, slots=True)
class Step:
    """Matches whose values changed; before the group ``up_to`` all is right then. ``worked_out``: how many values."""

    changed: list[RatedMatch]
    up_to: int
    worked_out: int


def replay(rating_list: int, rule: Fibs | Glicko2, starts: Mapping[int, Value], dirty: Dirty) -> Iterator[Step]:
    """Yield the matches whose values change, in order, a few thousand at a time."""
    if dirty.all_from is not None:
        yield from _Pass(rating_list, rule, starts, [], everything=True).steps(dirty.all_from)
    pending = sorted(dirty.changes, key=lambda each: each[0])
    while pending:
        one = _Pass(rating_list, rule, starts, pending)
        yield from one.steps(pending[0][0][0])
        pending = one.pending


@dataclass(slots=True)
class _Pass:
    """One pass over the matches behind a group; ``moved`` are players whose value differs from the stored one.

    ``known`` are the values of the players who came by, None for one without a match before; ``horizon`` is the last
    group that was read.
    """

    rating_list: int
    rule: Fibs | Glicko2
    starts: Mapping[int, Value]
    pending: list[tuple[Key, set[int]]]
    everything: bool = False
    moved: set[int] = field(default_factory=set)
    known: dict[int, Known | None] = field(default_factory=dict)
    horizon: int = BEFORE_ALL
    worked_out: int = 0

    def steps(self, first: int) -> Iterator[Step]:
        """Yield what changes from a group on; ``pending`` has what lies too far behind to go on to."""
        changed: list[RatedMatch] = []
        for rows in self._groups(first):
            if self._is_over():
                break
            changed += self._rate(rows, self._entered(rows))
            if len(changed) >= WRITTEN_AT_ONCE:
                yield self._step(changed, rows[0].group)
                changed = []
        else:
            # Behind the last match there is nothing that depends on those taken out there.
            self.pending = []
        if changed or self.worked_out:
            yield self._step(changed, self.horizon)

    def _step(self, changed: list[RatedMatch], up_to: int) -> Step:
        worked_out, self.worked_out = self.worked_out, 0
        return Step(changed, up_to, worked_out)

    def _groups(self, first: int) -> Iterator[list[RatedMatch]]:
        """Yield the matches that are rated at once, in order."""
        carried: list[RatedMatch] = []
        for chunk in rated_in_order(self.rating_list, first, whole=self.everything):
            self._look_up(chunk, first)
            self.horizon = chunk[-1].group
            groups = [list(rows) for _, rows in groupby([*carried, *chunk], key=self._mark)]
            # The last group may go on in the next chunk.
            carried = groups.pop()
            yield from groups
        if carried:
            yield carried

    def _look_up(self, chunk: Sequence[RatedMatch], first: int) -> None:
        new = {person for row in chunk for person in (row.winner_id, row.loser_id)} - self.known.keys()
        before = known_before(self.rating_list, self.rule, new, first) if new and first > BEFORE_ALL else {}
        self.known |= {person: before.get(person) for person in new}

    def _is_over(self) -> bool:
        """Whether nothing differs any more before the next change, which is far."""
        if self.everything or self.moved:
            return False
        return not self.pending or self.pending[0][0][0] > self.horizon

    def _mark(self, row: RatedMatch) -> Any:
        return self._mark_of((row.group, row.played, row.match))

    def _mark_of(self, key: Key) -> Any:
        """Return what tells groups apart, in order."""
        singles = isinstance(self.rule, Fibs) or self.rule.periods.every is Every.MATCH
        return (key[0], key[2]) if singles else key[0]

    def _entered(self, rows: list[RatedMatch]) -> set[int]:
        """Return the players whose matches in this group differ; those who have none left in it have moved."""
        players = {person for row in rows for person in (row.winner_id, row.loser_id)}
        if self.everything:
            return players
        entered, mark = set[int](), self._mark(rows[0])
        while self.pending and self._mark_of(self.pending[0][0]) <= mark:
            key, who = self.pending.pop(0)
            if self._mark_of(key) == mark:
                entered |= who
            else:
                self.moved |= who
        self.moved |= entered - players
        return entered & players

    def _rate(self, rows: list[RatedMatch], entered: set[int]) -> list[RatedMatch]:
        """Work out the values of a group where they depend on what differs; return the matches whose values changed."""
        rows.sort(key=lambda row: (row.played, row.match))
        matches: dict[int, list[Rated]] = {}
        affected = set(entered)
        for row in rows:
            match = Rated(row.played, row.match, row.winner_id, row.loser_id, row.length)
            matches.setdefault(row.winner_id, []).append(match)
            matches.setdefault(row.loser_id, []).append(match)
            if row.winner_id in self.moved or row.loser_id in self.moved:
                affected |= {row.winner_id, row.loser_id}
        new = self._values(rows[0].group, affected, matches) if affected else {}
        changed = [row for row in rows if self._set(row, new)]
        for row in rows:
            for side in SIDES:
                value = value_of(self.rule, row, side)
                person = row.winner_id if side == "winner" else row.loser_id
                self.known[person] = None if value is None else Known(value, row.group)
        return changed

    def _values(self, group: int, affected: set[int], matches: Mapping[int, list[Rated]]) -> dict[int, Value]:
        needed = {each for person in affected for match in matches[person] for each in (match.winner, match.loser)}
        before: dict[Any, Any] = {person: self._before(person, group) for person in needed}
        self.worked_out += len(affected)
        return {person: self.rule.after(person, before, matches[person]) for person in affected}

    def _before(self, person: int, group: int) -> Value:
        known = self.known.get(person)
        if known is not None:
            value: Any = known.value
            return self.rule.value_at(value, known.since, group)
        start: Any = self.starts.get(person)
        return self.rule.value_at(start, self.rule.before_first(), group)

    def _set(self, row: RatedMatch, new: Mapping[int, Value]) -> bool:
        """Set the values of a match that were worked out, and return whether one of them differs from before."""
        differs = False
        for side, person in (("winner", row.winner_id), ("loser", row.loser_id)):
            if person in new:
                if value_of(self.rule, row, side) == new[person]:
                    self.moved.discard(person)
                else:
                    set_value(row, side, new[person])
                    self.moved.add(person)
                    differs = True
        return differs
