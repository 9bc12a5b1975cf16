"""Statements that are written once and run many times: for a small query, Django's work costs more than the database's.

A query is built with a ``Blank`` wherever a value goes; ``written_out`` turns it into text for a cursor.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import batched
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BigIntegerField, Expression, Field, ForeignKey, Model, QuerySet, Value
from django.db.models.sql.compiler import SQLCompiler

# No column takes a larger number, so no row has a larger primary key.
LARGEST_NUMBER = (1 << 63) - 1
# PostgreSQL counts the values of a statement in 16 bits.
MOST_VALUES = (1 << 16) - 1


class Blank(Expression):
    """A named value of a statement, a whole number unless ``kind`` says otherwise."""

    def __init__(self, name: str, kind: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field=kind or BigIntegerField())
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[str | int, ...]]:
        """Return the parameter as a cursor reads it."""
        return f"%({self.name})s", ()


def written_out(rows: QuerySet[Any, Any]) -> str:
    """Return the statement of a query with its constants in it, so that only blanks are left.

    Raises ValueError for a constant that is neither a truth value, nor a whole number, nor a text of small letters,
    blanks, line ends and ``_:[]``.
    """
    text, constants = rows.query.get_compiler(connection=connection).as_sql()
    left: Iterator[Any] = iter(constants)
    return re.sub(r"%s", lambda _: _literal(next(left)), text)


def _literal(constant: object) -> str:
    if isinstance(constant, int):
        return str(constant).upper()
    if isinstance(constant, str) and re.fullmatch(r"[a-z_ :\n\[\]]*", constant):
        return f"'{constant}'"
    raise ValueError(constant)


# --- Reading models


@dataclass(frozen=True, slots=True)
class _Part:
    """A model among the columns ``start`` to ``end``: itself, or what the ``key`` of part ``owner`` refers to."""

    model: type[Model]
    names: list[str]
    start: int
    end: int
    converters: list[tuple[int, Callable[..., Any], Value]]
    owner: int = 0
    key: "ForeignKey[Any, Any] | None" = None

    def made_of(self, row: Sequence[Any]) -> Model | None:
        """Return the model, None where there is none."""
        values = list(row[self.start : self.end])
        if values[self.names.index(self.model._meta.pk.attname)] is None:
            return None
        for at, convert, column in self.converters:
            values[at] = convert(values[at], column, connection)
        return self.model.from_db(connection.alias, self.names, values)


class Reading[M: Model]:
    """Reads rows of a model, together with what their foreign keys ``beside`` refer to, without the fields ``without``.

    ``rows`` makes the query, with a ``Blank`` for each value. Paths are those of ``select_related`` and ``defer``.
    ``annotated`` names the annotations that the rows get as attributes, as the database has them.
    """

    def __init__(
        self,
        rows: Callable[[], QuerySet[M]],
        beside: Collection[str] = (),
        without: Collection[str] = (),
        annotated: Collection[str] = (),
    ) -> None:
        self._rows, self._beside, self._without, self._annotated = rows, beside, without, annotated
        self._written = cache(self._write)

    def __call__(self, **values: int | str) -> list[M]:
        """Return the rows for these values of the blanks: one statement, none for a number that no column can hold."""
        statement, parts = self._written(connection.vendor)
        return [self._made(row, parts) for row in _rows(statement, values)]

    def _made(self, row: Sequence[Any], parts: Sequence[_Part]) -> M:
        made: list[Any] = []
        for part in parts:
            model = part.made_of(row)
            if part.key is not None and made[part.owner] is not None:
                part.key.set_cached_value(made[part.owner], model)
            made.append(model)
        first: M = made[0]
        for name, value in zip(self._annotated, row[parts[-1].end :], strict=True):
            setattr(first, name, value)
        return first

    def _write(self, vendor: str) -> tuple[str, list[_Part]]:
        rows = self._rows()
        columns: list[str] = []
        parts: dict[str, _Part] = {}
        for path in ["", *_with_prefixes(self._beside)]:
            owner, _, name = path.rpartition("__")
            key = parts[owner].model._meta.get_field(name) if path else None
            model = key.remote_field.model if isinstance(key, ForeignKey) else rows.model
            fields = [field for field in model._meta.concrete_fields if _joined(path, field.name) not in self._without]
            start = len(columns)
            columns += [_joined(path, field.attname) for field in fields]
            parts[path] = _Part(
                model, [field.attname for field in fields], start, len(columns), list(_converters(fields)),
                list(parts).index(owner) if path else 0, key if isinstance(key, ForeignKey) else None,
            )  # fmt: skip
        return written_out(rows.values_list(*columns, *self._annotated)), list(parts.values())


class Columns:
    """Reads the columns of a ``values_list``, with a ``Blank`` for each value.

    They come as the database has them: on SQLite truth values are whole numbers, moments are text.
    """

    def __init__(self, rows: Callable[[], QuerySet[Any, Any]]) -> None:
        self._written = cache(lambda _: written_out(rows()))

    def __call__(self, **values: int | str) -> list[tuple[Any, ...]]:
        """Return the rows for these values of the blanks: one statement, none for a number that no column can hold."""
        return _rows(self._written(connection.vendor), values)


def _rows(statement: str, values: Mapping[str, int | str]) -> list[tuple[Any, ...]]:
    """Return the rows, none for a number that no column can hold: SQLite's driver takes no such number."""
    if any(isinstance(value, int) and abs(value) > LARGEST_NUMBER for value in values.values()):
        return []
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _with_prefixes(paths: Collection[str]) -> list[str]:
    """Return the paths with those that lead to them, each before what it leads to."""
    with_prefixes: dict[str, None] = {}
    for path in paths:
        names = path.split("__")
        with_prefixes |= {"__".join(names[: at + 1]): None for at in range(len(names))}
    return list(with_prefixes)


def _joined(path: str, name: str) -> str:
    return f"{path}__{name}" if path else name


def _converters(fields: "Sequence[Field[Any, Any]]") -> Iterator[tuple[int, Callable[..., Any], Value]]:
    for at, field in enumerate(fields):
        column = Value(None, output_field=field)
        for convert in [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]:
            yield at, convert, column


# --- Writing


def insert(rows: Sequence[Model]) -> None:
    """Insert new rows of one model, in one statement.

    All of their primary keys are known, or none: then the rows get theirs. Raises ValueError if only some are known.
    """
    model, is_known = type(rows[0]), rows[0].pk is not None
    if any((row.pk is not None) != is_known for row in rows):
        raise ValueError("the primary keys of all rows are known, or none")
    fields = _inserted(model, is_known=is_known)
    for row in rows:
        _note_keys(row, fields)
    values = [field.get_db_prep_save(field.pre_save(row, True), connection) for row in rows for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(_insertion(connection.vendor, model, len(rows), is_known=is_known), values)
        if not is_known:
            for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
                row.pk = key
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias


def insert_all(rows: Sequence[Model]) -> None:
    """Insert new rows of one model as ``insert`` does, none or many, in as few statements as the database takes."""
    if not rows:
        return
    most = (connection.features.max_query_params or MOST_VALUES) // len(type(rows[0])._meta.concrete_fields)
    for some in batched(rows, most):
        insert(some)


def _note_keys(row: Model, fields: "Sequence[Field[Any, Any]]") -> None:
    """Have a row note the keys of rows that were saved after it was made."""
    for field in fields:
        if isinstance(field, ForeignKey) and getattr(row, field.attname) is None and field.is_cached(row):
            other = field.get_cached_value(row)
            setattr(row, field.attname, other and getattr(other, field.target_field.attname))


def _inserted(model: type[Model], *, is_known: bool) -> "list[Field[Any, Any]]":
    return [field for field in model._meta.concrete_fields if is_known or not field.primary_key]


# A text grows with its rows, so only those that were used last are kept.
@lru_cache(maxsize=512)
def _insertion(vendor: str, model: type[Model], rows: int, *, is_known: bool) -> str:
    quoted = connection.ops.quote_name
    columns = [quoted(str(field.column)) for field in _inserted(model, is_known=is_known)]
    each = f"({', '.join(['%s'] * len(columns))})"
    parts = ["INSERT INTO", quoted(model._meta.db_table), f"({', '.join(columns)})", "VALUES", ", ".join([each] * rows)]
    # The rows come back in the order in which they were written, on which Django relies, too.
    return " ".join(parts if is_known else [*parts, "RETURNING", quoted(str(model._meta.pk.column))])


def update(row: Model, names: tuple[str, ...]) -> None:
    """Write the fields ``names`` of a row that is there."""
    fields = _fields(type(row), names)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(_changing(connection.vendor, type(row), names), [*values, row.pk])


@cache
def _changing(vendor: str, model: type[Model], names: tuple[str, ...]) -> str:
    quoted = connection.ops.quote_name
    columns = [f"{quoted(str(field.column))} = %s" for field in _fields(model, names)]
    key = quoted(str(model._meta.pk.column))
    return " ".join(["UPDATE", quoted(model._meta.db_table), "SET", ", ".join(columns), "WHERE", key, "= %s"])


@cache
def _fields(model: type[Model], names: tuple[str, ...]) -> "list[Field[Any, Any]]":
    return [field for field in model._meta.concrete_fields if field.name in names]
