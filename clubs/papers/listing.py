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
    lies on its side.
    """

    title: str
    what: str
    foot: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    row: float = 7.2
    sums: frozenset[int] = frozenset()
    landscape: bool = False


def listing_pdf(listing: Listing, paper: str = "A4") -> bytes:
    """Return the list as PDF. Raises RuleBroken ``paper.unknown``, ``paper.missing``."""
    known = PAPERS.get(paper.lower())
    if known is None:
        raise RuleBroken("paper.unknown", got=paper, known=[each.value for each in PAPERS.values()])
    width, height = reversed(known.size) if listing.landscape else known.size
    scale = _scale(listing, width, height)
    html = paper_html(
        "listing.html",
        listing.title,
        listing=listing,
        width=width,
        height=height,
        name=NAME * scale,
        text=TEXT * scale**0.5,
        aside=ASIDE * scale**0.5,
        cell_height=listing.row * scale - 2 * PADDING,
        head_room=(width - 2 * MARGIN) / TITLE,
        rows=[
            (at in listing.sums, tuple(zip(listing.columns, row, strict=True))) for at, row in enumerate(listing.rows)
        ],
    )
    return pdf(html)


def _scale(listing: Listing, width: float, height: float) -> float:
    """Return by how much a list is set larger than on a full page of ``width`` and ``height`` mm: no name is broken."""
    room = FILLED * (height - AROUND)
    scale = min(LARGEST, room / max(listing.row * len(listing.rows), 1.0))
    for at, column in enumerate(listing.columns):
        if column.kind is Kind.NAME:
            wide = column.percent / 100 * (width - 2 * MARGIN) - 2 * PADDING
            longest = max((fonts().width(str(row[at]), Face.PLAIN) for row in listing.rows), default=0.0)
            scale = min(scale, wide / max(NAME * longest, 1.0))
    return max(scale, 1.0)
