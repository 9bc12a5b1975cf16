"""System checks that refuse settings under which an acknowledged result could be lost."""

from collections.abc import Sequence
from sqlite3 import sqlite_version, sqlite_version_info
from typing import Any

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import OperationalError, ProgrammingError, connections

from journal.triggers import missing

# The bug that lets a reset WAL corrupt the file is fixed from these on, branch by branch.
WAL_FIXED = [(3, 51, 3), (3, 50, 7), (3, 44, 6)]
SHORTEST_WAIT = 10


def wal_is_safe(version: tuple[int, ...]) -> bool:
    """Whether this SQLite may run in WAL mode."""
    return version >= WAL_FIXED[0] or any(version[:2] == fixed[:2] and version >= fixed for fixed in WAL_FIXED[1:])


@register(Tags.security)
def database_settings(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Refuse settings that serialise requests wrongly or not at all."""
    problems: list[CheckMessage] = []
    for alias, database in settings.DATABASES.items():
        options = database.get("OPTIONS", {})
        if database.get("ATOMIC_REQUESTS"):
            problems.append(Error(f"{alias}: ATOMIC_REQUESTS makes every page take the write lock.", id="journal.E001"))
        if "sqlite" in database["ENGINE"]:
            if options.get("transaction_mode") != "IMMEDIATE":
                problems.append(
                    Error(
                        f"{alias}: SQLite needs transaction_mode IMMEDIATE, or results die locked.", id="journal.E002"
                    )
                )
            if options.get("timeout", 5) < SHORTEST_WAIT:
                problems.append(Error(f"{alias}: SQLite must wait {SHORTEST_WAIT} s for its turn.", id="journal.E003"))
    return problems


@register(Tags.database)
def database_state(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Refuse a database that answers before it has written, or whose memory is unprotected."""
    problems: list[CheckMessage] = []
    for alias in databases or []:
        try:
            problems += _sqlite(alias) if connections[alias].vendor == "sqlite" else _postgres(alias)
            problems += [
                Error(f"{alias}: append-only trigger {name} is missing.", id="journal.E009") for name in missing(alias)
            ]
        except (OperationalError, ProgrammingError) as problem:
            problems.append(Error(f"{alias}: {problem}", id="journal.E010"))
    return problems


def _sqlite(alias: str) -> list[CheckMessage]:
    connection = connections[alias]
    problems: list[CheckMessage] = []
    with connection.cursor() as cursor:
        synchronous = cursor.execute("PRAGMA synchronous").fetchone()[0]
        mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
    if synchronous < 2:
        problems.append(Error(f"{alias}: SQLite must run synchronous=FULL.", id="journal.E004"))
    if mode == "off":
        problems.append(Error(f"{alias}: journal_mode={mode} loses the file at a power cut.", id="journal.E005"))
    if mode == "wal" and not wal_is_safe(sqlite_version_info):
        problems.append(
            Error(f"{alias}: SQLite {sqlite_version} must not run in WAL mode; use TRUNCATE.", id="journal.E006")
        )
    return problems


def _postgres(alias: str) -> list[CheckMessage]:
    problems: list[CheckMessage] = []
    wanted = {"fsync": "on", "full_page_writes": "on"}
    with connections[alias].cursor() as cursor:
        for name, value in wanted.items():
            cursor.execute("SELECT current_setting(%s)", [name])
            if cursor.fetchone()[0] != value:
                problems.append(Error(f"{alias}: PostgreSQL runs with {name} off.", id="journal.E007"))
        cursor.execute("SELECT current_setting('synchronous_commit')")
        if cursor.fetchone()[0] == "off":
            problems.append(Error(f"{alias}: PostgreSQL runs with synchronous_commit off.", id="journal.E008"))
    return problems
