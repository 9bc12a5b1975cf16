"""Restore an SQLite file: it is copied aside, checked, upgraded and verified there, and then renamed into place."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import DatabaseError, connections

from journal.refusals import Unreadable
from journal.triggers import PREFIX
from runtime.backups.files import draft_of, full_disk_refused, must_fit, private_folder, sync
from runtime.backups.restoring import (
    STAGE,
    Restored,
    forget_oldest,
    name_for_kept,
    other_database,
    upgrade_and_verify,
)
from runtime.backups.versions import must_not_be_newer, must_not_be_of_a_newer_release

HEADER = b"SQLite format 3\x00"
HEADER_LENGTH = 100


def restore_sqlite(path: Path) -> Restored:
    """Put the backup at ``path`` in the place of the database. Nothing else may use the database meanwhile.

    Raises Unreadable ``backup.unreadable``; Refused ``backup.newer``, ``backup.schema``, ``backup.flawed``,
    ``disk.full``. Then nothing has changed.
    """
    target = Path(connections["default"].settings_dict["NAME"])
    private_folder(target.parent)
    _must_be_complete(path)
    must_fit(2 * path.stat().st_size, target.parent)
    # On the same disk, so that it can be renamed into place.
    with full_disk_refused(target.parent), TemporaryDirectory(prefix=STAGE, dir=target.parent) as folder:
        staged = Path(folder) / target.name
        shutil.copyfile(path, staged)
        _must_be_barpoints(staged, path.name)
        try:
            with other_database(staged):
                records = upgrade_and_verify(path.name)
        except DatabaseError:
            raise Unreadable("backup.unreadable", file=path.name) from None
        sync(staged)
        return Restored(replace(staged, target), records)


def _must_be_complete(path: Path) -> None:
    """Refuse a file that does not begin as an SQLite database, or has not as many pages as it says."""
    with path.open("rb") as file:
        header = file.read(HEADER_LENGTH)
    size = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    if not header.startswith(HEADER) or (65536 if size == 1 else size) * pages != path.stat().st_size:
        raise Unreadable("backup.unreadable", file=path.name)


def _must_be_barpoints(staged: Path, name: str) -> None:
    """Refuse a file that is damaged, foreign or newer, before Barpoint opens it as its database."""
    try:
        with closing(sqlite3.connect(f"{staged.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            copy.execute("PRAGMA trusted_schema = OFF")
            strangers = copy.execute(
                "SELECT count(*) FROM sqlite_master WHERE type = 'view' OR sql LIKE 'CREATE VIRTUAL%'"
                " OR type = 'trigger' AND name NOT LIKE ?",
                [f"{PREFIX}%"],
            ).fetchone()[0]
            ours = copy.execute("SELECT count(*) FROM journal_stream WHERE name = 'site'").fetchone()[0] == 1
            release = int(copy.execute("PRAGMA user_version").fetchone()[0])
            applied = frozenset(copy.execute("SELECT app, name FROM django_migrations").fetchall())
            intact = not strangers and copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    except (sqlite3.Error, ValueError, TypeError):
        intact = ours = False
        applied, release = frozenset(), 0
    if not (intact and ours):
        raise Unreadable("backup.unreadable", file=name)
    must_not_be_of_a_newer_release(release, name)
    must_not_be_newer(applied, name)


def replace(staged: Path, target: Path) -> Path | None:
    """Rename the staged file into place in one step; return where the replaced file is kept."""
    connections["default"].close()
    kept = None
    if target.exists():
        kept = name_for_kept("sqlite3")
        with _journal_settled(target):
            _link(target, kept)
    for leftover in ("-journal", "-wal", "-shm"):
        target.with_name(target.name + leftover).unlink(missing_ok=True)
    staged.replace(target)
    sync(target.parent)
    if kept is not None:
        forget_oldest()
    return kept


@contextmanager
def _journal_settled(target: Path) -> Iterator[None]:
    """Have SQLite roll back what a crash left unfinished; a damaged file is kept as it is."""
    try:
        with closing(sqlite3.connect(target)) as opened:
            opened.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        for leftover in ("-journal", "-wal"):
            part = target.with_name(target.name + leftover)
            if part.exists() and part.stat().st_size:
                shutil.copyfile(part, settings.DATA_DIR / f"{target.name}.damaged{leftover}")
    yield


def _link(target: Path, kept: Path) -> None:
    """Give the replaced file a second name, or copy it where the file system knows no second names."""
    try:
        os.link(target, kept)
    except OSError:
        with draft_of(kept) as draft:
            shutil.copyfile(target, draft)
