"""One drawing as a page of print: strokes as one path a kind, every text in a positioned box of its own.

Measures are mm from the sheet's upper left corner. The template prints what stands here and decides nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from clubs.fonts import Fonts
from rules.draws.layout_drawing import Caption, Column, Drawing, Head, NameBox, Says, Stroke, Tag, TagBox
from rules.draws.layout_paper import Geometry
from rules.draws.names import Face

LEADING = 1.2
# Capitals stand in the middle of a tag when the space below them is left out.
TAG_LEADING = 1.06
_SQUEEZED = {1.0: "", 0.92: " s92", 0.85: " s85"}


class Colour(StrEnum):
    """The inks of print."""

    INK = "#181d27"
    GREY = "#777a82"
    RED = "#ba1f1c"


@dataclass(frozen=True, slots=True)
class Words:
    """What stands around the drawing: the title, what the sheet shows, its part, the foot and the page."""

    title: str
    what: str
    part: str
    foot: str
    page: str


@dataclass(frozen=True, slots=True)
class Path:
    """All strokes of one kind, as the attributes of an SVG path; ``dash`` is empty for a solid stroke."""

    d: str
    stroke: str = "none"
    width: str = "0"
    dash: str = ""
    fill: str = "none"


@dataclass(frozen=True, slots=True)
class Text:
    """One text: its CSS ``kind``, its ``place`` in CSS, ``lead`` in bold before it."""

    kind: str
    place: str
    text: str
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """One printed page; ``box`` is the SVG's view, ``sizes`` are measures for the page's style sheet."""

    number: int
    box: str
    sizes: Mapping[str, str]
    paths: tuple[Path, ...]
    texts: tuple[Text, ...]


_PENS: Mapping[Stroke, tuple[Colour, float, str]] = {
    Stroke.TO_COME: (Colour.GREY, 0.25, ""),
    Stroke.DONE: (Colour.INK, 0.30, ""),
    Stroke.UNCONFIRMED: (Colour.INK, 0.45, "0.6 1"),
    Stroke.TWO_RESULTS: (Colour.INK, 0.35, ""),
    Stroke.CHAMPION: (Colour.INK, 0.90, ""),
    Stroke.ON_NOW: (Colour.RED, 1.30, ""),
}


def print_page(drawing: Drawing, words: Words, face: Fonts) -> Page:
    """Return one page of print, in the active language."""
    return _Printer(drawing, words, face).page()


class _Printer:
    def __init__(self, drawing: Drawing, words: Words, face: Fonts) -> None:
        self.drawing, self.words, self.face = drawing, words, face
        self.geometry: Geometry = drawing.geometry
        self.k = self.geometry.weight**2
        self.right = self.geometry.width - self.geometry.margin

    def page(self) -> Page:
        geometry = self.geometry
        sizes = {
            "width": geometry.width,
            "height": geometry.height,
            "name": geometry.name,
            "caption": geometry.caption,
            "head": geometry.head,
            "note": geometry.note,
            "tag": 0.84 * geometry.name,
            "column": geometry.column,
        }
        return Page(
            self.drawing.page,
            f"0 0 {geometry.width:g} {geometry.height:g}",
            {name: _mm(size) for name, size in sizes.items()},
            (*self.strokes(), *self.rules(), *self.ornament()),
            (*self.heading(), *self.heads(), *self.boxes(), *self.foot()),
        )

    def strokes(self) -> Iterator[Path]:
        for stroke, (colour, width, dash) in _PENS.items():
            segments = self.drawing.strokes.get(stroke)
            if segments:
                d = "".join(f"M{s.x1:.3f} {s.y1:.3f}L{s.x2:.3f} {s.y2:.3f}" for s in segments)
                yield Path(d, colour.value, f"{width * self.geometry.weight:.3f}", dash)

    def rules(self) -> Iterator[Path]:
        """Rule under the heads, and above the foot."""
        geometry = self.geometry
        ends = f"{geometry.margin:.3f}", f"{self.right:.3f}"
        for y, colour, width in (
            (geometry.top - 0.45 * geometry.weight, Colour.INK, 0.9),
            (geometry.foot_top, Colour.GREY, 0.2),
        ):
            yield Path(f"M{ends[0]} {y:.3f}H{ends[1]}", colour.value, f"{width * geometry.weight:.3f}")

    def ornament(self) -> Iterator[Path]:
        """Draw the 24 points of the board, twelve and twelve, black and red in turn."""
        base, height, gap = 1.45 * self.k**0.8, 3.4 * self.k**0.8, 1.6 * self.k**0.8
        left, y = self.right - 24 * base - gap, self.geometry.margin + height
        points: dict[Colour, list[str]] = {Colour.RED: [], Colour.INK: []}
        for point in range(24):
            x = left + point * base + (gap if point > 11 else 0)
            colour = Colour.INK if point % 2 else Colour.RED
            points[colour].append(f"M{x + 0.06:.3f} {y:.3f}h{base - 0.12:.3f}l{0.06 - base / 2:.3f} {-height:.3f}z")
        for colour, shapes in points.items():
            yield Path("".join(shapes), fill=colour.value)

    def heading(self) -> Iterator[Text]:
        """Write the title, what the sheet shows, and which part of it."""
        geometry, k = self.geometry, self.k
        room = self.right - geometry.margin
        yield self.line("title", self.words.title, geometry.title, 5.2 * k**0.9, room - 42 * k**0.8, Face.SERIF)
        aside = self.face.width(self.words.part, Face.SERIF) * geometry.head
        what_at = 0.727 * geometry.header
        yield self.line("what", self.words.what, 3.0 * k**0.75, what_at, room - aside - 5, Face.PLAIN)
        if self.words.part:
            place = self.place(self.words.part, Face.SERIF, geometry.head, geometry.margin, geometry.margin + what_at)
            yield Text("part", f"{place};width:{_mm(room)}", self.words.part)

    def line(self, kind: str, text: str, size: float, at: float, room: float, face: Face) -> Text:
        """Set one line of the heading ``at`` mm under the margin, smaller when it is too long."""
        size = min(size, room / max(self.face.width(text, face), 1.0))
        place = self.place(text, face, size, self.geometry.margin, self.geometry.margin + at)
        return Text(kind, f"{place};font-size:{_mm(size)}", text)

    def heads(self) -> Iterator[Text]:
        geometry = self.geometry
        for column in self.drawing.columns:
            lead, *choices = _head_words(column)
            taken = self.face.width(lead + " ", Face.SERIF)
            tail = self.longest(choices, column.width / geometry.head - taken, Face.PLAIN)
            place = self.place(lead, Face.SERIF, geometry.head, column.x, geometry.top - 0.36 * geometry.heads)
            yield Text("h", place, tail, lead)

    def boxes(self) -> Iterator[Text]:
        """Write names, scores, captions and tags."""
        geometry, drawing = self.geometry, self.drawing
        for box in drawing.names:
            yield self.name(box)
        for score in drawing.scores:
            face = Face.BOLD if score.bold else Face.PLAIN
            place = self.place(score.text, face, geometry.name, score.x - geometry.column, score.y)
            yield Text("x b" if score.bold else "x soft", place, score.text)
        for caption in drawing.captions:
            yield self.caption(caption)
        for tag in drawing.tags:
            if tag.tag is not Tag.READY:
                yield self.tag(tag)
        for note in drawing.notes:
            squeeze = f";transform:scaleX({note.squeeze:.3f})" if note.squeeze < 1 else ""
            yield Text("note", self.place(note.text, Face.PLAIN, geometry.note, note.x, note.y) + squeeze, note.text)

    def name(self, box: NameBox) -> Text:
        kind = f"n {box.name.face.value}{_SQUEEZED[box.name.squeeze]}"
        kind += (" soft" if box.soft else "") + (" i" if box.italic else "")
        place = self.place(box.name.text, box.name.face, box.size, box.x, box.y)
        if box.size != self.geometry.name:
            place += f";font-size:{_mm(box.size)}"
        return Text(kind, place, box.name.text)

    def caption(self, caption: Caption) -> Text:
        size = self.geometry.caption
        lead, *choices = _caption_words(caption)
        taken = self.face.width(f"{lead} ", Face.BOLD) if lead else 0.0
        text = self.longest(choices, caption.width / size - taken, Face.PLAIN)
        left = caption.x - self.geometry.column if caption.says is Says.BYE else caption.x
        kind = "c end" if caption.says is Says.BYE else "c"
        return Text(kind, self.place(text, Face.PLAIN, size, left, caption.y), text, lead)

    def tag(self, box: TagBox) -> Text:
        size = 0.84 * self.geometry.name
        words = _("two results")
        if box.tag is Tag.ON_NOW:
            words = _("Table {table}").format(table=box.table) if box.table else _("on now")
        top = box.y - (self.face.baseline(words, Face.BOLD, TAG_LEADING) + LEADING - TAG_LEADING) * size
        return Text("tag", f"left:{_mm(box.x)};top:{_mm(top)}", words)

    def longest(self, choices: Sequence[str], room: float, face: Face) -> str:
        """Return the first of ``choices`` that fits into ``room`` em, else the last."""
        return next((text for text in choices if self.face.width(text, face) <= room), choices[-1])

    def foot(self) -> Iterator[Text]:
        geometry = self.geometry
        at, size = geometry.foot_top + 0.55 * geometry.foot, 2.2 * self.k**0.5
        page = f"{self.words.page} · Barpoint"
        room = self.right - geometry.margin
        taken = self.face.width(page, Face.PLAIN) * size + 5
        yield self.line("foot", self.words.foot, size, at - geometry.margin, room - taken, Face.PLAIN)
        place = self.place(page, Face.PLAIN, size, geometry.margin, at)
        yield Text("foot end", f"{place};width:{_mm(room)};font-size:{_mm(size)}", page)

    def place(self, text: str, face: Face, size: float, x: float, y: float) -> str:
        """Return the CSS that puts the baseline of ``text`` at ``y``, its left edge at ``x``."""
        return f"left:{_mm(x)};top:{_mm(y - self.face.baseline(text, face, LEADING) * size)}"


def _head_words(column: Column) -> list[str]:
    """Return what stands in bold over a column, then what follows, the longest choice first."""
    if column.head is Head.WINNER:
        return [_("Winner"), ""]
    if column.head is Head.TO_FINALS:
        return [_("To the finals"), ""]
    lead = _("Final") if column.head is Head.FINAL else column.letter
    return [lead, _("to {n} points").format(n=column.length), _("to {n}").format(n=column.length), ""]


def _caption_words(caption: Caption) -> list[str]:
    """Return what of a caption stands in bold, then the rest, the longest choice first."""
    match caption.says:
        case Says.BYE:
            return ["", _("bye")]
        case Says.FROM:
            return ["", caption.code]
        case Says.LOSER_OF:
            return ["", _("L of {code}").format(code=caption.code)]
        case Says.WINNER_OF:
            return ["", _("W of {code}").format(code=caption.code)]
    if not caption.loser_to:
        return [caption.code, _("by ruling") if caption.ruling else ""]
    long, short = _("loser to {code}"), _("L to {code}")
    if caption.if_first:
        long, short = _("loser to {code} if first match"), _("L to {code} if first")
    choices = [text.format(code=caption.loser_to) for text in (long, short)]
    if caption.ruling:
        choices = [_("by ruling, {rest}").format(rest=text) for text in choices] + [_("by ruling")]
    return [caption.code, *choices]


def _mm(size: float) -> str:
    return f"{size:.3f}mm"
