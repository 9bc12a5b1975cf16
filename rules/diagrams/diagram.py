"""What a diagram shows, and where each thing stands; ``svg`` and ``text`` draw it.

The player on roll sits below and bears off to the right. Source: docs/rules/diagrams.md#the-picture.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from rules.points import Step, ascending
from rules.rulesets import CubeSide, Geometry

STACK = 5  # checkers drawn on a point; the fifth carries the number when there are more
COLUMNS = 12


class Board(Protocol):
    """A position to draw: both sides as 26 counts in their own numbers, and their pips."""

    @property
    def player(self) -> tuple[int, ...]:
        """The checkers of the player on roll."""
        ...

    @property
    def opponent(self) -> tuple[int, ...]:
        """The opponent's checkers."""
        ...

    @property
    def pins(self) -> tuple[frozenset[int], frozenset[int]]:
        """The points of both, each in its own numbers, where one of its checkers is pinned."""
        ...

    @property
    def pip_counts(self) -> tuple[int, int]:
        """The pips of both, the player on roll first."""
        ...


class Numbering(StrEnum):
    """Which way the reader counts the points."""

    DESCENDING = "descending"
    ASCENDING = "ascending"


@dataclass(frozen=True, slots=True)
class Diagram:
    """One board with everything that belongs to the question.

    ``names`` and ``score`` of the player on roll, then of the opponent. ``owner`` of the cube: 0 the player on roll,
    1 the opponent, None centred; ``cube`` None draws none. ``length`` 0 is money play. ``steps`` are the play in
    question, drawn over the board. ``geometry`` is how the two sides count; where both move the same way, arrows show
    it. ``cube_side`` is where a cube lies that nobody has turned.
    """

    position: Board
    names: tuple[str, str] = ("on roll", "opponent")
    dice: tuple[int, ...] | None = None
    cube: int | None = 1
    owner: int | None = None
    score: tuple[int, int] | None = None
    length: int = 0
    steps: tuple[Step, ...] = ()
    numbering: Numbering = Numbering.DESCENDING
    geometry: Geometry = Geometry.CONTRARY
    cube_side: CubeSide = CubeSide.BAR

    def opposing(self, point: int) -> int:
        """Return how many opposing checkers stand on a point of the player on roll."""
        return self.position.opponent[self.geometry.opposite[point]]

    def is_pinned(self, point: int, *, own: bool) -> bool:
        """Whether a checker of that side is pinned on a point of the player on roll."""
        return (point if own else self.geometry.opposite[point]) in self.position.pins[0 if own else 1]

    def label(self, point: int) -> str:
        """Return the reader's number of a point of the player on roll."""
        return str(ascending(point) if self.numbering is Numbering.ASCENDING else point)


def column(point: int) -> int:
    """Return the column of a point of the player on roll, from 0 at the left to 11 at the right.

    >>> [column(point) for point in (1, 12, 13, 24)]
    [11, 0, 0, 11]
    """
    return 12 - point if point <= COLUMNS else point - 13


def is_below(point: int) -> bool:
    """Whether a point of the player on roll is on that player's side of the board."""
    return point <= COLUMNS


def cube_face(cube: int) -> str:
    """Return what the cube shows: 64 before it is turned."""
    return "64" if cube == 1 else str(cube)
