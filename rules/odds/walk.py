"""Who wins and who loses each undecided match: exactly as far as that can be calculated, else sampled.

Source: docs/rules/odds.md#how-far-it-is-exact.
"""

from collections.abc import Sequence

from rules.odds.conditional import Branches, Settled, branches_of, mix
from rules.odds.laws import Law, Laws, law_of, play
from rules.odds.net import Net, Undecided, Way
from rules.odds.sampled import BATCHES, Batches, Dense, Sides, dense, fit, independent, mean_of, sampled

MOST_SETTLED = 13
"""A match is calculated exactly while at most this many others have to be settled for it."""
ACCURACY = 5e-4
"""The standard error up to which the winner of a match is sampled, where that cannot be calculated exactly."""


class Walk:
    """The laws of the undecided matches, in the order of the plan; ``open`` has the batches of those not exact."""

    def __init__(self, net: Net, accuracy: float = ACCURACY, most_settled: int = MOST_SETTLED) -> None:
        self.net, self.accuracy, self.most_settled = net, accuracy, most_settled
        self.size = len(net.entrants)
        self.laws: dict[int, Laws] = {}
        self.open: dict[int, Batches] = {}
        for match, undecided in net.matches.items():
            top, bottom = self.side(undecided, undecided.top), self.side(undecided, undecided.bottom)
            net.need(match, top.who, bottom.who)
            supports = net.supports(match)
            if supports[0] & supports[1]:
                self._dependent(undecided, top, bottom)
            else:
                self._independent(undecided, top, bottom)

    def side(self, undecided: Undecided, way: Way) -> Law:
        """Return who comes to a side of a match."""
        law = way.settled if way.match < 0 else way.law(self.laws[way.match])
        return law.without(undecided.gone) if undecided.gone else law

    def _independent(self, undecided: Undecided, top: Law, bottom: Law) -> None:
        laws = self.laws[undecided.match] = play(top, bottom, undecided.table)
        if undecided.top.match in self.open or undecided.bottom.match in self.open:
            self.open[undecided.match] = independent(self._sides(undecided, top, bottom), laws.winner)

    def _dependent(self, undecided: Undecided, top: Law, bottom: Law) -> None:
        branches = branches_of(self.net, undecided.match)
        if branches.settled.bit_count() <= self.most_settled:
            self.laws[undecided.match] = self._every_way(undecided.match, branches)
            return
        # The match before needed so many samples; half of them show whether this one needs as many.
        first = max([1, *(each.samples // 2 for each in list(self.open.values())[-1:])])
        batches = sampled(self.net, self._sides(undecided, top, bottom), branches, self.accuracy, first)
        self.open[undecided.match] = batches
        there = [sum(each) for each in zip(*(dense(law, self.size) for law in (top, bottom)), strict=True)]
        estimate = mean_of(batches.won)
        total = min(1.0, sum(estimate)) if top.empty or bottom.empty else 1.0
        won = fit(estimate, there, total)
        lost = [most - own for most, own in zip(there, won, strict=True)]
        self.laws[undecided.match] = Laws(
            law_of(enumerate(won), 1 - total), law_of(enumerate(lost), max(0.0, 1 - sum(lost)))
        )

    def _sides(self, undecided: Undecided, top: Law, bottom: Law) -> Sides:
        batches = self._batches(undecided, undecided.top, top), self._batches(undecided, undecided.bottom, bottom)
        return Sides(undecided, (top, bottom), batches)

    def _batches(self, undecided: Undecided, way: Way, law: Law) -> Sequence[Dense]:
        """Return the chances of a side as every batch estimates them."""
        if way.match not in self.open:
            return [dense(law, self.size)] * BATCHES
        batches, gone = self.open[way.match], undecided.gone
        chances = batches.won if way.is_winner else batches.lost
        return [[0.0 if who in gone else each for who, each in enumerate(batch)] for batch in chances]

    def _every_way(self, match: int, branches: Branches) -> Laws:
        settled = Settled(self.net, branches)
        undecided = self.net.matches[match]
        ways = []
        for chance in settled.every_way():
            sides = settled.side(undecided, undecided.top), settled.side(undecided, undecided.bottom)
            ways.append((chance, play(*sides, undecided.table)))
        return Laws(
            mix(((chance, laws.winner) for chance, laws in ways), self.size),
            mix(((chance, laws.loser) for chance, laws in ways), self.size),
        )
