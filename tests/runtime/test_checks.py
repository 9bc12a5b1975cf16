"""Settings under which an acknowledged result could be lost are refused before the first request."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import sqlite_version_info
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections
from pytest_django import DjangoDbBlocker

from config.env import env_database
from runtime.checks import database_settings, database_state, wal_is_safe

SAFE = {"timeout": 10, "transaction_mode": "IMMEDIATE", "init_command": "PRAGMA synchronous=FULL;"}


def ids(monkeypatch: pytest.MonkeyPatch, **database: Any) -> list[str | None]:
    """Return the errors of the checks for these settings of a database."""
    posted = {"ENGINE": "django.db.backends.sqlite3", "OPTIONS": SAFE} | database
    monkeypatch.setattr(settings, "DATABASES", {"default": posted})
    return [rows.id for rows in database_settings(None)]


def test_our_own_settings_are_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for url in ("", "postgresql://desk:x@db/barpoint"):
        monkeypatch.setenv("DATABASE_URL", url)
        monkeypatch.setattr(settings, "DATABASES", {"default": env_database("DATABASE_URL", tmp_path / "x.sqlite3")})

        assert database_settings(None) == []


def test_atomic_requests_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ids(monkeypatch, ATOMIC_REQUESTS=True) == ["journal.E001"]


@pytest.mark.parametrize("mode", ["DEFERRED", "EXCLUSIVE", None])
def test_sqlite_that_begins_transactions_without_the_lock_is_refused(
    monkeypatch: pytest.MonkeyPatch, mode: str | None
) -> None:
    assert ids(monkeypatch, OPTIONS=SAFE | {"transaction_mode": mode}) == ["journal.E002"]


def test_sqlite_with_django_default_options_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ids(monkeypatch, OPTIONS={}) == ["journal.E002", "journal.E003"]


def test_sqlite_with_a_short_lock_timeout_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ids(monkeypatch, OPTIONS=SAFE | {"timeout": 9}) == ["journal.E003"]


@contextmanager
def opened(path: Path, init_command: str) -> Iterator[str]:
    """Open another SQLite file with these pragmas; yield its alias."""
    connections.settings["other"] = connections.configure_settings(
        {"default": {}, "other": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)}}
    )["other"] | {"OPTIONS": SAFE | {"init_command": init_command}}
    try:
        yield "other"
    finally:
        connections["other"].close()
        del connections["other"]
        del connections.settings["other"]


@pytest.mark.django_db(databases="__all__")
@pytest.mark.parametrize(
    ("pragmas", "refused"),
    [
        ("PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL;", []),
        ("PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=EXTRA;", []),
        ("PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=NORMAL;", ["journal.E004"]),
        ("PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=OFF;", ["journal.E004"]),
        ("PRAGMA journal_mode=OFF; PRAGMA synchronous=FULL;", ["journal.E005"]),
        (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            [] if wal_is_safe(sqlite_version_info) else ["journal.E006"],
        ),
    ],
)
def test_a_file_that_answers_before_it_writes_is_refused(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker, pragmas: str, refused: list[str]
) -> None:
    with django_db_blocker.unblock(), opened(tmp_path / "other.sqlite3", pragmas) as alias:
        assert [rows.id for rows in database_state(None, databases=[alias])] == refused


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 1), False),
        ((3, 46, 1), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 53, 0), True),
        ((4, 0, 0), True),
    ],
)
def test_wal_needs_a_fixed_build(version: tuple[int, int, int], safe: bool) -> None:
    assert wal_is_safe(version) is safe


@pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL's own setting")
@pytest.mark.django_db
def test_postgresql_that_answers_before_it_writes_is_refused() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")

    assert [rows.id for rows in database_state(None, databases=["default"])] == ["journal.E008"]


@pytest.mark.django_db
def test_the_database_of_the_tests_is_safe() -> None:
    assert database_state(None, databases=["default"]) == []


@pytest.mark.parametrize("mail", ["", "smtps://desk:PASSWORD@mail.example.org:465?from=desk@example.org"])
def test_a_server_set_up_as_documented_has_no_warning(tmp_path: Path, mail: str) -> None:
    environment = os.environ | {
        "BARPOINT_DATA": str(tmp_path),
        "BARPOINT_HTTPS": "yes",
        "BARPOINT_HOSTS": "play.example.org",
        "BARPOINT_MAIL": mail,
        "BROKER_URL": "amqp://barpoint:secret@127.0.0.1:5672/barpoint",
        "DATABASE_URL": "postgresql:///barpoint?host=/run/postgresql",
        "SECRET_KEY": "Zx8-0pQ2mD7vK4rT9wB1nC6yH3sJ5gL_aE0uXfRiWt6kMz2Yb9Nq4Vc8Ls1Jd7Hg",
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]

    checked = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert checked.returncode == 0, checked.stderr
