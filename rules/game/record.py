"""A match as it was written down: games, and in each game what was done in what order.

Nothing here is judged: a record may hold any nonsense that can be read. Sides are 0 (named first, the left
column) and 1; pairs are in that order. Rows are the printed numbers, None where a form has none.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.game.board import Position
from rules.game.findings import Finding


class Kind(StrEnum):
    """What was done."""

    PLAY = "play"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RESIGN = "resign"
    POSITION = "position"


class Action(NamedTuple):
    """One thing one side did.

    ``dice`` as written, None when no roll was written. ``play`` is the written play, "" for none. ``value``
    is the written value of the cube, None when it was not written. A BEAVER is any turn of the cube in
    answer to one. A POSITION replaces the board by ``position`` (seen by ``side``), as set by hand.
    """

    side: int
    kind: Kind
    row: int | None = None
    dice: tuple[int, int] | None = None
    play: str = ""
    value: int | None = None
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a game is said to have ended: the winning side and his points."""

    winner: int
    points: int


@dataclass(frozen=True, slots=True)
class Game:
    """One game. ``score`` is the written score before it; ``crawford`` what a tag said, None if nothing
    did."""

    number: int | None
    score: tuple[int, int] | None
    actions: tuple[Action, ...]
    result: Result | None = None
    crawford: bool | None = None
    start_cube: int = 1


@dataclass(frozen=True, slots=True)
class Match:
    """A whole record. ``length`` 0 is a money session.

    ``tags`` are header lines (key, text) in order. ``crawford``, ``jacoby``, ``beavers`` are what the record
    says about these rules, None if nothing. ``remarks`` are notes made while reading.
    """

    length: int
    players: tuple[str, str]
    games: tuple[Game, ...]
    tags: tuple[tuple[str, str], ...] = ()
    form: str = "mat"
    crawford: bool | None = None
    jacoby: bool | None = None
    beavers: bool | None = None
    variation: str | None = None
    remarks: tuple[Finding, ...] = ()
