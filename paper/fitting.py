"""Text that must stay on one line of a form: narrower first, then smaller, and only then shorter."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from paper.fonts import SLACK, fonts
from rules.drawing.names import Face, fit_name

# Below this share of its size a name is shortened: a form has no foot that explains it, so that comes last.
LEAST = 0.5
# The white between two texts of a row, in em.
APART = 0.5
# Has no width, and keeps the order of two texts beside it where both are read from the left.
RIGHT_TO_LEFT = "\u200f"
_NARROW = {Face.PLAIN: Face.NARROW, Face.BOLD: Face.NARROW_BOLD}


@dataclass(frozen=True, slots=True)
class FittedText:
    """A text as it is set: its typeface and ``scale``, the share of the size it was meant to have."""

    text: str
    face: Face
    scale: float


def fit_text(text: str, room: float, face: Face = Face.PLAIN) -> FittedText:
    """Return ``text`` set on one line of ``room`` em."""
    width = fonts().width
    if width(text, face) <= room:
        return FittedText(text, face, 1.0)
    narrow = _NARROW.get(face, face)
    scale = min(1.0, room / width(text, narrow))
    if scale >= LEAST or face not in _NARROW:
        return FittedText(text, narrow, scale)
    short = fit_name(text, room / LEAST, width, bold=face is Face.BOLD)
    return FittedText(short.text, short.face, LEAST * short.squeeze)


def fit_row(
    texts: Sequence[str], begins: Sequence[float], room: float, *, centred: bool = False, rtl: bool = False
) -> FittedText:
    """Return ``texts`` as one line of ``room`` em, each at the beginning of its column or ``centred`` in it.

    Columns begin at ``begins`` em. Spaces bring the texts there, within half a space: one box in place of many, which
    is what a printed page takes its time for. The line must be set with all its spaces (``white-space: pre``). With
    ``rtl`` the first column is the rightmost, whatever letters the texts have.
    """
    columns = [end - begin for begin, end in pairwise((*begins, room))]
    fits = [fit_text(text, width - APART) for text, width in zip(texts, columns, strict=True)]
    face = Face.NARROW if any(fit.face is Face.NARROW for fit in fits) else Face.PLAIN
    scale = min(fit.scale for fit in fits)

    def width(text: str) -> float:
        return fonts().width(text, face) / SLACK * scale

    line, end, mark = "", 0.0, RIGHT_TO_LEFT if rtl else ""
    for fit, begin, column in zip(fits, begins, columns, strict=True):
        goal = begin + (column - width(fit.text)) / 2 if centred else begin
        spaces = max(bool(line), round((goal - end) / width(" ")))
        line += mark + " " * spaces + mark + fit.text
        end += spaces * width(" ") + width(fit.text)
    return FittedText(line, face, scale)
