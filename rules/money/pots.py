"""A pot: a prize fund or a side pool with its division, and what its places are paid.

Source: docs/rules/prizes.md.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import RuleBroken
from rules.money.fund import NO_HOUSE, House, fund_of
from rules.money.payout import POOL, PoolRule, pool_results
from rules.money.presets import preset, table_of
from rules.money.prizes import MAIN, Split, Table, split
from rules.money.results import Groups, Results
from rules.money.shares import read_share, write_share
from rules.money.standing import is_open, open_place

MOST_UNIT, LONGEST_BRACKET = 10**9, 40
_HOUSE = ("percent", "fixed", "at_least", "cap", "unit", "nearest")


@dataclass(frozen=True, slots=True)
class Division:
    """How a pot is divided: by the table of a preset, or by a free one.

    ``below`` entrants another table is used, ``fewer``. ``unit`` is what prizes are rounded to, in minor units.
    ``rule`` ranks a side pool.
    """

    table: str | Table
    house: House = NO_HOUSE
    unit: int = 1
    below: int = 0
    fewer: str | Table | None = None
    rule: PoolRule = PoolRule.CONSOLATION

    def table_for(self, entrants: int) -> Table:
        """Return the table at a field size."""
        chosen = self.fewer if self.fewer is not None and entrants < self.below else self.table
        return preset(chosen).table_for(entrants) if isinstance(chosen, str) else chosen

    def as_data(self) -> dict[str, Any]:
        """Return what ``read_division`` reads, with every default spelled out."""
        house = self.house
        return {
            "table": _table_data(self.table),
            "house": {
                "percent": write_share(house.percent), "fixed": house.fixed, "at_least": house.at_least,
                "cap": house.cap, "unit": house.unit, "nearest": house.nearest,
            },
            "unit": self.unit,
            "below": self.below,
            "fewer": None if self.fewer is None else _table_data(self.fewer),
            "rule": self.rule.value,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pot:
    """What a pot holds, in minor units: fees ``collected`` and money ``added``; ``entered`` are those in a side pool.

    ``entrants`` is the size of the field. ``entered`` is None for the prize fund, which all are in.
    """

    division: Division
    collected: int
    added: int = 0
    entrants: int = 0
    entered: Collection[str] | None = None

    @property
    def house(self) -> int:
        """The house's share."""
        return self.division.house.share_of(self.collected)

    @property
    def total(self) -> int:
        """What is paid out in prizes."""
        return fund_of([self.collected], self.division.house, self.added).total

    @property
    def table(self) -> Table:
        """The table at the field of the pot."""
        return self.division.table_for(self.entrants if self.entered is None else len(self.entered))

    def split(self, results: Results) -> Split:
        """Divide the pot among those who hold paid places. Raises as ``rules.money.prizes``.

        ``results`` may have open places (``rules.money.standing``). A side pool then waits for all of its paid places:
        whoever takes an open place may be in the pool or not.
        """
        if self.entered is None:
            ranked = results
        elif self.is_settled(results):
            ranked = pool_results(results, self.entered, self.division.rule)
        else:
            ranked = self._nobody_yet(results)
        return split(self.total, self.table, ranked, self.division.unit)

    def is_settled(self, results: Results) -> bool:
        """Whether no open place can still move the ranking down to the last paid place; the prize fund always is.

        Source: docs/rules/prizes.md#side-pools.
        """
        if self.entered is None:
            return True
        waiting = {who for _, groups in results.by_bracket for group in groups for who in group if is_open(who)}
        everybody = {*self.entered, *waiting}
        if not waiting or not self.entered:
            return True
        ranked = pool_results(results, everybody, self.division.rule)
        return all(_reaches(ranked.groups(row.bracket), row.place) for row in self.table.rows if row.share)

    def _nobody_yet(self, results: Results) -> Results:
        """Return open places for those in the pool, as many as they can hold in each bracket."""
        entered = len(self.entered or ())
        holders = {code: min(entered, results.holders(code)) for code, _ in results.by_bracket}
        holders |= {MAIN: entered, POOL: entered}
        return Results.of({code: [[open_place(code, at)] for at in range(count)] for code, count in holders.items()})


def _reaches(groups: Groups, last: int) -> bool:
    """Whether the groups down to the place ``last`` have no open place, or all groups where there are fewer."""
    places = 0
    for group in groups:
        if places >= last:
            return True
        if any(map(is_open, group)):
            return False
        places += len(group)
    return True


def read_division(data: Any) -> Division:
    """Return the division that ``data`` (parsed JSON) describes; anything it leaves out keeps its default.

    Raises RuleBroken ``prizes.shape``, ``prizes.unknown``, ``prizes.number``, ``preset.unknown``, ``table.…``,
    ``share.text``, ``house.…``, ``unit.small``.
    """
    given = _mapping(data, "prizes", ("table", "house", "unit", "below", "fewer", "rule"))
    house = _mapping(given.get("house") or {}, "house", _HOUSE)
    unit = _number(given, "unit", 1)
    if unit < 1:
        raise RuleBroken("unit.small", got=unit)
    fewer = given.get("fewer")
    return Division(
        table=_table(given.get("table")),
        house=House(
            percent=read_share(house.get("percent", 0)),
            fixed=_number(house, "fixed", 0),
            at_least=_number(house, "at_least", 0),
            cap=None if house.get("cap") is None else _number(house, "cap", 0),
            unit=_number(house, "unit", 1),
            nearest=bool(house.get("nearest", False)),
        ),
        unit=unit,
        below=_number(given, "below", 0) if fewer is not None else 0,
        fewer=None if fewer is None else _table(fewer),
        rule=_rule(given.get("rule", PoolRule.CONSOLATION.value)),
    )


def _table(data: Any) -> str | Table:
    """Return a preset's id, or a free table."""
    if isinstance(data, str):
        return preset(data).id
    if not isinstance(data, list):
        raise RuleBroken("prizes.shape", where="table")
    rows = [_mapping(each, f"table[{at}]", ("bracket", "place", "share")) for at, each in enumerate(data)]
    return table_of(
        *((_bracket(row, at), _number(row, "place", 0), row.get("share", "")) for at, row in enumerate(rows))
    )


def _bracket(row: Mapping[str, Any], at: int) -> str:
    bracket = row.get("bracket")
    if not isinstance(bracket, str) or not bracket.isprintable() or not 0 < len(bracket) <= LONGEST_BRACKET:
        raise RuleBroken("prizes.shape", where=f"table[{at}].bracket")
    return bracket


def _table_data(table: str | Table) -> Any:
    if isinstance(table, str):
        return table
    return [{"bracket": row.bracket, "place": row.place, "share": write_share(row.share)} for row in table.rows]


def _rule(data: Any) -> PoolRule:
    try:
        return PoolRule(data)
    except ValueError:
        raise RuleBroken("prizes.unknown", where="rule", names=[str(data)]) from None


def _number(given: Mapping[str, Any], name: str, default: int) -> int:
    number = given.get(name, default)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST_UNIT * 1000:
        raise RuleBroken("prizes.number", where=name, got=str(number)[:40])
    return number


def _mapping(data: Any, where: str, known: Collection[str]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise RuleBroken("prizes.shape", where=where)
    unknown = sorted(str(name) for name in data if name not in known)
    if unknown:
        raise RuleBroken("prizes.unknown", where=where, names=unknown)
    return data
