"""Text that must stay on one line of a form: narrower first, then smaller, and only then shorter."""

from dataclasses import dataclass

from paper.fonts import fonts
from rules.drawing.names import Face, fit_name

# Below this share of its size a name is shortened: a form has no foot that explains it, so that comes last.
LEAST = 0.5
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
