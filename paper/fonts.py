"""The fonts of this machine that paper is set in, and how wide a text is in them.

Preferred are P052, Nimbus Sans and Nimbus Sans Narrow (Debian's fonts-urw-base35), else DejaVu. Widths come from the
very font files, so a name that fits here fits on paper. Letters that these faces lack are taken from any other font of
this machine. A character that no font has would vanish silently from the paper: ``Fonts.unknown`` finds it.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock

from django.conf import settings

from paper.font_index import FontFile, FontIndex, Glyph, font_index, read_font
from rules.drawing.names import Face

FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".local/share/fonts",
    Path.home() / ".fonts",
)
# Kerning and rounding may add a little to the sum of the widths.
SLACK = 1.01
# Half an em and more: where no font is found at all, texts are taken for wide.
GUESS = 0.65


@dataclass(frozen=True, slots=True)
class Cut:
    """One cut of a typeface: CSS ``family`` and the file it stands in."""

    family: str
    file: str


_WANTED: Mapping[Face, tuple[Cut, ...]] = {
    Face.PLAIN: (Cut("Nimbus Sans", "NimbusSans-Regular.otf"), Cut("DejaVu Sans", "DejaVuSans.ttf")),
    Face.BOLD: (Cut("Nimbus Sans", "NimbusSans-Bold.otf"), Cut("DejaVu Sans", "DejaVuSans-Bold.ttf")),
    Face.NARROW: (
        Cut("Nimbus Sans Narrow", "NimbusSansNarrow-Regular.otf"),
        Cut("DejaVu Sans", "DejaVuSans.ttf"),
    ),
    Face.NARROW_BOLD: (
        Cut("Nimbus Sans Narrow", "NimbusSansNarrow-Bold.otf"),
        Cut("DejaVu Sans", "DejaVuSans-Bold.ttf"),
    ),
    Face.SERIF: (Cut("P052", "P052-Bold.otf"), Cut("DejaVu Serif", "DejaVuSerif-Bold.ttf")),
}
# Looked up for letters that the faces above lack; the last is wide in every weight.
_FURTHER = ("DejaVuSans-Bold.ttf", "DejaVuSans.ttf")


class Fonts:
    """The faces found, in the order in which paper takes a letter from them; ``others`` are the fonts of other scripts.

    ``folder`` keeps the index of these others, None keeps none.
    """

    def __init__(self, files: Mapping[str, Path], others: Iterable[Path] = (), folder: Path | None = None) -> None:
        self._paths, self._others = files, tuple(others)
        self._all = (*files.values(), *self._others)
        self._folder = folder
        self._lock = Lock()
        self.chosen = {
            face: next((cut for cut in cuts if cut.file in files), cuts[-1]) for face, cuts in _WANTED.items()
        }
        # Each file once for all its faces: the further ones have thousands of letters.
        wanted = dict.fromkeys([*(cut.file for cut in self.chosen.values()), *_FURTHER])
        read = {name: file for name in wanted if name in files and (file := read_font(files[name]))}
        self._files: dict[Face, list[FontFile]] = {
            face: [read[name] for name in dict.fromkeys((cut.file, *_FURTHER)) if name in read]
            for face, cut in self.chosen.items()
        }
        self.width = lru_cache(maxsize=20_000)(self._width)

    def path(self, face: Face, *, all_scripts: bool = False) -> Path | None:
        """Return the file of ``face``, or of the face with the most scripts; None where this machine has neither."""
        bold = face in (Face.BOLD, Face.NARROW_BOLD, Face.SERIF)
        widest = _FURTHER[0] if bold else _FURTHER[1]
        names = (widest, self.chosen[face].file) if all_scripts else (self.chosen[face].file, widest)
        return next((self._paths[name] for name in names if name in self._paths), None)

    def has_all(self, text: str, face: Face) -> bool:
        """Whether the file of ``face`` has every letter of ``text``."""
        own = self._files[face][:1]
        return all(letter.isspace() or any(file.glyph(letter) for file in own) for letter in text)

    def families(self, face: Face) -> str:
        """Return the CSS font families of ``face``."""
        serif = "serif" if face is Face.SERIF else "sans-serif"
        names = dict.fromkeys((self.chosen[face].family, "DejaVu Sans"))
        return ", ".join([*(f"'{name}'" for name in names), serif])

    def _width(self, text: str, face: Face) -> float:
        """Return the width of ``text`` in em."""
        return sum(self._letter(letter, face) for letter in text) * SLACK

    def _letter(self, letter: str, face: Face) -> float:
        glyph = self._glyph(letter, face)
        if glyph is not None:
            return glyph.width
        if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
            return 0.0
        return 1.0 if unicodedata.east_asian_width(letter) in "WF" else GUESS

    @cached_property
    def mark(self) -> str:
        """What tells these fonts from those of another day."""
        stamps = sorted((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in self._all)
        return sha256(repr(stamps).encode()).hexdigest()[:16]

    def _glyph(self, letter: str, face: Face) -> Glyph | None:
        own = (file.glyph(letter) for file in self._files[face])
        return next((glyph for glyph in own if glyph), None) or self._other(letter)

    def _other(self, letter: str) -> Glyph | None:
        """Return ``letter`` as another font of this machine has it."""
        if letter.isascii() or unicodedata.category(letter) in ("Cf", "Cc", "Zs"):
            return None
        return self._index().glyph(letter)

    def _index(self) -> FontIndex:
        """Return the index of the other fonts: made or read when the first letter needs it, by one thread."""
        with self._lock:
            return self._index_once

    @cached_property
    def _index_once(self) -> FontIndex:
        return font_index(self._others, self.mark, self._folder)

    def baseline(self, text: str, face: Face, leading: float) -> float:
        """Return how far (em) the baseline of ``text`` lies under the upper edge of a line ``leading`` em high.

        A letter taken from a further font may push it down: the line keeps room for the tallest.
        """
        if not self._files[face]:
            return leading / 2 + 0.35
        first = self._files[face][0]
        used = {(glyph.ascent, glyph.descent) for letter in set(text) if (glyph := self._glyph(letter, face))}
        return max((leading + up - down) / 2 for up, down in used | {(first.ascent, first.descent)})

    def unknown(self, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield each text that has letters no font here has, with these letters."""
        for text in texts:
            missing = "".join(dict.fromkeys(letter for letter in text if not self._knows(letter)))
            if missing:
                yield text, missing

    def _knows(self, letter: str) -> bool:
        return unicodedata.category(letter) in ("Cf", "Zs") or self._glyph(letter, Face.PLAIN) is not None


@cache
def fonts() -> Fonts:
    """Return the fonts of this machine, looked for once."""
    wanted = {cut.file for cuts in _WANTED.values() for cut in cuts} | set(_FURTHER)
    paths: dict[str, Path] = {}
    others: list[Path] = []
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.[ot]t[fc]")):
            if path.name in wanted:
                paths.setdefault(path.name, path)
            elif "Regular" in path.stem or path.suffix == ".ttc":
                others.append(path)
    return Fonts(paths, others, settings.DATA_DIR)
