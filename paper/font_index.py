"""Which of this machine's further fonts has a letter, and how wide it is there: read once, kept as a file.

A machine with letters for every script has hundreds of font files. Parsing one takes up to a second, so it is done once
for all of them; the file is made again when a font comes, goes or changes.
"""

import json
import logging
import secrets
import sys
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FORM = 1

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter as one font has it, in em: its width, and how far the font reaches above and below the baseline."""

    width: float
    ascent: float
    descent: float


class FontFile:
    """Widths and height of one font file, in em. Raises OSError or its library's TTLibError for what is none."""

    def __init__(self, path: Path) -> None:
        from fontTools.ttLib import TTFont  # noqa: PLC0415 -- only where the index is made

        # A collection holds the same letters in all its fonts: the first will do.
        first = 0 if path.suffix == ".ttc" else -1
        with path.open("rb") as file, TTFont(file, lazy=True, fontNumber=first) as font:
            em = font["head"].unitsPerEm
            advances = font["hmtx"].metrics
            self.widths: dict[int, float] = {
                letter: advances[glyph][0] / em for letter, glyph in font.getBestCmap().items()
            }
            self.ascent: float = font["hhea"].ascent / em
            self.descent: float = -font["hhea"].descent / em

    def glyph(self, letter: str) -> Glyph | None:
        """Return ``letter`` as this font has it, None if it lacks it."""
        width = self.widths.get(ord(letter))
        return None if width is None else Glyph(width, self.ascent, self.descent)


@dataclass(frozen=True, slots=True)
class FontIndex:
    """Letters in order, each with its width and the number of its font; ``heights`` has ascent and descent by font."""

    letters: array[int]
    widths: array[float]
    fonts: array[int]
    heights: Sequence[tuple[float, float]]

    def glyph(self, letter: str) -> Glyph | None:
        """Return ``letter`` as the first font that has it, None if none has."""
        code = ord(letter)
        at = bisect_left(self.letters, code)
        if at == len(self.letters) or self.letters[at] != code:
            return None
        return Glyph(self.widths[at], *self.heights[self.fonts[at]])


def font_index(paths: Sequence[Path], mark: str, folder: Path | None) -> FontIndex:
    """Return the index of the fonts at ``paths``, which ``mark`` tells from those of another day.

    It is read from ``folder`` if it was made before, else made and kept there.
    """
    if folder is None:
        return _made(paths)
    path = folder / f"fonts-{mark}.index"
    with suppress(OSError, ValueError, KeyError, TypeError):
        return _unpacked(path.read_bytes())
    made = _made(paths)
    _keep(path, made)
    return made


def read_font(path: Path) -> FontFile | None:
    """Return the font in this file, None if it can't be read."""
    from fontTools.ttLib import TTLibError  # noqa: PLC0415 -- only where the index is made

    try:
        return FontFile(path)
    except (OSError, TTLibError):
        return None


def _made(paths: Sequence[Path]) -> FontIndex:
    first: dict[int, tuple[int, float]] = {}
    heights: list[tuple[float, float]] = []
    for path in paths:
        file = read_font(path)
        if file is None:
            continue
        heights.append((file.ascent, file.descent))
        for letter, width in file.widths.items():
            first.setdefault(letter, (len(heights) - 1, width))
    letters = sorted(first)
    return FontIndex(
        array("I", letters),
        array("f", (first[letter][1] for letter in letters)),
        array("H", (first[letter][0] for letter in letters)),
        tuple(heights),
    )


def _packed(index: FontIndex) -> bytes:
    head = {"form": FORM, "order": sys.byteorder, "letters": len(index.letters), "heights": list(index.heights)}
    body = b"".join(part.tobytes() for part in (index.letters, index.widths, index.fonts))
    return json.dumps(head).encode() + b"\n" + body


def _unpacked(stored: bytes) -> FontIndex:
    """Return what ``_packed`` made. Raises ValueError, KeyError or TypeError for anything else."""
    line, _, body = stored.partition(b"\n")
    head: Mapping[str, Any] = json.loads(line)
    if head["form"] != FORM or head["order"] != sys.byteorder:
        raise ValueError("another form of index")
    count: int = head["letters"]
    letters, widths, fonts = array("I"), array("f"), array("H")
    if len(body) != count * sum(part.itemsize for part in (letters, widths, fonts)):
        raise ValueError("cut off")
    for part in (letters, widths, fonts):
        part.frombytes(body[: count * part.itemsize])
        body = body[count * part.itemsize :]
    return FontIndex(letters, widths, fonts, [(up, down) for up, down in head["heights"]])


def _keep(path: Path, index: FontIndex) -> None:
    """Write the file at once or not at all, and remove that of other fonts; a full disk only costs the time again."""
    draft = path.with_name(f".{path.stem}-{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(_packed(index))
        draft.replace(path)
    except OSError as problem:
        log.warning("the index of fonts could not be kept: %s", problem)
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        return
    for old in path.parent.glob("fonts-*.index"):
        if old != path:
            old.unlink(missing_ok=True)
