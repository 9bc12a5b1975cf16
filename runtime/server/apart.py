"""Do something in a copy of this process, so that the memory it takes is given back."""

import ctypes
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from django.db import connections

_PR_SET_PDEATHSIG = 1  # prctl(2)


def apart[Value](work: Callable[[], Value]) -> Value:
    """Return what ``work`` returns, or raise what it raises; a copy of this process does it and then ends.

    ``work`` is a function of a module. Only what it writes to disk stays, nothing that it changes in memory. For a
    process that has one thread: a copy has no other.
    """
    connections.close_all()  # a file of SQLite must not be open in both
    with ProcessPoolExecutor(1, mp_context=get_context("fork"), initializer=_end_with_the_waiting_process) as pool:
        return pool.submit(work).result()


def _end_with_the_waiting_process() -> None:
    """End when the process that waits is killed, so that the next start finds the data free. Only Linux does that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
