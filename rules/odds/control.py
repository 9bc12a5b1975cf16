"""Control variates: what the exact laws say about the mean of a sample, carried on through the dependent matches.

Source: docs/rules/odds.md#sampling.
"""

from collections.abc import Sequence
from math import sumprod
from typing import NamedTuple

from rules.odds.conditional import Settled, add
from rules.odds.exact import Exact
from rules.odds.laws import Law, Table, picker
from rules.odds.net import Undecided, Way

type Dense = list[float]
"""A chance for each entrant, by index."""


class Estimate(NamedTuple):
    """The chances to win and to lose a match, by index, and that nobody comes out of it as winner."""

    won: Dense
    lost: Dense
    empty: float


class _Deviation(NamedTuple):
    """By how much a mean is above the expected law."""

    by: Dense
    empty: float


def dense(law: Law, size: int) -> Dense:
    """Return the chances of all ``size`` entrants."""
    chances = [0.0] * size
    add(chances, law, 1.0)
    return chances


class Sums:
    """The laws of some samples, added up: of the winner of each open match, and of each side with an exact law."""

    def __init__(self, sides: "Sequence[Side]", size: int) -> None:
        self.sides = sides
        self.won = [[0.0] * size for _ in sides]
        self.empty = [0.0] * len(sides)
        self.came = [([0.0] * size, [0.0] * size) for _ in sides]
        self.nobody = [[0.0, 0.0] for _ in sides]
        self.samples = 0

    def add(self, settled: Settled) -> None:
        """Add the sample at which ``settled`` stands."""
        self.samples += 1
        for at, side in enumerate(self.sides):
            winner = settled.now[side.undecided.match].winner
            add(self.won[at], winner, 1.0)
            self.empty[at] += winner.empty
            for which, way in enumerate(side.ways):
                if not side.is_open[which]:
                    law = settled.side(side.undecided, way)
                    add(self.came[at][which], law, 1.0)
                    self.nobody[at][which] += law.empty


class Side:
    """The two sides of an open match, the upper first, with the laws that they would have if independent.

    ``carried`` returns by how much the winner's law deviates to the first order if the sides deviate.
    """

    def __init__(self, exact: Exact, undecided: Undecided) -> None:
        size = len(exact.net.entrants)
        self.undecided = undecided
        self.ways: tuple[Way, Way] = (undecided.top, undecided.bottom)
        self.is_open = [exact.is_open(way) for way in self.ways]
        self.laws = [exact.side(undecided, way) for way in self.ways]
        self.dense = [dense(law, size) for law in self.laws]
        self.table: Table = undecided.table
        self.picks = [picker(law.who) if law.who else None for law in self.laws]
        self.goes_on = [self._goes_on(one, other) for one, other in ((0, 1), (1, 0))]

    def _goes_on(self, one: int, other: int) -> list[float]:
        """Return for each who may come to side ``one`` the chance to go on once there."""
        law, pick = self.laws[other], self.picks[other]
        if pick is None:
            return [1.0] * len(self.laws[one].who)
        return [law.empty + sumprod(law.chance, pick(self.table[who])) for who in self.laws[one].who]

    def carried(self, deviations: Sequence[_Deviation]) -> Dense:
        """Return the deviation of the winner's law, for each entrant."""
        carried = [0.0] * len(deviations[0].by)
        for one, other in ((0, 1), (1, 0)):
            own, law, pick = deviations[one].by, self.laws[one], self.picks[other]
            against = () if pick is None else pick(deviations[other].by)
            empty = deviations[other].empty
            for who, chance, goes_on in zip(law.who, law.chance, self.goes_on[one], strict=True):
                opponents = 0.0 if pick is None else sumprod(against, pick(self.table[who]))
                carried[who] += goes_on * own[who] + chance * (empty + opponents)
        return carried


class Control:
    """The open matches in the order of the plan, and what corrects their means."""

    def __init__(self, exact: Exact) -> None:
        self.size = len(exact.net.entrants)
        self.sides = [Side(exact, exact.net.matches[match]) for match in exact.open]

    def sums(self) -> Sums:
        """Return sums of no sample yet."""
        return Sums(self.sides, self.size)

    def estimates(self, sums: Sums) -> dict[int, Estimate]:
        """Return an unbiased estimate for each open match from the samples added up."""
        estimates: dict[int, Estimate] = {}
        won: dict[int, _Deviation] = {}
        lost: dict[int, _Deviation] = {}
        for at, side in enumerate(self.sides):
            match = side.undecided.match
            deviations = [self._deviation(sums, at, which, (won, lost)) for which in (0, 1)]
            carried = side.carried(deviations)
            falls = [one + other - own for one, other, own in zip(*(d.by for d in deviations), carried, strict=True)]
            won[match], lost[match] = _Deviation(carried, -sum(carried)), _Deviation(falls, -sum(falls))
            mean = [total / sums.samples - own for total, own in zip(sums.won[at], carried, strict=True)]
            there = [self._came(side, which, estimates) for which in (0, 1)]
            beaten = [one + other - own for one, other, own in zip(*there, mean, strict=True)]
            estimates[match] = Estimate(mean, beaten, sums.empty[at] / sums.samples + sum(carried))
        return estimates

    def fitted(self, estimates: dict[int, Estimate]) -> dict[int, Estimate]:
        """Return the estimates without chances below 0, or above that to be in the match at all."""
        fitted: dict[int, Estimate] = {}
        for side in self.sides:
            match = side.undecided.match
            there = [one + other for one, other in zip(*(self._came(side, w, fitted) for w in (0, 1)), strict=True)]
            won = fit(estimates[match].won, there, 1 - min(1.0, max(0.0, estimates[match].empty)))
            lost = [most - own for most, own in zip(there, won, strict=True)]
            fitted[match] = Estimate(won, lost, 1 - sum(won))
        return fitted

    def _deviation(
        self, sums: Sums, at: int, which: int, outputs: tuple[dict[int, _Deviation], dict[int, _Deviation]]
    ) -> _Deviation:
        side = self.sides[at]
        way, gone = side.ways[which], side.undecided.gone
        if side.is_open[which]:
            own = outputs[0 if way.is_winner else 1][way.match]
            by = [0.0 if who in gone else each for who, each in enumerate(own.by)] if gone else own.by
            return _Deviation(by, -sum(by))
        came, samples = sums.came[at][which], sums.samples
        by = [total / samples - each for total, each in zip(came, side.dense[which], strict=True)]
        return _Deviation(by, sums.nobody[at][which] / samples - side.laws[which].empty)

    def _came(self, side: Side, which: int, estimates: dict[int, Estimate]) -> Dense:
        way = side.ways[which]
        if not side.is_open[which]:
            return side.dense[which]
        estimate = estimates[way.match]
        chances = estimate.won if way.is_winner else estimate.lost
        gone = side.undecided.gone
        return [0.0 if who in gone else each for who, each in enumerate(chances)] if gone else chances


def fit(chances: Dense, most: Dense, total: float) -> Dense:
    """Return ``chances`` between 0 and ``most`` each, and ``total`` together, as near as that allows."""
    inside = [min(max(0.0, each), cap) for each, cap in zip(chances, most, strict=True)]
    total = min(total, sum(most))
    surplus = sum(inside) - total
    if surplus > 0:
        return [each * (1 - surplus / (surplus + total)) for each in inside]
    room = [cap - each for each, cap in zip(inside, most, strict=True)]
    share = -surplus / sum(room) if surplus < 0 else 0.0
    return [each + share * space for each, space in zip(inside, room, strict=True)]
