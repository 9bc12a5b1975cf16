"""Draw one tree of lines on one sheet.

Lines that begin on the sheet take rows in order and the line of a winner lies half way between the two it joins, so
every line lies among the rows of its own tree: nothing ever overlaps.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.drawing.ink import Ink
from rules.drawing.names import Face, FittedName
from rules.drawing.paper import Geometry
from rules.drawing.parts import (
    Caption,
    Column,
    Drawing,
    Head,
    Joint,
    NameBox,
    Note,
    Part,
    Says,
    ScoreBox,
    Segment,
    Stand,
    Stroke,
    Tag,
    TagBox,
)
from rules.drawing.states import joint_stroke, scores, tag_of
from rules.drawing.tree import Line, rounds_of
from rules.draws.derive import Seat, Status
from rules.draws.facts import PHANTOM, UNKNOWN
from rules.draws.plan import ENTRY, From, PlannedMatch

_WAITS = {From.WINNER: Says.WINNER_OF, From.UPPER_LOSER: Says.UNBEATEN_LOSER_OF}


def draw(ink: Ink, geometry: Geometry, part: Part) -> Drawing:
    """Return the drawing of one sheet: it depends on nothing but the arguments.

    ``note_lines`` of the drawing is how many lines of notes it needs.
    """
    pen = _Pen(ink, geometry, rounds_of(ink.plan, ink.tree), part)
    pen.origins = pen.room_for_origins(ink.tree)
    pen.line(ink.tree, None, 0)
    notes, note_lines = _notes(ink, geometry, pen.names)
    return Drawing(
        geometry=geometry,
        part=part,
        columns=tuple(pen.columns()),
        strokes={stroke: tuple(segments) for stroke, segments in pen.strokes.items() if segments},
        stands=tuple(pen.stands),
        joints=tuple(pen.joints),
        names=tuple(pen.names),
        scores=tuple(pen.scores),
        captions=tuple(pen.captions),
        tags=tuple(pen.tags),
        notes=notes,
        note_lines=note_lines,
    )


class _Side(NamedTuple):
    """The match a line is a side of: its place in the plan, its seat, whether the line is the upper one, its score."""

    match: int
    seat: Seat
    upper: bool
    score: str


class _Pen:
    def __init__(self, ink: Ink, geometry: Geometry, rounds: list[int], part: Part) -> None:
        self.ink, self.geometry, self.rounds, self.part = ink, geometry, rounds, part
        # Asked for once: each line needs them several times.
        self.pad, self.rise, self.is_champions = geometry.pad, geometry.rise, part.has_champion
        self.edges = [geometry.x(column) for column in range(len(rounds) + 2)]
        self.column_of = {round_: column for column, round_ in enumerate(rounds)}
        self.strokes: dict[Stroke, list[Segment]] = {stroke: [] for stroke in Stroke}
        self.stands: list[Stand] = []
        self.joints: list[Joint] = []
        self.names: list[NameBox] = []
        self.scores: list[ScoreBox] = []
        self.captions: list[Caption] = []
        self.tags: list[TagBox] = []
        self.origins = 0.0

    def line(self, line: Line, side: _Side | None, row: int) -> float:
        """Draw ``line`` and all that leads to it from ``row`` down; return its y."""
        rounds, plan = self.rounds, self.ink.plan
        plays = len(rounds) if side is None else self.column_of[plan.matches[side.match].round]
        if line.pair is None:
            begins = min(bisect_left(rounds, line.begins), plays)
            y = self.geometry.y(row)
        else:
            begins = self.column_of[plan.matches[line.source.of].round] + 1
            y = self.match(line.source.of, line.pair, row, begins)
        self.rule(line, (begins, plays), y, last=side is None)
        self.stand(line, side, plays, y)
        return y

    def match(self, match: int, pair: tuple[Line, Line], row: int, column: int) -> float:
        """Draw a match and its two lines; its winner goes on from ``column``. Return the y of the winner's line."""
        geometry, planned, seat = self.geometry, self.ink.plan.matches[match], self.ink.seats[match]
        mark = self.ink.marks[match]
        upper, lower = scores(seat, mark)
        top = self.line(pair[0], _Side(match, seat, True, upper), row)
        bottom = self.line(pair[1], _Side(match, seat, False, lower), row + pair[0].leaves)
        stroke, x, y = joint_stroke(seat, mark), self.edges[column], (top + bottom) / 2
        if pair[0].is_open or pair[1].is_open:
            stroke = Stroke.TO_COME
        # Broad strokes grow into their own column: beyond it stands the code.
        shifts = {Stroke.TWO_RESULTS: (-geometry.double, 0.0), Stroke.ON_NOW: (-geometry.broad,)}.get(stroke, (0.0,))
        self.strokes[stroke].extend(Segment(x + shift, top, x + shift, bottom) for shift in shifts)
        self.joints.append(Joint(match, planned.code, x, y, top, bottom, stroke))
        self.under(planned, match, x, y + (0.5 * geometry.double if column == len(self.rounds) else 0.0))
        tag = tag_of(seat, mark)
        # A player who has begun their next match stays on their line although this match has two different results.
        if tag is not None and seat.on <= 0:
            room = geometry.column - 2 * self.pad
            score = "–".join(str(points) for points in mark.running) if tag is Tag.ON_NOW and mark.running else ""
            self.tags.append(TagBox(tag, match, mark.table, x + self.pad, y - self.rise, room, score))
        return y

    def under(self, planned: PlannedMatch, match: int, x: float, y: float) -> None:
        """Write the match's code under its winner's line, and where the loser plays on."""
        geometry, drop, mark = self.geometry, self.ink.drops[match], self.ink.marks[match]
        self.captions.append(
            Caption(
                Says.CODE,
                planned.code,
                x + self.pad,
                y + geometry.under,
                geometry.column - 2 * self.pad,
                loser_to=drop.to if drop else "",
                then=drop.then if drop else "",
                if_first=bool(drop and drop.first),
                ruling=mark.is_ruling,
                record=mark.ruling,
                only_after=self.only_after(planned, match),
            )
        )

    def only_after(self, planned: PlannedMatch, match: int) -> str:
        """Return the code of the match that decides whether a second final is played, empty once it has."""
        open_ = planned.is_second_final and self.ink.seats[match].status is Status.WAITING
        return self.ink.plan.matches[planned.bottom.of].code if open_ else ""

    def rule(self, line: Line, columns: tuple[int, int], y: float, *, last: bool) -> None:
        """Rule the line: through byes from the first of ``columns``, then to their match."""
        geometry, (begins, plays) = self.geometry, columns
        begin, start, end = self.edges[begins], self.edges[plays], self.edges[plays + 1]
        if begins < plays:
            self.strokes[Stroke.TO_COME].append(Segment(begin, y, start, y))
            at = start - self.pad
            self.captions.append(Caption(Says.BYE, "", at, y - self.rise, geometry.column - self.pad))
        if line.source.kind is From.LINE and (line.is_open or (line.who > 0 and not self.ink.names[line.who])):
            at = end - self.pad - geometry.score_room
            room = geometry.column - 2 * self.pad - geometry.score_room
            self.captions.append(Caption(Says.BYE, "", at, y - self.rise, room))
        self.strokes[self.stroke(line, last=last)].append(Segment(start, y, end, y))
        if line.who > 0:
            self.stands.append(Stand(line.who, begin, end, y))

    def stroke(self, line: Line, *, last: bool) -> Stroke:
        if line.who == UNKNOWN or line.is_open or (line.who > 0 and not self.ink.names[line.who]):
            return Stroke.TO_COME
        if self.ink.is_unconfirmed(line):
            return Stroke.UNCONFIRMED
        return Stroke.CHAMPION if last and self.is_champions and line.who > 0 else Stroke.DONE

    def stand(self, line: Line, side: _Side | None, column: int, y: float) -> None:
        """Write the player on the line, the match they come from, and their score."""
        x, right, y = self.edges[column] + self.pad, self.edges[column + 1] - self.geometry.score_pad, y - self.rise
        if side is not None:
            right = self.score(line, side, right, y)
        if line.pair is None and line.source.kind is not From.LINE and line.who != PHANTOM:
            code = self.ink.origin(line)
            waits = _WAITS.get(line.source.kind, Says.LOSER_OF)
            known = line.who > 0
            self.captions.append(Caption(Says.FROM if known else waits, code, x, y, right - x))
            x += self.origins
        if line.who > 0 and self.ink.names[line.who]:
            self.names.append(self.name(line, side, (x, right), y))

    def score(self, line: Line, side: _Side, right: float, y: float) -> float:
        """Write the score of one side; return how far their name may reach. Room stays for a score by hand."""
        size, seat, text = self.geometry.name, side.seat, side.score
        now = seat.status is Status.DISPUTED
        if now:
            right -= self.geometry.double
        bold = now or (seat.status is Status.FINISHED and line.who > 0 and seat.on == line.who)
        width = self.ink.width(text, Face.BOLD if bold else Face.PLAIN) * size
        if text:
            self.scores.append(ScoreBox(side.match, text, right, y, width, bold, soft=not bold, now=now))
        return right - (width if text else self.geometry.score_room) - 0.35 * size

    def name(self, line: Line, side: _Side | None, between: tuple[float, float], y: float) -> NameBox:
        (x, right), size, name = between, self.geometry.name, self.ink.names[line.who]
        decided = side is not None and side.seat.status is Status.FINISHED
        won = side is not None and decided and side.seat.on == line.who
        champion = side is None and self.is_champions
        large = self.large(name, right - x) if champion else 0.0
        if large:
            y -= 0.3 * (large - size) + 0.25 * self.geometry.double
            size = large
            fitted = FittedName(name, Face.SERIF, 1.0, shortened=False)
        else:
            apart = self.ink.shorter[line.who]
            fitted = self.ink.fit(name, (right - x) / size, self.ink.width, won or champion, apart)
        soft, italic = decided and not won, self.ink.is_unconfirmed(line)
        struck = side is not None and soft and self.ink.marks[side.match].could_change(upper=side.upper)
        return NameBox(line.who, fitted, x, y, right - x, size, soft=soft, italic=italic, struck=struck)

    def large(self, name: str, room: float) -> float:
        """Return the largest size in which the champion's name has room, 0 if none of theirs is small enough."""
        width = self.ink.width(name, Face.SERIF)
        return next((size for size in self.geometry.champion if width * size <= room), 0.0)

    def room_for_origins(self, tree: Line) -> float:
        """Return the width that the widest origin before a name takes, so that names stand under each other."""
        ink = self.ink
        codes = {ink.origin(line) for line in tree.begins_with() if line.who > 0}
        widest = max((ink.width(code, Face.PLAIN) for code in codes), default=0.0)
        return widest * self.geometry.caption + 0.3 * self.geometry.name if widest else 0.0

    def columns(self) -> Iterator[Column]:
        """Yield the heads over all columns."""
        ink, geometry = self.ink, self.geometry
        of_round = {ink.plan.matches[match].round: ink.plan.matches[match] for match in ink.plan.of(ink.bracket)}
        room = geometry.column - 2 * self.pad
        for index, round_ in enumerate(self.rounds):
            planned = of_round[round_]
            head = head_of(of_round, round_)
            if round_ == 1 and ink.bracket == ENTRY and ink.plan.has_play_in:
                head = Head.PLAY_IN
            letter = planned.letter
            yield Column(head, letter, planned.length, self.edges[index] + self.pad, room)
        head = Head.WINNER if self.is_champions else Head.TO_FINALS
        yield Column(head, "", 0, self.edges[len(self.rounds)] + self.pad, room)


def head_of(of_round: Mapping[int, PlannedMatch], round_: int) -> Head:
    """Return what stands over a round of a bracket; ``of_round`` has a match of each of its rounds."""
    last = max(of_round)
    if of_round[last].is_second_final:
        return {last: Head.SECOND_FINAL, last - 1: Head.FINAL}.get(round_, Head.ROUND)
    return Head.FINAL if round_ == last else Head.ROUND


def _notes(ink: Ink, geometry: Geometry, names: list[NameBox]) -> tuple[tuple[Note, ...], int]:
    """Set the full names behind shortened ones in lines above the foot; return them and how many lines they take."""
    short = dict.fromkeys((box.name.text, ink.names[box.entrant]) for box in names if box.name.shortened)
    size, line_room = geometry.note, geometry.width - 2 * geometry.margin
    notes: list[Note] = []
    if not size:
        return (), 0
    x, line = 0.0, 0
    for text in (f"{shown} = {full}" for shown, full in short):
        width = ink.width(text, Face.PLAIN) * size
        if x and x + width > line_room:
            x, line = 0.0, line + 1
        y = geometry.bottom + line * geometry.note_line + size
        notes.append(Note(text, geometry.margin + x, y, min(1.0, line_room / width)))
        x += width + 1.5 * size
    return tuple(notes), line + 1 if notes else 0
