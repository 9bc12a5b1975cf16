"""Ascending numbers: bar 0, off 25, as some countries and old books count.

The rule book counts down everywhere, bar 25 and off 0; only what is read and shown can count up.
Source: docs/rules/notation.md#ascending-numbers.
"""

import re

from rules.game.notation import Play, read_play
from rules.points import BAR, ascending

_NUMBER = re.compile(r"(?<![\d(])\d{1,2}(?!\d)", re.ASCII)


def read_ascending(text: str) -> Play:
    """Read a play written in ascending numbers.

    Raises RuleBroken as ``read_play`` does.

    >>> read_ascending("0/3 19/23").hops
    (Hop(src=25, dst=22, hit=False), Hop(src=6, dst=2, hit=False))
    """
    return read_play(_convert(text))


def write_ascending(play: str) -> str:
    """Return a written play in ascending numbers; the words bar and off stay.

    >>> write_ascending("24/18(2) 13/7(2)")
    '1/7(2) 12/18(2)'
    """
    return _convert(play)


def _convert(text: str) -> str:
    """Replace every number of a point by its number in the other direction; a larger number stays."""

    def convert(number: re.Match[str]) -> str:
        point = int(number[0])
        return str(ascending(point)) if point <= BAR else number[0]

    return _NUMBER.sub(convert, text)
