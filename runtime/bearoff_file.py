"""The table of the last checkers as a file of the data folder: made once, read through memory, made anew if damaged.

Source: docs/rules/bearoff.md#the-file; docs/decisions/0120-exact-bear-off.md.
"""

import logging
import mmap
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.conf import settings

from rules.bearoff.solve import solve
from rules.bearoff.table import VERSION, BearoffTable, table_bytes
from rules.errors import RuleBroken

_log = logging.getLogger(__name__)


def bearoff_path() -> Path:
    """Return where the table is kept."""
    return Path(settings.DATA_DIR) / f"bearoff-{VERSION}.table"


def make_bearoff_file(progress: Callable[[int, int], object]) -> Path:
    """Work the table out, half a minute of computing, and put it in its place at once; return where.

    Whoever reads meanwhile has the old file or none, never half of one.
    """
    path = bearoff_path()
    content = table_bytes(solve(progress=progress))
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
    return path


def bearoff_table() -> BearoffTable | None:
    """Return the table, None while there is none. A damaged file is put aside, so that it is made anew."""
    path = bearoff_path()
    try:
        about = path.stat()
    except FileNotFoundError:
        return None
    try:
        return _read(path, about.st_mtime_ns, about.st_size)
    except (RuleBroken, ValueError):
        _log.exception("the table of the last checkers is damaged and will be made anew")
        path.replace(path.with_suffix(".damaged"))
        return None


@lru_cache(maxsize=1)
def _read(path: Path, changed: int, size: int) -> BearoffTable:
    """Read and check a file; it is mapped into memory, so that a page of it is read when it is needed."""
    with path.open("rb") as file:
        return BearoffTable(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
