"""The odds of a field before its draw: over every draw where there are few, else over some drawn by lot.

Source: docs/rules/odds.md#before-the-draw.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import factorial
from operator import and_, itemgetter

from rules.draws.plan import Plan
from rules.draws.seeding import draw_lines
from rules.draws.state import DrawState
from rules.odds.chances import Chances, Rated, Rows
from rules.odds.conditional import branches_of
from rules.odds.net import Net
from rules.odds.places import OUT, Odds, Places, rounded
from rules.odds.sampled import BATCHES, standard_errors
from rules.odds.walk import Walk

MOST_WAYS = 25_000
"""Every draw is calculated while the draws, times the ways in which the matches to settle can end, are no more."""
LINES_A_BATCH, SAMPLED_LINES_A_BATCH, MOST_A_BATCH = 256, 64, 40
"""A batch has as many draws as make so many lines together, fewer where brackets are sampled in each; at least one."""
LEAST_SETTLED = 2
"""Within a draw drawn by lot, a match is calculated exactly while at most this many have to be settled for it."""

type Lines = dict[int, int]
type Columns = Mapping[str, Mapping[str, list[float]]]
"""Bracket → key → the chance of each entrant, in the order of entry."""


@dataclass(frozen=True, slots=True)
class FieldOdds:
    """The odds of a field over ``draws`` draws; ``batches`` are the means of parts of them, none where it is exact."""

    odds: Odds
    draws: int
    batches: tuple[Odds, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether these are all draws that there can be, each calculated exactly."""
        return not self.batches


def field_odds(plan: Plan, entrants: Sequence[int], seeds: Mapping[int, int], chances: Chances) -> FieldOdds:
    """Return the odds of ``entrants``, in the order of entry, before they are drawn on the lines of ``plan``.

    ``seeds`` has the seed of those who have one. Nobody enters or withdraws from now on. Entrants without a seed whose
    ratings are equal have equal odds. Raises RuleBroken as ``draw_lines`` and ``Chances.row``.
    """
    placed = {at: seeds[entrant] for at, entrant in enumerate(entrants, 1) if entrant in seeds}
    first = draw_lines(range(1, len(entrants) + 1), placed, "odds:0")
    draws = _Draws(plan, first, _Seats(entrants, chances))
    settled = _settled(draws.net)
    orders = _every_order(first, placed, plan.size, settled)
    if orders is not None:
        mean = _mean(_columns(Walk(draws.drawn(lines))) for lines in orders)
        return FieldOdds(_odds(plan, entrants, [mean], exact=True), len(orders))
    a_batch = max(
        1, min(MOST_A_BATCH, (LINES_A_BATCH if settled <= LEAST_SETTLED else SAMPLED_LINES_A_BATCH) // plan.size)
    )
    alike = _alike(entrants, seeds, chances)
    batches = []
    for number in range(BATCHES):
        keys = (f"odds:{draw}" for draw in range(number * a_batch, (number + 1) * a_batch))
        batches.append(_levelled(_mean(_by_chance(draws, placed, key) for key in keys), alike))
    each = tuple(_odds(plan, entrants, [batch], exact=True) for batch in batches)
    return FieldOdds(_odds(plan, entrants, batches, exact=False), BATCHES * a_batch, each)


def cached_field_odds(plan: Plan, entrants: Sequence[int], seeds: Mapping[int, int], chances: Rated) -> FieldOdds:
    """Return ``field_odds``, from the cache while neither the field nor a rating has changed."""
    ratings = tuple((each, chances.ratings[each]) for each in entrants)
    return _cached(_Field(plan, ratings, tuple(sorted(seeds.items())), chances.class_width))


@dataclass(frozen=True, slots=True)
class _Field:
    plan: Plan
    ratings: tuple[tuple[int, float], ...]
    seeds: tuple[tuple[int, int], ...]
    class_width: float


@lru_cache(maxsize=8)
def _cached(known: _Field) -> FieldOdds:
    chances = Rated(dict(known.ratings), known.class_width)
    return field_odds(known.plan, [entrant for entrant, _ in known.ratings], dict(known.seeds), chances)


class _Seats(Rows):
    """The chances of all pairs of a field by the order of its lines, for one draw after the other.

    Each pair is calculated once for all draws.
    """

    def __init__(self, entrants: Sequence[int], chances: Chances) -> None:
        super().__init__(entrants, chances)
        self._order: list[int] = list(range(len(entrants)))
        self._by_entry: dict[int, list[list[float]]] = {}

    def seat(self, order: Sequence[int]) -> None:
        """Put the entrants on the lines: ``order`` has their places in the order of entry, from 0."""
        self._order = list(order)
        for length, table in self._tables.items():
            table[:] = self._seated(length)

    def of(self, length: int) -> list[list[float]]:
        """Return the table of one length, which is filled anew for each draw."""
        if length not in self._tables:
            self._tables[length] = self._seated(length)
        return self._tables[length]

    def need(self, length: int, tops: Iterable[int], bottoms: Sequence[int]) -> list[list[float]]:
        """Return the table of one length, which has every pair."""
        del tops, bottoms
        return self.of(length)

    def _seated(self, length: int) -> list[list[float]]:
        if length not in self._by_entry:
            self._by_entry[length] = self._of_all(length)
        rows, in_order = self._by_entry[length], itemgetter(*self._order)
        return [list(in_order(rows[at])) for at in self._order]

    def _of_all(self, length: int) -> list[list[float]]:
        """Return the chances of all pairs in the order of entry. Raises RuleBroken as ``Chances.row``."""
        rows = [[0.5] * len(self.entrants) for _ in self.entrants]
        for at, entrant in enumerate(self.entrants):
            later = self.entrants[at + 1 :]
            for other, chance in enumerate(self.chances.row(length, entrant, later), at + 1):
                rows[at][other], rows[other][at] = chance, 1 - chance
        return rows


class _Draws:
    """The net of one draw after the other. The same lines are taken in each, so that only the seats differ."""

    def __init__(self, plan: Plan, first: Lines, seats: _Seats) -> None:
        self.seats, self.count = seats, len(first)
        self.net = Net(DrawState(plan, first), seats)

    def drawn(self, lines: Lines, key: str = "odds") -> Net:
        """Return the net of a draw, until the next one is drawn."""
        entrants = [entrant for _, entrant in sorted(lines.items())]
        self.seats.seat([entrant - 1 for entrant in entrants])
        self.net.redraw(entrants, key)
        return self.net


# --- Every draw


def _every_order(first: Lines, seeds: Mapping[int, int], size: int, settled: int) -> list[Lines] | None:
    """Return all draws that differ, each as likely as any other; None where they are too many."""
    is_full = not seeds and len(first) == size
    orders = factorial(size) >> (size - 1) if is_full else factorial(len(first) - len(seeds))
    if orders * max(1 << settled, size) > MOST_WAYS:
        return None
    if is_full:
        return [dict(enumerate(order, 1)) for order in _trees(tuple(first.values()))]
    return list(_placings(first, seeds))


def _trees(entrants: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the orders of a full field that differ by more than which side of a match is the upper one."""
    if len(entrants) == 1:
        yield entrants
        return
    first, *others = entrants
    for more in combinations(others, len(entrants) // 2 - 1):
        below = tuple(each for each in others if each not in more)
        for upper in _trees((first, *more)):
            for lower in _trees(below):
                yield (*upper, *lower)


def _placings(first: Lines, seeds: Mapping[int, int]) -> Iterator[Lines]:
    open_lines = [line for line, entrant in first.items() if entrant not in seeds]
    for order in permutations(first[line] for line in open_lines):
        yield first | dict(zip(open_lines, order, strict=True))


# --- Some draws


def _by_chance(draws: _Draws, seeds: Mapping[int, int], key: str) -> Columns:
    net = draws.drawn(draw_lines(range(1, draws.count + 1), seeds, key), key)
    # As few samples as there can be: their errors are part of the spread of the draws.
    return _columns(Walk(net, accuracy=1, most_settled=LEAST_SETTLED))


def _settled(net: Net) -> int:
    """Return the most matches that have to be settled for one whose sides depend on each other."""
    dependent = [match for match in net.matches if and_(*net.supports(match))]
    return max((branches_of(net, match).settled.bit_count() for match in dependent), default=0)


# --- Adding up


def _columns(walk: Walk) -> Columns:
    """Return the chances of one draw by bracket and key, for each entrant in the order of entry."""
    places, columns = Places(walk), dict[str, dict[str, list[float]]]()
    for bracket in walk.net.plan.brackets:
        columns[bracket.code] = by_key = {}
        for key, column in places.columns(bracket.code).items():
            by_key[key] = own = [0.0] * len(column)
            for entrant, chance in zip(walk.net.entrants, column, strict=True):
                own[entrant - 1] = chance
    return columns


def _mean(draws: Iterable[Columns]) -> Columns:
    """Return the mean of some draws; no more than one of them is in memory at a time."""
    total: dict[str, dict[str, list[float]]] = {}
    count = 0
    for draw in draws:
        count += 1
        for bracket, keys in draw.items():
            own = total.setdefault(bracket, {})
            for key, column in keys.items():
                own[key] = [one + other for one, other in zip(own[key], column, strict=True)] if key in own else column
    return {
        bracket: {key: [each / count for each in column] for key, column in keys.items()}
        for bracket, keys in total.items()
    }


def _levelled(columns: Columns, alike: Sequence[Sequence[int]]) -> Columns:
    """Return chances that are the same for all of a group of entrants, by their place in the order of entry."""
    for keys in columns.values():
        for column in keys.values():
            for group in alike:
                mean = sum(column[at] for at in group) / len(group)
                for at in group:
                    column[at] = mean
    return columns


def _alike(entrants: Sequence[int], seeds: Mapping[int, int], chances: Chances) -> list[list[int]]:
    """Return the groups of entrants who have no seed and equal ratings, as places in the order of entry."""
    groups: dict[float, list[int]] = {}
    if isinstance(chances, Rated):
        for at, entrant in enumerate(entrants):
            if entrant not in seeds:
                groups.setdefault(chances.ratings[entrant], []).append(at)
    return [group for group in groups.values() if len(group) > 1]


def _odds(plan: Plan, entrants: Sequence[int], batches: Sequence[Columns], *, exact: bool) -> Odds:
    mean = _mean(batches)
    places: dict[int, dict[str, dict[str, float]]] = {entrant: {} for entrant in entrants}
    errors: dict[int, dict[str, dict[str, float]]] = {}
    for bracket in plan.brackets:
        code = bracket.code
        spread = {} if exact else {key: standard_errors([each[code][key] for each in batches]) for key in mean[code]}
        for at, entrant in enumerate(entrants):
            own = {key: column[at] for key, column in mean[code].items()}
            if bracket.fed_by:
                own[OUT] = rounded(1 - sum(own.values()))
            places[entrant][code] = own
            if spread:
                errors.setdefault(entrant, {})[code] = {key: column[at] for key, column in spread.items()}
    return Odds(places, {bracket.code: exact for bracket in plan.brackets}, errors)
