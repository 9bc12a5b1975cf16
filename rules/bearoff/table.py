"""The table of all races as bytes: what a file of it holds, and how one pair is read from it.

A file is ``HEADER``, the largest number of checkers (one byte), the SHA-256 of what follows (32 bytes), and four
little-endian doubles for each pair of places: ``KINDS`` in their order, row by row.

Source: docs/rules/bearoff.md#the-file.
"""

import struct
import sys
from array import array
from hashlib import sha256
from mmap import mmap
from typing import NamedTuple

from rules.bearoff.places import MOST_CHECKERS, Place, numbers, places
from rules.bearoff.solve import KINDS, Values, solve
from rules.errors import RuleBroken

VERSION = 1
HEADER = b"Barpoint bear-off table %d\n" % VERSION
_DIGEST = sha256().digest_size
_FIRST = len(HEADER) + 1 + _DIGEST
_PAIR = struct.Struct(f"<{len(KINDS)}d")


class Pair(NamedTuple):
    """What a race is worth to the side on roll before the roll, in units of the cube; ``solve`` says what each is."""

    cubeless: float
    centred: float
    owned: float
    away: float


class BearoffTable:
    """The values of all races of up to ``checkers`` checkers a side."""

    __slots__ = ("_content", "_size", "checkers")

    def __init__(self, content: bytes | mmap) -> None:
        """Read a table. Raises RuleBroken ``bearoff.table`` if it is damaged or of another version."""
        whole = len(content) > _FIRST and content[: len(HEADER)] == HEADER
        self.checkers = content[len(HEADER)] if whole else 0
        if not 1 <= self.checkers <= MOST_CHECKERS:
            raise RuleBroken("bearoff.table", size=len(content))
        self._size, self._content = len(places(self.checkers)), content
        expected = _FIRST + _PAIR.size * self._size * self._size
        if len(content) != expected:
            raise RuleBroken("bearoff.table", size=len(content), expected=expected)
        with memoryview(content) as view, view[_FIRST:] as values:
            if sha256(values).digest() != content[len(HEADER) + 1 : _FIRST]:
                raise RuleBroken("bearoff.table", size=len(content), expected=expected)

    @classmethod
    def make(cls, checkers: int = MOST_CHECKERS) -> "BearoffTable":
        """Work the table of up to ``checkers`` checkers out; six take half a minute."""
        return cls(table_bytes(solve(checkers), checkers))

    def pair(self, own: Place, other: Place) -> Pair:
        """Return what a race is worth to ``own``, on roll."""
        number = numbers(self.checkers)
        at = number[own] * self._size + number[other]
        return Pair(*_PAIR.unpack_from(self._content, _FIRST + _PAIR.size * at))


def table_bytes(values: Values, checkers: int = MOST_CHECKERS) -> bytes:
    """Return the file of what ``solve`` worked out for up to ``checkers`` checkers."""
    size = len(places(checkers))
    together = array("d", bytes(8 * len(KINDS) * size * size))
    for at, kind in enumerate(KINDS):
        together[at :: len(KINDS)] = values[kind]
    if sys.byteorder == "big":
        together.byteswap()
    content = together.tobytes()
    return HEADER + bytes([checkers]) + sha256(content).digest() + content
