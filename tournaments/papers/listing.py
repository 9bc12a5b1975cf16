"""Lists on paper: heads, one ruled row an entry, boxes to tick, room to write in."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import batched

from django.utils.translation import gettext as _

from paper.canvas import Box
from paper.leaves import Leaf, Pen, Side, leaves_pdf
from rules.drawing.paper import Paper
from rules.errors import RuleBroken

MARGIN, TOP, FOOT, ROW = 14.0, 40.0, 8.0, 7.2
PAPERS = (Paper.A4, Paper.LETTER)

type Cell = str | bool


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its ``head``, its ``share`` of the width; ``name`` fits names, ``end`` sets numbers at the end."""

    head: str
    share: float
    name: bool = False
    end: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A list to print: a cell is a text or, as True and False, a box ticked or open; ``row`` is its height in mm."""

    title: str
    what: str
    foot: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    row: float = ROW


def listing_pdf(listing: Listing, paper: str = "A4") -> bytes:
    """Return the list as PDF. Raises RuleBroken ``paper.unknown``, ``paper.missing``."""
    return leaves_pdf(listing.title, listing_leaves(listing, paper))


def listing_leaves(listing: Listing, paper: str) -> list[Leaf]:
    """Return the pages of the list."""
    for known in PAPERS:
        if known.value.lower() == paper.lower():
            break
    else:
        raise RuleBroken("paper.unknown", got=paper, known=[each.value for each in PAPERS])
    fit = int((known.size[1] - MARGIN - TOP - FOOT - MARGIN) / listing.row)
    pages = list(batched(listing.rows, fit)) or [()]
    return [_page(listing, known, rows, (number, len(pages))) for number, rows in enumerate(pages, start=1)]


def _page(listing: Listing, paper: Paper, rows: Sequence[tuple[Cell, ...]], count: tuple[int, int]) -> Leaf:
    leaf = Leaf(*paper.size)
    room = leaf.width - 2 * MARGIN
    leaf.write(listing.title, (MARGIN, MARGIN + 7, room), 8.0, "serif")
    leaf.write(listing.what, (MARGIN, MARGIN + 14, room), 3.4, "soft")
    leaf.rule(MARGIN, TOP, MARGIN + room, TOP, Pen.HEAVY)
    left = MARGIN
    for at, column in enumerate(listing.columns):
        width = column.share * room
        wide = width - (4.0 if column.end else 1.6)
        leaf.write(column.head, (left + 0.8, TOP - 3, wide), 3.2, "soft", Side.END if column.end else Side.START)
        for place, row in enumerate(rows, start=1):
            _cell(leaf, row[at], column, (left + 0.8, TOP + place * listing.row, wide))
        left += width
    for place in range(1, len(rows) + 1):
        leaf.rule(MARGIN, TOP + place * listing.row, MARGIN + room, TOP + place * listing.row)
    _foot(leaf, listing, room, count)
    return leaf


def _cell(leaf: Leaf, cell: Cell, column: Column, at: tuple[float, float, float]) -> None:
    x, line, room = at
    if isinstance(cell, bool):
        leaf.box(Box(x, line - 5.6, x + 4, line - 1.6), Pen.FIRM if cell else Pen.FINE, ticked=cell)
    elif column.name:
        leaf.name(cell, (x, line - 2, room), 4.0)
    else:
        leaf.write(cell, (x, line - 2, room), 3.4, "", Side.END if column.end else Side.START)


def _foot(leaf: Leaf, listing: Listing, room: float, count: tuple[int, int]) -> None:
    y = leaf.height - MARGIN
    page = _("Page {page} of {pages}").format(page=count[0], pages=count[1])
    leaf.rule(MARGIN, y - 4.5, MARGIN + room, y - 4.5)
    leaf.write(listing.foot, (MARGIN, y, room - 45), 2.5, "soft")
    leaf.write(f"{page} · Barpoint", (MARGIN + room - 42, y, 42), 2.5, "soft", Side.END)
