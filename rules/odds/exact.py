"""Who wins and who loses each undecided match, exactly, as far as that can be calculated.

Source: docs/rules/odds.md#how-far-it-is-exact.
"""

from rules.odds.conditional import Branches, Settled, branches_of, mix
from rules.odds.laws import Law, Laws, play
from rules.odds.net import Net, Undecided, Way

MOST_SETTLED = 13
"""A match is calculated exactly while at most this many others have to be settled for it."""


class Exact:
    """The laws of the undecided matches; ``open`` has those for which too much would have to be settled."""

    def __init__(self, net: Net, most_settled: int = MOST_SETTLED) -> None:
        self.net, self.most_settled = net, most_settled
        self.laws: dict[int, Laws] = {}
        self.open: dict[int, Branches] = {}
        for match, undecided in net.matches.items():
            top, bottom = net.supports(match)
            sides = self.side(undecided, undecided.top), self.side(undecided, undecided.bottom)
            net.need(match, sides[0].who, sides[1].who)
            if not top & bottom:
                self._independent(undecided, *sides)
            else:
                self._dependent(undecided)

    def side(self, undecided: Undecided, way: Way) -> Law:
        """Return who comes to a side of a match; for one behind an ``open`` match, as if its sides were independent."""
        law = way.settled if way.match < 0 else way.law(self.laws[way.match])
        return law.without(undecided.gone) if undecided.gone else law

    def is_open(self, way: Way) -> bool:
        """Whether the way comes from a match that is not exact."""
        return way.match in self.open

    def _independent(self, undecided: Undecided, top: Law, bottom: Law) -> None:
        self.laws[undecided.match] = play(top, bottom, undecided.table)
        if self.is_open(undecided.top) or self.is_open(undecided.bottom):
            self.open[undecided.match] = branches_of(self.net, undecided.match)

    def _dependent(self, undecided: Undecided) -> None:
        match = undecided.match
        branches = branches_of(self.net, match)
        size = len(self.net.entrants)
        if branches.settled.bit_count() > self.most_settled:
            self.open[match] = branches
            both = play(self.side(undecided, undecided.top), self.side(undecided, undecided.bottom), undecided.table)
            self.laws[match] = Laws(mix([(1.0, both.winner)], size), mix([(1.0, both.loser)], size))
            return
        settled = Settled(self.net, branches)
        ways = [(chance, settled.now[match]) for chance in settled.every_way()]
        self.laws[match] = Laws(
            mix(((chance, laws.winner) for chance, laws in ways), size),
            mix(((chance, laws.loser) for chance, laws in ways), size),
        )
