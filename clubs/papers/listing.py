"""Lists on paper: heads on every page, one ruled row an entry, boxes to tick, room to write in."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from paper.fonts import fonts
from paper.html import paper_html
from paper.pdf import pdf
from rules.drawing.names import Face
from rules.drawing.paper import Paper
from rules.errors import RuleBroken

MARGIN, TITLE, PADDING = 14.0, 8.0, 0.7
# Heads, at most and at least; what a column leaves free beside its head, and beside one over numbers, in mm.
HEAD, LEAST_HEAD, BESIDE, BESIDE_NUMBERS = 3.2, 2.0, 1.6, 4.0
NAME, TEXT, ASIDE = 4.0, 3.4, 3.2
# What the margins, the title, the heads and the foot take of the height of a page, in mm.
AROUND = 64.0
# A short list is set larger, to be read by those who stand before it: up to this, while a tenth of the page stays free.
LARGEST, FILLED = 1.4, 0.9
PAPERS = {paper.value.lower(): paper for paper in (Paper.A4, Paper.LETTER, Paper.LEGAL)}

type Cell = str | bool


class Kind(StrEnum):
    """How the cells of a column are set; the value is their CSS class."""

    NAME = "name"
    ASIDE = "aside"
    NUMBER = "end"
    CELL = "cell"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its ``head`` and its share of the width in percent."""

    head: str
    percent: int
    kind: Kind | None = None

    @property
    def is_number(self) -> bool:
        """Whether it is aligned at the end."""
        return self.kind is Kind.NUMBER

    @property
    def is_cell(self) -> bool:
        """Whether it is one of the cells of a table."""
        return self.kind is Kind.CELL


@dataclass(frozen=True, slots=True)
class Listing:
    """A list to print: a cell is a text or, as True and False, a box ticked or open; a row is ``row`` mm high.

    The rows ``sums`` (their places in the list, from 0) are set as sums of those above them. ``landscape``: the paper
    lies on its side. ``largest`` is by how much a short list is set larger at most; where it ``wraps``, a long name
    takes two lines rather than holding all others small.
    """

    title: str
    what: str
    foot: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    row: float = 7.2
    sums: frozenset[int] = frozenset()
    landscape: bool = False
    largest: float = LARGEST
    wraps: bool = False


def listing_pdf(listing: Listing, paper: str = "A4") -> bytes:
    """Return the list as PDF. Raises RuleBroken ``paper.unknown``, ``paper.missing``."""
    known = PAPERS.get(paper.lower())
    if known is None:
        raise RuleBroken("paper.unknown", got=paper, known=[each.value for each in PAPERS.values()])
    width, height = reversed(known.size) if listing.landscape else known.size
    scale, (face, head) = _scale(listing, width, height), _heads(listing, width)
    html = paper_html(
        "listing.html",
        listing.title,
        listing=listing,
        width=width,
        height=height,
        name=NAME * scale,
        text=TEXT * scale**0.5,
        aside=ASIDE * scale**0.5,
        head=head,
        is_narrow=face is Face.NARROW,
        cell_height=listing.row * scale - 2 * PADDING,
        head_room=(width - 2 * MARGIN) / TITLE,
        rows=[
            (at in listing.sums, tuple(zip(listing.columns, row, strict=True))) for at, row in enumerate(listing.rows)
        ],
    )
    return pdf(html)


def _heads(listing: Listing, width: float) -> tuple[Face, float]:
    """Return the face and the size in mm of the heads, so that no word of theirs reaches into the next column.

    They are set narrow before they are set smaller than usual: narrow letters are read further off than small ones.
    """
    if _head_size(listing, width, Face.PLAIN) == HEAD:
        return Face.PLAIN, HEAD
    return Face.NARROW, _head_size(listing, width, Face.NARROW)


def _head_size(listing: Listing, width: float, face: Face) -> float:
    """Return the largest size in mm in which every word of the heads has room in its column."""
    size = HEAD
    for column in listing.columns:
        free = 0.0 if column.is_cell else BESIDE_NUMBERS if column.is_number else BESIDE
        room = column.percent / 100 * (width - 2 * MARGIN) - free
        longest = max((fonts().width(word, face) for word in column.head.split()), default=0.0)
        size = min(size, room / max(longest, 0.1))
    return max(size, LEAST_HEAD)


def _scale(listing: Listing, width: float, height: float) -> float:
    """Return by how much a list is set larger than on a full page of ``width`` and ``height`` mm: no name is broken."""
    room = FILLED * (height - AROUND)
    if listing.wraps:
        steps = (listing.largest - step / 20 for step in range(int((listing.largest - 1.0) * 20) + 1))
        return next((scale for scale in steps if _wrapped_height(listing, width, scale) <= room), 1.0)
    scale = min(listing.largest, room / max(listing.row * len(listing.rows), 1.0))
    for at, column in enumerate(listing.columns):
        if column.kind is Kind.NAME:
            wide = column.percent / 100 * (width - 2 * MARGIN) - 2 * PADDING
            longest = max((fonts().width(str(row[at]), Face.PLAIN) for row in listing.rows), default=0.0)
            scale = min(scale, wide / max(NAME * longest, 1.0))
    return max(scale, 1.0)


def _wrapped_height(listing: Listing, width: float, scale: float) -> float:
    """Return the height of all rows in mm: a row is half as high again where a name takes a second line."""
    names = [(at, column.percent) for at, column in enumerate(listing.columns) if column.kind is Kind.NAME]
    rooms = [(at, (percent / 100 * (width - 2 * MARGIN) - 2 * PADDING) / (NAME * scale)) for at, percent in names]
    long = sum(any(fonts().width(str(row[at]), Face.PLAIN) > room for at, room in rooms) for row in listing.rows)
    return listing.row * scale * (len(listing.rows) + long / 2)
