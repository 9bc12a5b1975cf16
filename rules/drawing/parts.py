"""The parts of a drawing: strokes by state, boxes for names and scores, captions as codes.

Everything is in the unit of its ``Geometry``, from the upper left corner of the sheet; ``y`` of a text is its baseline.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.drawing.names import FittedName
from rules.drawing.paper import Geometry


class Stroke(StrEnum):
    """How a line is drawn: a state differs by its pattern, never by colour alone."""

    TO_COME = "to-come"
    DONE = "done"
    UNCONFIRMED = "unconfirmed"
    TWO_RESULTS = "two-results"
    ON_NOW = "on-now"
    CHAMPION = "champion"


class Part(StrEnum):
    """The part of a bracket that a sheet shows."""

    WHOLE = "whole"
    SECTION = "section"
    FINALS = "finals"
    FINALS_SECTION = "finals-section"
    SECTION_AND_FINALS = "section-and-finals"

    @property
    def has_champion(self) -> bool:
        """Whether the drawing ends with the winner of the bracket."""
        return self in (Part.WHOLE, Part.FINALS, Part.SECTION_AND_FINALS)


class Head(StrEnum):
    """The head of a column: a round's letter, a play-in, the final, a second one, the winner, or the players for the
    finals sheet.
    """

    ROUND = "round"
    PLAY_IN = "play-in"
    FINAL = "final"
    SECOND_FINAL = "second-final"
    WINNER = "winner"
    TO_FINALS = "to-finals"


class Says(StrEnum):
    """The meaning of a caption about its ``code``; pages and sheets put it in words."""

    CODE = "code"
    FROM = "from"
    LOSER_OF = "loser-of"
    UNBEATEN_LOSER_OF = "unbeaten-loser-of"
    WINNER_OF = "winner-of"
    BYE = "bye"


class Tag(StrEnum):
    """The meaning of a tag on the empty winner's line."""

    READY = "ready"
    ON_NOW = "on-now"
    TWO_RESULTS = "two-results"


class Segment(NamedTuple):
    """A straight stroke from (x1, y1) to (x2, y2)."""

    x1: float
    y1: float
    x2: float
    y2: float


class Stand(NamedTuple):
    """The line on which an entrant stands, from where it begins to the joint behind it."""

    entrant: int
    x1: float
    x2: float
    y: float


class Joint(NamedTuple):
    """One match as drawn: its stroke ``x`` from ``top`` to ``bottom``, its winner's line at ``y``."""

    match: int
    code: str
    x: float
    y: float
    top: float
    bottom: float
    stroke: Stroke


class NameBox(NamedTuple):
    """An entrant's name on their line; ``soft`` for a loser, ``italic`` while the result behind it is not confirmed,
    ``struck`` through for a winner who does not go on, because of a ruling.
    """

    entrant: int
    name: FittedName
    x: float
    y: float
    width: float
    size: float
    soft: bool = False
    italic: bool = False
    struck: bool = False

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the room the name has."""
        return self.x, self.y - 0.95 * self.size, self.x + self.width, self.y + 0.25 * self.size


class ScoreBox(NamedTuple):
    """The text in the score place; ``x`` is its right edge. ``now``: a dispute that needs a decision."""

    match: int
    text: str
    x: float
    y: float
    width: float
    bold: bool
    soft: bool
    now: bool = False

    def box(self, size: float) -> tuple[float, float, float, float]:
        """Left, top, right, bottom when set in ``size``."""
        return self.x - self.width, self.y - 0.95 * size, self.x, self.y + 0.25 * size


class Caption(NamedTuple):
    """Small type: what it ``says`` of ``code``. ``x`` is its left edge, of BYE its right edge.

    Under a winner's line (CODE): ``loser_to`` names the match that the loser drops to, ``then`` where they play on if
    that is a bye (``if_first``: only if this was their first match). ``ruling``: the winner goes on by a ruling,
    ``record`` is its number in the memory, ``only_after`` the match that an unbeaten player must lose for this one to
    be played, while that is open.
    """

    says: Says
    code: str
    x: float
    y: float
    width: float
    loser_to: str = ""
    then: str = ""
    if_first: bool = False
    ruling: bool = False
    record: int = 0
    only_after: str = ""


class TagBox(NamedTuple):
    """A tag on the empty winner's line of ``match``; ``table`` where they play, empty when it is not known.

    ``score`` is the running score, empty when nobody keeps one.
    """

    tag: Tag
    match: int
    table: str
    x: float
    y: float
    width: float
    score: str = ""


class Column(NamedTuple):
    """The head of a column: ``letter`` of its round and ``length`` of its matches in points, 0 over the winner."""

    head: Head
    letter: str
    length: int
    x: float
    width: float


class Note(NamedTuple):
    """One full name at the foot of the sheet, as ``short = full``; ``squeeze`` is its horizontal scale.

    ``x`` is where it begins: its left edge, or its right edge on a mirrored drawing.
    """

    text: str
    x: float
    y: float
    squeeze: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """One sheet. ``page`` of ``pages`` counts the sheets of the bracket, ``section`` of ``sections`` its parts.

    ``lines`` is how many lines begin the whole bracket, on all its sheets. A ``mirrored`` drawing begins at the right.
    """

    geometry: Geometry
    part: Part
    columns: tuple[Column, ...]
    strokes: Mapping[Stroke, tuple[Segment, ...]]
    stands: tuple[Stand, ...]
    joints: tuple[Joint, ...]
    names: tuple[NameBox, ...]
    scores: tuple[ScoreBox, ...]
    captions: tuple[Caption, ...]
    tags: tuple[TagBox, ...]
    notes: tuple[Note, ...]
    note_lines: int
    page: int = 1
    pages: int = 1
    section: int = 0
    sections: int = 0
    lines: int = 0
    mirrored: bool = False
