"""The parts of a page, used again while they would show the same.

Source: docs/decisions/0062-parts-by-what-they-show.md.
"""

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Protocol
from weakref import WeakSet

from cachetools import LRUCache


class _Cache(Protocol):
    name: str
    made: int

    def clear(self) -> None: ...


_caches: WeakSet[_Cache] = WeakSet()


def clear_parts() -> None:
    """Drop all parts of this process, as if it had just started."""
    for cache in _caches:
        cache.clear()


def parts_made() -> dict[str, int]:
    """Return how many parts each cache of this process has made so far, by its name."""
    return {cache.name: cache.made for cache in _caches}


class PartCache[Slot: Hashable, Value, Part]:
    """The part made last in each slot, with the value that it was made from.

    A part is used again only while its value is equal, so a value must hold everything that the part shows, and
    ``make`` may read nothing else. The slot only says where to look: two that share one make their parts anew, never
    show each other's. ``size`` returns how much ``room`` a part takes; the parts used least recently are dropped.
    """

    def __init__(self, name: str, make: Callable[[Value], Part], *, room: int, size: Callable[[Part], int]) -> None:
        self.name, self.made = name, 0
        self._make = make
        self._last: LRUCache[Slot, tuple[Value, Part]] = LRUCache(room, lambda last: size(last[1]))
        self._lock = Lock()
        _caches.add(self)

    def part(self, slot: Slot, value: Value) -> Part:
        """Return the part that is made from ``value``."""
        with self._lock:
            last = self._last.get(slot)
        if last is not None and last[0] == value:
            return last[1]
        part = self._make(value)
        with self._lock, suppress(ValueError):  # it is larger than the room
            self.made += 1
            self._last[slot] = value, part
        return part

    def clear(self) -> None:
        """Drop all parts."""
        with self._lock:
            self._last.clear()


class SeriesCache[Slot: Hashable, Value, Part]:
    """The parts made last in each slot, one for each value of a series; each is used again while its value is equal.

    ``room`` is how many parts there may be; the series used least recently are dropped.
    """

    def __init__(self, name: str, make: Callable[[Value], Part], *, room: int) -> None:
        self.name, self.made = name, 0
        self._make = make
        self._last: LRUCache[Slot, tuple[Sequence[Value], list[Part]]] = LRUCache(room, lambda last: len(last[1]))
        self._lock = Lock()
        _caches.add(self)

    def parts(self, slot: Slot, values: Sequence[Value]) -> list[Part]:
        """Return the parts that are made from the values, in their order."""
        with self._lock:
            last = self._last.get(slot)
        if last is None or len(last[0]) != len(values):
            parts, made = [self._make(value) for value in values], len(values)
        else:
            make, differ = (
                self._make,
                [not (one is other or one == other) for one, other in zip(last[0], values, strict=True)],
            )
            parts = [make(value) if new else part for value, part, new in zip(values, last[1], differ, strict=True)]
            made = sum(differ)
        with self._lock, suppress(ValueError):  # they are more than the room
            self.made += made
            self._last[slot] = values, parts
        return parts

    def clear(self) -> None:
        """Drop all parts."""
        with self._lock:
            self._last.clear()
