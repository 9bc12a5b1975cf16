"""The words of a points system: which one, and its parameters.

Source: docs/rules/ratings.md#points-of-an-event.
"""

from fractions import Fraction

from rules.commands.cases import Field
from rules.errors import RuleBroken
from rules.ratings.points import SWISS_SHARES, FieldPoints, NightPoints, elimination_share, swiss_share
from rules.ratings.systems import Abt, ByField, ByTable, ByWins, Master, PointSystem

SYSTEMS = ("master", "abt", "field", "table", "wins")
_SHARES = {"elimination": elimination_share, "swiss": swiss_share}
_MOST_PLACES = 64


def read_points(field: Field) -> PointSystem:
    """Return a points system. Raises RuleBroken ``json.…`` or ``points.…`` with the place."""
    with field.placing():
        match field["system"].one_of(*SYSTEMS):
            case "master":
                field.words("system", "event", "division")
                return Master(_weight(field.get("event")), _weight(field.get("division")))
            case "abt":
                field.words("system", "division", "shares", "cap", "paid")
                cap, paid = field.get("cap"), field.get("paid")
                return Abt(
                    _weight(field.get("division")),
                    _shares(field.get("shares"), "elimination"),
                    None if cap is None else cap.fraction(),
                    None if paid is None else paid.whole(1),
                )
            case "field":
                field.words("system", "each", "fee_unit", "fee_power", "shares")
                return ByField(_field_points(field))
            case "table":
                field.words("system", "tables")
                return ByTable(_tables(field.get("tables")))
            case _:
                field.words("system", "attendance", "bonus", "bonus_places", needed=("wins",))
                return ByWins(_night_points(field))


def _weight(field: Field | None) -> Fraction:
    return Fraction(1) if field is None else field.fraction()


def _shares(field: Field | None, usual: str) -> str:
    return usual if field is None else field.one_of(*_SHARES)


def _field_points(field: Field) -> FieldPoints:
    unit, power = field.get("fee_unit"), field.get("fee_power")
    return FieldPoints(
        _weight(field.get("each")),
        5000 if unit is None else unit.whole(1),
        0.5 if power is None else float(power.fraction()),
        _SHARES[_shares(field.get("shares"), "swiss")],
    )


def _tables(field: Field | None) -> dict[int, tuple[int, ...]]:
    """Return tables by the size of the group, each best first."""
    tables: dict[int, tuple[int, ...]] = {}
    for size, table in field.pairs() if field else []:
        if not (size.isascii() and size.isdigit() and 2 <= int(size) <= _MOST_PLACES):
            raise RuleBroken("json.range", place=table.place, got=size[:20], least=2, most=_MOST_PLACES)
        points = tuple(each.whole() for each in table.each())
        if not points or len(points) > _MOST_PLACES or list(points) != sorted(points, reverse=True):
            raise RuleBroken("season.table", place=table.place, places=len(points))
        tables[int(size)] = points
    return tables


def _night_points(field: Field) -> NightPoints:
    attendance, bonus, places = (field.get(word) for word in ("attendance", "bonus", "bonus_places"))
    wins = {bracket: each.fraction() for bracket, each in field["wins"].pairs()}
    return NightPoints(
        wins,
        Fraction(0) if attendance is None else attendance.fraction(),
        Fraction(0) if bonus is None else bonus.fraction(),
        3 if places is None else places.whole(0, len(SWISS_SHARES)),
    )
