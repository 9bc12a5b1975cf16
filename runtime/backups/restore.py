"""Restore a backup, for the database of this installation."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connections

from journal.refusals import Refused
from runtime.backups.files import full_disk_refused, is_sealed, private_folder
from runtime.backups.postgres_restore import restore_postgres
from runtime.backups.restoring import STAGE, Restored, clear_stages, must_be_a_file
from runtime.backups.sqlite_restore import restore_sqlite
from runtime.server.presence import alone
from runtime.server.private import make_private
from runtime.server.process_lock import owning


def restore(path: Path, passphrase: Callable[[], str] = lambda: "") -> Restored:
    """Put the backup at ``path`` in the place of the database, if nothing else runs on it.

    ``passphrase`` is called if the backup is encrypted. Raises Refused ``data.owned``, ``data.in_use`` or ``backup.…``;
    then nothing has changed.
    """
    must_be_a_file(path)
    with nothing_else(), _plain(path, passphrase) as plain:
        restored = restore_sqlite(plain) if settings.EMBEDDED else restore_postgres(plain)
    make_private()
    return restored


@contextmanager
def _plain(path: Path, passphrase: Callable[[], str]) -> Iterator[Path]:
    """Yield the path of the backup itself, decrypted into the data folder if need be, under the same name."""
    if not is_sealed(path):
        yield path
        return
    secret = passphrase()
    if not secret:
        raise Refused("backup.locked", file=path.name)
    from runtime.backups.sealed import unseal  # noqa: PLC0415 -- most installations encrypt nothing

    private_folder(settings.DATA_DIR)
    with (
        full_disk_refused(settings.DATA_DIR),
        TemporaryDirectory(prefix=STAGE, dir=settings.DATA_DIR) as folder,
    ):
        plain = Path(folder) / path.name
        unseal(path, plain, secret)
        yield plain


@contextmanager
def nothing_else() -> Iterator[None]:
    """Have the data alone during the block. Raises Refused ``data.owned`` or ``data.in_use``."""
    with ExitStack() as stack:
        if connections["default"].vendor == "sqlite":
            stack.enter_context(owning(settings.DATA_DIR))
        else:
            stack.enter_context(alone())
        clear_stages()
        yield
