"""One process owns the SQLite file: a lock beside it that dies with the process."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from journal.refusals import Refused

LOCK_NAME = "running.lock"


@contextmanager
def owning(folder: Path) -> Iterator[None]:
    """Own ``folder`` for the time of the block. Raises Refused ``data.owned`` with the owner's process number."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK_NAME).open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise Refused("data.owned", process=lock.read().strip(), folder=str(folder)) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def is_owned(folder: Path) -> bool:
    """Whether a running server owns ``folder``."""
    try:
        with (folder / LOCK_NAME).open("a+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
