"""Runs functions at regular intervals while a server runs. Apps register them with ``every``."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import connections
from django.utils import timezone

from runtime.troubles import note_error

STEP_SECONDS = 0.5

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Timer:
    """``run`` is called with the time, every ``seconds``."""

    seconds: float
    run: Callable[[datetime], object]


_timers: list[Timer] = []


def every[Run: Callable[[datetime], object]](seconds: float) -> Callable[[Run], Run]:
    """Have the decorated function called every ``seconds`` while a server runs.

    It may only enqueue jobs and open pages that settle what is due.
    """

    def register(run: Run) -> Run:
        _timers.append(Timer(seconds, run))
        return run

    return register


def timers() -> tuple[Timer, ...]:
    """Return all registered timers."""
    return tuple(_timers)


class Clock:
    """A thread that runs the timers one after the other; a timer that fails is logged and runs again."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self, seconds: float) -> None:
        """Stop the timers, and wait up to ``seconds`` for the one that is running."""
        self._stopping.set()
        self._thread.join(seconds)

    def _run(self) -> None:
        due = dict.fromkeys(range(len(_timers)), 0.0)
        while not self._stopping.wait(STEP_SECONDS):
            for place, timer in enumerate(_timers):
                if time.monotonic() >= due[place]:
                    _run_logged(timer)
                    due[place] = time.monotonic() + timer.seconds
        connections.close_all()


def _run_logged(timer: Timer) -> None:
    try:
        timer.run(timezone.now())
    except Exception as error:
        note_error(_log, "the clock goes on after an error", error)
        connections.close_all()
