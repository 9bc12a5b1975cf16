"""The sheet of paper a draw is printed on: one formula gives every size on it, for every paper.

Source: docs/decisions; tests/rules/drawing/test_sheets.py holds the table of sizes.
"""

from dataclasses import dataclass
from enum import StrEnum

POINT = 25.4 / 72
"""One typographic point in mm."""

NOTE_LEADING = 1.35
LINE_IN_ROW = 0.15 + 0.86
"""Where the ruled line lies in its row, with the little space over the first row."""

SMALLEST_NAME = 6.5 * POINT
"""Names are never set smaller (mm): a bracket that would need it is split over several sheets."""


@dataclass(frozen=True, slots=True)
class Least:
    """What a sheet must be at least: the height of its ``row`` and the size of its ``name`` in mm."""

    row: float
    name: float


TO_READ = Least(0.0, SMALLEST_NAME)
FOR_HAND = Least(6.5, SMALLEST_NAME)
"""To go on by hand at a table."""
TO_WRITE_ON = Least(9.0, 9 * POINT)
"""To be written on with a marker."""
FOR_EASEL = Least(9.0, 14 * POINT)
"""To be written on with a marker, and read from two metres by those who stand around: codes have 9 points at least."""


class Paper(StrEnum):
    """A paper size; the value is its name on a form."""

    A4 = "A4"
    A3 = "A3"
    A2 = "A2"
    A1 = "A1"
    LETTER = "Letter"
    LEGAL = "Legal"
    TABLOID = "Tabloid"
    ARCH_C = "ARCH-C"
    ARCH_D = "ARCH-D"

    @property
    def size(self) -> tuple[float, float]:
        """Short and long edge in mm."""
        return _SIZES[self]

    @property
    def lines_a_section(self) -> int:
        """How many lines one section of a large bracket holds at most."""
        return 64 if self.size >= Paper.A2.size else 32

    @property
    def is_american(self) -> bool:
        """Whether it is a size of North America, where A4 can't be bought."""
        return self in AMERICAN

    @property
    def is_poster(self) -> bool:
        """Whether it is larger than what every printer takes."""
        return self.size[0] > Paper.LEGAL.size[0]


_SIZES = {
    Paper.A4: (210.0, 297.0),
    Paper.A3: (297.0, 420.0),
    Paper.A2: (420.0, 594.0),
    Paper.A1: (594.0, 841.0),
    Paper.LETTER: (215.9, 279.4),
    Paper.LEGAL: (215.9, 355.6),
    Paper.TABLOID: (279.4, 431.8),
    Paper.ARCH_C: (457.2, 609.6),
    Paper.ARCH_D: (609.6, 914.4),
}
AMERICAN = (Paper.LETTER, Paper.LEGAL, Paper.TABLOID, Paper.ARCH_C, Paper.ARCH_D)


@dataclass(frozen=True, slots=True)
class Geometry:
    """Every measure of one sheet, in one unit (mm on paper) from its upper left corner.

    ``name``, ``caption``, ``head``, ``title`` and ``note`` are sizes of type; ``notes`` is how many lines of notes
    stand above the foot; ``double`` is how far the two strokes of a double rule stand apart; ``weight`` multiplies
    all strokes.
    """

    width: float
    height: float
    margin: float
    header: float
    heads: float
    foot: float
    row: float
    column: float
    name: float
    caption: float
    head: float
    title: float
    note: float
    notes: int
    double: float
    weight: float

    @property
    def top(self) -> float:
        """Where the first row begins."""
        return self.margin + self.header + self.heads

    @property
    def foot_top(self) -> float:
        """Where the foot begins, under the notes."""
        return self.height - self.margin - self.foot

    @property
    def note_line(self) -> float:
        """Distance from one line of notes to the next."""
        return NOTE_LEADING * self.note

    @property
    def bottom(self) -> float:
        """Where the drawing ends at the latest."""
        return self.foot_top - notes_height(self.notes, self.note)

    @property
    def pad(self) -> float:
        """Space between a column's edge and its text."""
        return 0.3 * self.name

    @property
    def score_pad(self) -> float:
        """Space between a score and the joint behind it."""
        return self.pad

    @property
    def score_room(self) -> float:
        """Room kept for a score that is still to be written, by hand on paper."""
        return 1.1 * self.name

    @property
    def rise(self) -> float:
        """How far the baseline of a text lies over its line."""
        return 0.3 * self.name

    @property
    def under(self) -> float:
        """How far the baseline of a code lies under the winner's line."""
        return 1.05 * self.caption

    @property
    def broad(self) -> float:
        """How far the broad stroke of a match on now is moved into its own column."""
        return self.double / 2

    @property
    def champion(self) -> tuple[float, ...]:
        """The sizes in which the champion's name may be set, the first that has room is taken."""
        return (1.25 * self.name,)

    def suits(self, least: Least) -> bool:
        """Whether rows and names are as large as they must be."""
        return self.row >= least.row and self.name >= least.name

    def x(self, column: int) -> float:
        """Return the left edge of a column, counted from 0."""
        return self.margin + column * self.column

    def y(self, row: float) -> float:
        """Return the height of the ruled line of a row, counted from 0."""
        return self.top + (row + LINE_IN_ROW) * self.row


def notes_height(lines: int, size: float) -> float:
    """Return the height that ``lines`` of notes take, with the space under them."""
    return (lines * NOTE_LEADING + 0.6) * size if lines else 0.0


def paper_geometry(paper: Paper, *, landscape: bool, rows: int, columns: int, notes: int = 0) -> Geometry:
    """Return the measures (mm) of a sheet with ``rows`` lines in ``columns`` columns, the winner's among them."""
    short, long = paper.size
    width, height = (long, short) if landscape else (short, long)
    k = (short * long / (210.0 * 297.0)) ** 0.5
    margin, header, heads, foot = 8 + 2 * (k - 1), 15 + 9 * (k - 1), 9 + 4 * (k - 1), 6 + 2 * (k - 1)
    note = 6 * k**0.5 * POINT
    rest = height - 2 * margin - header - heads - foot - notes_height(notes, note)
    # Few lines would leave half the sheet empty: they may grow, to be read from further away, four lines most.
    grown = min(max(16 / rows, 1.0), max(1.5, min(12 / rows, 2.75)))
    row = min(rest / (rows + 0.3), 13 * grown * k**0.7)
    column = (width - 2 * margin) / columns
    name = min(0.62 * row, 11 * grown**0.5 * k**0.75 * POINT, column / (10.5 if columns >= 9 else 11.3))
    return Geometry(
        width=width,
        height=height,
        margin=margin,
        header=header,
        heads=heads,
        foot=foot,
        row=row,
        column=column,
        name=name,
        caption=min(max(0.72 * name, 5.5 * POINT), 8.5 * grown**0.5 * k**0.6 * POINT),
        # At most as high as leaves white between the heads and the prizes above them.
        head=min(11.5 * grown**0.5 * k**0.75 * POINT, column / 7.5, 0.6 * heads),
        title=21 * k**0.7 * POINT,
        note=note,
        notes=notes,
        double=1.0 * k**0.5,
        weight=k**0.5,
    )
