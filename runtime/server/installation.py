"""The versions, database and address of this installation, for the log and for support."""

import logging
import platform

from django.conf import settings
from django.db import connection

# How many more objects there are, and searches done, before the next search for garbage. A large page makes some
# thousand objects and drops them again: with Python's own 2,000 they would be searched in the middle of the page.
SEARCHES = (20_000, 10, 10)

# Starts are logged always; everything else this program logs is a warning.
_log = logging.getLogger("barpoint")


def versions() -> str:
    """Return which Barpoint runs, on which Python and database: ``Barpoint 0.1.0, Python 3.13.5, SQLite 3.46.1``.

    Connects to the database if it is a server.
    """
    database = ".".join(map(str, connection.get_database_version()))
    return f"Barpoint {settings.RELEASE}, Python {platform.python_version()}, {connection.display_name} {database}"


def note_start(what: str, running: str, address: str) -> None:
    """Log that ``what``, a server or a worker, started. ``running`` is the return value of ``versions``."""
    _log.info("%s started: %s, %s", what, running, address)
