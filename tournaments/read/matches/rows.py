"""The rows of all matches of draws, in one statement that is built once.

A row that did not change since it was read last is the same object again, so that whatever is made from rows need not
be made again either.

Source: docs/decisions/0062-parts-by-what-they-show.md.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Any

from django.db import connection
from django.db.models import Expression, Q
from django.db.models.functions import JSONArray

from journal.statements import Blank, written_out
from runtime.pages.part_cache import SeriesCache
from tournaments.models import Match
from tournaments.read.matches.row import COLUMNS, MatchRow

# The rows of some ten large draws, about 2 KB each.
ROWS = 4096
# The databases that pack each row into a text: SQLite's driver takes twice as long to make an object of each value. For
# PostgreSQL packing is the longer way.
PACKED = {"sqlite"}

# A row as the database has it: its values, or these as a text of JSON.
type _Values = tuple[Any, ...] | str


@dataclass(frozen=True, slots=True)
class _Statement:
    """The text of the statement, and how a database's values become Python's: place in the row, field, functions."""

    text: str
    converters: tuple[tuple[int, Expression, tuple[Callable[..., Any], ...]], ...]


def rows_of_draws(draws: Sequence[int]) -> dict[int, list[MatchRow]]:
    """Return draw → the rows of its matches in the order of the plan: one statement for all draws."""
    if not draws:
        return {}
    statement, is_packed = _statement(connection.vendor, len(draws)), connection.vendor in PACKED
    of_draw: dict[int, list[_Values]] = {draw: [] for draw in draws}
    with connection.cursor() as cursor:
        cursor.execute(statement.text, {_name(at): draw for at, draw in enumerate(draws)})
        for draw, *values in cursor.fetchall():
            of_draw[draw].append(values[0] if is_packed else tuple(values))
    return {draw: _rows.parts(draw, of_draw[draw]) for draw in draws}


def _converted(values: _Values) -> MatchRow:
    """Return a row of the database as Python reads it."""
    row = json.loads(values) if isinstance(values, str) else list(values)
    for place, field, functions in _statement(connection.vendor, 1).converters:
        for function in functions:
            row[place] = function(row[place], field, connection)
    return MatchRow._make(row)


_rows = SeriesCache[int, _Values, MatchRow]("rows of matches", _converted, room=ROWS)


@cache
def _statement(vendor: str, draws: int) -> _Statement:
    """Return the statement that reads the matches of as many draws as ``draws`` says, for the database ``vendor``.

    Its columns are the draw of a match, then the row of the match: packed into one, or a column for each value.
    """
    chosen = reduce(or_, (Q(draw=Blank(_name(at))) for at in range(draws)))
    played = Match.objects.filter(chosen).order_by("draw", "place")
    unpacked = played.values_list(*COLUMNS)
    compiler = unpacked.query.get_compiler(connection=connection)
    compiler.setup_query()
    converters = compiler.get_converters([column[0] for column in compiler.select])
    row = [JSONArray(*COLUMNS)] if vendor in PACKED else COLUMNS
    return _Statement(
        written_out(played.values_list("draw_id", *row)),
        tuple((at, field, tuple(functions)) for at, (functions, field) in converters.items()),
    )


def _name(at: int) -> str:
    return f"draw_{at}"
