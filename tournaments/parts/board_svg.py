"""A board as SVG in a page: the drawing of the rule book, which escapes every name it is given."""

from django.utils.safestring import SafeString, mark_safe

from rules.diagrams.diagram import Diagram
from rules.diagrams.svg import PALETTE, Palette, draw_svg

# A printer knows no colours of a page.
PRINTED = Palette(ink="#181d27", paper="#fff", point="#d8d3c8", red="#c0272d")


def board_svg(diagram: Diagram, *, printed: bool = False) -> SafeString:
    """Return the board in the colours of the page around it, or in those of paper."""
    return mark_safe(draw_svg(diagram, palette=PRINTED if printed else PALETTE))  # noqa: S308 -- the rule book escapes every text that it draws
