"""Payouts by person: side pools, corrections, and what may be paid before everything is played.

Source: docs/rules/prizes.md#payouts.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, product
from math import prod

from rules.errors import RuleBroken
from rules.money.prizes import CONSOLATION, MAIN, Table, split
from rules.money.results import Groups, Results

POOL = "pool"
_FINALIST = 2
_MOST_OPEN = 8
# More ways to end than these are not all divided, only those with few changes.
_MOST_ENDS = 256
_MOST_CHANGES = 2


class PoolRule(StrEnum):
    """How a side pool ranks those who entered it.

    ``MAIN``: by the places of the main bracket alone. ``CONSOLATION``: its winner comes right after the finalist.
    """

    MAIN = "main"
    CONSOLATION = "consolation"


def pool_results(results: Results, entered: Collection[str], rule: PoolRule = PoolRule.CONSOLATION) -> Results:
    """Return the results of a side pool: everyone is ranked, then those who are not in the pool are skipped.

    The ranking is in the main bracket, and again under ``pool`` for tables that name it so. The other brackets have
    their own places, of those who entered.

    Raises RuleBroken ``pool.empty``: nobody entered, or nobody of those has a place.
    Source: docs/rules/prizes.md#side-pools.
    """
    ranked = results.groups(MAIN)
    if rule is PoolRule.CONSOLATION:
        ranked = _after_the_finalist(ranked, results.groups(CONSOLATION)[:1])
    pool = results.with_groups(MAIN, ranked).with_groups(POOL, ranked).only(entered)
    if not entered or (pool.is_empty and not results.is_empty):
        raise RuleBroken("pool.empty")
    return pool


def _after_the_finalist(main: Groups, winners: Groups) -> Groups:
    """Return the main places with the winner of the consolation behind the group that holds the second place."""
    above, places = 0, 0
    while above < len(main) and places < _FINALIST:
        places += len(main[above])
        above += 1
    finalists = {who for group in main[:above] for who in group}
    moved = tuple(who for group in winners for who in group if who not in finalists)
    below = tuple(tuple(who for who in group if who not in moved) for group in main[above:])
    return tuple(filter(None, (*main[:above], moved, *below)))


@dataclass(frozen=True, slots=True)
class Correction:
    """What is still to be paid, and to be collected, after somebody was paid too little or too much; by person."""

    to_pay: dict[str, int]
    to_collect: dict[str, int]


def correction(due: Mapping[str, int], paid: Mapping[str, int]) -> Correction:
    """Return the difference between what is ``due`` to each person and what they were ``paid``."""
    people = dict.fromkeys([*due, *paid])
    open_sums = {who: due.get(who, 0) - paid.get(who, 0) for who in people}
    return Correction(
        {who: sum_ for who, sum_ in open_sums.items() if sum_ > 0},
        {who: -sum_ for who, sum_ in open_sums.items() if sum_ < 0},
    )


@dataclass(frozen=True, slots=True)
class Span:
    """Neighbouring places of a bracket and those who can still take them.

    ``shape`` has the sizes of the groups that will share them, the best first: (1, 1, 2) for a winner, a finalist and
    two semi-finalists. Settled: as many ``people`` as places, in strict order, and ``is_open`` False. Open: anybody of
    ``people`` can take any of the places; there may be more people than places. ``may_tie``: all the places may come to
    be shared. ``may_lapse``: perhaps nobody takes them. ``others`` are other shapes in which they can end; the first
    ``sure`` people have one of the places in all of them.
    """

    people: tuple[str, ...]
    shape: tuple[int, ...]
    is_open: bool = False
    may_tie: bool = False
    may_lapse: bool = False
    others: tuple[tuple[int, ...], ...] = ()
    sure: int = 0


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that a person can be paid; ``settled``: the amount can no longer change."""

    least: int
    most: int

    @property
    def settled(self) -> bool:
        """Whether all of it may be paid now."""
        return self.least == self.most


def settled_payouts(fund: int, table: Table, spans: Mapping[str, Iterable[Span]], unit: int = 1) -> dict[str, Bounds]:
    """Return the bounds of every person's payout while places are open; ``spans`` has those of each bracket in order.

    Up to ``least`` may be paid now. Rounding and renormalisation follow from who ties and which places nobody takes, so
    every way in which the open places can end is divided; who takes which of them changes only their own part. No
    bracket comes to have more places than the shapes of its spans say. Where there are more than 256 ways, those are
    divided in which one span of a bracket ends otherwise, and a second one where the first has more places for it. A
    person of open places in several brackets has the sum of the bounds.

    Raises RuleBroken ``span.shape`` (a settled place without its person, or fewer people than places), ``span.many``
    (more than 8 open groups of places) or those of ``split``.
    Source: docs/rules/prizes.md#before-the-final.
    """
    brackets = {bracket: tuple(each) for bracket, each in spans.items()}
    every = [span for each in brackets.values() for span in each]
    for span in every:
        if len(span.people) < sum(span.shape) or (not span.is_open and len(span.people) != sum(span.shape)):
            raise RuleBroken("span.shape", people=len(span.people), places=sum(span.shape))
    if sum(span.is_open for span in every) > _MOST_OPEN:
        raise RuleBroken("span.many", most=_MOST_OPEN)
    bounds: dict[str, Bounds] = {}
    for shapes in _ways([[_shapes(span) for span in each] for each in brackets.values()]):
        for who, each in _bounds(fund, table, unit, _ended(brackets, shapes)).items():
            before = bounds.get(who, each)
            bounds[who] = Bounds(min(before.least, each.least), max(before.most, each.most))
    return bounds


type _Shape = tuple[int, ...]
type _Shapes = Sequence[_Shape]
type _Ended = dict[str, list[tuple[Span, tuple[int, ...]]]]


def _shapes(span: Span) -> list[tuple[int, ...]]:
    """Return the shapes in which the places of a span can end."""
    shapes = [span.shape]
    if span.is_open and span.may_tie:
        shapes.append((sum(span.shape),))
    if span.is_open and span.may_lapse:
        shapes.append(())
    if span.is_open:
        shapes.extend(span.others)
    return shapes


def _ways(brackets: Sequence[Sequence[_Shapes]]) -> Iterable[tuple[_Shape, ...]]:
    """Yield a shape for each span of all brackets in turn; the first shape of a span is the usual one."""
    is_short = prod(len(shapes) for spans in brackets for shapes in spans) <= _MOST_ENDS
    ways = [_ways_of(spans) for spans in brackets]
    if is_short:
        yield from (tuple(chain(*each)) for each in product(*ways))
        return
    usual = [each[0] for each in ways]
    yield tuple(chain(*usual))
    for at, (spans, every) in enumerate(zip(brackets, ways, strict=True)):
        for way in every[1:]:
            if sum(shape != shapes[0] for shape, shapes in zip(way, spans, strict=True)) <= _MOST_CHANGES:
                yield tuple(chain(*usual[:at], way, *usual[at + 1 :]))


def _ways_of(spans: Sequence[_Shapes]) -> list[tuple[_Shape, ...]]:
    """Return how the spans of one bracket can end: with no more places than usual, which comes first."""
    most = sum(sum(shapes[0]) for shapes in spans)
    return [way for way in product(*spans) if sum(map(sum, way)) <= most]


def _ended(brackets: Mapping[str, tuple[Span, ...]], shapes: tuple[tuple[int, ...], ...]) -> _Ended:
    left = iter(shapes)
    return {bracket: [(span, next(left)) for span in spans] for bracket, spans in brackets.items()}


def _bounds(fund: int, table: Table, unit: int, ended: _Ended) -> dict[str, Bounds]:
    """Return the bounds when the shapes are known, by dividing the fund among places instead of people."""
    results = Results.of({bracket: list(_numbered(spans)) for bracket, spans in ended.items()})
    if results.is_empty:
        return {who: Bounds(0, 0) for spans in ended.values() for span, _ in spans for who in span.people}
    money = {(prize.bracket, prize.who): prize.amount for prize in split(fund, table, results, unit).prizes}
    bounds: dict[str, Bounds] = {}
    for bracket, spans in ended.items():
        place = 0
        for span, shape in spans:
            size = sum(shape)
            amounts = [money.get((bracket, str(place + at)), 0) for at in range(size)]
            place += size
            least, most = min(amounts, default=0), max(amounts, default=0)
            for at, who in enumerate(span.people):
                is_paid = size >= len(span.people) or at < span.sure
                one = Bounds(least if is_paid else 0, most) if span.is_open else _sure(amounts[at])
                before = bounds.get(who, _sure(0))
                bounds[who] = Bounds(before.least + one.least, before.most + one.most)
    return bounds


def _sure(amount: int) -> Bounds:
    return Bounds(amount, amount)


def _numbered(spans: list[tuple[Span, tuple[int, ...]]]) -> Iterable[list[str]]:
    """Yield the groups of a bracket with the numbers of its places instead of names."""
    place = 0
    for _, shape in spans:
        for size in shape:
            yield [str(place + at) for at in range(size)]
            place += size
