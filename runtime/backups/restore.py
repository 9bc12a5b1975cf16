"""Restore a backup, for the database of this installation."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connections

from runtime.backups.postgres_restore import restore_postgres
from runtime.backups.restoring import Restored, must_be_a_file
from runtime.backups.sqlite_restore import restore_sqlite
from runtime.server.presence import alone
from runtime.server.private import make_private
from runtime.server.process_lock import owning


def restore(path: Path) -> Restored:
    """Put the backup at ``path`` in the place of the database, if nothing else runs on it.

    Raises Refused ``data.owned``, ``data.in_use`` or ``backup.…``; then nothing has changed.
    """
    must_be_a_file(path)
    with _nothing_else():
        restored = restore_sqlite(path) if settings.EMBEDDED else restore_postgres(path)
    make_private()
    return restored


@contextmanager
def _nothing_else() -> Iterator[None]:
    with ExitStack() as stack:
        if connections["default"].vendor == "sqlite":
            stack.enter_context(owning(settings.DATA_DIR))
        else:
            stack.enter_context(alone())
        yield
