"""Upgrade the data to this version: a backup first, then every migration and a check, and all of that or nothing.

On SQLite a copy is upgraded and verified, and then renamed into place; on PostgreSQL it is one transaction. So however
this ends, the data is that of the old version or that of the new one, never something between.

Source: docs/decisions/0117-releases.md.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management import call_command
from django.core.management.commands.migrate import Command as Migrate
from django.db import connections, transaction
from django.utils import timezone

from journal.refusals import Refused
from journal.triggers import install, remove
from journal.verify import verify
from runtime.backups.copies import copy_sqlite, copy_to
from runtime.backups.files import SEALED_ENDING, full_disk_refused, must_fit
from runtime.backups.restore import nothing_else
from runtime.backups.restoring import STAGE, clear_stages, other_database
from runtime.backups.sqlite_restore import replace
from runtime.backups.versions import State, state_of_data, unexpected_parts

_log = logging.getLogger("barpoint.upgrade")

type Say = Callable[[str], object]


def upgrade(say: Say, backup: Path | None = None) -> Path | None:
    """Upgrade the data, which nothing else may use; return where its backup is, None if there was nothing to upgrade.

    ``say`` is called with ``backup``, ``migrations`` and ``done`` as each begins. Raises Refused ``data.owned``,
    ``data.in_use``, ``data.newer``, ``upgrade.failed``, ``upgrade.schema``, ``upgrade.flawed``, ``disk.full``,
    ``data.tools``; then nothing has changed.
    """
    with nothing_else():
        return upgrade_alone(state_of_data(), say, backup)


def upgrade_alone(state: State, say: Say, backup: Path | None = None) -> Path | None:
    """Upgrade as ``upgrade`` does, for a caller that has the data for itself and knows what it holds."""
    clear_stages()
    if state is State.CURRENT:
        # A start that was killed after its last migration left triggers out.
        install()
        return None
    if state is State.EMPTY:
        # There is nothing to lose, so nothing is copied before.
        call_command(Migrate(), verbosity=0, skip_checks=True)
        return None
    say("backup")
    path = backup or settings.BACKUP_DIR / _name()
    # Without this version's number: the old version must be able to restore it.
    copy_to(path, settings.BACKUP_PASSPHRASE, stamped=False)
    say("migrations")
    if settings.EMBEDDED:
        _upgrade_file()
    else:
        _upgrade_server()
    say("done")
    return path


def _name() -> str:
    """Return the name of a backup that is written before an upgrade to this version."""
    ending = ("sqlite3" if settings.EMBEDDED else "dump") + (SEALED_ENDING if settings.BACKUP_PASSPHRASE else "")
    return f"before-{settings.RELEASE}-{timezone.now():%Y%m%d-%H%M%S}.{ending}"


def _upgrade_file() -> None:
    """Upgrade a copy of the SQLite file and rename it into place."""
    target = Path(connections["default"].settings_dict["NAME"])
    must_fit(2 * target.stat().st_size, target.parent)
    with full_disk_refused(target.parent), TemporaryDirectory(prefix=STAGE, dir=target.parent) as folder:
        staged = Path(folder) / target.name
        connections["default"].close()
        copy_sqlite(target, staged, stamped=False)
        with other_database(staged):
            _migrate_and_verify()
        replace(staged, target)


def _upgrade_server() -> None:
    """Upgrade the PostgreSQL database in one transaction."""
    connection = connections["default"]
    try:
        with transaction.atomic(durable=True):
            with connection.cursor() as cursor:
                for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
                    cursor.execute(f"SET LOCAL {name} = 0")
            _migrate_and_verify()
    finally:
        connection.close()


def _migrate_and_verify() -> None:
    try:
        remove()
        call_command(Migrate(), verbosity=0, skip_checks=True)
        install()
    except Exception as wrong:
        _log.exception("a migration failed")
        raise Refused("upgrade.failed", why=f"{type(wrong).__name__}: {wrong}"[:200]) from None
    parts = unexpected_parts()
    if parts:
        raise Refused("upgrade.schema", part=parts[0], parts=len(parts))
    flaws = verify()
    if flaws:
        raise Refused("upgrade.flawed", flaw=f"{flaws[0].code} {flaws[0].where}", flaws=len(flaws))
