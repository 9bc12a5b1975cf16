"""A test database that begins as the copy of a migrated one, because migrating takes seconds and copying does not."""

import sqlite3
from contextlib import closing
from typing import Any, Final

from django.db import connection

from journal.triggers import install

MIGRATED: Final = "BARPOINT_TEST_MIGRATED"
"""The environment's name for the file of a migrated SQLite database that tests begin from."""


def copy_migrated(path: str) -> None:
    """Take the place of ``migrate``: copy the tables, then install the triggers that the models have now."""
    connection.ensure_connection()
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as migrated:
        migrated.backup(raw(connection.connection))
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP TRIGGER {connection.ops.quote_name(name)}")
    install()


def raw(open_connection: Any) -> sqlite3.Connection:
    """Return the connection of the driver, as what it is."""
    assert isinstance(open_connection, sqlite3.Connection)
    return open_connection
