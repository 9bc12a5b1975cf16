"""Put a backup in the place of the database: everything is verified before anything is replaced.

The version is checked first. An older backup is upgraded on a copy (on PostgreSQL inside the one transaction), the copy
is verified, and only then takes the place of the database. The replaced state is kept under a name of its own, the
last five of them.

A restore starts a new epoch: numbers given out after the backup may be given out again, so everything a client
remembers from the old epoch is invalid.

Source: docs/decisions/0050-restore.md.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.commands.migrate import Command as Migrate
from django.db import connections
from django.db.models import F
from django.utils import timezone

from journal.models import Stream, new_epoch
from journal.refusals import Refused, Unreadable
from journal.triggers import install, remove
from journal.verify import verify
from runtime.backups.files import private_folder
from runtime.backups.versions import unexpected_parts

KEPT = 5
STAGE = "restoring-"
FOLDER = "replaced"


@dataclass(frozen=True, slots=True)
class Restored:
    """A restore: where the replaced state is kept (None if there was none), and how many records are restored."""

    kept: Path | None
    records: int


def clear_stages() -> None:
    """Delete what a restore that was killed left in the data folder."""
    for leftover in settings.DATA_DIR.glob(f"{STAGE}*"):
        shutil.rmtree(leftover, ignore_errors=True)


def must_be_a_file(path: Path) -> None:
    """Refuse what is no regular file. Raises Refused ``backup.missing``, Unreadable ``backup.unreadable``."""
    if not path.exists() and not path.is_symlink():
        raise Refused("backup.missing", file=path.name)
    if path.is_symlink() or not path.is_file():
        raise Unreadable("backup.unreadable", file=path.name)
    for ending in ("-journal", "-wal"):
        leftover = path.with_name(path.name + ending)
        if leftover.exists() and leftover.stat().st_size:
            raise Refused("backup.leftovers", file=path.name, leftover=leftover.name)


def upgrade_and_verify(name: str) -> int:
    """Upgrade the database that the default connection leads to, verify it, and begin its new epochs.

    Return the number of records. Raises Refused ``backup.schema`` or ``backup.flawed`` with the first flaw.
    """
    remove()
    call_command(Migrate(), verbosity=0, skip_checks=True)
    install()
    parts = unexpected_parts()
    if parts:
        raise Refused("backup.schema", file=name, part=parts[0], parts=len(parts))
    flaws = verify()
    if flaws:
        raise Refused("backup.flawed", file=name, flaw=f"{flaws[0].code} {flaws[0].where}", flaws=len(flaws))
    for stream in Stream.objects.all():
        Stream.objects.filter(pk=stream.pk).update(epoch=new_epoch())
    return sum(Stream.objects.values_list(F("number"), flat=True))


@contextmanager
def other_database(path: Path) -> Iterator[None]:
    """Have the default connection lead to another SQLite file during the block."""
    connection = connections["default"]
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


def name_for_kept(ending: str) -> Path:
    """Return the name under which a replaced state will be kept: ``replaced/0007-20261121-154200.sqlite3``.

    The number decides which are the last ones, because a clock can be wrong.
    """
    folder = private_folder(settings.DATA_DIR / FOLDER)
    number = max((_number(path) for path in folder.iterdir()), default=0) + 1
    return folder / f"{number:04}-{timezone.now():%Y%m%d-%H%M%S}.{ending}"


def forget_oldest() -> None:
    """Delete all kept states but the last ones."""
    folder = settings.DATA_DIR / FOLDER
    numbered = sorted(path for path in folder.iterdir() if _number(path))
    for path in sorted(numbered, key=_number)[:-KEPT]:
        path.unlink(missing_ok=True)


def _number(path: Path) -> int:
    first = path.name.partition("-")[0]
    return int(first) if first.isascii() and first.isdigit() and not path.name.endswith(".part") else 0
