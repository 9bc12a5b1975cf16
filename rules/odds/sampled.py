"""The matches whose sides depend too much on each other, by sampled draws: unbiased, with a standard error.

Each sample settles the branching matches by chance and calculates the rest exactly. What the exact laws say about the
mean of a sample corrects the estimate, so that only the dependence of the sides is sampled.

Source: docs/rules/odds.md#sampling.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from hashlib import shake_256
from itertools import repeat
from math import sqrt
from operator import or_
from struct import unpack

from rules.odds.conditional import Branches, Settled
from rules.odds.control import Control, Dense, Estimate
from rules.odds.exact import Exact

BATCHES = 20
"""The samples stand in batches; the spread of their means is the standard error."""
FIRST_SAMPLES, MOST_SAMPLES = 5, 1280
KEY = "odds"


def numbers(key: str, sample: int, count: int) -> Iterator[float]:
    """Yield the random numbers, from 0 to below 1, of one sample: 32 bits each of the SHAKE-256 of ``key:sample``."""
    stream = shake_256(f"{key}:{sample}".encode()).digest(4 * count)
    return (number / 4294967296 for number in unpack(f">{count}I", stream))


class Sampled:
    """Estimates for the ``open`` matches of ``exact``.

    Samples are added until no standard error is above ``accuracy``, or there are ``MOST_SAMPLES`` in each batch.
    """

    def __init__(self, exact: Exact, accuracy: float) -> None:
        self.exact, self.size = exact, len(exact.net.entrants)
        settled = reduce(or_, (each.settled for each in exact.open.values()))
        way = reduce(or_, (each.rest for each in exact.open.values()))
        self.settled = Settled(exact.net, Branches(settled, way & ~settled))
        self.control = Control(exact)
        self.sums = [self.control.sums() for _ in range(BATCHES)]
        self.samples = 0
        self._take(FIRST_SAMPLES)
        while self.samples < MOST_SAMPLES and self.largest_error() > accuracy:
            self._take(self.samples)

    def matches(self) -> dict[int, Estimate]:
        """Return the chances to win and to lose each open match."""
        means = {
            match: Estimate(
                _mean([batch[match].won for batch in self.batches]),
                _mean([batch[match].lost for batch in self.batches]),
                sum(batch[match].empty for batch in self.batches) / BATCHES,
            )
            for match in self.exact.open
        }
        return self.control.fitted(means)

    def error_to_lose(self, matches: Sequence[int]) -> Dense:
        """Return for each entrant the standard error of the chance to lose one of these open matches."""
        return _errors([[sum(each) for each in zip(*(batch[match].lost for match in matches), strict=True)]
                        for batch in self.batches])  # fmt: skip

    def error_to_win(self, match: int) -> Dense:
        """Return for each entrant the standard error of the chance to win this open match."""
        return _errors([batch[match].won for batch in self.batches])

    def largest_error(self) -> float:
        """Return the largest standard error of a chance to win or to lose an open match."""
        return max(max(*self.error_to_win(match), *self.error_to_lose([match])) for match in self.exact.open)

    def _take(self, samples: int) -> None:
        count = len(self.settled.settled)
        for batch, sums in enumerate(self.sums):
            for sample in range(self.samples, self.samples + samples):
                self.settled.one_way(numbers(KEY, sample * BATCHES + batch, count))
                sums.add(self.settled)
        self.samples += samples
        self.batches: list[Mapping[int, Estimate]] = [self.control.estimates(sums) for sums in self.sums]


def _mean(batches: Sequence[Dense]) -> Dense:
    return [sum(each) / BATCHES for each in zip(*batches, strict=True)]


def _errors(batches: Sequence[Dense]) -> Dense:
    """Return the standard error of the mean of the batches, for each entrant."""
    errors = []
    for mean, each in zip(_mean(batches), zip(*batches, strict=True), strict=True):
        squares = sum(map(pow, map(float.__sub__, each, repeat(mean)), repeat(2)))
        errors.append(sqrt(squares / (BATCHES * (BATCHES - 1))))
    return errors
