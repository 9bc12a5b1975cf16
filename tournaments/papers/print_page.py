"""One drawing as a page of print: strokes as one path a kind, every text in a positioned box of its own.

Measures are mm from the sheet's upper left corner. The template prints what stands here and decides nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from paper.canvas import LEADING, Box, Colour, Path, Places, Text, mm
from paper.fonts import Fonts
from paper.languages import choices_in_both, in_both
from rules.drawing.names import Face
from rules.drawing.paper import Geometry
from rules.drawing.parts import Caption, Drawing, NameBox, Says, Stroke, Tag, TagBox
from rules.drawing.states import WRITTEN, How
from tournaments.words.papers.drawing import (
    Explained,
    caption_words,
    explained_words,
    head_words,
    sample_name,
    tag_words,
)

# Capitals stand in the middle of a tag when the space below them is left out.
TAG_LEADING = 1.06
# The type of the foot in mm on A4; where in the foot its line and the key of states below it stand.
FOOT_SIZE, FOOT_AT, KEY_AT = 2.2, 0.5, 0.93
# Prizes are set smaller down to this part of their size where several pots stand in their line.
SMALLEST_PRIZES, BETWEEN_POTS = 0.8, "  —  "
_SQUEEZED = {1.0: "", 0.92: " s92", 0.85: " s85"}


@dataclass(frozen=True, slots=True)
class Words:
    """The texts around the drawing: title, bracket, part, foot and page, and the prizes of each pot.

    ``drops`` are the pages of matches that losers drop to, where their bracket takes several.
    """

    title: str
    what: str
    part: str
    foot: str
    page: str
    prizes: Sequence[str] = ()
    drops: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Page:
    """One printed page of ``width`` and ``height``; ``margin`` is white all around.

    ``box`` is the SVG's view, ``sizes`` are measures for the page's style sheet.
    """

    number: int
    width: float
    height: float
    margin: float
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


# The lines that a sheet explains where it shows them.
STROKES_EXPLAINED = (Stroke.ON_NOW, Stroke.UNCONFIRMED, Stroke.TWO_RESULTS)


def explained_on(drawing: Drawing) -> Iterator[Explained]:
    """Yield what stands on a drawing and nobody knows without a key: lines, struck names, short texts at players."""
    yield from (stroke for stroke in STROKES_EXPLAINED if drawing.strokes.get(stroke))
    if any(box.struck for box in drawing.names):
        yield None
    written = {word for score in drawing.scores for word in score.text.split()}
    yield from (how for how, text in WRITTEN.items() if text in written)


def print_page(drawing: Drawing, words: Words, face: Fonts, places: Places) -> Page:
    """Return one page of print, in the active language; its texts stand at ``places``, which pages may share."""
    return _Printer(drawing, words, face, places).page()


class _Printer:
    def __init__(self, drawing: Drawing, words: Words, face: Fonts, places: Places) -> None:
        self.drawing, self.words, self.face, self.places = drawing, words, face, places
        self.geometry: Geometry = drawing.geometry
        self.k = self.geometry.weight**2
        self.right = self.geometry.width - self.geometry.margin
        self.mirrored = drawing.mirrored

    def page(self) -> Page:
        geometry = self.geometry
        samples, explained = self.key()
        sizes = {
            "width": geometry.width,
            "height": geometry.height,
            "name": geometry.name,
            "caption": geometry.caption,
            "head": geometry.head,
            "note": geometry.note,
            "column": geometry.column,
        }
        return Page(
            self.drawing.page,
            geometry.width,
            geometry.height,
            geometry.margin,
            f"0 0 {geometry.width:g} {geometry.height:g}",
            {name: mm(size) for name, size in sizes.items()},
            (*self.strokes(), *self.rules(), *self.ornament(), *samples),
            (*self.heading(), *self.heads(), *self.boxes(), *self.foot(), *explained),
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
        if self.mirrored:
            left = self.geometry.margin
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
        yield self.line("title", self.words.title, geometry.title, 5.2 * k**0.8, room - 42 * k**0.8, Face.SERIF)
        aside = self.face.width(self.words.part, Face.SERIF) * geometry.head
        what_at = 0.727 * geometry.header
        yield self.line("what", self.words.what, 3.0 * k**0.75, what_at, room - aside - 5, Face.PLAIN)
        if self.words.part:
            at = Spot(Face.SERIF, geometry.head, geometry.margin, geometry.margin + what_at, room)
            yield self.text("part", self.words.part, at)
        if self.words.prizes:
            size = 2.6 * k**0.75
            yield self.line("what", self.prizes(room / size), size, 0.96 * geometry.header, room, Face.PLAIN)

    def prizes(self, room: float) -> str:
        """Return the prizes of the first pot, and of the others as far as they fit into ``room`` em, set smaller."""
        lines = self.words.prizes
        choices = [BETWEEN_POTS.join(lines[:count]) for count in range(len(lines), 0, -1)]
        return self.longest(choices, room / SMALLEST_PRIZES, Face.PLAIN)

    def line(self, kind: str, text: str, size: float, at: float, room: float, face: Face) -> Text:
        """Set one line of the heading ``at`` mm under the margin, smaller when it is too long."""
        size = min(size, room / max(self.face.width(text, face), 1.0))
        left = self.right - room if self.mirrored else self.geometry.margin
        spot = Spot(face, size, left, self.geometry.margin + at, room)
        return self.text(kind, text, spot, more=f";font-size:{mm(size)}")

    def heads(self) -> Iterator[Text]:
        geometry = self.geometry
        for column in self.drawing.columns:
            lead, *choices = choices_in_both(partial(head_words, column))
            taken = self.face.width(lead + " ", Face.SERIF)
            tail = self.longest(choices, column.width / geometry.head - taken - 0.4, Face.PLAIN)
            y = geometry.top - 0.36 * geometry.heads
            yield self.text("h", tail, Spot(Face.SERIF, geometry.head, column.x, y, column.width), lead=lead)

    def boxes(self) -> Iterator[Text]:
        """Write names, scores, captions and tags."""
        geometry, drawing = self.geometry, self.drawing
        for box in drawing.names:
            yield self.name(box)
        for score in drawing.scores:
            face = Face.BOLD if score.bold else Face.PLAIN
            wide = 1.1 * score.width
            left = score.x - (score.width if self.mirrored else wide)
            spot = Spot(face, geometry.name, left, score.y, wide)
            kind = "x b now" if score.now else "x b" if score.bold else "x soft"
            yield self.text(kind, score.text, spot)
        for caption in drawing.captions:
            yield self.caption(caption)
        for tag in drawing.tags:
            if tag.tag is not Tag.READY:
                yield self.tag(tag)
        for note in drawing.notes:
            squeeze = f";transform:scaleX({note.squeeze:.3f})" if note.squeeze < 1 else ""
            width = self.face.width(note.text, Face.PLAIN) * geometry.note * note.squeeze
            left = note.x - width if self.mirrored else note.x
            spot = Spot(Face.PLAIN, geometry.note, left, note.y, width, note.squeeze)
            yield self.text("note", note.text, spot, more=squeeze)

    def name(self, box: NameBox) -> Text:
        kind = f"n {box.name.face.value}{_SQUEEZED[box.name.squeeze]}"
        kind += "".join(
            f" {name}" for name, on in (("soft", box.soft), ("i", box.italic), ("struck", box.struck)) if on
        )
        size = f";font-size:{mm(box.size)}" if box.size != self.geometry.name else ""
        spot = Spot(box.name.face, box.size, box.x, box.y, box.width, box.name.squeeze)
        return self.text(kind, box.name.text, spot, more=size)

    def caption(self, caption: Caption) -> Text:
        size = self.geometry.caption
        page = self.words.drops.get(caption.then or caption.loser_to, 0)
        lead, *choices = choices_in_both(lambda: caption_words(caption, page))
        taken = self.face.width(f"{lead} ", Face.BOLD) if lead else 0.0
        text = self.longest(choices, caption.width / size - taken, Face.PLAIN)
        if caption.says is not Says.BYE:
            return self.text("c", text, Spot(Face.PLAIN, size, caption.x, caption.y, caption.width), lead=lead)
        spot = Spot(Face.PLAIN, size, caption.x - caption.width, caption.y, caption.width)
        return self.text("c end", text, spot, lead=lead)

    def tag(self, box: TagBox) -> Text:
        size, words = 0.84 * self.geometry.name, tag_words(box)
        # Where a table has a long name the tag is set smaller, to stay in its column.
        size = min(size, box.width / (self.face.width(words, Face.BOLD) + 0.8))
        top = box.y - (self.face.baseline(words, Face.BOLD, TAG_LEADING) + LEADING - TAG_LEADING) * size
        side = f"right:{mm(self.geometry.width - box.x - box.width)}" if self.mirrored else f"left:{mm(box.x)}"
        at = self.places.classes(side, f"top:{mm(top)};font-size:{mm(size)}")
        return Text("tag", at, Box(box.x, top, box.x + box.width, top + LEADING * size), words)

    def longest(self, choices: Sequence[str], room: float, face: Face) -> str:
        """Return the first of ``choices`` that fits into ``room`` em, else the last."""
        return next((text for text in choices if self.face.width(text, face) <= room), choices[-1])

    def foot(self) -> Iterator[Text]:
        geometry = self.geometry
        at, size = geometry.foot_top + FOOT_AT * geometry.foot, FOOT_SIZE * self.k**0.5
        page = f"{self.words.page} · Barpoint"
        room = self.right - geometry.margin
        taken = self.face.width(page, Face.PLAIN) * size + 5
        yield self.line("foot", self.words.foot, size, at - geometry.margin, room - taken, Face.PLAIN)
        spot = Spot(Face.PLAIN, size, geometry.margin, at, room)
        yield self.text("foot end", page, spot, more=f";font-size:{mm(size)}")

    def key(self) -> tuple[list[Path], list[Text]]:
        """Explain under the foot what stands on the page: each thing as it is drawn, and what it means."""
        geometry, full = self.geometry, FOOT_SIZE * self.k**0.5
        meanings = {each: in_both(partial(explained_words, each)) for each in explained_on(self.drawing)}
        # English needs no key for "split".
        words = {each: text for each, text in meanings.items() if not isinstance(each, How) or text != WRITTEN[each]}
        wide = {each: self.sample_width(each, full) for each in words}
        means = {each: self.face.width(text, Face.PLAIN) for each, text in words.items()}
        room, needed = self.right - geometry.margin, sum([*wide.values(), *means.values(), 3 * len(words)])
        size = min(full, room / max(needed, 1.0))
        y, at = geometry.foot_top + KEY_AT * geometry.foot, geometry.margin
        samples: list[Path] = []
        texts: list[Text] = []
        for each, text in words.items():
            sample, width = wide[each] * size, means[each] * size
            left, right = at, at + sample + 0.6 * size
            if self.mirrored:
                left, right = geometry.width - left - sample, geometry.width - right - width
            if isinstance(each, Stroke):
                samples.append(self.sample(each, left, left + sample, y - 0.3 * size))
            else:
                texts.append(self.written(each, Spot(Face.PLAIN, size, left, y, sample)))
            means_at = Spot(Face.PLAIN, size, right, y, width)
            texts.append(self.text("foot", text, means_at, more=f";font-size:{mm(size)}"))
            at += sample + width + 3 * size
        return samples, texts

    def sample_width(self, each: Explained, size: float) -> float:
        """Return how wide the sample of what is explained stands, in em of the key."""
        return self.face.width(WRITTEN[each], Face.BOLD) if isinstance(each, How) else 7 * self.geometry.weight / size

    def written(self, each: How | None, spot: "Spot") -> Text:
        """Write the sample of a short text, or of a name that is struck through."""
        kind, sample = ("foot b", WRITTEN[each]) if each is not None else ("foot struck", sample_name())
        return self.text(kind, sample, spot, more=f";font-size:{mm(spot.size)}")

    def sample(self, stroke: Stroke, left: float, right: float, y: float) -> Path:
        """Draw a piece of a line in this state."""
        colour, width, dash = _PENS[stroke]
        apart = self.geometry.double / 2
        lines = [y - apart, y + apart] if stroke is Stroke.TWO_RESULTS else [y]
        d = "".join(f"M{left:.3f} {line:.3f}H{right:.3f}" for line in lines)
        return Path(d, colour.value, f"{width * self.geometry.weight:.3f}", dash)

    def text(self, kind: str, text: str, spot: "Spot", *, lead: str = "", more: str = "") -> Text:
        """Set ``text`` at ``spot``, at the left of its room or, on a mirrored sheet, at the right."""
        top = spot.y - self.face.baseline(text, spot.face, LEADING) * spot.size
        box = Box(spot.x, top, spot.x + spot.width, top + LEADING * spot.size)
        # A squeezed text is set in a wider box, which shrinks to its room.
        width = spot.width / spot.squeeze
        left = box.right - width if self.mirrored else box.left
        at = self.places.classes(f"left:{mm(left)};width:{mm(width)}{more}", f"top:{mm(top)}")
        return Text(kind, at, box, text, lead)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a text is set: its face and size, its left edge, its baseline, the width it may take when squeezed."""

    face: Face
    size: float
    x: float
    y: float
    width: float
    squeeze: float = 1.0
