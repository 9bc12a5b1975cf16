"""The draw on the wall: the drawings of what is going on, from the rows of the matches alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi

from rules.drawing.wall import WallDraw, layout_wall
from rules.drawing.widths import screen_width
from rules.draws.derive import Derived
from rules.draws.facts import PHANTOM, UNKNOWN
from rules.draws.match_state import State
from rules.draws.plan import ENTRY, From, Source
from rules.errors import RuleBroken
from tournaments.parts.bracket_svg import Followed, drawing_svg, heads_svg
from tournaments.read.draws.expected import STEP, ExpectedDraw
from tournaments.read.draws.view import DrawView
from tournaments.read.matches.view import MatchView, PlayerView
from tournaments.words.brackets import bracket_name


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


def wall_drawings(draw: ExpectedDraw, names: Mapping[int, str], height: float) -> Iterator[WallDrawing]:
    """Yield the drawings of a draw; ``height`` is the room of each in units of a wall 600 wide.

    Of a bracket in many parts a few are shown at a time, the next ones five minutes later.
    """
    marks = {match.place: replace(match.mark, claims=()) for match in draw.matches}
    turn = int(draw.since.timestamp() // STEP.total_seconds())
    shown = WallDraw(draw.plan, derived_of(draw.view), names, marks, height, turn=turn)
    for bracket in draw.plan.brackets:
        try:
            drawings = layout_wall(shown, bracket.code, screen_width, mirrored=get_language_bidi())
        except RuleBroken:
            continue
        for drawing in drawings:
            svg = drawing_svg(drawing, bracket_name(bracket), names, Followed())
            yield WallDrawing(draw.event.name, bracket.code, drawing.page, drawing.pages, heads_svg(drawing), svg)


def derived_of(draw: DrawView) -> Derived:
    """Return the whole draw as its matches have it: what follows from the facts is in them."""
    tops, bottoms = [], []
    flow = [UNKNOWN] * draw.plan.flow_size
    for match, planned in zip(draw.matches, draw.plan.matches, strict=True):
        tops.append(_sitter(draw, match, match.top, planned.top))
        bottoms.append(_sitter(draw, match, match.bottom, planned.bottom))
        nobody = PHANTOM if match.state.is_over else UNKNOWN
        at = draw.plan.winner_at(match.place)
        flow[at], flow[at + 1] = match.on or nobody, match.off or nobody
    statuses = [int(match.derived) for match in draw.matches]
    return Derived(tops, bottoms, statuses, [match.result or None for match in draw.matches], flow, draw.plan)


def _sitter(draw: DrawView, match: MatchView, player: PlayerView | None, source: Source) -> int:
    """Return the entrant on a side, UNKNOWN while one may come, else PHANTOM."""
    if player is not None:
        return player.entrant
    if match.state is not State.WAITING or source.kind is From.LINE:
        return PHANTOM
    feeding = draw.matches[source.of].state
    if source.kind is From.FIRST_LOSER and feeding is State.BYE:
        later = draw.plan.after_bye.get(source.of)
        feeding = State.VOID if later is None else draw.matches[later].state
    return PHANTOM if feeding.is_over else UNKNOWN
