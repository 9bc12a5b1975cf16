"""What runs here, for the log and for whoever asks for help: versions, database, address."""

import logging
import platform

from django.conf import settings
from django.db import connection

# Notes of starts are wanted in every log; what else this program notes are warnings.
_log = logging.getLogger("barpoint")


def versions() -> str:
    """Return which Barpoint runs, on which Python and database: ``Barpoint 0.1.0, Python 3.13.5, SQLite 3.46.1``.

    Opens a connection where the database is a server.
    """
    database = ".".join(map(str, connection.get_database_version()))
    return f"Barpoint {settings.RELEASE}, Python {platform.python_version()}, {connection.display_name} {database}"


def note_start(what: str, running: str, address: str) -> None:
    """Note in the log that ``what``, a server or a worker, started. ``running`` is what ``versions`` returns."""
    _log.info("%s started: %s, %s", what, running, address)
