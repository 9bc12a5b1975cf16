"""Restore a dump of PostgreSQL in one transaction: its rows are loaded into tables that this program made itself.

No statement of the dump is carried out, so a foreign dump can do nothing. The tables are emptied, or made as they were
when the backup was written, then filled, upgraded and verified; only then the transaction is committed.
"""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import DataError, IntegrityError, ProgrammingError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from journal.refusals import Refused, Unreadable
from journal.triggers import remove
from runtime.backups.copies import client_command, copy_to
from runtime.backups.restoring import Restored, forget_oldest, name_for_kept, upgrade_and_verify
from runtime.backups.versions import Migrations, must_not_be_newer, unexpected_parts

MAGIC = b"PGDMP"
MIGRATIONS = "django_migrations"
# A dump that unpacks to more than this is refused: at least so many bytes, or so many times its size.
LARGEST, LARGEST_RATIO = 1 << 30, 200
_COPY = re.compile(rb'COPY public\."?(\w+)"? \((.+)\) FROM stdin;\n')

type Rows = Iterator[bytes]


def restore_postgres(path: Path) -> Restored:
    """Put the dump at ``path`` in the place of the database, after a dump of the present state.

    Raises Unreadable ``backup.unreadable``; Refused ``backup.newer``, ``backup.schema``, ``backup.flawed``,
    ``backup.large``, ``data.tools``. Then nothing has changed.
    """
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise Unreadable("backup.unreadable", file=path.name)
    applied = _applied(path)
    must_not_be_newer(applied, path.name)
    kept = _keep_present()
    try:
        records = _load(path, applied)
    except BaseException:
        if kept is not None:
            kept.unlink(missing_ok=True)
        raise
    forget_oldest()
    return Restored(kept, records)


def _applied(path: Path) -> Migrations:
    """Return the migrations that a dump has; none for a foreign one."""
    rows: set[tuple[str, str]] = set()
    for table, columns, lines in _tables(path, MIGRATIONS):
        if table == MIGRATIONS and {"app", "name"} <= set(columns):
            cells = (line.rstrip(b"\n").decode(errors="replace").split("\t") for line in lines)
            named = [dict(zip(columns, each, strict=False)) for each in cells]
            rows |= {(each.get("app", ""), each.get("name", "")) for each in named}
    return frozenset(rows)


def _keep_present() -> Path | None:
    """Write a dump of the present state and return its path, None if the database is empty."""
    if not connections["default"].introspection.table_names():
        return None
    kept = name_for_kept("dump")
    copy_to(kept)
    return kept


def _load(path: Path, applied: Migrations) -> int:
    connection = connections["default"]
    try:
        with transaction.atomic(durable=True):
            with connection.cursor() as cursor:
                for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
                    cursor.execute(f"SET LOCAL {name} = 0")
            _make_tables(applied)
            remove()
            _fill(path)
            return upgrade_and_verify(path.name)
    except (DataError, IntegrityError, ProgrammingError):
        raise Unreadable("backup.unreadable", file=path.name) from None
    finally:
        connection.close()


def _make_tables(applied: Migrations) -> None:
    """Leave every table empty, as the given migrations make it: the present ones if they are so, else new ones."""
    connection = connections["default"]
    remove()
    if frozenset(MigrationRecorder(connection).applied_migrations()) != applied or unexpected_parts():
        _make_anew(applied)
    with connection.cursor() as cursor:
        tables = [name for name in connection.introspection.table_names(cursor) if name != MIGRATIONS]
        remove()
        if tables:
            cursor.execute(f"TRUNCATE {', '.join(map(connection.ops.quote_name, tables))}")


def _make_anew(applied: Migrations) -> None:
    """Drop all tables, and make those that the given migrations make."""
    connection = connections["default"]
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"DROP TABLE IF EXISTS {connection.ops.quote_name(table)} CASCADE")
    executor = MigrationExecutor(connection)
    executor.loader, last = way_to(applied, connection)
    executor.migrate(last)
    connection.check_constraints()


def way_to(
    applied: Migrations, connection: BaseDatabaseWrapper | None
) -> tuple[MigrationLoader, list[tuple[str, str]]]:
    """Return what loads the migrations that make these tables, and those of them that no other one needs.

    They are the squashed ones, unless those would make newer tables.
    """
    squashed = MigrationLoader(connection).replacements
    at_once = all(applied.issuperset(each.replaces) for each in squashed.values())
    loader = MigrationLoader(connection, replace_migrations=at_once)
    wanted = applied.union(squashed) if at_once else applied.difference(squashed)
    nodes = loader.graph.node_map
    known = wanted.intersection(nodes)
    return loader, sorted(key for key in known if not any(child.key in known for child in nodes[key].children))


def _fill(path: Path) -> None:
    """Copy the rows of the dump into the tables. Raises Unreadable ``backup.unreadable`` for a table of others."""
    connection = connections["default"]
    site = 0
    with connection.cursor() as cursor:
        present = set(connection.introspection.table_names(cursor))
        for table, columns, lines in _tables(path):
            if table == MIGRATIONS:
                continue
            if table not in present:
                raise Unreadable("backup.unreadable", file=path.name)
            names = ", ".join(map(connection.ops.quote_name, columns))
            statement = f"COPY {connection.ops.quote_name(table)} ({names}) FROM STDIN"
            with connection.wrap_database_errors, cursor.copy(statement) as copy:
                for line in lines:
                    copy.write(line)
            site += table == "journal_stream"
        _reset_sequences(cursor)
    if not site:
        raise Unreadable("backup.unreadable", file=path.name)
    connection.check_constraints()


def _reset_sequences(cursor: Any) -> None:
    """Have every sequence go on after the greatest key of its table."""
    connection = connections["default"]
    quote = connection.ops.quote_name
    for table in connection.introspection.table_names(cursor):
        for sequence in connection.introspection.get_sequences(cursor, table):
            column = quote(sequence["column"])
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence(%s, %s), COALESCE(MAX({column}), 1), MAX({column}) IS NOT NULL)"  # noqa: S608 -- names of our own tables
                f" FROM {quote(table)}",
                [quote(table), sequence["column"]],
            )


def _tables(path: Path, only: str = "") -> Iterator[tuple[str, list[str], Rows]]:
    """Yield each table of a dump with its columns and rows, as text for COPY."""
    chosen = [f"--table={only}"] if only else []
    with _script(path, ["--data-only", "--file=-", *chosen, str(path)]) as lines:
        for line in lines:
            if match := _COPY.fullmatch(line):
                columns = [name.strip().strip('"') for name in match[2].decode().split(",")]
                rows = _rows(lines)
                yield match[1].decode(), columns, rows
                for _ in rows:  # what the caller did not read
                    pass


def _rows(lines: Rows) -> Rows:
    begins = True  # a very long line comes in parts
    for line in lines:
        if begins and line == b"\\.\n":
            return
        yield line
        begins = line.endswith(b"\n")


@contextmanager
def _script(path: Path, arguments: list[str]) -> Iterator[Rows]:
    """Yield the lines that pg_restore prints. Raises Unreadable ``backup.unreadable``, Refused ``backup.large``."""
    command, environment = client_command("pg_restore", arguments)
    with subprocess.Popen(  # noqa: S603 -- PostgreSQL's own program
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        if process.stdout is None:
            raise Unreadable("backup.unreadable", file=path.name)
        try:
            yield _limited(process.stdout, path)
            ended = process.wait()
        finally:
            process.kill()
    if ended:
        raise Unreadable("backup.unreadable", file=path.name)


def _limited(lines: Any, path: Path) -> Iterator[bytes]:
    left = max(LARGEST, LARGEST_RATIO * path.stat().st_size)
    while line := lines.readline(1 << 20):
        left -= len(line)
        if left < 0:
            raise Refused("backup.large", file=path.name)
        yield line
