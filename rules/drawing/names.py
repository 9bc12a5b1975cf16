"""Fit a name into the room on a sheet: never an ellipsis, never into the score.

The full name is kept as long as a narrow face or a slight squeeze makes it fit; only then given names become
initials, and last the family name is abbreviated. A sheet on which a name was shortened explains it at its foot.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from rules.members import BETWEEN

SQUEEZES = (1.0, 0.92, 0.85)

# Small words that belong to the name behind them.
_PARTICLES = frozenset(
    [
        "af",
        "al",
        "am",
        "auf",
        "av",
        "d'",
        "da",
        "dal",
        "das",
        "de",
        "dei",
        "del",
        "della",
        "den",
        "der",
        "di",
        "do",
        "dos",
        "du",
        "e",
        "el",
        "el-",
        "la",
        "las",
        "le",
        "los",
        "of",
        "san",
        "santa",
        "ten",
        "ter",
        "tot",
        "van",
        "vom",
        "von",
        "y",
        "zu",
        "zum",
        "zur",
    ]
)


class Face(StrEnum):
    """A typeface a sheet is set in."""

    PLAIN = "plain"
    BOLD = "bold"
    NARROW = "narrow"
    NARROW_BOLD = "narrow-bold"
    SERIF = "serif"


# Gives the width of a text set in a face, in em.
type Width = Callable[[str, Face], float]


@dataclass(frozen=True, slots=True)
class FittedName:
    """A name as it is set: ``squeeze`` is its horizontal scale, ``shortened``: it is not the full name."""

    text: str
    face: Face
    squeeze: float
    shortened: bool


class Shorter(NamedTuple):
    """Shorter forms of a name, and then what may be left of it, the longest first."""

    forms: tuple[str, ...]
    stems: tuple[str, ...]


# Fits a name into a width (in em), bold or not, with its shorter forms.
type Fit = Callable[[str, float, Width, bool, Shorter | None], FittedName]


def shorter(name: str) -> Shorter:
    """Return how a name that stands alone may be shortened."""
    forms = tuple(short_forms(name))
    return Shorter(forms, tuple(_stems(forms[-1] if forms else name)))


@lru_cache(maxsize=64)
def shorter_apart(names: frozenset[str]) -> Mapping[str, Shorter]:
    """Return name → how it may be shortened so that nobody takes it for another of these names."""
    forms = {name: tuple(short_forms(name)) for name in names}
    holders = Counter(form for name, of in forms.items() for form in {name, *of})
    apart = {name: tuple(form for form in of if holders[form] == 1) for name, of in forms.items()}
    stems = {name: tuple(_stems(of[-1] if of else name)) for name, of in apart.items()}
    starts = Counter(stem for of in stems.values() for stem in of)
    return {name: Shorter(apart[name], tuple(stem for stem in stems[name] if starts[stem] == 1)) for name in names}


def fit_name(
    name: str, room: float, width: Width, bold: bool = False, shorter_forms: Shorter | None = None
) -> FittedName:
    """Return ``name`` set so that it takes no more than ``room`` em.

    In order: full, narrow, 92 %, 85 %; then the same with each shorter form; last what is left of it with a stop.
    """
    faces = (Face.BOLD, Face.NARROW_BOLD) if bold else (Face.PLAIN, Face.NARROW)
    settings = ((faces[0], 1.0), *((faces[1], squeeze) for squeeze in SQUEEZES))
    for face, squeeze in settings:
        if width(name, face) * squeeze <= room:
            return FittedName(name, face, squeeze, shortened=False)
    forms, stems = shorter_forms or shorter(name)
    for form in forms:
        for face, squeeze in settings:
            if width(form, face) * squeeze <= room:
                return FittedName(form, face, squeeze, shortened=True)
    for stem in stems:
        if width(f"{stem}.", faces[1]) * SQUEEZES[-1] <= room:
            return FittedName(f"{stem}.", faces[1], SQUEEZES[-1], shortened=True)
    return FittedName("", faces[1], SQUEEZES[-1], shortened=True)


def short_forms(name: str) -> Iterator[str]:
    """Yield shorter forms of ``name``, the longest first.

    ``Maria del Carmen Fernández de Oñate`` → ``M. del Carmen Fernández de Oñate`` → ``M. Fernández de Oñate`` →
    ``M. Fernández`` → ``Fernández``. Scripts without capitals have no initials: words leave from the end.
    Brackets at the end distinguish namesakes and stay: ``Jan Novák (Praha)`` → ``J. Novák (Praha)``. Of several people
    all are shortened alike: ``Ann Berg / Bo Dahl`` → ``A. Berg / B. Dahl`` → ``Berg / Dahl``.
    """
    stem, bracket, mark = name.rpartition(" (")
    if stem and mark.endswith(")"):
        yield from (f"{form}{bracket}{mark}" for form in short_forms(stem))
        return
    if BETWEEN in name:
        yield from _short_together([each for each in name.split(BETWEEN) if each])
        return
    parts = _parts(name)
    if not parts:  # erased
        return
    if len(parts) > 1 and not _has_capitals(name):
        yield from (" ".join(parts[:count]) for count in range(len(parts) - 1, 0, -1))
        return
    if len(parts) > 1:
        initial = f"{_initial(parts[0])}. "
        family = parts[-2:] if len(parts) > 3 else parts[-1:]
        yield initial + " ".join(parts[1:])
        if len(parts) > 2:
            initials = "".join(f"{_initial(part)}. " for part in parts[: -len(family)])
            yield (initial if len(parts) > 3 else initials) + " ".join(family)
        yield from _short_families(initial, family)
        yield family[0]
    yield from (form for form in _short_families("", parts[-1:]) if form != name)


def _short_together(names: list[str]) -> Iterator[str]:
    """Yield shorter names of several people: all of them one step shorter, as far as each has one."""
    forms = [[name, *short_forms(name)] for name in names]
    before = BETWEEN.join(names)
    for step in range(1, max(map(len, forms), default=0)):
        shorter_names = BETWEEN.join(each[min(step, len(each) - 1)] for each in forms)
        if len(shorter_names) < len(before):
            yield shorter_names
            before = shorter_names


def _short_families(initial: str, family: list[str]) -> Iterator[str]:
    if len(family) > 1:
        yield initial + family[0]
    first, hyphen, second = family[0].partition("-")
    if hyphen and first and second:
        yield f"{initial}{first}-{_initial(second)}."
        yield f"{initial}{first}"
        if initial:
            yield f"{initial}{_initial(first)}.-{second}"


def _parts(name: str) -> list[str]:
    """Return the words of ``name``, small words joined to the one behind them."""
    parts: list[str] = []
    held: list[str] = []
    for word in name.split():
        held.append(word)
        if word.lower() not in _PARTICLES or not parts:
            parts.append(" ".join(held))
            held = []
    return [*parts, " ".join(held)] if held else parts


def _has_capitals(name: str) -> bool:
    return any(letter.isupper() or letter.islower() for letter in name)


def _initial(word: str) -> str:
    """Return the first letter of ``word`` with the marks that stand on it."""
    end = 1
    while end < len(word) and unicodedata.combining(word[end]):
        end += 1
    return word[:end]


def _stems(name: str) -> Iterator[str]:
    for end in range(len(name) - 1, 0, -1):
        if not unicodedata.combining(name[end]) and not name[end - 1].isspace():
            yield name[:end]
