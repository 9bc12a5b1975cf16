"""The undecided matches of a draw as a net: where the two sides of each come from, and what depends on what.

All that has been decided is read from the derived draw, so that byes, withdrawals, forfeits and rulings count here as
they do there.

Source: docs/rules/odds.md#independent-sides; docs/rules/byes-and-drops.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.draws.derive import Status
from rules.draws.facts import PHANTOM, UNKNOWN
from rules.draws.plan import FirstLoser, From
from rules.draws.state import DrawState
from rules.odds.chances import Chances, Rows
from rules.odds.laws import NOBODY, Law, Laws, Table, certain, law_of

type Running = Mapping[int, tuple[int, float]]
"""Matches being played whose chance is not that at their start: match → (one of its players, their chance)."""


class Way(NamedTuple):
    """Where the player of a side comes from.

    Without ``match`` it is decided: ``settled`` comes. Else it is the winner of that match, or its loser. ``holder`` is
    the index of a player who comes only if they lose that match, and then ``instead`` is the law in the other case.
    """

    settled: Law
    match: int = -1
    is_winner: bool = False
    holder: int = -1
    instead: Law = NOBODY

    def law(self, laws: Laws) -> Law:
        """Return who comes, after who wins and loses ``match``."""
        if self.holder < 0:
            return laws.winner if self.is_winner else laws.loser
        drops = laws.loser.of(self.holder)
        stays = 1 - drops
        others = [(who, chance * stays) for who, chance in zip(self.instead.who, self.instead.chance, strict=True)]
        return law_of([(self.holder, drops), *others], self.instead.empty * stays)


class Undecided(NamedTuple):
    """An undecided match: where its sides come from, and who never comes there because they withdrew."""

    match: int
    top: Way
    bottom: Way
    gone: frozenset[int]
    table: Table
    bit: int

    @property
    def is_plain(self) -> bool:
        """Whether each side is simply the winner or the loser of another match, and nobody has withdrawn from it."""
        return not self.gone and all(way.match >= 0 > way.holder for way in (self.top, self.bottom))


class Net:
    """The undecided matches of a draw in the order of the plan.

    ``support`` has for each a mask of the undecided matches that decide who its winner is, itself included;
    ``leads_to`` the undecided matches whose sides come from it, one entry a side. ``losers_go_on`` are those whose
    loser may come to another. ``stored`` has laws of a match by the mask of the matches settled for it,
    then by the bits of those that their upper players win. The numbers of samples follow from ``key``. ``chances`` may
    be rows by the order of the lines already.
    """

    def __init__(
        self, state: DrawState, chances: Chances | Rows, running: Running | None = None, key: str = "odds"
    ) -> None:
        self.state, self.plan, self.derived, self.key = state, state.plan, state.derived, key
        self.flow = _with_disputes_that_went_on(state)
        self.entrants = [entrant for _, entrant in sorted(state.lines.items())]
        self.index = {entrant: at for at, entrant in enumerate(self.entrants)}
        self.rows = chances if isinstance(chances, Rows) else Rows(self.entrants, chances)
        self.running = running or {}
        self.first_losers = {slot.place: slot for span in self.plan.spans for slot in span.first_losers}
        self.matches: dict[int, Undecided] = {}
        self.support: dict[int, int] = {}
        self.leads_to: dict[int, list[int]] = {}
        self.losers_go_on: set[int] = set()
        self.stored: dict[tuple[int, int], dict[int, Laws]] = {}
        for match in range(len(self.plan.matches)):
            if self.flow[self.plan.winner_at(match)] == UNKNOWN:
                self._add(match)

    def redraw(self, entrants: Sequence[int], key: str) -> None:
        """Put ``entrants`` on the same lines, in their order, while nothing is decided but byes.

        All that a net has but its rows is the same for each such draw: whoever fills the rows fills them anew.
        """
        self.entrants, self.key = list(entrants), key
        self.index = {entrant: at for at, entrant in enumerate(self.entrants)}
        self.stored.clear()

    def supports(self, match: int) -> tuple[int, int]:
        """Return the masks of the undecided matches that decide who comes to each side of ``match``."""
        undecided = self.matches[match]
        return self.support.get(undecided.top.match, 0), self.support.get(undecided.bottom.match, 0)

    def need(self, match: int, tops: Sequence[int], bottoms: Sequence[int]) -> None:
        """Look up the chances of each of ``tops`` against each of ``bottoms`` in ``match``, unless it is running.

        Raises RuleBroken as ``Chances.row``.
        """
        if match not in self.running:
            self.rows.need(self.plan.matches[match].length, tops, bottoms)

    def lost(self, match: int) -> Iterator[int]:
        """Yield the indexes of those who have lost ``match``, which is decided."""
        seat = self.derived.seat(match)
        if seat.pair is not None:
            on = self.flow[self.plan.winner_at(match)]
            yield from (self.index[each] for each in seat.pair if each != on)

    def way(self, place: int) -> Way:
        """Return where the player at ``place`` in the flow comes from."""
        entrant = self.flow[place]
        if entrant != UNKNOWN:
            return Way(NOBODY if entrant == PHANTOM else certain(self.index[entrant]))
        if place in self.first_losers:
            return self._first_loser(self.first_losers[place])
        match, is_loser = divmod(place - self.plan.size - 1, 2)
        return Way(NOBODY, match, is_winner=not is_loser)

    def _add(self, match: int) -> None:
        bit = 1 << len(self.matches)
        top, bottom = (self.way(place) for place in self.plan.sides[match])
        undecided = Undecided(match, top, bottom, self._gone(match), self._table(match), bit)
        self.matches[match] = undecided
        self.leads_to[match] = []
        for way in (top, bottom):
            if way.match >= 0:
                self.leads_to[way.match].append(match)
                if not way.is_winner:
                    self.losers_go_on.add(way.match)
        self.support[match] = self.support.get(top.match, 0) | self.support.get(bottom.match, 0) | bit

    def _first_loser(self, slot: FirstLoser) -> Way:
        """Return the way of the first loser of a pair of lines. Source: docs/rules/byes-and-drops.md."""
        at = self.plan.winner_at(slot.first)
        on, off = self.flow[at], self.flow[at + 1]
        if on == UNKNOWN:
            return Way(NOBODY, slot.first)
        if self.derived.seat(slot.first).status is Status.DISPUTED:
            return Way(certain(self.index[off]))
        bracket = self.plan.below[slot.first]
        gives_up = off > 0 and not self._never_drops(off, bracket)
        instead = certain(self.index[off]) if gives_up else NOBODY
        if self._never_drops(on, bracket):
            return Way(instead)
        return Way(NOBODY, slot.second, holder=self.index[on], instead=instead)

    def _never_drops(self, entrant: int, bracket: str) -> bool:
        """Whether a player withdrew from ``bracket`` before they began a match there."""
        return self.state.facts.is_out(bracket, entrant) and not any(
            entrant in pair and self.plan.matches[match].bracket == bracket for match, pair in self.state.facts.begun
        )

    def _gone(self, match: int) -> frozenset[int]:
        planned = self.plan.matches[match]
        if all(side.kind in (From.LINE, From.WINNER) for side in (planned.top, planned.bottom)):
            return frozenset()
        out = self.state.facts.out.get(planned.bracket, ())
        return frozenset(self.index[each] for each in out if self._never_drops(each, planned.bracket))

    def _table(self, match: int) -> Table:
        """Return the chances in ``match``: of its length, of a running score, of those who will forfeit it."""
        planned = self.plan.matches[match]
        table = self.rows.of(planned.length)
        out = self.state.facts.out.get(planned.bracket)
        seat = self.derived.seat(match)
        if match in self.running and seat.pair is not None:
            who, chance = self.running[match]
            return _between(self.index[seat.top], self.index[seat.bottom], chance if who == seat.top else 1 - chance)
        return _Forfeits(table, {self.index[each]: turn for each, turn in out.items()}) if out else table


def _with_disputes_that_went_on(state: DrawState) -> list[int]:
    """Return the flow in which a disputed match is decided where one of its players plays on by the first result."""
    flow = list(state.derived.flow)
    for match in state.facts.disputes:
        at, seat = state.plan.winner_at(match), state.derived.seat(match)
        if seat.status is Status.DISPUTED and seat.pair is not None and max(seat.on, seat.off) > 0:
            first, second = seat.pair
            flow[at] = seat.on if seat.on > 0 else first + second - seat.off
            flow[at + 1] = first + second - flow[at]
    return flow


class _Forfeits:
    """A table in which those who have withdrawn lose; of two the one who withdrew first."""

    def __init__(self, table: Sequence[Sequence[float]], turns: Mapping[int, int]) -> None:
        self.table, self.turns = table, turns

    def __getitem__(self, entrant: int) -> list[float]:
        stays = len(self.turns)
        own = self.turns.get(entrant, stays)
        against = [self.turns.get(each, stays) for each in range(len(self.table))]
        return [
            chance if own == turn else float(own > turn)
            for chance, turn in zip(self.table[entrant], against, strict=True)
        ]


def _between(top: int, bottom: int, chance: float) -> Table:
    return {top: {bottom: chance}, bottom: {top: 1 - chance}}
