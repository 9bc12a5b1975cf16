"""Whether this process may serve: its database answers and has this version's tables, static files are there, disk."""

import json
import shutil
from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from runtime.backups.versions import Migrations, known_migrations

# With less than this, a result may not be written any more; with less than the other, it is time to act.
LEAST_FREE, LOW_FREE = 20 << 20, 500 << 20


def readiness() -> dict[str, str]:
    """Return for each check an empty text if all is well, or what is wrong, as a code."""
    return {name: _outcome(check) for name, check in _CHECKS.items()}


def _outcome(check: Callable[[], str]) -> str:
    try:
        return check()
    except Exception as wrong:  # whatever is wrong: it may not serve
        return type(wrong).__name__


def _database() -> str:
    """Ask the database for something, on the connection of this thread."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT number FROM journal_stream WHERE name = 'site'")
        return "" if cursor.fetchone() else "database.version"


def _migrations() -> str:
    applied: Migrations = frozenset(MigrationRecorder(connection).applied_migrations())
    if applied - known_migrations():
        return "database.newer"
    return "database.version" if _wanted() - applied else ""


@cache
def _wanted() -> Migrations:
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def _static() -> str:
    return "" if static_files_are_there() else "static.missing"


def static_files_are_there() -> bool:
    """Whether static files were collected; always true for a storage that needs no manifest."""
    if "Manifest" not in settings.STORAGES["staticfiles"]["BACKEND"]:
        return True
    try:
        paths: dict[str, str] = json.loads((settings.STATIC_ROOT / "staticfiles.json").read_bytes())["paths"]
    except (OSError, ValueError, KeyError):
        return False
    return "css/base.css" in paths and (settings.STATIC_ROOT / paths["css/base.css"]).exists()


def _disk() -> str:
    return "" if shutil.disk_usage(settings.DATA_DIR).free >= LEAST_FREE else "disk.full"


_CHECKS = {"database": _database, "migrations": _migrations, "static": _static, "disk": _disk}
