"""A pot: a prize fund or a side pool with its division, and what its places are paid.

Source: docs/rules/prizes.md.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import RuleBroken
from rules.money.fund import NO_HOUSE, House, fund_of
from rules.money.payout import PoolRule, pool_results
from rules.money.presets import preset, table_of
from rules.money.prizes import Split, Table, split
from rules.money.shares import read_share, write_share
from rules.money.standings import Results

MOST_UNIT = 10**9
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
        """Divide the pot among those who hold paid places, all places being final. Raises as ``rules.money.prizes``."""
        ranked = results if self.entered is None else pool_results(results, self.entered, self.division.rule)
        return split(self.total, self.table, ranked, self.division.unit)


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
    return table_of(*((str(row.get("bracket")), _number(row, "place", 0), row.get("share", "")) for row in rows))


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
