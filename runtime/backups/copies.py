"""Backup and restore of the whole database. A backup can be made while the database is in use.

A plain copy of an SQLite file in use can be damaged; these copies cannot. A restore starts a new epoch: numbers given
out after the backup may be given out again, so everything a client remembers from the old epoch is invalid.
"""

import os
import secrets
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connections

from journal.models import Stream, new_epoch
from journal.refusals import Refused, Unreadable
from runtime.jobs.subprocess import run


def copy_to(path: Path) -> None:
    """Write a complete copy of the database to ``path``. The file appears only when it is complete and checked.

    Raises Refused ``data.tools`` if PostgreSQL's programs are missing.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # Two backups may be written in the same second.
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    connection = connections["default"]
    try:
        if connection.vendor == "sqlite":
            _copy_sqlite(Path(connection.settings_dict["NAME"]), draft)
        else:
            _postgres("pg_dump", "--format=custom", "--no-owner", f"--file={draft}")
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def put_back(path: Path) -> Path | None:
    """Replace the database with the copy at ``path``; return the new path of the replaced SQLite file.

    Raises Unreadable ``backup.unreadable``, Refused ``data.tools``. Nothing else may use the database meanwhile.
    """
    connection = connections["default"]
    kept = None
    if connection.vendor == "sqlite":
        kept = _replace_sqlite(path, Path(connection.settings_dict["NAME"]))
    else:
        if not path.is_file() or not path.read_bytes()[:5] == b"PGDMP":
            raise Unreadable("backup.unreadable", file=path.name)
        connection.close()
        database = connection.settings_dict["NAME"]
        _postgres(
            "pg_restore",
            "--clean",
            "--if-exists",
            "--no-owner",
            "--single-transaction",
            f"--dbname={database}",
            str(path),
        )
    for stream in Stream.objects.all():
        Stream.objects.filter(pk=stream.pk).update(epoch=new_epoch())
    return kept


def _copy_sqlite(source: Path, draft: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=30)) as live,
        closing(sqlite3.connect(draft)) as copy,
    ):
        live.backup(copy)
        if copy.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise Unreadable("backup.unreadable", file=draft.name)


def _replace_sqlite(path: Path, target: Path) -> Path | None:
    _must_be_barpoints(path)
    connections["default"].close()
    draft = target.with_name(target.name + ".part")
    shutil.copyfile(path, draft)
    with draft.open("rb") as file:
        os.fsync(file.fileno())
    kept = None
    if target.exists():
        kept = target.with_name(target.name + ".before-restore")
        target.replace(kept)
    for leftover in ("-journal", "-wal", "-shm"):
        target.with_name(target.name + leftover).unlink(missing_ok=True)
    draft.replace(target)
    return kept


def _must_be_barpoints(path: Path) -> None:
    """Refuse a file that is not a complete copy of a Barpoint database, before anything is changed."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as copy:
            intact = copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            ours = copy.execute("SELECT count(*) FROM journal_stream WHERE name = 'site'").fetchone()[0] == 1
    except sqlite3.Error:
        intact = ours = False
    if not (intact and ours):
        raise Unreadable("backup.unreadable", file=path.name)


def _postgres(program: str, *arguments: str) -> None:
    settings: dict[str, Any] = connections["default"].settings_dict
    path = shutil.which(program) or next(
        (str(each) for each in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), reverse=True)), None
    )
    if path is None:
        raise Refused("data.tools", program=program)
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    given = {variable: str(settings[name]) for variable, name in names.items() if settings[name]}
    run([path, *arguments], os.environ | given)
