"""The parts of a page, used again while they would show the same.

Source: docs/decisions/0062-parts-by-what-they-show.md.
"""

from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock

from cachetools import LRUCache


class PartCache[Slot: Hashable, Value, Part]:
    """The part made last in each slot, with the value that it was made from.

    A part is used again only while its value is equal, so a value must hold everything that the part shows, and
    ``make`` may read nothing else. The slot only says where to look: two that share one make their parts anew, never
    show each other's. ``size`` returns how much ``room`` a part takes; the parts used least recently are dropped.
    """

    def __init__(
        self, make: Callable[[Value], Part], *, room: int, size: Callable[[Part], int] = lambda part: 1
    ) -> None:
        self._make = make
        self._made: LRUCache[Slot, tuple[Value, Part]] = LRUCache(room, lambda made: size(made[1]))
        self._lock = Lock()

    def part(self, slot: Slot, value: Value) -> Part:
        """Return the part that is made from ``value``."""
        with self._lock:
            made = self._made.get(slot)
        if made is not None and made[0] == value:
            return made[1]
        part = self._make(value)
        with self._lock, suppress(ValueError):  # it is larger than the room
            self._made[slot] = value, part
        return part

    @property
    def size(self) -> int:
        """How much of the room is taken."""
        with self._lock:
            return int(self._made.currsize)

    def clear(self) -> None:
        """Drop all parts."""
        with self._lock:
            self._made.clear()
