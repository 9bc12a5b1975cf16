"""A prize table, and the money of its places: rounded so that equal places stay equal and every unit is paid.

Source: docs/rules/prizes.md#rounding.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.errors import RuleBroken
from rules.money.results import Results
from rules.money.shares import floor_to

MAIN, CONSOLATION, LAST_CHANCE = "main", "consolation", "last_chance"
MOST_ROWS = 512


@dataclass(frozen=True, slots=True)
class Row:
    """The share of one place (from 1) of a bracket; shares are weights, only their proportion counts."""

    bracket: str
    place: int
    share: Fraction


@dataclass(frozen=True, slots=True)
class Table:
    """A prize table; rows with the share 0 pay nothing.

    Raises RuleBroken ``table.place``, ``table.share``, ``table.twice``, ``table.empty`` or ``table.long``; ``row`` is
    the row's number from 0.
    """

    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        seen: set[tuple[str, int]] = set()
        for at, row in enumerate(self.rows):
            if row.place < 1:
                raise RuleBroken("table.place", row=at, number=row.place)
            if row.share < 0:
                raise RuleBroken("table.share", row=at, share=str(row.share))
            if (row.bracket, row.place) in seen:
                raise RuleBroken("table.twice", row=at, bracket=row.bracket, number=row.place)
            seen.add((row.bracket, row.place))
        if not any(row.share for row in self.rows):
            raise RuleBroken("table.empty")
        if len(self.rows) > MOST_ROWS:
            raise RuleBroken("table.long", most=MOST_ROWS)

    @property
    def brackets(self) -> tuple[str, ...]:
        """The brackets that are paid: main first, then in the order of the rows."""
        return tuple(
            dict.fromkeys([*(MAIN for row in self.rows if row.bracket == MAIN), *(r.bracket for r in self.rows)])
        )

    def shares(self, bracket: str) -> dict[int, Fraction]:
        """Return place → share of a bracket, the best place first."""
        return {row.place: row.share for row in sorted(self.rows, key=lambda row: row.place) if row.bracket == bracket}


@dataclass(frozen=True, slots=True)
class Prize:
    """What one person is paid for one place; sums in minor units.

    ``place`` is the place in strict order; ``tied`` people (1: nobody else) share the money of as many places from
    ``first`` on. ``share`` is this person's part of the table's shares, pooled with those tied; ``exact`` is its money
    before rounding. ``before_ties`` is what the place pays if nobody were tied.
    """

    who: str
    bracket: str
    place: int
    first: int
    tied: int
    share: Fraction
    exact: Fraction
    amount: int
    before_ties: int


@dataclass(frozen=True, slots=True)
class Level:
    """Prizes of equal share: where in the list they are, their share, and the money of each rounded down."""

    prizes: tuple[int, ...]
    share: Fraction
    floor: int


@dataclass(frozen=True, slots=True)
class Residue:
    """How the money was rounded: the reasons behind every prize; sums in minor units.

    ``over`` is what all prizes rounded down to ``unit`` left. Each prize of the ``raised`` levels took one unit of it,
    in this order. ``refused`` came next, but there was not a unit for each of its prizes; None if no whole unit was
    left. ``to_first`` went to the prizes of ``first``.
    """

    unit: int
    over: int
    raised: tuple[Level, ...]
    refused: Level | None
    to_first: int
    first: tuple[int, ...]

    @property
    def needed(self) -> int:
        """What the refused level would have needed."""
        return 0 if self.refused is None else self.unit * len(self.refused.prizes)


@dataclass(frozen=True, slots=True)
class Split:
    """A fund divided into prizes, in the order of brackets and places; their amounts sum to ``fund``.

    ``lapsed`` are the rows of the table whose place nobody holds: the others were raised in proportion.
    """

    fund: int
    prizes: tuple[Prize, ...]
    residue: Residue
    lapsed: tuple[Row, ...] = field(default=())

    @property
    def payouts(self) -> dict[str, int]:
        """Return person → what they are paid in all."""
        sums: dict[str, int] = {}
        for prize in self.prizes:
            sums[prize.who] = sums.get(prize.who, 0) + prize.amount
        return sums


def split(fund: int, table: Table, results: Results, unit: int = 1) -> Split:
    """Divide ``fund`` minor units among those who hold paid places, in whole ``unit`` as far as possible.

    Those tied pool the shares of their places. A place that nobody holds raises the others. Without any result nothing
    is paid.

    Raises RuleBroken ``fund.negative``, ``unit.small``, ``table.unheld`` (results, but nobody in a paid place) or
    those of ``Results``.
    Source: docs/rules/prizes.md#rounding.
    """
    held = _held(table, results)
    if not held and not results.is_empty:
        raise RuleBroken("table.unheld")
    amounts, residue = round_shares(fund, [share for *_, share in held], unit)
    before = _before_ties(fund, table, results.strict(), unit)
    whole = sum((share for *_, share in held), Fraction(0))
    prizes = tuple(
        Prize(*holder, fund * holder[-1] / whole, amount, before.get((holder[1], holder[2]), 0))
        for holder, amount in zip(held, amounts, strict=True)
    )
    lapsed = tuple(row for row in table.rows if row.share and row.place > results.holders(row.bracket))
    return Split(fund, prizes, residue, lapsed)


def round_shares(fund: int, shares: Sequence[Fraction], unit: int = 1) -> tuple[list[int], Residue]:
    """Divide ``fund`` by ``shares``, those of the first place in front; return the money of each, and the reasons.

    All are rounded down to ``unit``. Whole units left go by largest remainder, the larger share first where remainders
    are equal; equal shares take one unit each or none, and the first level that cannot be served ends it. All that is
    left goes to first; where several have its share they divide it in minor units, odd ones from the top.

    Raises RuleBroken ``fund.negative`` or ``unit.small``.
    Source: docs/rules/prizes.md#rounding.
    """
    if fund < 0:
        raise RuleBroken("fund.negative")
    if unit < 1:
        raise RuleBroken("unit.small", unit=unit)
    if not shares:
        return [], Residue(unit, 0, (), None, 0, ())
    exact = [fund * share / sum(shares) for share in shares]
    amounts = [floor_to(quota, unit) for quota in exact]
    over = left = fund - sum(amounts)
    levels = [
        Level(tuple(at for at, other in enumerate(shares) if other == share), share, amounts[shares.index(share)])
        for share in sorted(set(shares), reverse=True)
    ]
    raised: list[Level] = []
    refused: Level | None = None
    # The sort is stable, so that of equal remainders the larger share comes first.
    for level in sorted(levels, key=lambda level: level.floor - exact[level.prizes[0]]):
        if left < unit:
            break
        if left < unit * len(level.prizes):
            refused = level
            break
        raised.append(level)
        left -= unit * len(level.prizes)
        for at in level.prizes:
            amounts[at] += unit
    first = next(level.prizes for level in levels if 0 in level.prizes)
    for turn, at in enumerate(first):
        amounts[at] += left // len(first) + (turn < left % len(first))
    return amounts, Residue(unit, over, tuple(raised), refused, left, first)


def _before_ties(fund: int, table: Table, strict: Results, unit: int) -> dict[tuple[str, int], int]:
    """Return (bracket, place) → its money if nobody were tied."""
    held = _held(table, strict)
    amounts, _ = round_shares(fund, [share for *_, share in held], unit)
    return {(bracket, place): amount for (_, bracket, place, *_), amount in zip(held, amounts, strict=True)}


type _Held = tuple[str, str, int, int, int, Fraction]


def _held(table: Table, results: Results) -> list[_Held]:
    """Return those who hold a paid place: who, bracket, place, first place, how many are tied, share."""
    held: list[_Held] = []
    for bracket in table.brackets:
        shares = table.shares(bracket)
        place = 1
        for group in results.groups(bracket):
            pooled = sum((shares.get(place + at, Fraction(0)) for at in range(len(group))), Fraction(0))
            if pooled:
                share = pooled / len(group)
                held += [(who, bracket, place + at, place, len(group), share) for at, who in enumerate(group)]
            place += len(group)
    return held
