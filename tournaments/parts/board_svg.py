"""A board as SVG in a page: the drawing of the rule book, which escapes every name it is given."""

from django.utils.safestring import SafeString, mark_safe

from rules.diagrams.diagram import Diagram
from rules.diagrams.svg import draw_svg


def board_svg(diagram: Diagram) -> SafeString:
    """Return the board in the colours of the page around it."""
    return mark_safe(draw_svg(diagram))  # noqa: S308 -- the rule book escapes every text that it draws
