"""What follows once some matches are settled: every other match then has two independent sides.

Source: docs/rules/odds.md#conditioning.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.odds.laws import NOBODY, Law, Laws, play, winner
from rules.odds.net import Net, Undecided, Way

# Laws of a match are stored while its sides depend on no more settled matches than this.
_MOST_STORED = 10


class Branches(NamedTuple):
    """What to settle for one match or several: masks of undecided matches.

    ``settled`` are those whose winner and loser both lead to the same match, with all that decide who plays in them;
    ``rest`` are the others on the way.
    """

    settled: int
    rest: int


def branches_of(net: Net, match: int) -> Branches:
    """Return what to settle so that every other match on the way to ``match`` has two independent sides."""
    way = net.support[match]
    inside = {other for other, undecided in net.matches.items() if undecided.bit & way}
    settled = 0
    for other in inside - {match}:
        if sum(to in inside for to in net.leads_to[other]) > 1:
            settled |= net.support[other]
    return Branches(settled, way & ~settled)


class Settled:
    """The laws of the matches of ``branches``, for one way after the other in which the settled ones can end.

    ``now`` has the laws of each match at present: first of the settled ones, whose players are then certain, and after
    ``work_out`` of the others. ``bits`` has the bit of every settled match that its upper player wins.
    """

    def __init__(self, net: Net, branches: Branches) -> None:
        self.net = net
        self.settled = [each for each in net.matches.values() if each.bit & branches.settled]
        self.rest = [each for each in net.matches.values() if each.bit & branches.rest]
        self.masks = [net.support[each.match] & branches.settled for each in self.rest]
        self.plain = {each.match for each in (*self.settled, *self.rest) if each.is_plain}
        self.now: list[Laws] = [Laws(NOBODY, NOBODY)] * len(net.plan.matches)
        self.bits = 0
        self.stored: list[dict[int, Laws] | None] = [
            net.stored.setdefault((each.match, mask), {}) if mask.bit_count() <= _MOST_STORED else None
            for each, mask in zip(self.rest, self.masks, strict=True)
        ]

    def side(self, undecided: Undecided, way: Way) -> Law:
        """Return who comes to a side of a match at present."""
        law = way.settled if way.match < 0 else way.law(self.now[way.match])
        return law.without(undecided.gone) if undecided.gone else law

    def sides(self, undecided: Undecided) -> tuple[Law, Law]:
        """Return who comes to both sides of a match at present, the upper first."""
        top, bottom, now = undecided.top, undecided.bottom, self.now
        if undecided.match in self.plain:
            # Laws are a winner and a loser in this order.
            return now[top.match][not top.is_winner], now[bottom.match][not bottom.is_winner]
        return self.side(undecided, top), self.side(undecided, bottom)

    def work_out(self) -> None:
        """Find the laws of the matches that are not settled: of the winners, and of losers who go on."""
        now, bits = self.now, self.bits
        for undecided, mask, stored in zip(self.rest, self.masks, self.stored, strict=True):
            key = bits & mask
            if stored is not None and key in stored:
                now[undecided.match] = stored[key]
                continue
            top, bottom = self.sides(undecided)
            if undecided.match in self.net.losers_go_on:
                laws = play(top, bottom, undecided.table)
            else:
                laws = Laws(winner(top, bottom, undecided.table), NOBODY)
            now[undecided.match] = laws
            if stored is not None:
                stored[key] = laws

    def every_way(self) -> Iterator[float]:
        """Yield the chance of each way in which the settled matches can end, with ``now`` and ``bits`` set to it."""
        self.bits = 0
        yield from self._from(0, 1.0)

    def _from(self, at: int, chance: float) -> Iterator[float]:
        if at == len(self.settled):
            self.work_out()
            yield chance
            return
        undecided = self.settled[at]
        top, bottom = self.sides(undecided)
        if not top.who or not bottom.who:
            self.now[undecided.match] = Laws(top if top.who else bottom, NOBODY)
            yield from self._from(at + 1, chance)
            return
        wins = undecided.table[top.who[0]][bottom.who[0]]
        for on, off, bit, share in ((top, bottom, undecided.bit, wins), (bottom, top, 0, 1 - wins)):
            if share > 0:
                self.now[undecided.match] = Laws(on, off)
                self.bits = self.bits & ~undecided.bit | bit
                yield from self._from(at + 1, chance * share)

    def one_way(self, numbers: Iterable[float]) -> None:
        """Set ``now`` and ``bits`` to one way: ``numbers`` from 0 to 1 decide the settled matches in turn."""
        now, nobody = self.now, NOBODY
        bits = 0
        for undecided, number in zip(self.settled, numbers, strict=False):
            top, bottom = self.sides(undecided)
            if not top.who or not bottom.who:
                now[undecided.match] = Laws(top if top.who else bottom, nobody)
            elif number < undecided.table[top.who[0]][bottom.who[0]]:
                now[undecided.match] = Laws(top, bottom)
                bits |= undecided.bit
            else:
                now[undecided.match] = Laws(bottom, top)
        self.bits = bits
        self.work_out()


def mix(laws: Iterable[tuple[float, Law]], size: int) -> Law:
    """Return the law that is each of ``laws`` with its chance, for ``size`` entrants."""
    total, empty = [0.0] * size, 0.0
    for share, law in laws:
        add(total, law, share)
        empty += share * law.empty
    who: Sequence[int] = [each for each, chance in enumerate(total) if chance > 0]
    return Law(tuple(who), tuple(total[each] for each in who), empty)


def add(total: list[float], law: Law, share: float) -> None:
    """Add ``share`` times a law to the chances of all entrants."""
    for who, chance in zip(law.who, law.chance, strict=True):
        total[who] += share * chance
