"""Which errors are no defects, on errors that SQLite and the system really raise; each is logged once a minute."""

import errno
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.db import OperationalError

from runtime import troubles as troubles_of_runtime
from runtime.troubles import Log, Trouble, note_error, trouble_of


def full(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "full.sqlite3")) as opened:
        opened.execute("CREATE TABLE rows (text TEXT)")
        opened.execute("PRAGMA max_page_count = 2")
        opened.execute("INSERT INTO rows VALUES (?)", ["x" * 100_000])


def locked(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "a.sqlite3")) as one, closing(sqlite3.connect(folder / "a.sqlite3")) as other:
        one.execute("BEGIN EXCLUSIVE")
        other.execute("PRAGMA busy_timeout = 0")
        other.execute("BEGIN IMMEDIATE")


def read_only(folder: Path) -> None:
    sqlite3.connect(folder / "r.sqlite3").execute("CREATE TABLE rows (text TEXT)").connection.close()
    with closing(sqlite3.connect(f"file:{folder / 'r.sqlite3'}?mode=ro", uri=True)) as opened:
        opened.execute("INSERT INTO rows VALUES ('x')")


def gone(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "no folder" / "a.sqlite3")) as opened:
        opened.execute("SELECT 1")


def damaged(folder: Path) -> None:
    (folder / "d.sqlite3").write_bytes(b"SQLite format 3\x00" + bytes(range(256)) * 20)
    with closing(sqlite3.connect(folder / "d.sqlite3")) as opened:
        opened.execute("SELECT * FROM sqlite_master")


def no_table(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "t.sqlite3")) as opened:
        opened.execute("SELECT * FROM journal_stream")


def no_space(folder: Path) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def no_static_files(folder: Path) -> None:
    ManifestStaticFilesStorage(location=str(folder), base_url="/static/").stored_name("css/base.css")


def no_server(folder: Path) -> None:
    psycopg.connect("postgresql://nobody@127.0.0.1:9/nothing", connect_timeout=1)


CASES: list[tuple[Callable[[Path], None], str, int]] = [
    (full, "disk.full", 507),
    (no_space, "disk.full", 507),
    (locked, "database.busy", 503),
    (read_only, "database.readonly", 503),
    (gone, "database.gone", 503),
    (damaged, "database.damaged", 500),
    (no_table, "database.version", 503),
    (no_static_files, "static.missing", 503),
]


@pytest.mark.parametrize(("happen", "code", "status"), CASES)
def test_an_error_of_the_machine_has_a_code(
    tmp_path: Path, happen: Callable[[Path], None], code: str, status: int
) -> None:
    with pytest.raises((sqlite3.Error, OSError, ValueError)) as raised:
        happen(tmp_path)

    trouble = trouble_of(raised.value)

    assert trouble is not None
    assert (trouble.code, trouble.status) == (code, status)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (psycopg.errors.DiskFull(), "disk.full"),
        (psycopg.errors.LockNotAvailable(), "database.busy"),
        (psycopg.errors.QueryCanceled(), "database.busy"),
        (psycopg.errors.DeadlockDetected(), "database.busy"),
        (psycopg.errors.TooManyConnections(), "database.busy"),
        (psycopg.errors.AdminShutdown(), "database.gone"),
        (psycopg.errors.ConnectionFailure(), "database.gone"),
        (psycopg.errors.ReadOnlySqlTransaction(), "database.readonly"),
        (psycopg.errors.UndefinedTable(), "database.version"),
        (psycopg.errors.IndexCorrupted(), "database.damaged"),
    ],
)
def test_an_error_of_postgresql_has_a_code(error: psycopg.Error, code: str) -> None:
    wrapped = OperationalError("as Django says it")
    wrapped.__cause__ = error

    trouble = trouble_of(wrapped)

    assert trouble is not None
    assert trouble.code == code


def test_a_postgresql_that_is_not_there_is_gone(tmp_path: Path) -> None:
    with pytest.raises(psycopg.OperationalError) as raised:
        no_server(tmp_path)
    wrapped = OperationalError("as Django says it")
    wrapped.__cause__ = raised.value

    trouble = trouble_of(wrapped)

    assert trouble is not None
    assert trouble.code == "database.gone"


@pytest.mark.parametrize(
    "error", [KeyError("x"), ValueError("x"), OSError(errno.ENOENT, "x"), psycopg.errors.UniqueViolation(), None]
)
def test_any_other_error_is_a_defect(error: BaseException | None) -> None:
    assert trouble_of(error) is None


def test_a_trouble_that_comes_again_and_again_is_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    log = Log()

    with caplog.at_level(logging.ERROR, "barpoint.trouble"):
        for _ in range(100):
            log.note(Trouble("disk.full", 507, 30), "POST /matches/7/")
        log.note(Trouble("database.busy", 503, 5), "GET /")

    assert [record.getMessage() for record in caplog.records] == [
        "disk.full: POST /matches/7/", "database.busy: GET /",
    ]  # fmt: skip
    assert log.counts == {"disk.full": 100, "database.busy": 1}


def test_work_beside_requests_logs_a_trouble_in_a_line_and_a_defect_with_its_traceback(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(troubles_of_runtime, "troubles", Log())
    own = logging.getLogger("tests.work")

    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            note_error(own, "the clock goes on", OSError(errno.ENOSPC, "full"))
        note_error(own, "the clock goes on", KeyError("x"))

    assert [(record.name, bool(record.exc_info)) for record in caplog.records] == [
        ("barpoint.trouble", False), ("tests.work", True),
    ]  # fmt: skip
