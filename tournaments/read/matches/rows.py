"""The rows of all matches of draws, in one statement that is built once.

A row that did not change since it was read last is the same object again, so that whatever is made from rows need not
be made again either.

Source: docs/decisions/0062-parts-by-what-they-show.md.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Any

from django.db import connection
from django.db.models import Expression, Q

from journal.statements import Blank
from runtime.pages.part_cache import SeriesCache
from tournaments.models import Match
from tournaments.read.matches.row import COLUMNS, MatchRow

# The rows of some ten large draws, about 2 KB each.
ROWS = 4096
_DRAW = COLUMNS.index("draw")


@dataclass(frozen=True, slots=True)
class _Statement:
    """The text of the statement, and how a database's values become Python's: place in the row, field, functions."""

    text: str
    converters: tuple[tuple[int, Expression, tuple[Callable[..., Any], ...]], ...]


def rows_of_draws(draws: Sequence[int]) -> dict[int, list[MatchRow]]:
    """Return draw → the rows of its matches in the order of the plan: one statement for all draws."""
    if not draws:
        return {}
    statement = _statement(connection.vendor, len(draws))
    with connection.cursor() as cursor:
        cursor.execute(statement.text, {_name(at): draw for at, draw in enumerate(draws)})
        values: list[tuple[Any, ...]] = cursor.fetchall()
    of_draw: dict[int, list[tuple[Any, ...]]] = {draw: [] for draw in draws}
    for each in values:
        of_draw[each[_DRAW]].append(each)
    return {draw: _rows.parts(draw, of_draw[draw]) for draw in draws}


def _converted(values: tuple[Any, ...]) -> MatchRow:
    """Return a row of the database as Python reads it."""
    row = list(values)
    for place, field, functions in _statement(connection.vendor, 1).converters:
        for function in functions:
            row[place] = function(row[place], field, connection)
    return MatchRow._make(row)


_rows = SeriesCache[int, tuple[Any, ...], MatchRow]("rows of matches", _converted, room=ROWS)


@cache
def _statement(vendor: str, draws: int) -> _Statement:
    """Return the statement for so many draws on a database of this vendor."""
    chosen = reduce(or_, (Q(draw=Blank(_name(at))) for at in range(draws)))
    played = Match.objects.filter(chosen).order_by("draw", "place").values_list(*COLUMNS)
    compiler = played.query.get_compiler(connection=connection)
    text, constants = compiler.as_sql()
    if constants:
        raise ValueError(constants)
    fields = [column[0] for column in compiler.select]
    converters = compiler.get_converters(fields)
    return _Statement(text, tuple((at, field, tuple(functions)) for at, (functions, field) in converters.items()))


def _name(at: int) -> str:
    return f"draw_{at}"
