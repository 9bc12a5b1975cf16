"""The record of a match: its games, and in each game what was done, in order.

Nothing here is judged: a record holds whatever could be read. Sides are 0 (named first, the left column) and 1, and
pairs are in that order. Rows are the printed row numbers, None where a format has none.
Source: docs/rules/files.md#json.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.game.board import Position
from rules.game.dice import Dice
from rules.game.findings import Finding


class Kind(StrEnum):
    """The kinds of action."""

    PLAY = "play"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RESIGN = "resign"
    POSITION = "position"
    REST = "rest"


class Action(NamedTuple):
    """One action of one side.

    ``dice`` are the written roll, None without one. ``play`` is the written play, ``""`` without one. ``value`` is the
    written value of the cube, None without one. A BEAVER is any turn of the cube in answer to another. A POSITION is a
    board that was set up: ``position`` replaces the board, seen by ``side``. A REST is what a side plays of the
    opponent's cascade of doubles before rolling.
    """

    side: int
    kind: Kind
    row: int | None = None
    dice: Dice | None = None
    play: str = ""
    value: int | None = None
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game as written: the winning side and its points; a draw has no winner, and points of each."""

    winner: int | None
    points: int


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. ``score`` is the score written before it.

    ``crawford`` is whether a tag calls it the Crawford game, None without a tag. ``start_cube`` is the value of the
    cube when play began: more than 1 after automatic doubles.
    """

    number: int | None
    score: tuple[int, int] | None
    actions: tuple[Action, ...]
    result: Result | None = None
    crawford: bool | None = None
    start_cube: int = 1


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A whole match; ``length`` 0 is a money session.

    ``tags`` are the header lines (key, text) in order. ``crawford``, ``jacoby`` and ``beavers`` are what the record
    says about these rules, None where it says nothing. ``remarks`` are findings made while it was read.
    """

    length: int
    players: tuple[str, str]
    games: tuple[GameRecord, ...]
    tags: tuple[tuple[str, str], ...] = ()
    form: str = "mat"
    crawford: bool | None = None
    jacoby: bool | None = None
    beavers: bool | None = None
    variation: str | None = None
    remarks: tuple[Finding, ...] = ()
