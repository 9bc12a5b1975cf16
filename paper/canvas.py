"""What a printed page is made of: inks, strokes as SVG paths, texts in positioned boxes.

Measures are mm from the upper left corner of the page.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

# The height of a line of text, in em.
LEADING = 1.2


class Colour(StrEnum):
    """The inks of print."""

    INK = "#181d27"
    GREY = "#777a82"
    RED = "#ba1f1c"


@dataclass(frozen=True, slots=True)
class Path:
    """All strokes of one kind, as the attributes of an SVG path; ``dash`` is empty for a solid stroke."""

    d: str
    stroke: str = "none"
    width: str = "0"
    dash: str = ""
    fill: str = "none"


@dataclass(frozen=True, slots=True)
class Box:
    """The room that a text has, in mm."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether the two share any room."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


@dataclass(frozen=True, slots=True)
class Text:
    """One text: the CSS classes of its ``kind`` and of its ``place``, its ``box``, ``lead`` in bold before it."""

    kind: str
    place: str
    box: Box
    text: str
    lead: str = ""


class Places:
    """CSS classes for the places of texts: texts of a column share one, as do those of a row.

    A class is read once, a style of its own for each text.
    """

    def __init__(self) -> None:
        self._classes: dict[str, str] = {}

    def classes(self, *styles: str) -> str:
        """Return a class for each of these styles, as a ``class`` attribute has them."""
        return " ".join(self._classes.setdefault(style, f"at{len(self._classes)}") for style in styles)

    def rules(self) -> Iterator[str]:
        """Yield the rule of each class."""
        for style, name in self._classes.items():
            yield f".{name} {{ {style} }}"


def mm(size: float) -> str:
    """Return a measure as CSS has it."""
    return f"{size:.3f}mm"
