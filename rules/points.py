"""The points of the board: their numbers, their names, and how steps between them are written.

Each side counts its own points from 24 down to 1 in its direction of movement; 25 is the bar, 0 is off, and home is
1 to 6. Every step goes from ``src`` to ``src - die``. Source: docs/rules/plays.md#the-board.
"""

from collections.abc import Iterable
from typing import NamedTuple

from rules.errors import RuleBroken

BAR = 25
OFF = 0
HOME = 6
SIZE = 26


class Step(NamedTuple):
    """One checker moved by one die. ``hit``: it sent an opposing checker to the bar."""

    src: int
    dst: int
    hit: bool


def ascending(point: int) -> int:
    """Return the ascending number of a point, or the descending number of an ascending one.

    Raises RuleBroken ``position.point``. Source: docs/rules/notation.md#ascending-numbers.

    >>> ascending(24), ascending(25), ascending(0)
    (1, 0, 25)
    """
    if not 0 <= point <= BAR:
        raise RuleBroken("position.point", point=point)
    return BAR - point


def point_name(point: int) -> str:
    """Return ``bar``, ``off`` or the number of a point."""
    return "bar" if point == BAR else "off" if point == OFF else str(point)


def write_play(steps: Iterable[Step]) -> str:
    """Write the steps of a play from the back; no step at all is ``(no play)``.

    One checker's way is one chain that names every point it touches, so the text has one meaning. ``(n)`` marks
    checkers that go the same way, ``*`` a hit. Source: docs/rules/notation.md#plays.

    >>> write_play([Step(24, 18, False), Step(18, 13, True)])
    '24/18/13*'
    >>> write_play([Step(13, 7, False)] * 2 + [Step(24, 18, False)] * 2)
    '24/18(2) 13/7(2)'
    """
    chains: list[list[tuple[int, bool]]] = []
    for src, dst, hit in sorted(steps, reverse=True):
        chain = next((chain for chain in chains if chain[-1][0] == src), None)
        if chain is None:
            chain = [(src, False)]
            chains.append(chain)
        chain.append((dst, hit))
    ways: dict[tuple[int, ...], tuple[int, set[int]]] = {}
    for chain in chains:
        way = tuple(point for point, _ in chain)
        count, marks = ways.get(way, (0, set()))
        ways[way] = count + 1, marks | {point for point, hit in chain if hit}
    return " ".join(_write_chain(way, *ways[way]) for way in ways) or "(no play)"


def _write_chain(way: tuple[int, ...], count: int, marks: set[int]) -> str:
    """Write one way over the board that ``count`` checkers go; only the first can hit, its mark stands for all."""
    points = [point_name(point) + "*" * (point in marks) for point in way]
    return "/".join(points) + (f"({count})" if count > 1 else "")
