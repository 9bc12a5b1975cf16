"""Which version wrote a backup, by the migrations it has: an older one is upgraded, a newer one is refused."""

from enum import Enum

from django.apps import apps
from django.conf import settings
from django.db import connections
from django.db.backends.utils import CursorWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from journal.refusals import Refused, Unreadable

type Migrations = frozenset[tuple[str, str]]


def must_not_be_newer(applied: Migrations, name: str) -> None:
    """Refuse migrations that this version does not know.

    Raises Refused ``backup.newer`` with the first of them, Unreadable ``backup.unreadable`` if there are none at all.
    """
    if not applied:
        raise Unreadable("backup.unreadable", file=name)
    unknown = sorted(applied - known_migrations())
    if unknown:
        raise Refused("backup.newer", file=name, migration=".".join(unknown[0]))


def must_not_be_of_a_newer_release(number: int, name: str) -> None:
    """Refuse a backup of a later release; 0 is none. Raises Refused ``backup.newer``."""
    if number > release_number(settings.RELEASE):
        release = f"{number // 1_000_000}.{number // 1000 % 1000}.{number % 1000}"
        raise Refused("backup.newer", file=name, migration=release)


def release_number(release: str) -> int:
    """Return a release as a number that grows with it: 0.1.0 is 1000."""
    major, minor, patch = (int(part) for part in release.split(".")[:3])
    return (major * 1000 + minor) * 1000 + patch


class State(Enum):
    """What the database holds: nothing at all, the data of an older version, or that of this one."""

    EMPTY = "empty"
    OLDER = "older"
    CURRENT = "current"


def state_of_data() -> State:
    """Return what the database holds. Raises Refused ``data.newer`` if a newer version has changed it."""
    applied = frozenset(MigrationRecorder(connections["default"]).applied_migrations())
    loader = MigrationLoader(None, ignore_no_migrations=True)
    unknown = sorted(applied - _with_squashed(loader))
    if unknown:
        raise Refused("data.newer", migration=".".join(unknown[0]))
    if not applied:
        return State.EMPTY
    return State.CURRENT if frozenset(loader.disk_migrations) <= applied else State.OLDER


def must_not_be_newer_than_this() -> None:
    """Refuse to run on a database that a newer version has changed. Raises Refused ``data.newer``."""
    state_of_data()


def known_migrations() -> Migrations:
    """Return every migration of this version, with those that it has squashed."""
    return _with_squashed(MigrationLoader(None, ignore_no_migrations=True))


def _with_squashed(loader: MigrationLoader) -> Migrations:
    replaced = (each for migration in loader.disk_migrations.values() for each in migration.replaces)
    return frozenset([*loader.disk_migrations, *((app, name) for app, name in replaced)])


def unexpected_parts(using: str = "default") -> list[str]:
    """Return the tables and columns that an upgraded database lacks, or has and should not have."""
    connection = connections[using]
    wanted = {
        model._meta.db_table: {field.column for field in model._meta.local_concrete_fields}
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    } | {"django_migrations": {"id", "app", "name", "applied"}}
    with connection.cursor() as cursor:
        tables = {each.name for each in connection.introspection.get_table_list(cursor)}
        columns = {table: _columns(cursor, connection.ops.quote_name(table)) for table in tables & set(wanted)}
    parts = [*tables ^ set(wanted)]
    parts += [f"{table}.{column}" for table in columns for column in columns[table] ^ wanted[table]]
    return sorted(parts)


def _columns(cursor: CursorWrapper, quoted: str) -> set[str]:
    """Return the names of a table's columns. On SQLite, Django's own way also parses the text that made the table."""
    cursor.execute(" ".join(["SELECT * FROM", quoted, "LIMIT 0"]))
    return {column[0] for column in cursor.description}
