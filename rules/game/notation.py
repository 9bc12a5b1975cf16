"""How a play is written: ``24/18/13*``, ``bar/22``, ``6/off(2)``.

    play  := "" | move (sep move)*            sep  := blank or comma
    move  := point ("/" point "*"?)+ count?   count := "(" 2..4 ")"
    point := 1..24 | "bar" "b" "25" | "off" "o" "0"

Source: games.md §5.2; docs/rules/notation.md.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.errors import RuleBroken
from rules.game.board import BAR, OFF

# What some programs write instead of a play that was illegal and stood.
STOOD = "illegal play"
LONGEST_PLAY = 120
MOST_HOPS = 24  # a stage of four for each number of a cascade; no roll of any game moves more

_POINTS = {str(point): point for point in range(26)} | {
    "b": BAR, "ba": BAR, "bar": BAR, "o": OFF, "of": OFF, "off": OFF,
}  # fmt: skip
_NO_PLAY = frozenset({"", "-", "(no play)", "no play", "cannot move"})
_NOTHING: frozenset[int] = frozenset()
_MOVE = re.compile(r"([a-z0-9]{1,3}(?:/[a-z0-9]{1,3}\*?)+)(?:\(([234])\))?(\*?)", re.ASCII)


class Hop(NamedTuple):
    """One checker from ``src`` to ``dst`` as written: one die or several; ``hit`` is the written mark."""

    src: int
    dst: int
    hit: bool


class Step(NamedTuple):
    """One checker by one die. ``hit``: an opposing checker was sent to the bar (or pinned)."""

    src: int
    dst: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Play:
    """A play as written: ``hops`` in written order, and what checking them needs again and again.

    ``pips`` of each hop; ``back_first`` the hops from the back; ``marked`` the points with a ``*``.
    """

    hops: tuple[Hop, ...]
    pips: tuple[int, ...]
    back_first: tuple[Hop, ...]
    marked: frozenset[int]


@lru_cache(maxsize=8192)
def read_play(text: str) -> Play:
    """Read a written play; no play at all is an empty one.

    Raises RuleBroken ``play.text`` (with the part that cannot be read), ``play.long``, or ``play.stood`` where the
    record says no more than that the play was illegal.
    """
    if len(text) > LONGEST_PLAY:
        raise RuleBroken("play.long", length=len(text), longest=LONGEST_PLAY)
    low = text.strip().lower()
    if low == STOOD:
        raise RuleBroken("play.stood")
    hops: list[Hop] = []
    if low not in _NO_PLAY:
        for word in low.replace(",", " ").split():
            hops += _move(word)
    if len(hops) > MOST_HOPS:
        raise RuleBroken("play.long", length=len(hops), longest=MOST_HOPS)
    pips = tuple([src - dst for src, dst, _ in hops])
    marked = frozenset([dst for _, dst, hit in hops if hit]) if "*" in low else _NOTHING
    return Play(tuple(hops), pips, tuple(sorted(hops, reverse=True)), marked)


@lru_cache(maxsize=4096)
def _move(word: str) -> tuple[Hop, ...]:
    """One written move: a chain of points, done once or ``(n)`` times."""
    match = _MOVE.fullmatch(word)
    if match is None:
        raise RuleBroken("play.text", part=word)
    chain, count, late_mark = match.groups()
    points = [part.rstrip("*") for part in chain.split("/")]
    marks = ["*" in part for part in chain.split("/")]
    marks[-1] = marks[-1] or bool(late_mark)
    try:
        numbers = [_POINTS[point] for point in points]
    except KeyError as unknown:
        raise RuleBroken("play.text", part=word) from unknown
    if numbers[0] == OFF or BAR in numbers[1:] or OFF in numbers[:-1]:
        raise RuleBroken("play.text", part=word)
    hops = tuple(Hop(src, dst, hit) for src, dst, hit in zip(numbers, numbers[1:], marks[1:], strict=False))
    return hops * int(count or 1)


def read_dice(text: str) -> tuple[int, int]:
    """Read a roll written ``31``, ``3-1`` or ``3 1`` and return it with the larger die first.

    Raises RuleBroken ``dice.text``.
    """
    digits = text.strip().replace("-", "").replace(" ", "")
    if len(digits) != 2 or not set(digits) <= set("123456"):
        raise RuleBroken("dice.text", text=text[:20])
    low, high = sorted(map(int, digits))
    return high, low


def point_name(point: int) -> str:
    """``bar``, ``off`` or the number."""
    return "bar" if point == BAR else "off" if point == OFF else str(point)


def write_play(steps: Iterable[Step]) -> str:
    """Write steps for people: from the back, one checker's way in one chain, ``(n)`` for twins, ``*`` for
    hits.

    Every point touched is written, so the text has one reading. No step at all: ``(no play)``.

    >>> write_play([Step(24, 18, False), Step(18, 13, True)])
    '24/18/13*'
    >>> write_play([Step(13, 7, False)] * 2 + [Step(24, 18, False)] * 2)
    '24/18(2) 13/7(2)'
    """
    chains: list[list[tuple[int, bool]]] = []
    for src, dst, hit in sorted(steps, reverse=True):
        runner = next((chain for chain in chains if chain[-1][0] == src), None)
        if runner is None:
            runner = [(src, False)]
            chains.append(runner)
        runner.append((dst, hit))
    ways: dict[tuple[int, ...], tuple[int, set[int]]] = {}
    for chain in chains:
        way = tuple(point for point, _ in chain)
        count, marks = ways.get(way, (0, set()))
        ways[way] = count + 1, marks | {point for point, hit in chain if hit}
    return " ".join(_chain(way, *ways[way]) for way in ways) or "(no play)"


def _chain(way: tuple[int, ...], count: int, marks: set[int]) -> str:
    """One way over the board, done ``count`` times; only the first of twins hits, the mark stands for
    both."""
    points = [point_name(point) + "*" * (point in marks) for point in way]
    return "/".join(points) + (f"({count})" if count > 1 else "")
