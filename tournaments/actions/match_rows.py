"""Writing what follows from the facts into the rows of matches: all rows in one statement.

Source: docs/decisions/0038-facts-declare-themselves.md.
"""

import json
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
            number=planned.number, first_pair=_pair_text(row), **row,
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
    values = [[place, int(moved), _pair_text(row), *row.values()] for place, row, moved in rows]
    statement = _statement(connection.vendor, tuple(rows[0][1]))
    with connection.cursor() as cursor:
        cursor.execute(statement, [json.dumps(values), draw.pk])
        return dict(cursor.fetchall())


# The rows come as one text, so that the statement is the same for any number of them: PostgreSQL plans it once.
_WRITE = """
WITH v ({names}) AS (SELECT {items} FROM {rows})
UPDATE tournaments_match SET
    {columns},
    version = tournaments_match.version + CAST(v.row_moved AS integer),
    first_pair = CASE WHEN tournaments_match.first_pair = '' THEN v.row_pair ELSE tournaments_match.first_pair END
FROM v WHERE tournaments_match.draw_id = %s AND tournaments_match.place = CAST(v.row_place AS integer)
RETURNING place, id
"""
# The rows of a text in JSON, and one item of a row.
_ROWS = {"postgresql": "json_array_elements(CAST(%s AS json))", "sqlite": "json_each(%s)"}
_ITEM = {"postgresql": "value ->> {at}", "sqlite": "json_extract(value, '$[{at}]')"}


@cache
def _statement(vendor: str, columns: tuple[str, ...]) -> str:
    """Return the statement that writes these columns of ``Match``, for a database of this vendor."""
    fields = {field.attname: field for field in Match._meta.concrete_fields}
    assigned = [f"{name} = CAST(v.{name} AS {fields[name].cast_db_type(connection)})" for name in columns]
    names = ["row_place", "row_moved", "row_pair", *columns]
    items = [_ITEM[vendor].format(at=at) for at in range(len(names))]
    return _WRITE.format(
        names=", ".join(names), items=", ".join(items), rows=_ROWS[vendor], columns=", ".join(assigned)
    )


def _pair_text(row: dict[str, Any]) -> str:
    return f"{row['top_id']}-{row['bottom_id']}" if row["top_id"] and row["bottom_id"] else ""
