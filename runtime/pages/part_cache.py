"""The parts of a page, used again while they would show the same.

Source: docs/decisions/0062-parts-by-what-they-show.md.
"""

from collections.abc import Callable, Hashable, Sequence
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


class SeriesCache[Slot: Hashable, Value, Part]:
    """The parts made last in each slot, one for each value of a series; each is used again while its value is equal.

    ``room`` is how many parts there may be; the series used least recently are dropped.
    """

    def __init__(self, *, room: int) -> None:
        self._made: LRUCache[Slot, tuple[Sequence[Value], list[Part]]] = LRUCache(room, lambda made: len(made[1]))
        self._lock = Lock()

    def parts(self, slot: Slot, values: Sequence[Value], make: Callable[[Value], Part]) -> list[Part]:
        """Return what ``make`` makes from each value. In one slot it is always the same function."""
        with self._lock:
            made = self._made.get(slot)
        if made is None or len(made[0]) != len(values):
            parts = [make(value) for value in values]
        else:
            lasts = zip(values, *made, strict=True)
            parts = [part if last is value or last == value else make(value) for value, last, part in lasts]
        with self._lock, suppress(ValueError):
            self._made[slot] = values, parts
        return parts
