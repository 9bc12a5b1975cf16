"""Read a written play, such as ``24/18/13*``, ``bar/22`` or ``6/off(2)``, and a written roll.

    play  := "" | move (sep move)*            sep  := blank or comma
    move  := point ("/" point "*"?)+ count?   count := "(" 2..4 ")"
    point := 1..24 | "bar" "b" "25" | "off" "o" "0"

Source: docs/rules/notation.md#plays.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.errors import RuleBroken
from rules.game.dice import Dice
from rules.points import BAR, OFF

# Some programs write these words instead of an illegal play that both players accepted.
ILLEGAL_PLAY = "illegal play"
LONGEST_PLAY = 180  # a cascade from 1-1 has 24 moves
MOST_HOPS = 24  # gul bara plays four of each number after a double: no roll of any game moves more

_POINTS = {str(point): point for point in range(26)} | {
    "b": BAR, "ba": BAR, "bar": BAR, "o": OFF, "of": OFF, "off": OFF,
}  # fmt: skip
_NO_PLAY = frozenset({"", "-", "(no play)", "no play", "cannot move"})
_NOTHING: frozenset[int] = frozenset()
_MOVE = re.compile(r"([a-z0-9]{1,3}(?:/[a-z0-9]{1,3}\*?)+)(?:\(([234])\))?(\*?)", re.ASCII)


class Hop(NamedTuple):
    """One checker from ``src`` to ``dst`` as written, by one die or several. ``hit``: a ``*`` is written after it."""

    src: int
    dst: int
    hit: bool


class Play(NamedTuple):
    """A play as written: its ``hops`` in written order, and what every check of them needs.

    ``pips`` of each hop; ``marked`` are the points with a ``*``.
    """

    hops: tuple[Hop, ...]
    pips: tuple[int, ...]
    marked: frozenset[int]


@lru_cache(maxsize=8192)
def read_play(text: str) -> Play:
    """Read a written play; ``""``, ``-``, ``(no play)`` and ``Cannot Move`` are an empty one.

    Raises RuleBroken ``play.text`` (with the part that cannot be read), ``play.long``, or ``play.stood`` for the words
    *illegal play*, which do not say what was played.
    """
    if len(text) > LONGEST_PLAY:
        raise RuleBroken("play.long", length=len(text), longest=LONGEST_PLAY)
    low = text.strip().lower()
    if low == ILLEGAL_PLAY:
        raise RuleBroken("play.stood")
    hops, pips = read_moves(() if low in _NO_PLAY else low.replace(",", " ").split())
    if len(hops) > MOST_HOPS:
        raise RuleBroken("play.long", length=len(hops), longest=MOST_HOPS)
    marked = frozenset([dst for _, dst, hit in hops if hit]) if "*" in low else _NOTHING
    return Play(hops, pips, marked)


def read_moves(words: Sequence[str]) -> tuple[tuple[Hop, ...], tuple[int, ...]]:
    """Read the moves of a play, each one of ``words`` in lower case; return their hops and the pips of each.

    Raises RuleBroken ``play.text``.
    """
    if len(words) == 2:  # two plays in three
        (one, first), (other, second) = read_move(words[0]), read_move(words[1])
        return one + other, first + second
    hops: tuple[Hop, ...] = ()
    pips: tuple[int, ...] = ()
    for word in words:
        more, further = read_move(word)
        hops, pips = hops + more, pips + further
    return hops, pips


@lru_cache(maxsize=4096)
def read_move(word: str) -> tuple[tuple[Hop, ...], tuple[int, ...]]:
    """Read one move: a chain of points, played once or ``(n)`` times; return its hops and the pips of each.

    Raises RuleBroken ``play.text``.
    """
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
    return hops * int(count or 1), tuple([src - dst for src, dst, _ in hops]) * int(count or 1)


def read_dice(text: str, count: int = 2) -> Dice:
    """Read a roll written ``31``, ``3-1`` or ``3 1`` and return it with the larger dice first; Tabula rolls three.

    Raises RuleBroken ``dice.text``.
    """
    digits = text.strip().replace("-", "").replace(" ", "")
    if len(digits) != count or not set(digits) <= set("123456"):
        raise RuleBroken("dice.text", text=text[:20])
    return tuple(sorted(map(int, digits), reverse=True))
