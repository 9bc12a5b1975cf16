"""A large sheet cut into tiles for a small printer: overlap, crop marks, and an overview to glue by.

Every tile shows a window of the very drawing that the large sheet shows. Measures are mm from the corner of the tile.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from paper.canvas import LEADING, Box, Path, Places, Text, mm
from paper.fonts import Fonts
from rules.drawing.names import Face
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from tournaments.papers.print_page import Page
from tournaments.words.papers.sheets import overview_words, tile_words

# The margin that a laser printer cannot print.
WHITE = 8.0
OVERLAP = 10.0
# Under the window stands which tile it is.
STRIP = 6.0
TICK = 4.0
# Measured after printing: a bar of another length was not printed at 100 %.
BAR = 50.0
# Beyond the margin of the sheet nothing is drawn; strokes are broader than nothing.
BROAD = 1.0
_SIZE = 2.8
# A poster of tiles need not be as large as the paper it is called after: it shrinks so far to save a row of tiles.
LEAST_SCALE = 0.93


@dataclass(frozen=True, slots=True)
class Tile:
    """One page of a poster: ``window`` is what of the sheet it shows, in mm of the sheet."""

    row: int
    column: int
    window: Box
    marks: Path
    texts: tuple[Text, ...]
    label: Text
    shift: str
    frame: str


@dataclass(frozen=True, slots=True)
class Overview:
    """The page that shows how the tiles lie: the drawing made small, the windows as boxes, their names."""

    frame: str
    view: str
    windows: Path
    names: tuple[Text, ...]
    labels: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Poster:
    """One sheet in tiles; ``width`` and ``height`` are those of a tile's paper, as CSS has them."""

    page: Page
    width: str
    height: str
    view: str
    tiles: tuple[Tile, ...]
    overview: Overview


def poster(page: Page, paper: Paper, title: str, face: Fonts, places: Places) -> Poster:
    """Return ``page`` in tiles of ``paper``, laid so that the fewest are needed; labels stand at ``places``, too.

    Raises RuleBroken ``tiles.larger`` when one tile would hold the whole sheet.
    """
    short, long = paper.size
    ways = [_Cutter(page, size, title, face, places) for size in ((long, short), (short, long))]
    best = min(ways, key=lambda way: way.rows * way.columns)
    if page.width <= long + 1 and page.height <= long + 1 and min(page.width, page.height) <= short + 1:
        raise RuleBroken("tiles.larger", tiles=paper.value)
    return best.poster()


class _Cutter:
    def __init__(self, page: Page, size: tuple[float, float], title: str, face: Fonts, places: Places) -> None:
        self.page, self.title, self.face, self.places = page, title, face, places
        self.width, self.height = size
        self.across, self.down = self.width - 2 * WHITE, self.height - 2 * WHITE - STRIP
        self.edge = page.margin - BROAD
        drawn = page.width - 2 * self.edge, page.height - 2 * self.edge
        self.columns, self.rows = _count(drawn[0], self.across), _count(drawn[1], self.down)
        covered = self.columns * (self.across - OVERLAP) + OVERLAP, self.rows * (self.down - OVERLAP) + OVERLAP
        self.scale = min(1.0, covered[0] / drawn[0], covered[1] / drawn[1])

    def poster(self) -> Poster:
        tiles = [self.tile(row, column) for row in range(self.rows) for column in range(self.columns)]
        view = f"0 0 {self.width:g} {self.height:g}"
        return Poster(self.page, mm(self.width), mm(self.height), view, tuple(tiles), self.overview())

    def window(self, row: int, column: int) -> Box:
        left = self.edge + column * (self.across - OVERLAP) / self.scale
        top = self.edge + row * (self.down - OVERLAP) / self.scale
        return Box(left, top, left + self.across / self.scale, top + self.down / self.scale)

    def tile(self, row: int, column: int) -> Tile:
        window = self.window(row, column)
        words, hint = tile_words(row + 1, column + 1, columns=self.columns, rows=self.rows)
        text = " · ".join(part for part in (words, self.title, hint) if part)
        left, top = mm(-window.left * self.scale), mm(-window.top * self.scale)
        return Tile(
            row + 1,
            column + 1,
            window,
            Path("".join(self.marks(row, column)) + self.bar(), "#181d27", "0.2"),
            tuple(text for text in self.page.texts if text.box.meets(window)),
            self.label(text, WHITE, self.height - WHITE - 1.4, _SIZE, self.across - BAR - TICK),
            f"left:{left};top:{top};transform:scale({self.scale:.5f})",
            f"left:{mm(WHITE)};top:{mm(WHITE)};width:{mm(self.across)};height:{mm(self.down)}",
        )

    def bar(self) -> str:
        """Draw the bar to measure, with a tick at both ends, beside the label."""
        return f"M{self.width - WHITE - BAR:.2f} {self.height - WHITE - 3:.2f}v2m0 -1h{BAR:g}m0 -1v2"

    def marks(self, row: int, column: int) -> Iterator[str]:
        """Mark where to cut: in the middle of every overlap, ticks at both ends and where two cuts cross."""
        left, top, right, bottom = WHITE, WHITE, WHITE + self.across, WHITE + self.down
        xs = [x for x, on in ((left + OVERLAP / 2, column), (right - OVERLAP / 2, column < self.columns - 1)) if on]
        ys = [y for y, on in ((top + OVERLAP / 2, row), (bottom - OVERLAP / 2, row < self.rows - 1)) if on]
        for x in xs:
            yield f"M{x:.2f} {top:.2f}v{TICK}M{x:.2f} {bottom:.2f}v{-TICK}"
        for y in ys:
            yield f"M{left:.2f} {y:.2f}h{TICK}M{right:.2f} {y:.2f}h{-TICK}"
        for x in xs:
            for y in ys:
                yield f"M{x - TICK / 2:.2f} {y:.2f}h{TICK}M{x:.2f} {y - TICK / 2:.2f}v{TICK}"

    def overview(self) -> Overview:
        """Show the whole sheet small, with the part of every tile that stays after cutting."""
        head = 12.0
        scale = min(self.across / self.page.width, (self.down - head) / self.page.height)
        at = WHITE, WHITE + head
        names, boxes = [], []
        for row in range(self.rows):
            for column in range(self.columns):
                cut = self.stays(row, column)
                boxes.append(f"M{cut.left:.2f} {cut.top:.2f}H{cut.right:.2f}V{cut.bottom:.2f}H{cut.left:.2f}z")
                x, y = at[0] + scale * cut.left + 2, at[1] + scale * cut.top + 7
                words = f"{row + 1} · {column + 1}"
                names.append(self.label(words, x, y, 5.0, scale * (cut.right - cut.left) - 2, Face.BOLD))
        words = overview_words(self.rows * self.columns)
        labels = (
            self.label(self.title, WHITE, WHITE + 4.5, 4.5, self.across, Face.SERIF),
            self.label(words, WHITE, WHITE + 9.5, 3.4, self.across),
        )
        width, height = scale * self.page.width, scale * self.page.height
        frame = f"left:{mm(at[0])};top:{mm(at[1])};width:{mm(width)};height:{mm(height)}"
        windows = Path("".join(boxes), "#ba1f1c", f"{0.5 / scale:.2f}")
        return Overview(frame, self.page.box, windows, tuple(names), labels)

    def stays(self, row: int, column: int) -> Box:
        """Return what of the sheet stays on a tile that was cut along its marks, kept on the sheet."""
        window, half = self.window(row, column), OVERLAP / 2 / self.scale
        return Box(
            window.left + half * (column > 0),
            window.top + half * (row > 0),
            min(window.right - half * (column < self.columns - 1), self.page.width - self.edge),
            min(window.bottom - half * (row < self.rows - 1), self.page.height - self.edge),
        )

    def label(self, text: str, x: float, y: float, size: float, room: float, face: Face = Face.PLAIN) -> Text:
        size = min(size, room / max(self.face.width(text, face), 1.0))
        top = y - self.face.baseline(text, face, LEADING) * size
        kind = {Face.PLAIN: "label", Face.BOLD: "label b", Face.SERIF: "label serif"}[face]
        box = Box(x, top, x + room, top + LEADING * size)
        return Text(kind, self.places.classes(f"left:{mm(x)};top:{mm(top)};font-size:{mm(size)}"), box, text)


def _count(length: float, window: float) -> int:
    return max(1, ceil((LEAST_SCALE * length - OVERLAP) / (window - OVERLAP)))
