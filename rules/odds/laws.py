"""Who comes out of a place in the plan, with which chance; and what a match makes of its two sides.

Source: docs/rules/odds.md#independent-sides.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from math import sumprod
from operator import add, itemgetter, mul, sub
from typing import Any, NamedTuple, Protocol


class Row(Protocol):
    """The chances of one entrant, by the index of the opponent."""

    def __getitem__(self, opponent: int, /) -> float: ...


class Table(Protocol):
    """Chances by index: ``[entrant][opponent]``."""

    def __getitem__(self, entrant: int, /) -> Row: ...


class Law(NamedTuple):
    """Who comes: the indexes of entrants with the chance of each, and the chance that nobody does (``empty``)."""

    who: tuple[int, ...]
    chance: tuple[float, ...]
    empty: float

    def of(self, entrant: int) -> float:
        """Return the chance that ``entrant`` comes."""
        return self.chance[self.who.index(entrant)] if entrant in self.who else 0.0

    def without(self, gone: frozenset[int]) -> "Law":
        """Return the law after the places of those ``gone`` are left empty."""
        if gone.isdisjoint(self.who):
            return self
        stays = [(who, chance) for who, chance in zip(self.who, self.chance, strict=True) if who not in gone]
        return law_of(stays, max(0.0, 1 - sum(chance for _, chance in stays)))


class Laws(NamedTuple):
    """Who goes on from a match, and who loses it."""

    winner: Law
    loser: Law


NOBODY = Law((), (), 1.0)
# A difference below this is no chance to lose, but the rounding of a certain win.
_ROUNDING = 1e-15


def certain(entrant: int) -> Law:
    """Return the law of one entrant who comes for certain."""
    return Law((entrant,), (1.0,), 0.0)


def law_of(chances: Iterable[tuple[int, float]], empty: float = 0.0) -> Law:
    """Return the law with these chances, without entrants who cannot come."""
    real = [(who, chance) for who, chance in chances if chance > 0]
    return Law(tuple(who for who, _ in real), tuple(chance for _, chance in real), empty)


def play(top: Law, bottom: Law, table: Table) -> Laws:
    """Return what a match makes of two sides that are independent of each other."""
    if not top.who or not bottom.who:
        return Laws(_alone(top, bottom), NOBODY)
    if len(top.who) == 1 == len(bottom.who) and not top.empty and not bottom.empty:
        return _between_two(top.who[0], bottom.who[0], table)
    who, there = (*top.who, *bottom.who), (*top.chance, *bottom.chance)
    won = _won(top, bottom, table)
    lost = tuple(map(sub, there, won))
    both_come = _mass(top) * _mass(bottom)
    return Laws(_above(0, who, won, top.empty * bottom.empty), _above(_ROUNDING, who, lost, 1 - both_come))


def winner(top: Law, bottom: Law, table: Table) -> Law:
    """Return who wins a match of two sides that are independent of each other."""
    if not top.who or not bottom.who:
        return _alone(top, bottom)
    if len(top.who) == 1 == len(bottom.who) and not top.empty and not bottom.empty:
        return _between_two(top.who[0], bottom.who[0], table).winner
    return _above(0, (*top.who, *bottom.who), _won(top, bottom, table), top.empty * bottom.empty)


def goes_on(one: Law, other: Law, table: Table) -> Iterator[float]:
    """Yield for each who may come to side ``one`` the chance to go on: they win, or nobody comes to the other side."""
    if not other.who:
        return repeat(1.0, len(one.who))
    wins = sums_against(other.who, other.chance, [table[who] for who in one.who])
    return map(add, wins, repeat(other.empty)) if other.empty else wins


def sums_against(who: tuple[int, ...], weights: Sequence[float], rows: Iterable[Row]) -> Iterator[float]:
    """Yield for each row the sum of its chances against ``who``, each times its weight."""
    return map(sumprod, repeat(weights), map(picker(who), rows))


def _above(least: float, who: tuple[int, ...], chance: tuple[float, ...], empty: float) -> Law:
    """Return the law of those whose chance is above ``least``."""
    if min(chance) > least:
        return Law(who, chance, empty)
    return law_of(((each, own) for each, own in zip(who, chance, strict=True) if own > least), empty)


def _mass(law: Law) -> float:
    return sum(law.chance) if law.empty else 1.0


def _alone(top: Law, bottom: Law) -> Law:
    return top if top.who else bottom if bottom.who else NOBODY


def _won(top: Law, bottom: Law, table: Table) -> tuple[float, ...]:
    return (*map(mul, top.chance, goes_on(top, bottom, table)), *map(mul, bottom.chance, goes_on(bottom, top, table)))


def _between_two(top: int, bottom: int, table: Table) -> Laws:
    chance = table[top][bottom]
    if 0 < chance < 1:
        both, other = (top, bottom), 1 - chance
        return Laws(Law(both, (chance, other), 0.0), Law(both, (other, chance), 0.0))
    winner, loser = (top, bottom) if chance else (bottom, top)
    return Laws(certain(winner), certain(loser))


def picker(who: tuple[int, ...]) -> Callable[[Any], Sequence[float]]:
    """Return a function that picks the chances against ``who`` out of a row."""
    first, last = who[0], who[-1]
    if first == last:
        return lambda row: (row[first],)
    if last - first == len(who) - 1 and who == tuple(range(first, last + 1)):
        return itemgetter(slice(first, last + 1))
    return itemgetter(*who)
