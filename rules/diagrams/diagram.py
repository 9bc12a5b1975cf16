"""What a diagram shows, and where each thing stands. Drawing is left to ``svg`` and ``text``.

The player on roll sits below and bears off to the right. Source: screens.md §3.6; docs/rules/diagrams.md.
"""

from dataclasses import dataclass
from enum import StrEnum

from rules.game.board import Position
from rules.game.notation import Step
from rules.notation.numbers import ascending

STACK = 5  # checkers drawn on a point; more are a number on the fifth
COLUMNS = 12


class Numbering(StrEnum):
    """Which way the reader counts his points."""

    DESCENDING = "descending"
    ASCENDING = "ascending"


@dataclass(frozen=True, slots=True)
class Diagram:
    """One board with everything that belongs to the question.

    ``names`` of the player on roll and of his opponent. ``owner`` of the cube: 0 the player on roll, 1 the
    opponent, None centred; ``cube`` None draws none. ``score`` in the order of the names, ``length`` 0 for money.
    ``steps`` are the play in question, drawn over the board.
    """

    position: Position
    names: tuple[str, str]
    dice: tuple[int, int] | None = None
    cube: int | None = 1
    owner: int | None = None
    score: tuple[int, int] | None = None
    length: int = 0
    steps: tuple[Step, ...] = ()
    numbering: Numbering = Numbering.DESCENDING

    def label(self, point: int) -> str:
        """The reader's number of an own point."""
        return str(ascending(point) if self.numbering is Numbering.ASCENDING else point)


def column(point: int) -> int:
    """The column of an own point, from 0 at the left to 11 at the right.

    >>> [column(point) for point in (1, 12, 13, 24)]
    [11, 0, 0, 11]
    """
    return 12 - point if point <= COLUMNS else point - 13


def is_below(point: int) -> bool:
    """Whether an own point is on the near side of the player on roll."""
    return point <= COLUMNS


def cube_face(cube: int) -> str:
    """What the cube shows: 64 before it is turned."""
    return "64" if cube == 1 else str(cube)
