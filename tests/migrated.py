"""A test database that begins as the copy of a migrated one, because migrating takes seconds and copying does not."""

import atexit
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.db import connection
from psycopg import sql

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


def on_server(cluster: str, name: str) -> str:
    """Return the address of a database on the server that ``cluster`` is the address of."""
    return urlunsplit(urlsplit(cluster)._replace(path=f"/{name}"))


@cache
def template(cluster: str) -> str:
    """Return the name of a database on a server of PostgreSQL that was migrated, for others to be copies of.

    It is made once and dropped when this process ends. Nobody is connected to it, or it could not be copied.
    """
    name = f"migrated_{os.getpid()}"

    def carry_out(statement: str) -> None:
        with psycopg.connect(cluster, autocommit=True) as session:
            session.execute(sql.SQL(statement).format(sql.Identifier(name)))

    carry_out("CREATE DATABASE {}")
    atexit.register(carry_out, "DROP DATABASE {} WITH (FORCE)")
    migrate = [sys.executable, "manage.py", "migrate", "--no-input", "-v0"]
    environment = os.environ | {"DATABASE_URL": on_server(cluster, name)}
    subprocess.run(migrate, cwd=Path(__file__).parents[1], env=environment, check=True)
    return name
