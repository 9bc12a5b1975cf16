"""The picture of a draw that a link to it shows in a chat: title, names and the last rounds, 1200 × 630 px."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from paper.canvas import Colour
from paper.picture import Bar, TextLine, picture
from rules.drawing.names import Face
from rules.drawing.parts import Drawing, Says, Segment, Stroke
from rules.drawing.picture import Room, layout_picture
from rules.drawing.states import Mark
from rules.drawing.widths import screen_width
from rules.draws.derive import Derived
from rules.draws.plan import ENTRY, Plan
from rules.errors import RuleBroken
from tournaments.parts.bracket_svg import head_words

WIDTH, HEIGHT = 1200, 630
LEFT, TOP, FOOT = 48, 150, 24
# Px for each unit of the drawing.
SCALE = 1.6
_WIDTHS = {Stroke.TO_COME: 1, Stroke.CHAMPION: 5, Stroke.ON_NOW: 6, Stroke.TWO_RESULTS: 3}
_NOW = (Stroke.ON_NOW, Stroke.TWO_RESULTS)


@dataclass(frozen=True, slots=True)
class Pictured:
    """The names of tournament and event, a line about them, and the draw, None before it is made."""

    tournament: str
    event: str
    about: str
    plan: Plan | None = None
    derived: Derived | None = None


def draw_picture(shown: Pictured, names: Mapping[int, str], marks: Mapping[int, Mark]) -> bytes:
    """Return the picture as PNG."""
    drawing = _drawing(shown, names, marks)
    bars = [Bar(LEFT, 118, WIDTH - LEFT, 118, 5)]
    texts = [
        TextLine(_fitting(shown.tournament, 46, Face.SERIF), LEFT, 66, 46, Face.SERIF),
        TextLine(_fitting(f"{shown.event} · {shown.about}", 26, Face.PLAIN), LEFT, 102, 26, colour=Colour.GREY),
    ]
    if drawing is not None:
        bars += _bars(drawing)
        texts += _texts(drawing)
    return picture(WIDTH, HEIGHT, bars, texts)


def _drawing(shown: Pictured, names: Mapping[int, str], marks: Mapping[int, Mark]) -> Drawing | None:
    if shown.plan is None or shown.derived is None:
        return None
    room = Room((WIDTH - 2 * LEFT) / SCALE, (HEIGHT - TOP - FOOT) / SCALE)
    try:
        return layout_picture(
            shown.plan, shown.derived, ENTRY, names=names, marks=marks, width=screen_width, room=room
        )  # fmt: skip
    except RuleBroken:
        return None


def _bars(drawing: Drawing) -> Iterator[Bar]:
    for stroke, segments in drawing.strokes.items():
        colour = Colour.RED if stroke in _NOW else Colour.GREY if stroke is Stroke.TO_COME else Colour.INK
        for each in segments:
            yield _bar(each, _WIDTHS.get(stroke, 2), colour)


def _bar(each: Segment, width: float, colour: Colour) -> Bar:
    return Bar(_x(each.x1), _y(each.y1), _x(each.x2), _y(each.y2), width, colour)


def _texts(drawing: Drawing) -> Iterator[TextLine]:
    for box in drawing.names:
        colour = Colour.GREY if box.soft else Colour.INK
        yield TextLine(box.name.text, _x(box.x), _y(box.y), box.size * SCALE, box.name.face, colour)
    for score in drawing.scores:
        face, colour = Face.BOLD if score.bold else Face.PLAIN, Colour.GREY if score.soft else Colour.INK
        yield TextLine(score.text, _x(score.x), _y(score.y), 14 * SCALE, face, colour, right=True)
    for caption in drawing.captions:
        if caption.says in (Says.CODE, Says.FROM):
            yield TextLine(caption.code, _x(caption.x), _y(caption.y), 10 * SCALE, colour=Colour.GREY)
    for column in drawing.columns:
        yield TextLine(head_words(column)[0], _x(column.x), _y(24), 18 * SCALE, Face.SERIF)


def _fitting(text: str, size: float, face: Face) -> str:
    """Return a text, cut where it would not fit beside the edges."""
    room = (WIDTH - 2 * LEFT) / size
    while len(text) > 1 and screen_width(text, face) > room:
        text = text[:-2].rstrip() + "…"
    return text


def _x(x: float) -> float:
    return LEFT + x * SCALE


def _y(y: float) -> float:
    return TOP - 20 + y * SCALE
