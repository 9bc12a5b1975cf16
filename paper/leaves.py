"""Pages of ruled forms: strokes as one path a pen, every text in a box of its own that it never leaves.

Never a table: two hundred score cards as tables would take a quarter of a minute and a gigabyte. Measures are mm from
the upper left corner; in a language read from the right a leaf is mirrored as it is made.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from django.template.loader import render_to_string
from django.utils import translation

from paper.canvas import LEADING, Box, Colour, Path, Text, mm
from paper.fonts import Fonts, fonts
from paper.pdf import pdf
from rules.drawing.names import Face, fit_name

# A name on a form is set smaller before it is shortened: nobody explains it at the foot.
SIZES = (1.0, 0.88, 0.76, 1.0)


class Pen(Enum):
    """How a rule of a form is drawn: colour, width in mm, dashes."""

    FINE = (Colour.GREY.value, "0.25", "")
    FIRM = (Colour.INK.value, "0.45", "")
    HEAVY = (Colour.INK.value, "0.9", "")
    # A row of modules of a QR code.
    CODE = (Colour.INK.value, "0.8", "")
    CUT = (Colour.GREY.value, "0.2", "1.5 1.5")


class Side(Enum):
    """Where in its room a text stands."""

    START = ""
    END = " end"
    MIDDLE = " mid"


@dataclass(frozen=True, slots=True)
class LeafPage:
    """One page of a form, ready for its template."""

    view: str
    paths: tuple[Path, ...]
    texts: tuple[Text, ...]


class Leaf:
    """One page in the making."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.face: Fonts = fonts()
        self.mirrored = translation.get_language_bidi()
        self._strokes: dict[Pen, list[str]] = {pen: [] for pen in Pen}
        self._texts: list[Text] = []

    def rule(self, x1: float, y1: float, x2: float, y2: float, pen: Pen = Pen.FINE) -> None:
        """Draw a straight rule."""
        x1, x2 = self._x(x1), self._x(x2)
        self._strokes[pen].append(f"M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}")

    def box(self, box: Box, pen: Pen = Pen.FIRM, *, ticked: bool = False) -> None:
        """Draw a box, with a cross in it when it is ``ticked``."""
        left, right = sorted((self._x(box.left), self._x(box.right)))
        self._strokes[pen].append(f"M{left:.2f} {box.top:.2f}H{right:.2f}V{box.bottom:.2f}H{left:.2f}z")
        if ticked:
            self.rule(box.left, box.top, box.right, box.bottom, Pen.FIRM)
            self.rule(box.right, box.top, box.left, box.bottom, Pen.FIRM)

    def write(
        self, text: str, at: tuple[float, float, float], size: float, kind: str = "", side: Side = Side.START
    ) -> None:
        """Write ``text`` at (x, baseline, room), smaller when it is too long; ``kind`` is of b, serif, soft."""
        if not text:
            return
        face = Face.SERIF if "serif" in kind else Face.BOLD if "b" in kind.split() else Face.PLAIN
        size = min(size, at[2] / max(self.face.width(text, face), 0.01))
        self._set(text, at, size, (kind, face, side), 1.0)

    def name(self, text: str, at: tuple[float, float, float], size: float, *, bold: bool = False) -> None:
        """Write a name at (x, baseline, room), fitted as on a draw sheet: narrow first, then shorter."""
        for smaller in SIZES:
            fitted = fit_name(text, at[2] / (smaller * size), self.face.width, bold=bold)
            if not fitted.shortened:
                size *= smaller
                break
        if fitted.text:
            self._set(fitted.text, at, size, (fitted.face.value, fitted.face, Side.START), fitted.squeeze)

    def numbers(self, last: int, box: Box, size: float) -> None:
        """Write 1 to ``last`` under each other in ``box``, as one text: a text a row would take twice the time."""
        high = (box.bottom - box.top) / last
        left = self.width - box.right if self.mirrored else box.left
        place = f"left:{mm(left)};top:{mm(box.top)};width:{mm(box.right - box.left)};font-size:{mm(size)}"
        text = "\n".join(str(number) for number in range(1, last + 1))
        placed = Box(left, box.top, left + box.right - box.left, box.bottom)
        self._texts.append(Text("soft numbers", f"{place};line-height:{mm(high)}", placed, text))

    def page(self) -> LeafPage:
        """Return the page."""
        paths = tuple(
            Path("".join(strokes), pen.value[0], pen.value[1], pen.value[2])
            for pen, strokes in self._strokes.items()
            if strokes
        )
        return LeafPage(f"0 0 {self.width:g} {self.height:g}", paths, tuple(self._texts))

    def _set(
        self,
        text: str,
        at: tuple[float, float, float],
        size: float,
        how: tuple[str, Face, Side],
        squeeze: float,
    ) -> None:
        (x, y, room), (kind, face, side) = at, how
        width = self.face.width(text, face) * size * squeeze
        start = x + {Side.START: 0.0, Side.END: room - width, Side.MIDDLE: (room - width) / 2}[side]
        top = y - self.face.baseline(text, face, LEADING) * size
        left = self.width - start - width if self.mirrored else start
        # A box as wide as its text needs no alignment; a squeezed one is as wide as the text before it shrinks.
        whole = width / squeeze
        css = left + width - whole if self.mirrored else left
        place = f"left:{mm(css)};top:{mm(top)};width:{mm(whole)};font-size:{mm(size)}"
        if squeeze < 1:
            place += f";transform:scaleX({squeeze:g})"
        box = Box(left, top, left + width, top + LEADING * size)
        self._texts.append(Text(kind, place, box, text))

    def _x(self, x: float) -> float:
        return self.width - x if self.mirrored else x


def leaves_pdf(title: str, leaves: Sequence[Leaf]) -> bytes:
    """Return leaves of one size as PDF. Raises RuleBroken ``paper.missing``."""
    return pdf(leaves_html(title, leaves))


def leaves_html(title: str, leaves: Sequence[Leaf]) -> str:
    """Return what ``leaves_pdf`` prints."""
    face = fonts()
    context = {
        "title": title,
        "language": translation.get_language(),
        "rtl": translation.get_language_bidi(),
        "faces": {kind.name.lower(): face.families(kind) for kind in Face},
        "width": mm(leaves[0].width),
        "height": mm(leaves[0].height),
        "pages": [leaf.page() for leaf in leaves],
    }
    return render_to_string("print/leaves.html", context)
