"""What a prize table pays at other field sizes, and four facts that show whether it is usual.

Source: docs/rules/prizes.md#preview.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.money.prizes import CONSOLATION, LAST_CHANCE, MAIN, Level, Residue, Row, Table, round_shares, split
from rules.money.results import Results

# The field sizes that a preview shows around the present one.
_SIZES = (4, 8, 16, 24, 32, 40, 48, 64, 96, 128, 192, 256, 384, 512)
_SMALLER = 4


@dataclass(frozen=True, slots=True)
class PlaceMoney:
    """The money of one row of the table at a field size; ``amount`` and ``exact`` are None if nobody will hold it."""

    row: Row
    amount: int | None
    exact: Fraction | None

    @property
    def moved(self) -> Fraction | None:
        """How far rounding moved it from its exact share, in minor units."""
        return None if self.amount is None or self.exact is None else self.amount - self.exact


@dataclass(frozen=True, slots=True)
class Column:
    """A field size: the fund in minor units, each row of the table in its order, and how the money was rounded.

    ``held`` are the rows that somebody will hold, first place first; the residue counts them.
    """

    entrants: int
    fund: int
    places: tuple[PlaceMoney, ...]
    held: tuple[Row, ...]
    residue: Residue

    @property
    def paid(self) -> int:
        """The sum of all places: the fund, unless no place is held."""
        return sum(place.amount or 0 for place in self.places)

    def rows_of(self, level: Level) -> tuple[Row, ...]:
        """Return the rows that a level of the residue is about."""
        return tuple(self.held[at] for at in level.prizes)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is usual: 1 place in 6 to 8 paid, 20 to 30 % to the consolation, 5 to 10 % to the last chance.

    ``one_in`` entrants are paid; the two shares are parts of the fund; ``smallest`` is the smallest prize in entry
    fees. Each is None where it can't be said.
    """

    one_in: Fraction | None
    consolation: Fraction | None
    last_chance: Fraction | None
    smallest: Fraction | None


def usual_holders(entrants: int) -> dict[str, int]:
    """Return how many places a knockout has in each bracket: all, the half that loses first, and half of those."""
    return {MAIN: entrants, CONSOLATION: entrants // 2, LAST_CHANCE: entrants // 4}


def column(
    entrants: int, fund: int, table: Table, unit: int = 1, *, holders: Mapping[str, int] | None = None
) -> Column:
    """Return what ``table`` pays for ``fund`` minor units at one field size, when nobody is tied.

    ``holders`` says how many places each bracket will have; otherwise as in ``usual_holders``.

    Raises RuleBroken ``fund.negative`` or ``unit.small``.
    """
    places = usual_holders(entrants) if holders is None else holders
    by_place = sorted(table.rows, key=lambda row: (table.brackets.index(row.bracket), row.place))
    held = tuple(row for row in by_place if row.share and row.place <= places.get(row.bracket, 0))
    amounts, residue = round_shares(fund, [row.share for row in held], unit)
    whole = sum((row.share for row in held), Fraction(0))
    money = {row: (amount, fund * row.share / whole) for row, amount in zip(held, amounts, strict=True)}
    rows = tuple(PlaceMoney(row, *money.get(row, (None, None))) for row in table.rows)
    return Column(entrants, fund, rows, held, residue)


def columns(
    sizes: Sequence[int], fund_at: Callable[[int], int], table_at: Callable[[int], Table], unit: int = 1
) -> list[Column]:
    """Return a column for each field size; ``fund_at`` and ``table_at`` give the fund and the table there."""
    return [column(entrants, fund_at(entrants), table_at(entrants), unit) for entrants in sizes]


def facts(shown: Column, entry: int) -> Facts:
    """Return the four facts about a column; ``entry`` is the entry fee in minor units."""
    paid = [place for place in shown.places if place.amount]
    smallest = min((place.amount or 0 for place in paid), default=0)
    return Facts(
        one_in=Fraction(shown.entrants, len(paid)) if paid else None,
        consolation=_part(shown, CONSOLATION),
        last_chance=_part(shown, LAST_CHANCE),
        smallest=Fraction(smallest, entry) if paid and entry else None,
    )


def _part(shown: Column, bracket: str) -> Fraction | None:
    amount = sum(place.amount or 0 for place in shown.places if place.row.bracket == bracket)
    return Fraction(amount, shown.fund) if shown.fund else None


@dataclass(frozen=True, slots=True)
class Tie:
    """Places of a bracket, ``first`` to ``last``, that are shared: each pays ``amount`` minor units.

    ``before`` is what each of them would pay if nobody were tied.
    """

    bracket: str
    first: int
    last: int
    amount: int
    before: tuple[int, ...]


def sizes_about(present: int, many: int = 6) -> tuple[int, ...]:
    """Return the field sizes of a preview: ``present``, up to four smaller ones and the next larger ones.

    >>> sizes_about(48), sizes_about(50)
    ((16, 24, 32, 40, 48, 64), (24, 32, 40, 48, 50, 64))
    """
    smaller = [size for size in _SIZES if size < present]
    larger = [size for size in _SIZES if size > present]
    shown = smaller[-_SMALLER:]
    shown = [*shown, present, *larger[: many - 1 - len(shown)]]
    return tuple([*smaller[: len(smaller) - _SMALLER], *shown][-many:])


def ties(fund: int, table: Table, rounds: Mapping[str, Sequence[int]], unit: int = 1) -> list[Tie]:
    """Return the paid places that are shared and pay something else than without ties.

    ``rounds`` has the sizes of the groups that share a place, by bracket and the best first: (1, 1, 2, 4) for a
    knockout of 8.

    Raises RuleBroken as ``split``.
    Source: docs/rules/prizes.md#places.
    """
    results = Results.of({bracket: list(_numbered(sizes)) for bracket, sizes in rounds.items()})
    shared = [prize for prize in split(fund, table, results, unit).prizes if prize.tied > 1]
    groups: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for prize in shared:
        groups.setdefault((prize.bracket, prize.first), []).append((prize.amount, prize.before_ties))
    return [
        Tie(bracket, first, first + len(paid) - 1, paid[-1][0], tuple(before for _, before in paid))
        for (bracket, first), paid in groups.items()
        if any(amount != before for amount, before in paid)
    ]


def _numbered(sizes: Sequence[int]) -> Iterator[list[str]]:
    """Yield groups of these sizes, with the numbers of the places instead of names."""
    place = 0
    for size in sizes:
        yield [str(place + at) for at in range(size)]
        place += size
