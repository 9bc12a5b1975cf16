"""Which processes run on a PostgreSQL database: each holds an advisory lock, which ends with its connection.

A web process or a worker shares two locks: one that a restore needs for itself, and one of its kind, by which they are
counted. The connection is its own, and is opened again when the database was restarted. On SQLite the process lock does
this.

Source: docs/decisions/0050-restore.md.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from journal.refusals import Refused

# The first number of both locks; any that no other program uses.
FAMILY = 0x6270_7431
EVERYBODY, WEB, WORKER = 0, 1, 2
CHECK_SECONDS = 3.0
# A server that is busy takes a while to end the work of a client that is gone.
LINGER_SECONDS = 6.0

_log = logging.getLogger(__name__)


@contextmanager
def present(kind: int) -> Iterator[None]:
    """Show during the block that a process of this ``kind`` runs. Raises Refused ``data.restoring``."""
    presence = Presence(kind)
    presence.start()
    try:
        yield
    finally:
        presence.stop()


class Presence:
    """A thread with the connection that holds the locks of this process."""

    def __init__(self, kind: int) -> None:
        self._kind = kind
        self._stopping, self._decided = threading.Event(), threading.Event()
        self._refused = False
        self._thread = threading.Thread(target=self._run, name="presence", daemon=True)

    def start(self) -> None:
        """Take the locks. Raises Refused ``data.restoring`` if a restore has the database for itself."""
        self._thread.start()
        self._decided.wait()
        if self._refused:
            self._thread.join()
            raise Refused("data.restoring")

    def stop(self) -> None:
        """Give the locks back."""
        self._stopping.set()
        self._thread.join(CHECK_SECONDS)

    def _run(self) -> None:
        own = connections.create_connection(DEFAULT_DB_ALIAS)
        try:
            while not self._stopping.is_set():
                self._hold(own)
                self._decided.set()
                if self._refused:
                    return
                self._stopping.wait(CHECK_SECONDS)
        finally:
            self._decided.set()
            own.close()

    def _hold(self, own: BaseDatabaseWrapper) -> None:
        """Check the connection; open it and take the locks if need be."""
        try:
            if own.connection is not None and own.is_usable():
                return
            own.close()
            with own.cursor() as cursor:
                cursor.execute("SELECT pg_try_advisory_lock_shared(%s, %s)", [FAMILY, EVERYBODY])
                if not cursor.fetchone()[0]:
                    own.close()
                    self._refused = not self._decided.is_set()
                    return
                cursor.execute("SELECT pg_advisory_lock_shared(%s, %s)", [FAMILY, self._kind])
        except DatabaseError as wrong:
            _log.info("the presence of this process can't be shown: %s", type(wrong).__name__)
            own.close()


def count_present() -> dict[int, int]:
    """Return how many processes of each kind run on this PostgreSQL database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT objid, count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid <> %s"
            " AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            " GROUP BY objid",
            [FAMILY, EVERYBODY],
        )
        counts = dict(cursor.fetchall())
    return {kind: counts.get(kind, 0) for kind in (WEB, WORKER)}


@contextmanager
def alone(patience: float = LINGER_SECONDS) -> Iterator[None]:
    """Have the database for this process alone during the block, on its default connection.

    The connections of a process that was just killed may linger for a moment. Raises Refused ``data.in_use`` with the
    number of processes, or of other connections of Barpoint's role.
    """
    deadline = time.monotonic() + patience
    try:
        while others := _others():
            if time.monotonic() >= deadline:
                raise Refused("data.in_use", processes=others)
            time.sleep(0.1)
        yield
    finally:
        connection.close()


def _others() -> int:
    """Take the lock that every process shares; return how many others use the database, 0 once it is ours alone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [FAMILY, EVERYBODY])
        if not cursor.fetchone()[0]:
            return max(1, sum(count_present().values()))
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])
