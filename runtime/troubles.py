"""Errors that are no defects: the disk is full, the database is locked or gone, files or tables are missing.

Each has a code, by which it is said to the person at the page, logged (once a minute, not with a traceback each) and
marked at the desk.
"""

import errno
import logging
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator

from django.db import Error as DatabaseError

from journal.refusals import Refused

LOG_SECONDS = 60.0

_log = logging.getLogger("barpoint.trouble")


class Trouble(Refused):
    """The machine can't do it now; ``again`` is after how many seconds a client may try again, None for not."""

    def __init__(self, code: str, status: int, again: int | None) -> None:
        super().__init__(code)
        self.status, self.again = status, again


# By code: the status of the answer, and after how many seconds to try again.
TROUBLES: dict[str, tuple[int, int | None]] = {
    "disk.full": (507, 30),
    "database.busy": (503, 5),
    "database.gone": (503, 5),
    "database.readonly": (503, 30),
    "database.damaged": (500, None),
    "database.version": (503, 30),
    "static.missing": (503, 30),
}
# What SQLite says, by a part of it.
_SQLITE = {
    "disk is full": "disk.full",
    "is locked": "database.busy",
    "readonly database": "database.readonly",
    "unable to open": "database.gone",
    "disk i/o error": "database.gone",
    "malformed": "database.damaged",
    "not a database": "database.damaged",
    "no such table": "database.version",
    "no such column": "database.version",
}
# What PostgreSQL says, by its SQLSTATE or the class of it.
_POSTGRES = {
    "53100": "disk.full",
    "55P03": "database.busy",
    "57014": "database.busy",
    "40P01": "database.busy",
    "40001": "database.busy",
    "53300": "database.busy",
    "25006": "database.readonly",
    "42P01": "database.version",
    "42703": "database.version",
    "XX001": "database.damaged",
    "XX002": "database.damaged",
    "08": "database.gone",
    "57": "database.gone",
}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Return what an error is, None for a defect."""
    for each in _causes(error):
        code = _code(each)
        if code:
            return Trouble(code, *TROUBLES[code])
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _code(error: BaseException) -> str:
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "disk.full"
    if isinstance(error, ValueError) and str(error).startswith("Missing staticfiles manifest entry"):
        return "static.missing"
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return _POSTGRES.get(state, _POSTGRES.get(state[:2], ""))
    if isinstance(error, sqlite3.Error):
        return next((code for part, code in _SQLITE.items() if part in str(error).lower()), "")
    if isinstance(error, DatabaseError) and type(error).__name__ in ("OperationalError", "InterfaceError"):
        # psycopg names no state for a connection that could not be made or was cut.
        return "" if isinstance(error.__cause__, sqlite3.Error) or _has_state(error) else "database.gone"
    return ""


def _has_state(error: BaseException) -> bool:
    return isinstance(getattr(error.__cause__, "sqlstate", None), str)


class Log:
    """Logs each trouble once a minute, with how often it came."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}
        self._more: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.last: dict[str, float] = {}

    def note(self, trouble: Trouble, where: str) -> None:
        """Count a trouble, and log it unless that was done less than a minute ago."""
        code, now = trouble.code, time.monotonic()
        self.counts[code] += 1
        self.last[code] = now
        if now - self._since.get(code, float("-inf")) < LOG_SECONDS:
            self._more[code] += 1
            return
        more = self._more.pop(code, 0)
        _log.error("%s: %s%s", code, where, f" and {more} more in the last minute" if more else "")
        self._since[code] = now


# The troubles of this process.
troubles = Log()


def note_error(log: logging.Logger, what: str, error: Exception) -> None:
    """Log an error of the work beside requests: a trouble once a minute, a defect with its traceback each time."""
    trouble = trouble_of(error)
    if trouble is None:
        log.error(what, exc_info=error)
    else:
        troubles.note(trouble, what)
