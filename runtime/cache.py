"""What is made once and kept while there is room: of all who ask for it at once one makes it, and the others wait.

A result on the wall sends every phone of the hall to the same page within a second.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Event, Lock

PATIENCE_SECONDS = 5.0


class _Making[T]:
    """Somebody makes it: ``made`` is empty until it is done, and when it went wrong."""

    def __init__(self) -> None:
        self.over = Event()
        self.made: list[T] = []


class Kept[T]:
    """Values by key, each made once; the one used longest ago gives way when they weigh more than ``room``."""

    def __init__(self, room: int, weight: Callable[[T], int] = lambda value: 1) -> None:
        self._room, self._weight = room, weight
        self._lock = Lock()
        self._values: OrderedDict[str, T] = OrderedDict()
        self._making: dict[str, _Making[T]] = {}
        self._used = 0

    def get(self, key: str, make: Callable[[], T | None]) -> T | None:
        """Return the value under ``key``, made by ``make`` when it is not kept; None when there is none to keep.

        Who waits for another's value waits a few seconds; when that one fails he is told None.
        """
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            making = self._making.get(key)
            is_mine = making is None
            if making is None:
                making = self._making[key] = _Making[T]()
        if not is_mine:
            making.over.wait(PATIENCE_SECONDS)
            return making.made[0] if making.made else None
        try:
            value = make()
            if value is not None:
                making.made.append(value)
                self._keep(key, value)
            return value
        finally:
            with self._lock:
                del self._making[key]
            making.over.set()

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._used = 0

    def _keep(self, key: str, value: T) -> None:
        with self._lock:
            self._values[key] = value
            self._used += self._weight(value)
            while self._used > self._room:
                _, oldest = self._values.popitem(last=False)
                self._used -= self._weight(oldest)
