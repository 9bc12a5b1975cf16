"""The lines of score cards: all of a page in one drawing.

A border is a box of its own to lay out, and a card has forty. The texts are set by ``print/score_cards.html``, with the
same measures. Measures are mm from the upper left corner of the page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paper.canvas import Colour, Path

# The white at either side of a card, and the dashed line along which two are cut apart.
SIDE, CUT = 7.0, 0.2
FINE, BOLD, THICK = 0.25, 0.45, 0.9
# Below the upper edge: the line above the match, the box to tick, the table of games and the line under its heads.
MATCH, TICK_BOX, TICK_SIDE, GAMES, HEADS = 28.0, 39.2, 4.7, 48.0, 5.5
# Where the columns of the table begin, and the two lines to sign on, as parts of its width.
COLUMNS, SIGNED = (0.13, 0.30, 0.50, 0.72, 0.85), ((0.0, 0.60), (0.64, 1.0))
# How far above the lower edge the lines to sign on end.
SIGNED_ABOVE = 6.6 + 1.2 * 2.4 + 0.6


@dataclass(frozen=True, slots=True)
class Lines:
    """What the lines of one card follow from: its corner, its size, its rows and their height, the box to tick."""

    x: float
    y: float
    width: float
    height: float
    rows: int
    row: float
    ticked: bool


type Bar = tuple[Colour, float, float, float, float]


def card_paths(cards: Sequence[Lines], page_width: float, *, mirrored: bool) -> tuple[Path, ...]:
    """Return the lines of all ``cards`` of a page, one path a colour; ``mirrored`` from the right edge.

    They are filled: a stroke as fine as these is moved to whole points by viewers, and then no longer meets the others.
    """
    drawn: dict[Colour, list[str]] = {Colour.INK: [], Colour.GREY: []}
    for card in cards:
        for colour, left, top, width, height in _bars(card):
            x = page_width - left - width if mirrored else left
            drawn[colour].append(f"M{x:.3f} {top:.3f}h{width:.3f}v{height:.3f}h-{width:.3f}z")
    return tuple(Path("".join(bars), fill=colour.value) for colour, bars in drawn.items())


def _bars(card: Lines) -> Iterator[Bar]:
    """Yield every line of a card as a bar: colour, left, top, width, height."""
    left, width = card.x + SIDE, card.width - 2 * SIDE
    yield Colour.INK, left, card.y + MATCH, width, THICK
    if card.ticked:
        yield from _box(left + width - TICK_SIDE, card.y + TICK_BOX)
    top = card.y + GAMES
    first = top + HEADS
    yield Colour.INK, left, first - BOLD, width, BOLD
    for row in range(1, card.rows + 1):
        yield Colour.GREY, left, first + row * card.row - FINE, width, FINE
    for column in COLUMNS:
        yield Colour.GREY, left + column * width, top, FINE, HEADS - BOLD
        yield Colour.GREY, left + column * width, first, FINE, card.rows * card.row
    for begin, end in SIGNED:
        bottom = card.y + card.height - SIGNED_ABOVE
        yield Colour.GREY, left + begin * width, bottom - FINE, (end - begin) * width, FINE


def _box(left: float, top: float) -> Iterator[Bar]:
    """Yield the four sides of the box to tick."""
    inner = TICK_SIDE - 2 * BOLD
    for y in (top, top + TICK_SIDE - BOLD):
        yield Colour.INK, left, y, TICK_SIDE, BOLD
    for x in (left, left + TICK_SIDE - BOLD):
        yield Colour.INK, x, top + BOLD, BOLD, inner
