"""Write a complete copy of the database, which may be in use meanwhile.

A plain copy of an SQLite file in use can be damaged; these copies cannot.
"""

import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connections

from journal.refusals import Refused, Unreadable
from runtime.backups.files import draft_of
from runtime.backups.versions import release_number
from runtime.jobs.subprocess import run

COPYING = "copying-"


def copy_to(path: Path, passphrase: str = "", *, stamped: bool = True) -> None:
    """Write a complete copy of the database to ``path``. The file appears only when it is complete and checked.

    With a passphrase it is encrypted; nothing plain is written beside it then. Older versions refuse it, unless it is
    not ``stamped`` with this version because this one has not changed the data yet.
    Raises Refused ``data.tools`` if PostgreSQL's programs are missing, ``disk.full``.
    """
    with draft_of(path) as draft:
        if not passphrase:
            _copy(draft, stamped)
            return
        from runtime.backups.sealed import seal  # noqa: PLC0415 -- most installations encrypt nothing

        with TemporaryDirectory(prefix=COPYING, dir=settings.DATA_DIR) as folder:
            plain = Path(folder) / "plain"
            _copy(plain, stamped)
            seal(plain, draft, passphrase)


def _copy(draft: Path, stamped: bool) -> None:
    connection = connections["default"]
    if connection.vendor == "sqlite":
        copy_sqlite(Path(connection.settings_dict["NAME"]), draft, stamped=stamped)
    else:
        run_client("pg_dump", "--format=custom", "--no-owner", f"--file={draft}")


def copy_sqlite(source: Path, draft: Path, *, stamped: bool = True) -> None:
    """Copy an SQLite file page by page under its own locks. Raises Unreadable ``backup.unreadable``.

    A copy that is ``stamped`` holds the number of this version, by which an older one refuses it.
    """
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=30)) as live,
        closing(sqlite3.connect(draft)) as copy,
    ):
        live.backup(copy)
        if copy.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise Unreadable("backup.unreadable", file=draft.name)
        # A newer version need not have changed any table to write what this one can't read.
        if stamped:
            copy.execute(f"PRAGMA user_version = {release_number(settings.RELEASE)}")


def run_client(program: str, *arguments: str) -> str:
    """Run a program of PostgreSQL on the database, and return its output. Raises Refused ``data.tools``."""
    command, environment = client_command(program, arguments)
    return run(command, environment)


def client_command(program: str, arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the command and the environment of a program of PostgreSQL. Raises Refused ``data.tools``."""
    database: dict[str, Any] = connections["default"].settings_dict
    path = shutil.which(program) or next(
        (str(each) for each in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), reverse=True)), None
    )
    if path is None:
        raise Refused("data.tools", program=program)
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    given = {variable: str(database[name]) for variable, name in names.items() if database[name]}
    return [path, *arguments], os.environ | given
