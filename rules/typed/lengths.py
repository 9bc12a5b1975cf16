"""Lengths as a director types them: ``5 5 7 7 9``.

The last number is the final, the one before it the semi-final, and so on; rounds before the first number are played
to the first number. So the same numbers fit a larger field. Where the first rounds differ: ``3 3 … 5 … 7 9``.

Source: docs/rules/byes-and-drops.md#lengths.
"""

import re

from rules.errors import RuleBroken
from rules.formats.lengths import LONGEST_MATCH, Lengths

_DOTS = re.compile(r"…|\.{2,}")
_BETWEEN = re.compile(r"[\s,;/·]+")


def read_written(text: str) -> Lengths:
    """Return the lengths that ``text`` says.

    Raises RuleBroken ``lengths.empty``, ``lengths.dots``, ``lengths.number`` with the ``place`` (from 1, of ``places``)
    of the word that is not a number from 1 to 99.
    """
    parts = _parts(text)
    if len(parts) == 1:
        default, last = parts[0][0], list(parts[0][1:])
        while last and last[0] == default:
            last = last[1:]
        return Lengths(default, (), tuple(last))
    *first, middle, last_ = parts if len(parts) == 3 else ([], *parts)
    if len(middle) != 1:
        raise RuleBroken("lengths.dots", got=text)
    return Lengths(middle[0], tuple(first[0]), tuple(last_))


def write_lengths(lengths: Lengths) -> str:
    """Return lengths as ``read_written`` reads them."""
    last = " ".join(map(str, lengths.last))
    if not lengths.rounds:
        return f"{lengths.default} {last}".strip()
    first = " ".join(map(str, lengths.rounds))
    return f"{first} … {lengths.default} … {last}".strip()


def _parts(text: str) -> list[list[int]]:
    pieces = [[word for word in _BETWEEN.split(piece) if word] for piece in _DOTS.split(text)]
    if not any(pieces):
        raise RuleBroken("lengths.empty")
    if len(pieces) > 3 or (len(pieces) > 1 and not pieces[-2]):
        raise RuleBroken("lengths.dots", got=text)
    words = [word for piece in pieces for word in piece]
    if len(words) > LONGEST_MATCH:
        raise RuleBroken("lengths.dots", got=text)
    for place, word in enumerate(words, start=1):
        fits = word.isascii() and word.isdecimal() and len(word) < 3
        if not fits or not 1 <= int(word) <= LONGEST_MATCH:
            raise RuleBroken("lengths.number", got=word[:20], place=place, places=len(words))
    return [[int(word) for word in piece] for piece in pieces]
