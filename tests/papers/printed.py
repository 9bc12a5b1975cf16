"""What stands where on a printed page, read back from the PDF."""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from itertools import combinations

import pytest

from tests.depth import STUCK_SECONDS

needs_poppler = pytest.mark.skipif(
    shutil.which("pdftotext") is None and not os.environ.get("CI"), reason="pdftotext (poppler-utils) is not installed"
)

# Points of print in a mm.
POINTS = 72 / 25.4
# A word's box is as high as its line: the white above and below the letters may meet that of another.
WHITE = 0.25


@dataclass(frozen=True, slots=True)
class Word:
    """A word and the box that it stands in, in mm."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A page, in mm."""

    width: float
    height: float
    words: tuple[Word, ...]


def printed(made: bytes) -> list[PrintedPage]:
    """Return the pages of a PDF as a viewer lays them out."""
    text = _read(made, "pdftotext", "-bbox", "-", "-")
    pages = []
    for page in text.split("<page ")[1:]:
        width, height = (float(each) / POINTS for each in re.findall(r'(?:width|height)="([\d.]+)"', page)[:2])
        boxes = re.findall(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>', page)
        words = (Word(unescape(text), *(float(each) / POINTS for each in box)) for *box, text in boxes)
        pages.append(PrintedPage(width, height, tuple(words)))
    return pages


def text_of(made: bytes) -> str:
    """Return the text of a PDF as a viewer copies it."""
    return _read(made, "pdftotext", "-", "-")


def pictures_in(made: bytes) -> list[str]:
    """Return a line for each picture of a PDF, in its pages or beside them."""
    return _read(made, "pdfimages", "-list", "-").splitlines()[2:]  # behind the heads and a line under them


def _read(made: bytes, *command: str) -> str:
    return subprocess.run(command, input=made, capture_output=True, check=True, timeout=STUCK_SECONDS).stdout.decode()


def overlapping(page: PrintedPage) -> list[tuple[str, str]]:
    """Return the words that share ink."""
    met = []
    for one, other in combinations(page.words, 2):
        white = WHITE * min(one.bottom - one.top, other.bottom - other.top)
        across = min(one.right, other.right) - max(one.left, other.left)
        down = min(one.bottom, other.bottom) - max(one.top, other.top)
        if across > 0.1 and down > 2 * white:
            met.append((one.text, other.text))
    return met


def outside(page: PrintedPage, *, columns: int = 2, rows: int = 1, margin: float = 4.0) -> Sequence[str]:
    """Return the words that come nearer than ``margin`` mm to the edge of the part of the page that they stand on."""
    wide, high = page.width / columns, page.height / rows
    beyond = []
    for word in page.words:
        x, y = word.left // wide * wide, word.top // high * high
        across = word.left < x + margin or word.right > x + wide - margin
        if across or word.top < y + margin or word.bottom > y + high - margin:
            beyond.append(word.text)
    return beyond
