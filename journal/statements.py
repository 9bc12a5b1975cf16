"""Statements that are written once and run many times: for a small query, Django's work costs more than the database's.

A query is built with a ``Blank`` wherever a value goes; ``written_out`` turns it into text for a cursor.
"""

import re
from collections.abc import Iterator
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BigIntegerField, Expression, QuerySet
from django.db.models.sql.compiler import SQLCompiler


class Blank(Expression):
    """A named whole number of a statement."""

    def __init__(self, name: str) -> None:
        super().__init__(output_field=BigIntegerField())
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[str | int, ...]]:
        """Return the parameter as a cursor reads it."""
        return f"%({self.name})s", ()


def written_out(rows: QuerySet[Any, Any]) -> str:
    """Return the statement of a query with its constants in it, so that only blanks are left.

    Raises ValueError for a constant that is neither a truth value, nor a whole number, nor a plain word.
    """
    text, constants = rows.query.get_compiler(connection=connection).as_sql()
    left: Iterator[Any] = iter(constants)
    return re.sub(r"%s", lambda _: _literal(next(left)), text)


def _literal(constant: object) -> str:
    if isinstance(constant, int):
        return str(constant).upper()
    if isinstance(constant, str) and re.fullmatch(r"[a-z_ ]*", constant):
        return f"'{constant}'"
    raise ValueError(constant)
