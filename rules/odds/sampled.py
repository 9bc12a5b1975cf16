"""A match whose sides depend too much on each other, by sampled draws: unbiased, with a standard error.

Each sample settles the branching matches by chance and calculates the rest exactly. What is already known about the two
sides corrects the estimate (a control variate), so that only their dependence is sampled.

Source: docs/rules/odds.md#sampling.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import shake_256
from itertools import repeat
from math import ceil, sqrt, sumprod
from struct import unpack
from typing import NamedTuple

from rules.odds.conditional import Branches, Settled, add
from rules.odds.laws import Law, Row, goes_on, picker
from rules.odds.net import Net, Undecided

BATCHES = 10
"""The samples stand in batches; the spread of their means is the standard error."""
MOST_SAMPLES = 131072
"""The most samples in a batch, times the entrants."""

type Dense = list[float]
"""A chance for each entrant, by index."""


class Batches(NamedTuple):
    """The chances to win and to lose a match, by index, once for each batch, which has so many ``samples``."""

    won: Sequence[Dense]
    lost: Sequence[Dense]
    samples: int


class Deviation(NamedTuple):
    """By how much the chance of each entrant to come to a side is above what is expected, and that nobody does."""

    by: Dense
    empty: float


def numbers(key: str, count: int) -> Iterator[float]:
    """Yield random numbers, from 0 to below 1, that follow from ``key``: 32 bits each of its SHAKE-256."""
    stream = shake_256(key.encode()).digest(4 * count)
    return (number / 4294967296 for number in unpack(f">{count}I", stream))


def dense(law: Law, size: int) -> Dense:
    """Return the chances of all ``size`` entrants."""
    chances = [0.0] * size
    add(chances, law, 1.0)
    return chances


def mean_of(batches: Sequence[Dense]) -> Dense:
    """Return the mean of the batches for each entrant."""
    return [sum(each) / len(batches) for each in zip(*batches, strict=True)]


def standard_errors(batches: Sequence[Dense]) -> Dense:
    """Return the standard error of the mean of the batches, for each entrant."""
    count = len(batches)
    errors = []
    for mean, each in zip(mean_of(batches), zip(*batches, strict=True), strict=True):
        apart = [own - mean for own in each]
        errors.append(sqrt(sumprod(apart, apart) / (count * (count - 1))))
    return errors


class Sides:
    """The two sides of a match, the upper first: the law of each, and its chances as every batch estimates them.

    Those of a side that is exact are the same in every batch.
    """

    def __init__(self, undecided: Undecided, laws: tuple[Law, Law], batches: tuple[Sequence[Dense], ...]) -> None:
        self.undecided, self.laws, self.batches = undecided, laws, batches
        self.size = len(batches[0][0])
        self.rows = [_against(other.who, [undecided.table[who] for who in law.who]) for law, other in _both_ways(laws)]
        self.goes_on = [list(goes_on(laws[one], laws[1 - one], undecided.table)) for one in (0, 1)]
        self.there = [_sum(*each) for each in zip(*batches, strict=True)]

    def carried(self, top: Deviation, bottom: Deviation) -> Dense:
        """Return by how much each chance to win deviates, to the first order, if the sides deviate by so much."""
        carried, both = [0.0] * self.size, (top, bottom)
        for one, other in ((0, 1), (1, 0)):
            law, against = self.laws[one], self.laws[other].who
            own, apart = both[one].by, both[other]
            opponents = map(sumprod, repeat(picker(against)(apart.by)), self.rows[one]) if against else repeat(0.0)
            for who, chance, goes, more in zip(law.who, law.chance, self.goes_on[one], opponents, strict=False):
                carried[who] += goes * own[who] + chance * (apart.empty + more)
        return carried

    def inherited(self) -> list[Dense]:
        """Return by how much the errors of the sides change the chances to win, for each batch."""
        if all(each[0] is each[-1] for each in self.batches):
            return [[0.0] * self.size] * BATCHES
        expected = [dense(law, self.size) for law in self.laws]
        inherited = []
        for both in zip(*self.batches, strict=True):
            apart = [_less(own, mean) for own, mean in zip(both, expected, strict=True)]
            inherited.append(self.carried(*(Deviation(each, -sum(each)) for each in apart)))
        return inherited


def _both_ways(laws: tuple[Law, Law]) -> tuple[tuple[Law, Law], tuple[Law, Law]]:
    top, bottom = laws
    return (top, bottom), (bottom, top)


def _against(who: tuple[int, ...], rows: Sequence[Row]) -> list[Sequence[float]]:
    """Return the chances against ``who`` in each row, picked out once for every batch."""
    return list(map(picker(who), rows)) if who else []


class _Batch:
    """The laws of some samples, added up: of the winner and of both sides."""

    def __init__(self, sides: Sides, number: int) -> None:
        self.sides, self.number, self.samples = sides, number, 0
        self.won: Dense = [0.0] * sides.size
        self.came = [[0.0] * sides.size for _ in range(2)]
        self.empty = [0.0, 0.0]

    def add(self, settled: Settled) -> None:
        """Add the sample at which ``settled`` stands."""
        undecided = self.sides.undecided
        self.samples += 1
        add(self.won, settled.now[undecided.match].winner, 1.0)
        for which, way in enumerate((undecided.top, undecided.bottom)):
            law = settled.side(undecided, way)
            add(self.came[which], law, 1.0)
            self.empty[which] += law.empty

    def won_estimate(self) -> Dense:
        """Return an unbiased estimate of the chance of each entrant to win."""
        carried = self.sides.carried(self._deviation(0), self._deviation(1))
        return [total / self.samples - own for total, own in zip(self.won, carried, strict=True)]

    def _deviation(self, which: int) -> Deviation:
        """Return by how much a side came more often in the samples than this batch expects."""
        expected = self.sides.batches[which][self.number]
        by = [total / self.samples - each for total, each in zip(self.came[which], expected, strict=True)]
        return Deviation(by, self.empty[which] / self.samples - max(0.0, 1 - sum(expected)))


def sampled(net: Net, sides: Sides, branches: Branches, accuracy: float, first: int) -> Batches:
    """Return the chances of each entrant to win and to lose a match, as every batch estimates them.

    Each batch begins with ``first`` samples. Samples are added until no standard error is above ``accuracy``, without
    what the errors of the sides bring with them, or until there are ``MOST_SAMPLES``.
    """
    settled = Settled(net, branches)
    count, name = len(settled.settled), net.plan.matches[sides.undecided.match].code
    batches = [_Batch(sides, number) for number in range(BATCHES)]
    inherited = sides.inherited()
    wanted, most = first, MOST_SAMPLES // sides.size
    while True:
        for batch in batches:
            for sample in range(batch.samples, wanted):
                settled.one_way(numbers(f"{net.key}:{name}:{batch.number}:{sample}", count))
                batch.add(settled)
        won = [batch.won_estimate() for batch in batches]
        worst = max(standard_errors([_less(each, own) for each, own in zip(won, inherited, strict=True)]))
        if worst <= accuracy or wanted >= most:
            return Batches(won, [_less(there, own) for there, own in zip(sides.there, won, strict=True)], wanted)
        # As many as this error says are needed, but not far more than it was measured with.
        wanted = min(most, ceil(wanted * min(4.0, max(1.25, (worst / accuracy) ** 2))))


def independent(sides: Sides, winner: Law) -> Batches:
    """Return the chances of a match with independent sides, of which at least one was sampled."""
    known = dense(winner, sides.size)
    won = [_sum(known, each) for each in sides.inherited()]
    return Batches(won, [_less(there, own) for there, own in zip(sides.there, won, strict=True)], 0)


def _sum(one: Dense, other: Dense) -> Dense:
    return [each + more for each, more in zip(one, other, strict=True)]


def _less(there: Dense, won: Dense) -> Dense:
    return [most - own for most, own in zip(there, won, strict=True)]


def fit(chances: Iterable[float], most: Dense, total: float) -> Dense:
    """Return ``chances`` between 0 and ``most`` each, and ``total`` together, as near as that allows."""
    inside = [min(max(0.0, each), cap) for each, cap in zip(chances, most, strict=True)]
    total = min(total, sum(most))
    surplus = sum(inside) - total
    if surplus > 0:
        return [each * (1 - surplus / (surplus + total)) for each in inside]
    room = [cap - each for each, cap in zip(inside, most, strict=True)]
    share = -surplus / sum(room) if surplus < 0 else 0.0
    return [each + share * space for each, space in zip(inside, room, strict=True)]
