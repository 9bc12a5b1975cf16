"""Read one state of the database while others write.

Many statements, one after the other, see many states: a fact of a record that the first statement had not seen yet
looks like one that nobody recorded.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connections, transaction

from runtime.backups.copies import COPYING, copy_sqlite
from runtime.backups.restoring import other_database
from runtime.server.process_lock import is_owned


@contextmanager
def one_state() -> Iterator[None]:
    """Have every read of the block, on the default connection, see the same state.

    On SQLite beside a running server that is a copy, so that no reader holds up a writer.
    """
    connection = connections["default"]
    if connection.vendor == "sqlite":
        if not is_owned(settings.DATA_DIR):
            yield
            return
        source = Path(connection.settings_dict["NAME"])
        with TemporaryDirectory(prefix=COPYING, dir=settings.DATA_DIR) as folder:
            copy = Path(folder) / source.name
            copy_sqlite(source, copy)
            with other_database(copy):
                yield
    elif connection.in_atomic_block:
        yield
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield
