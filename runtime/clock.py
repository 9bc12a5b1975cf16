"""What happens by the clock while a server runs: apps say what is to be looked at, and how often."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import connections
from django.utils import timezone

STEP_SECONDS = 0.5

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Watch:
    """``look`` is called with the time, every ``seconds``."""

    seconds: float
    look: Callable[[datetime], object]


_watches: list[Watch] = []


def every[Look: Callable[[datetime], object]](seconds: float) -> Callable[[Look], Look]:
    """Have the decorated function called every ``seconds`` while a server runs.

    It may only ask for jobs, and open pages on which what is due is settled.
    """

    def watched(look: Look) -> Look:
        _watches.append(Watch(seconds, look))
        return look

    return watched


def watches() -> tuple[Watch, ...]:
    """Return all that is looked at by the clock."""
    return tuple(_watches)


class Clock:
    """A thread that looks at each watch in its turn; what fails is logged and looked at again."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self, seconds: float) -> None:
        """Look no more; a look that is under way ends first."""
        self._stopping.set()
        self._thread.join(seconds)

    def _run(self) -> None:
        due = dict.fromkeys(range(len(_watches)), 0.0)
        while not self._stopping.wait(STEP_SECONDS):
            for place, watch in enumerate(_watches):
                if time.monotonic() >= due[place]:
                    _look(watch)
                    due[place] = time.monotonic() + watch.seconds
        connections.close_all()


def _look(watch: Watch) -> None:
    try:
        watch.look(timezone.now())
    except Exception:
        _log.exception("the clock goes on after")
        connections.close_all()
