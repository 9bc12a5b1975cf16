"""A connection that was idle is looked at before a request, without asking the server.

Django sends ``SELECT 1`` before the first statement of every request. A server that ended a connection has sent that on
it, so a connection with nothing to read is alive; only one with something to read is asked.
"""

from select import POLLIN, poll

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to PostgreSQL."""

    def is_usable(self) -> bool:
        """Whether the connection still works."""
        if self.connection is None or self.connection.closed:
            return False
        waiting = poll()
        waiting.register(self.connection.fileno(), POLLIN)
        return not waiting.poll(0) or super().is_usable()
