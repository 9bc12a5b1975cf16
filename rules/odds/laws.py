"""Who comes out of a place in the plan, with which chance; and what a match makes of its two sides.

Source: docs/rules/odds.md#independent-sides.
"""

from collections.abc import Callable, Iterable, Sequence
from math import sumprod
from operator import itemgetter
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
        return _without_opponent(top, bottom)
    if len(top.who) == 1 == len(bottom.who) and not top.empty and not bottom.empty:
        return _between_two(top.who[0], bottom.who[0], table)
    who, there = (*top.who, *bottom.who), (*top.chance, *bottom.chance)
    won = (*_wins(top, bottom, table), *_wins(bottom, top, table))
    lost = [each - wins for each, wins in zip(there, won, strict=True)]
    losers = [(loser, chance) for loser, chance in zip(who, lost, strict=True) if chance > _ROUNDING]
    both_come = _mass(top) * _mass(bottom)
    return Laws(law_of(zip(who, won, strict=True), top.empty * bottom.empty), law_of(losers, 1 - both_come))


def _mass(law: Law) -> float:
    return sum(law.chance) if law.empty else 1.0


def _without_opponent(top: Law, bottom: Law) -> Laws:
    if not top.who and not bottom.who:
        return Laws(NOBODY, NOBODY)
    return Laws(top if top.who else bottom, NOBODY)


def _between_two(top: int, bottom: int, table: Table) -> Laws:
    chance = table[top][bottom]
    if 0 < chance < 1:
        both, other = (top, bottom), 1 - chance
        return Laws(Law(both, (chance, other), 0.0), Law(both, (other, chance), 0.0))
    winner, loser = (top, bottom) if chance else (bottom, top)
    return Laws(certain(winner), certain(loser))


def _wins(one: Law, other: Law, table: Table) -> list[float]:
    """Return for each of ``one`` the chance to come and go on: they win, or nobody comes from the other side."""
    pick = picker(other.who)
    if other.empty:
        return [
            each * (other.empty + sumprod(other.chance, pick(table[who])))
            for who, each in zip(one.who, one.chance, strict=True)
        ]
    return [each * sumprod(other.chance, pick(table[who])) for who, each in zip(one.who, one.chance, strict=True)]


def picker(who: Sequence[int]) -> Callable[[Any], Sequence[float]]:
    """Return a function that picks the chances against ``who`` out of a row."""
    if len(who) == 1:
        only = who[0]
        return lambda row: (row[only],)
    return itemgetter(*who)
