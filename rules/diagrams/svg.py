"""Draw a diagram as SVG in the text colour of the page around it.

Lengths are in points: 1 is the width of one point. Checkers of the player on roll are filled, the opponent's are
outlined. Source: docs/rules/diagrams.md#the-picture.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from unicodedata import bidirectional

from rules.diagrams.diagram import COLUMNS, STACK, Diagram, column, cube_face, is_below
from rules.drawing.names import Face
from rules.drawing.widths import screen_width
from rules.points import BAR, OFF, write_play
from rules.rulesets import CubeSide, Geometry

_START = 24
_TRAY = 1.2
_HIGH = 11.0
_POINT = 4.7
_WIDE = COLUMNS + 1 + _TRAY
_CHECKER = 0.87 / 2
_STEP = 0.92
_LINE = 1.0  # the line of a player above or below the board
_NAME, _NAME_WIDEST, _SMALL = 0.56, 8.6, 0.46
_FLAT = 0.28  # a checker that is off, seen from its edge
_CUBE, _DIE, _PIP = 0.86, 0.8, 0.09
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours: ``ink`` of lines and filled checkers, ``paper`` behind, ``point`` of every other triangle, ``red``
    of the play in question."""

    ink: str = "currentColor"
    paper: str = "var(--paper, #fff)"
    point: str = "var(--point, #d8d3c8)"
    red: str = "var(--red, #c0272d)"


PALETTE = Palette()


def draw_svg(
    diagram: Diagram, *, pitch: float = 36, title: str = "", palette: Palette = PALETTE, key: str = "board"
) -> str:
    """Return the board as one SVG element.

    ``pitch`` is the width of a point in pixels. ``title`` is what a screen reader says first; without one it is the
    ``summary``. ``key`` keeps ids apart where a page has several boards.
    """
    return "".join(_Drawing(diagram, pitch, palette, key).parts(title or summary(diagram)))


def summary(diagram: Diagram) -> str:
    """Return the board in one line: names, pips, score, roll and cube."""
    pips = diagram.position.pip_counts
    words = [f"{name} {count}" for name, count in zip(diagram.names, pips, strict=True)]
    if diagram.score:
        words.append(f"{diagram.score[0]}–{diagram.score[1]}" + f" / {diagram.length}" * bool(diagram.length))
    if diagram.dice:
        words.append(f"{diagram.dice[0]}-{diagram.dice[1]}")
    if diagram.cube is not None:
        words.append(f"[{cube_face(diagram.cube)}]")
    return " · ".join(words)


def _describe_points(diagram: Diagram) -> str:
    """List every point with checkers, each side in the reader's numbers."""
    sides = []
    for name, side in zip(diagram.names, (diagram.position.player, diagram.position.opponent), strict=True):
        points = [f"{diagram.label(point)}×{side[point]}" for point in range(BAR, OFF, -1) if side[point]]
        sides.append(f"{name}: " + " ".join(points))
    return "; ".join(sides)


class _Drawing:
    """One board; every method returns finished elements."""

    def __init__(self, diagram: Diagram, pitch: float, palette: Palette, key: str) -> None:
        self.diagram = diagram
        self.pitch = pitch
        self.palette = palette
        self.key = escape(key)
        self.margin = 12 + pitch * 0.45
        self.top = self.margin + _LINE * pitch

    def parts(self, title: str) -> Iterator[str]:
        """Yield everything from the opening to the closing tag."""
        wide, high = _WIDE * self.pitch + 2 * self.margin, _HIGH * self.pitch + 2 * self.top
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(wide)} {_n(high)}" role="img" '
            f'aria-labelledby="{self.key}-title {self.key}-desc" fill="none" stroke="{self.palette.ink}" '
            f'font-family="inherit" text-anchor="middle">'
            f'<title id="{self.key}-title">{escape(title)}</title>'
            f'<desc id="{self.key}-desc">{escape(_describe_points(self.diagram))}</desc>'
        )
        yield self._player(own=False)
        yield self._player(own=True)
        yield from self._field()
        for point in range(1, BAR):
            yield self._triangle(point)
            yield self._number(point)
        yield from self._checkers()
        yield from self._directions()
        yield from self._cube()
        yield from self._dice()
        yield from self._play()
        yield "</svg>"

    def x(self, units: float) -> float:
        """Convert a distance from the left of the field to pixels."""
        return self.margin + units * self.pitch

    def y(self, units: float) -> float:
        """Convert a distance from the top of the field to pixels."""
        return self.top + units * self.pitch

    def _player(self, *, own: bool) -> str:
        """Return the line of one player: a checker of their side, name, pips, and the score at the end."""
        diagram, place = self.diagram, 0 if own else 1
        y = self.y(_HIGH) + self.margin + 0.5 * self.pitch if own else self.y(0) - self.margin - 0.1 * self.pitch
        name, width = diagram.names[place], screen_width(diagram.names[place], Face.BOLD)
        size = min(_NAME, _NAME_WIDEST / width) if width else _NAME
        line = (
            f'<g data-line="{"own" if own else "other"}" stroke="none" fill="{self.palette.ink}">'
            f'<circle cx="{_n(self.x(0.25))}" cy="{_n(y - 0.2 * self.pitch)}" r="{_n(0.2 * self.pitch)}" '
            f'fill="{self.palette.ink if own else self.palette.paper}" stroke="{self.palette.ink}" stroke-width="2"/>'
            f'<text x="{_n(self.x(0.7))}" y="{_n(y)}" text-anchor="start" font-size="{_n(_SMALL * self.pitch)}">'
            f'<tspan font-size="{_n(size * self.pitch)}" font-weight="700">{escape(_isolated(name))}</tspan>'
            f'<tspan dx="{_n(0.35 * self.pitch)}">{diagram.position.pip_counts[place]}</tspan></text>'
        )
        if diagram.score:
            length = f'<tspan font-size="{_n(_SMALL * self.pitch)}"> / {diagram.length}</tspan>' * bool(diagram.length)
            line += (
                f'<text x="{_n(self.x(_WIDE))}" y="{_n(y)}" text-anchor="end" font-size="{_n(0.72 * self.pitch)}" '
                f'font-weight="700">{diagram.score[place]}{length}</text>'
            )
        return line + "</g>"

    def _field(self) -> Iterator[str]:
        paper = self.palette.paper
        yield self._rect(0, 0, _WIDE, _HIGH, f'fill="{paper}" stroke-width="3"')
        for left in (6, 7, 13):
            yield (f'<path d="M{_n(self.x(left))} {_n(self.y(0))}V{_n(self.y(_HIGH))}" stroke-width="1.5"/>')

    def _rect(self, left: float, top: float, wide: float, high: float, attributes: str) -> str:
        return (
            f'<rect x="{_n(self.x(left))}" y="{_n(self.y(top))}" width="{_n(wide * self.pitch)}" '
            f'height="{_n(high * self.pitch)}" {attributes}/>'
        )

    def _middle_of(self, point: int) -> float:
        """Return the middle of a point from the left of the field; the middle of the tray for off."""
        if point == BAR:
            return 6.5
        if point == OFF:
            return 13 + _TRAY / 2
        across = column(point)
        return across + 0.5 + (across >= 6)

    def _triangle(self, point: int) -> str:
        left, base = self._middle_of(point) - 0.5, _HIGH if is_below(point) else 0.0
        tip = base - _POINT if is_below(point) else _POINT
        fill = self.palette.point if point % 2 else "none"
        return (
            f'<path d="M{_n(self.x(left))} {_n(self.y(base))}L{_n(self.x(left + 0.5))} {_n(self.y(tip))}'
            f'L{_n(self.x(left + 1))} {_n(self.y(base))}" fill="{fill}" stroke-width="1"/>'
        )

    def _number(self, point: int) -> str:
        outside = self.y(_HIGH) + 12 + 0.2 * self.pitch if is_below(point) else self.y(0) - 6
        return self._text(self.x(self._middle_of(point)), outside, self.diagram.label(point), 0.36, self.palette.ink)

    def _text(self, x: float, y: float, words: str, size: float, fill: str) -> str:
        return (
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size * self.pitch)}" fill="{fill}" stroke="none">'
            f"{escape(words)}</text>"
        )

    def _checkers(self) -> Iterator[str]:
        position = self.diagram.position
        for own in (True, False):
            side = position.player if own else position.opponent
            for point in range(1, BAR):
                place = point if own else self.diagram.geometry.opposite[point]
                edge, inwards = (_HIGH, -_STEP) if is_below(place) else (0.0, _STEP)
                under = self.diagram.is_pinned(place, own=not own)  # a pinned checker, at the foot of the stack
                yield from self._stack(
                    (self._middle_of(place), edge + inwards * under), inwards, side[point], STACK - under, own=own
                )
                if point in position.pins[0 if own else 1]:
                    yield self._pin_mark(self._middle_of(place), edge + inwards / 2, own=own)
            edge, outwards = _HIGH / 2 + (-0.6 if own else 0.6), -_STEP if own else _STEP
            yield from self._stack((6.5, edge), outwards, side[BAR], STACK, own=own)
            yield from self._pile(side[OFF], own=own)

    def _pile(self, count: int, *, own: bool) -> Iterator[str]:
        """Yield the checkers that are off, on their edges in the tray, with their number."""
        if not count:
            return
        fill = self.palette.ink if own else self.palette.paper
        look = (
            f'rx="{_n(0.06 * self.pitch)}" fill="{fill}" stroke="{self.palette.ink if not own else self.palette.paper}"'
        )
        edges = [_HIGH - 0.14 - _FLAT * (level + 1) if own else 0.14 + _FLAT * level for level in range(count)]
        flat = [self._rect(13.2, edge, _TRAY - 0.4, _FLAT, f'{look} stroke-width="1"') for edge in edges]
        yield f'<g data-off="{"own" if own else "other"}">{"".join(flat)}</g>'
        deep = 0.14 + _FLAT * count
        y = _HIGH - deep - 0.14 if own else deep + 0.5
        yield self._text(self.x(13 + _TRAY / 2), self.y(y), str(count), 0.5, self.palette.ink)

    def _stack(self, foot: tuple[float, float], step: float, count: int, most: int, *, own: bool) -> Iterator[str]:
        """Yield up to ``most`` checkers from the foot of a stack on, the last with a number when there are more."""
        ink, paper = self.palette.ink, self.palette.paper
        middle, edge = foot
        for level in range(min(count, most)):
            y = self.y(edge + step * (level + 0.5))
            fill = ink if own else paper
            yield (
                f'<circle cx="{_n(self.x(middle))}" cy="{_n(y)}" r="{_n(_CHECKER * self.pitch)}" fill="{fill}" '
                f'stroke-width="2"/>'
            )
            if level == most - 1 and count > most:
                colour = paper if own else ink
                yield self._text(self.x(middle), y + 0.18 * self.pitch, str(count), 0.5, colour)

    def _pin_mark(self, middle: float, deep: float, *, own: bool) -> str:
        """Return the cross on a checker that is pinned under the others."""
        x, y, arm = self.x(middle), self.y(deep), 0.18 * self.pitch
        colour, side = (self.palette.paper, "own") if own else (self.palette.ink, "other")
        return (
            f'<path d="M{_n(x - arm)} {_n(y - arm)}L{_n(x + arm)} {_n(y + arm)}M{_n(x - arm)} {_n(y + arm)}'
            f'L{_n(x + arm)} {_n(y - arm)}" stroke="{colour}" stroke-width="2" data-pinned="{side}"/>'
        )

    def _directions(self) -> Iterator[str]:
        """Yield an arrow from the start of each side where both move the same way round."""
        geometry = self.diagram.geometry
        if geometry is Geometry.CONTRARY:
            return
        for own, start in ((True, _START), (False, geometry.opposite[_START])):
            deep = _HIGH / 2 + (0.65 if is_below(start) else -0.65)
            if not own and start == _START:
                deep -= 0.4  # both start on the same point
            towards = 1 if is_below(start) else -1
            x, y, head = self.x(self._middle_of(start)), self.y(deep), 0.18 * self.pitch
            end = x + towards * 2.2 * self.pitch
            fill = self.palette.ink if own else self.palette.paper
            side = "own" if own else "other"
            yield (
                f'<g stroke-width="2" data-direction="{side}"><circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(head)}" '
                f'fill="{fill}"/><path d="M{_n(x + towards * head)} {_n(y)}H{_n(end)}m{_n(-towards * head)} {_n(-head)}'
                f'l{_n(towards * head)} {_n(head)}l{_n(-towards * head)} {_n(head)}"/></g>'
            )

    def _cube(self) -> Iterator[str]:
        if self.diagram.cube is None:
            return
        middle = {None: _HIGH / 2, 0: _HIGH - 0.6, 1: 0.6}[self.diagram.owner]
        corner = f'rx="{_n(0.1 * self.pitch)}" fill="{self.palette.paper}" stroke-width="2"'
        across = 6.5
        if self.diagram.owner is None and self.diagram.cube_side is CubeSide.OFF_BOARD:
            across = 13 + _TRAY / 2
        yield self._rect(across - _CUBE / 2, middle - _CUBE / 2, _CUBE, _CUBE, corner)
        face = cube_face(self.diagram.cube)
        size = 0.5 if len(face) < 3 else 0.36 if len(face) < 4 else 0.24
        yield self._text(self.x(across), self.y(middle + size * 0.36), face, size, self.palette.ink)

    def _dice(self) -> Iterator[str]:
        for place, die in enumerate(self.diagram.dice or ()):
            middle = 9.4 + place * 1.2
            look = f'rx="{_n(0.12 * self.pitch)}" fill="{self.palette.paper}" stroke-width="2"'
            yield self._rect(middle - _DIE / 2, _HIGH / 2 - _DIE / 2, _DIE, _DIE, look)
            for across, down in _PIPS.get(die, ()):
                yield (
                    f'<circle cx="{_n(self.x(middle + across * 0.23))}" cy="{_n(self.y(_HIGH / 2 + down * 0.23))}" '
                    f'r="{_n(_PIP * self.pitch)}" fill="{self.palette.ink}" stroke="none"/>'
                )

    def _play(self) -> Iterator[str]:
        """Yield the play in question: a dashed arc with a head for each step."""
        if not self.diagram.steps:
            return
        red = self.palette.red
        yield (
            f'<g stroke="{red}" stroke-width="2" data-play="{escape(write_play(self.diagram.steps))}">'
            f'<defs><marker id="{self.key}-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            f'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8Z" fill="{red}" stroke="none"/></marker></defs>'
        )
        for (src, dst), count in Counter((step.src, step.dst) for step in self.diagram.steps).items():
            yield self._arc(src, dst, count)
        yield "</g>"

    def _arc(self, src: int, dst: int, count: int) -> str:
        """Return the arc of one step, bent towards the middle of the board, with the number of checkers."""
        ends = [(self.x(self._middle_of(point)), self.y(self._end_of(point))) for point in (src, dst)]
        (left, top), (right, bottom) = ends
        bend = (left + right) / 2, (top + bottom) / 2 + (self.y(_HIGH / 2) - (top + bottom) / 2) * 0.7
        arc = (
            f'<path d="M{_n(left)} {_n(top)}Q{_n(bend[0])} {_n(bend[1])} {_n(right)} {_n(bottom)}" '
            f'stroke-dasharray="5 4" marker-end="url(#{self.key}-head)"/>'
        )
        if count == 1:
            return arc
        x, y = ((left + right) / 2 + bend[0]) / 2, ((top + bottom) / 2 + bend[1]) / 2
        return (
            f'{arc}<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(0.36 * self.pitch)}" fill="{self.palette.paper}"/>'
            + self._text(x, y + 0.14 * self.pitch, f"×{count}", 0.4, self.palette.red)
        )

    def _end_of(self, point: int) -> float:
        """Return where an arc starts or ends, from the top of the field."""
        if point == BAR:
            return _HIGH / 2 - 1.6
        if point == OFF:
            return _HIGH - 1.2
        held = self.diagram.position.player[point] or self.diagram.opposing(point)
        deep = _STEP * min(max(held, 1), STACK) - 0.3
        return _HIGH - deep if is_below(point) else deep


def _isolated(name: str) -> str:
    """Return a name so that one written from right to left leaves the number after it in its place."""
    is_right_to_left = any(bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if is_right_to_left else name


def _n(value: float) -> str:
    """Write a number as short as it can be."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
