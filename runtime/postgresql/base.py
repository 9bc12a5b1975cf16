"""Connections to PostgreSQL that save the server work.

A statement that comes up again and again is prepared: to plan the dozen statements of a result costs the server twice
as much as to carry them out. It takes values that are sent apart from the text (``server_side_binding``); no pooler.

Before a request, Django sends ``SELECT 1``. A server that ended a connection has sent that on it, so an idle one with
nothing to read is alive; only one with something to read is asked.
"""

import re
from collections.abc import Sequence
from select import POLLIN, poll
from typing import Any, Final

from django.db.backends.postgresql import base
from psycopg._preparing import Prepare, PrepareManager
from psycopg.pq.abc import PGresult

# How often a statement must have been sent, and how many are kept; the one not used for the longest time makes room.
PREPARED_AFTER: Final = 3
MOST_PREPARED: Final = 300

# After these a plan may be wrong, or is gone.
_ENDS_PLANS = re.compile(rb"(CREATE|ALTER|DROP|DISCARD|DEALLOCATE)\b")


class _Prepared(PrepareManager):
    """What a connection has prepared, which a rollback leaves as it is unless tables were changed in between."""

    _may_be_wrong = False

    def clear(self) -> bool:
        """Forget all if a plan may be wrong: the driver calls it after a transaction was rolled back."""
        is_due, self._may_be_wrong = self._may_be_wrong, False
        return super().clear() if is_due else False

    def _should_discard(self, prep: Prepare, results: Sequence[PGresult], *others: Any) -> bool:
        ends = [result.command_status or b"" for result in results]
        if any(_ENDS_PLANS.match(end) for end in ends):
            self._may_be_wrong = True
        elif b"ROLLBACK" not in ends or not self._may_be_wrong:
            return False
        return super().clear()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to PostgreSQL."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a new connection that prepares what it sends again and again."""
        connection = super().get_new_connection(conn_params)
        connection._prepared = _Prepared()
        connection.prepare_threshold = PREPARED_AFTER
        connection.prepared_max = MOST_PREPARED
        return connection

    def is_usable(self) -> bool:
        """Whether the connection still works."""
        if self.connection is None or self.connection.closed:
            return False
        waiting = poll()
        waiting.register(self.connection.fileno(), POLLIN)
        return not waiting.poll(0) or super().is_usable()
