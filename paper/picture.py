"""Pictures as PNG: bars and lines of text in the fonts of paper. The one importer of Pillow."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from paper.canvas import Colour
from paper.fonts import fonts
from rules.drawing.names import Face

if TYPE_CHECKING:
    from PIL import ImageFont

PAPER = "#fbfaf6"


@dataclass(frozen=True, slots=True)
class Bar:
    """A straight stroke in px."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    colour: Colour = Colour.INK


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text with its baseline at ``y``; ``x`` is its left edge, its right edge where it is ``right``."""

    text: str
    x: float
    y: float
    size: float
    face: Face = Face.PLAIN
    colour: Colour = Colour.INK
    right: bool = False


def picture(width: int, height: int, bars: Iterable[Bar], texts: Iterable[TextLine]) -> bytes:
    """Return a picture of this size in px as PNG."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 -- five megabytes, and most servers never draw a picture

    image = Image.new("RGB", (width, height), PAPER)
    pen = ImageDraw.Draw(image)
    for bar in bars:
        pen.line((bar.x1, bar.y1, bar.x2, bar.y2), fill=str(bar.colour), width=max(1, round(bar.width)))
    for line in texts:
        font = _font(line.face, round(line.size), _needs_all_scripts(line.text, line.face))
        pen.text((line.x, line.y), line.text, fill=str(line.colour), font=font, anchor="rs" if line.right else "ls")
    file = BytesIO()
    encode = image.save
    encode(file, "PNG", optimize=True)
    return file.getvalue()


def _needs_all_scripts(text: str, face: Face) -> bool:
    """Whether the face lacks a letter of the text: then all of it is set in the one that has most scripts."""
    return not fonts().has_all(text, face)


@lru_cache(maxsize=64)
def _font(face: Face, size: int, all_scripts: bool) -> "ImageFont.FreeTypeFont | ImageFont.ImageFont":
    from PIL import ImageFont  # noqa: PLC0415 -- see picture

    path = fonts().path(face, all_scripts=all_scripts)
    return ImageFont.truetype(str(path), size) if path is not None else ImageFont.load_default(size)
