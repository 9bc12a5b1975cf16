"""One process owns the SQLite file: a lock beside it that dies with the process.

Source: docs/decisions/0021-process-lock.md.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from journal.refusals import Refused

LOCK_NAME = "running.lock"


@contextmanager
def owning(folder: Path) -> Iterator[None]:
    """Own ``folder`` during the block. Raises Refused ``data.owned`` with the owner's process number."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK_NAME).open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise Refused("data.owned", process=lock.read().strip(), folder=str(folder)) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def is_owned(folder: Path) -> bool:
    """Whether a running process owns ``folder``. Nothing is written."""
    try:
        with (folder / LOCK_NAME).open("r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
