"""Database triggers that make the memory append-only: records and facts can be neither changed nor deleted.

Only erasable words can be removed. A model may declare ``guards`` too: what no single row's constraint can say, such as
that the legs of a posting sum to zero. Triggers are installed after every migration, because SQLite drops them silently
when a migration rebuilds a table; the system check and ``verify`` report ``missing`` ones.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

PREFIX = "append_only_"

POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION append_only_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'append only: %', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; END $$
"""


@dataclass(frozen=True, slots=True)
class Guard:
    """What the database refuses when a row is inserted: a row for which ``refused_if`` is true.

    The condition is SQL that both databases read, with ``NEW`` as the row; it may look at other rows. ``name`` is
    unique in the whole database. The refusal is an IntegrityError, as of a constraint.
    """

    name: str
    refused_if: str


def append_only_models() -> list[type[models.Model]]:
    """Return every model whose rows are never edited."""
    return [model for model in apps.get_models() if getattr(model, "append_only", False)]


def after_migrate(using: str, **kwargs: Any) -> None:
    """Install missing triggers once the last app has its tables."""
    install(using)


def install(using: str = "default") -> None:
    """Install the missing triggers of all existing tables, in one transaction: alone, each waits for the disk."""
    connection = connections[using]
    present = set(connection.introspection.table_names())
    standing = _standing(connection)
    with transaction.atomic(using), connection.cursor() as cursor:
        if connection.vendor == "postgresql" and present:
            cursor.execute(POSTGRES_FUNCTION)
        for model in append_only_models():
            if model._meta.db_table in present:
                for name, statements in _wanted(connection, model).items():
                    if name not in standing:
                        for statement in statements:
                            cursor.execute(statement)


def missing(using: str = "default") -> list[str]:
    """Return the names of missing triggers."""
    connection = connections[using]
    standing = _standing(connection)
    present = set(connection.introspection.table_names())
    wanted = [
        name for model in append_only_models() if model._meta.db_table in present for name in _wanted(connection, model)
    ]
    return sorted(set(wanted) - standing)


@contextmanager
def lifted(using: str = "default") -> Iterator[None]:
    """Remove the triggers during the block, to restore a backup or to empty a test database."""
    remove(using)
    try:
        yield
    finally:
        install(using)


def remove(using: str = "default") -> None:
    """Remove the triggers of all existing tables, in one transaction."""
    connection = connections[using]
    present = set(connection.introspection.table_names())
    with transaction.atomic(using), connection.cursor() as cursor:
        for model in append_only_models():
            if model._meta.db_table in present:
                for name in _wanted(connection, model):
                    table = f" ON {model._meta.db_table}" if connection.vendor == "postgresql" else ""
                    cursor.execute(f"DROP TRIGGER IF EXISTS {name}{table}")


def _standing(connection: BaseDatabaseWrapper) -> set[str]:
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D' AND tgname LIKE %s"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s"
    with connection.cursor() as cursor:
        cursor.execute(query, [f"{PREFIX}%"])
        return {row[0] for row in cursor.fetchall()}


def _wanted(connection: BaseDatabaseWrapper, model: type[models.Model]) -> dict[str, list[str]]:
    """Return the names of a model's triggers, each with the statements that make it."""
    table = model._meta.db_table
    guards = {
        f"{PREFIX}{guard.name}": _guarding(connection.vendor, table, guard) for guard in getattr(model, "guards", ())
    }
    only_erased = _nothing_but_erased(connection, model)
    if connection.vendor == "postgresql":
        refuse = "EXECUTE FUNCTION append_only_refuse()"
        changed = f"WHEN ({only_erased}) " if only_erased else ""
        return guards | {
            f"{PREFIX}{table}_u": [
                f"CREATE TRIGGER {PREFIX}{table}_u BEFORE UPDATE ON {table} FOR EACH ROW {changed}{refuse}"
            ],
            f"{PREFIX}{table}_d": [f"CREATE TRIGGER {PREFIX}{table}_d BEFORE DELETE ON {table} FOR EACH ROW {refuse}"],
            f"{PREFIX}{table}_t": [
                f"CREATE TRIGGER {PREFIX}{table}_t BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {refuse}"
            ],
        }
    changed = f"WHEN {only_erased} " if only_erased else ""
    body = f"BEGIN SELECT RAISE(ABORT, 'append only: {table}'); END"
    return guards | {
        f"{PREFIX}{table}_u": [f"CREATE TRIGGER {PREFIX}{table}_u BEFORE UPDATE ON {table} {changed}{body}"],
        f"{PREFIX}{table}_d": [f"CREATE TRIGGER {PREFIX}{table}_d BEFORE DELETE ON {table} {body}"],
    }


def _guarding(vendor: str, table: str, guard: Guard) -> list[str]:
    """Return the statements that make the trigger of a guard; PostgreSQL needs a function to look at other rows."""
    name = f"{PREFIX}{guard.name}"
    if vendor != "postgresql":
        return [
            f"CREATE TRIGGER {name} BEFORE INSERT ON {table} WHEN {guard.refused_if} "
            f"BEGIN SELECT RAISE(ABORT, 'refused: {guard.name}'); END"
        ]
    return [
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN IF {guard.refused_if} THEN "
        f"RAISE EXCEPTION 'refused: {guard.name}' USING ERRCODE = 'integrity_constraint_violation'; "
        "END IF; RETURN NEW; END $$",
        f"CREATE TRIGGER {name} BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ]


def _nothing_but_erased(connection: BaseDatabaseWrapper, model: type[models.Model]) -> str:
    """Return the SQL condition that refuses an update of an erasable row; empty for other rows."""
    erasable = getattr(model, "erasable_fields", ())
    if not erasable:
        return ""
    same = "IS NOT DISTINCT FROM" if connection.vendor == "postgresql" else "IS"
    kept = [field.column for field in model._meta.concrete_fields if field.name not in erasable]
    # Quoted: a column may be called group.
    allowed = [f'NEW."{column}" {same} OLD."{column}"' for column in kept] + [
        f"NEW.\"{name}\" = ''" for name in erasable
    ]
    return f"NOT ({' AND '.join(allowed)})"
