"""The draw on the wall: the drawings of what is going on, from the rows of the matches alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi

from rules.drawing.states import How, Mark
from rules.drawing.wall import WallDraw, layout_wall
from rules.drawing.widths import screen_width
from rules.draws.derive import Derived, Status
from rules.draws.facts import PHANTOM, UNKNOWN
from rules.draws.plan import ENTRY, From, Source
from rules.errors import RuleBroken
from tournaments.parts.bracket_svg import Followed, drawing_svg, heads_svg
from tournaments.read.draws.expected import STEP, DrawOutlook, Row
from tournaments.words.brackets import bracket_name

_UNDECIDED = (Status.WAITING, Status.OPEN, Status.DISPUTED)


@dataclass(frozen=True, slots=True)
class WallDrawing:
    """One drawing with its heads; ``part`` of ``parts`` where the bracket is cut."""

    event: str
    bracket: str
    part: int
    parts: int
    heads: SafeString
    svg: SafeString

    @property
    def is_lower(self) -> bool:
        """Whether losers of another bracket play here."""
        return self.bracket != ENTRY


def wall_drawings(draw: DrawOutlook, names: Mapping[int, str], height: float) -> Iterator[WallDrawing]:
    """Yield the drawings of a draw; ``height`` is the room of each in units of a wall 600 wide.

    Of a bracket in many parts a few are shown at a time, the next ones five minutes later.
    """
    marks = {place: _mark(draw, row, place) for place, row in enumerate(draw.rows)}
    turn = int(draw.since.timestamp() // STEP.total_seconds())
    shown = WallDraw(draw.plan, derived_of(draw), names, marks, height, turn=turn)
    for bracket in draw.plan.brackets:
        try:
            drawings = layout_wall(shown, bracket.code, screen_width, mirrored=get_language_bidi())
        except RuleBroken:
            continue
        for drawing in drawings:
            svg = drawing_svg(drawing, bracket_name(bracket), names, Followed())
            yield WallDrawing(draw.event.name, bracket.code, drawing.page, drawing.pages, heads_svg(drawing), svg)


def derived_of(draw: DrawOutlook) -> Derived:
    """Return the whole draw as its rows have it: what follows from the facts is in them."""
    tops, bottoms = [], []
    flow = [UNKNOWN] * draw.plan.flow_size
    for place, (row, planned) in enumerate(zip(draw.rows, draw.plan.matches, strict=True)):
        tops.append(_sitter(draw, row, row.top, planned.top))
        bottoms.append(_sitter(draw, row, row.bottom, planned.bottom))
        nobody = UNKNOWN if row.status in _UNDECIDED else PHANTOM
        at = draw.plan.winner_at(place)
        flow[at], flow[at + 1] = row.goes_on or nobody, row.drops or nobody
    statuses = [int(row.status) for row in draw.rows]
    return Derived(tops, bottoms, statuses, [row.result or None for row in draw.rows], flow, draw.plan)


def _sitter(draw: DrawOutlook, row: Row, who: int | None, source: Source) -> int:
    """Return who sits on a side, UNKNOWN while somebody may come, else PHANTOM."""
    if who is not None:
        return who
    if row.status is not Status.WAITING or source.kind is From.LINE:
        return PHANTOM
    feeding = draw.rows[source.of].status
    if source.kind is From.FIRST_LOSER and feeding is Status.BYE:
        later = draw.plan.after_bye.get(source.of)
        feeding = Status.VOID if later is None else draw.rows[later].status
    return UNKNOWN if feeding in _UNDECIDED else PHANTOM


def _mark(draw: DrawOutlook, row: Row, place: int) -> Mark:
    length = draw.plan.matches[place].length
    points = None if row.score is None else (min(row.score[0], length), min(row.score[1], length))
    displaced = row.winner is not None and row.goes_on is not None and row.winner != row.goes_on
    how = "ruling" if row.ruled or displaced else row.how or "played"
    settled = row.settled or row.status is not Status.FINISHED
    running = row.points if row.status is Status.OPEN else None
    return Mark(points, How(how), row.begun, settled, row.table, row.start, running=running)
