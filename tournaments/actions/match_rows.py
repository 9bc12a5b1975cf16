"""Writing what follows from the facts into the rows of matches: all rows in one statement.

Source: docs/decisions/0038-facts-declare-themselves.md.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection

from tournaments.models import Draw, Match
from tournaments.read.entered import EnteredDraw, row_of


def new_matches(draw: Draw, entered: EnteredDraw) -> list[Match]:
    """Return the unsaved rows of a new draw's matches."""
    return [
        Match(
            draw=draw, place=place, code=planned.code, bracket=planned.bracket, round=planned.round,
            number=planned.number, length=planned.length, first_pair=_pair_text(row), **row,
        )
        for place, planned in enumerate(entered.state.plan.matches)
        if (row := row_of(entered, place))
    ]  # fmt: skip


def write_all_rows(entered: EnteredDraw) -> None:
    """Write every row of a draw that another one superseded for a while: anyone who saw one must look again."""
    write_rows(
        entered.draw, [(place, row_of(entered, place), True) for place in range(len(entered.state.plan.matches))]
    )


def write_rows(draw: Draw, rows: Sequence[tuple[int, dict[str, Any], bool]]) -> dict[int, int]:
    """Write ``rows`` (place, columns, moved) in one statement and return place → primary key of each.

    A match that moved gets the next version.
    """
    values: list[Any] = []
    for place, row, moved in rows:
        values += [place, int(moved), _pair_text(row), *row.values()]
    statement = _statement(connection.vendor, tuple(rows[0][1]))
    each = f"({', '.join(['%s'] * (len(values) // len(rows)))})"
    with connection.cursor() as cursor:
        cursor.execute(statement.replace(ROWS, ", ".join([each] * len(rows))), [*values, draw.pk])
        return dict(cursor.fetchall())


_WRITE = """
WITH v ({names}) AS (VALUES {rows})
UPDATE tournaments_match SET
    {columns},
    version = tournaments_match.version + v.row_moved,
    first_pair = CASE WHEN tournaments_match.first_pair = '' THEN v.row_pair ELSE tournaments_match.first_pair END
FROM v WHERE tournaments_match.draw_id = %s AND tournaments_match.place = v.row_place
RETURNING place, id
"""
ROWS = "[rows]"


@cache
def _statement(vendor: str, columns: tuple[str, ...]) -> str:
    """Return the statement that writes these columns of ``Match``, for a database of this vendor.

    The type of each column is written out, because a whole column may be NULL.
    """
    fields = {field.attname: field for field in Match._meta.concrete_fields}
    assigned = [f"{name} = CAST(v.{name} AS {fields[name].cast_db_type(connection)})" for name in columns]
    names = ["row_place", "row_moved", "row_pair", *columns]
    return _WRITE.format(names=", ".join(names), rows=ROWS, columns=", ".join(assigned))


def _pair_text(row: dict[str, Any]) -> str:
    return f"{row['top_id']}-{row['bottom_id']}" if row["top_id"] and row["bottom_id"] else ""
