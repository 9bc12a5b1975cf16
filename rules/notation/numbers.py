"""Other numberings of the points: ascending (bar 0, off 25), as some countries and old books count.

Inside the rule book everything is counted down, bar 25, off 0; only reading and showing may differ.
Source: games.md §5.6, K-09.
"""

import re

from rules.errors import RuleBroken
from rules.game.notation import Play, read_play

_NUMBER = re.compile(r"(?<![\d(])\d{1,2}(?!\d)", re.ASCII)


def ascending(point: int) -> int:
    """Return the ascending number of a point, or the descending one of an ascending number.

    >>> ascending(24), ascending(25), ascending(0)
    (1, 0, 25)
    """
    if not 0 <= point <= 25:
        raise RuleBroken("position.point", point=point)
    return 25 - point


def read_ascending(text: str) -> Play:
    """Read a play written in ascending numbers.

    Raises RuleBroken as ``read_play``.

    >>> read_ascending("0/3 19/23").hops
    (Hop(src=25, dst=22, hit=False), Hop(src=6, dst=2, hit=False))
    """
    return read_play(_turned(text))


def write_ascending(play: str) -> str:
    """Return a written play with ascending numbers; words stay.

    >>> write_ascending("24/18(2) 13/7(2)")
    '1/7(2) 12/18(2)'
    """
    return _turned(play)


def with_words(play: str, *, bar: str = "bar", off: str = "off") -> str:
    """Return a written play with other words for bar and off, such as ``Bar`` and ``Off``."""
    return play.replace("bar", bar).replace("off", off)


def _turned(text: str) -> str:
    def turned(found: re.Match[str]) -> str:
        number = int(found[0])
        return str(25 - number) if number <= 25 else found[0]

    return _NUMBER.sub(turned, text)
