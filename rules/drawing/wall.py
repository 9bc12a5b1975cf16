"""The drawing of a bracket for the wall: the rounds that are being played, cut so that names are read from far away.

One unit is the same share of the wall's width on every page. The wall shows the round with the most matches in progress
or ready, the open matches of earlier rounds, and what follows; a large bracket in parts of a few lines, each a drawing
of its own.

Source: docs/rules/byes-and-drops.md for what a sheet shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.drawing.ink import BracketInk
from rules.drawing.layout import inked, tree_of
from rules.drawing.mirror import mirror
from rules.drawing.names import Width
from rules.drawing.paper import LINE_IN_ROW
from rules.drawing.parts import Column, Drawing, Part
from rules.drawing.pen import draw, head_of
from rules.drawing.screen import AIR, CODE_ROOM, HEAD, ScreenGeometry, fit_on_screen, geometry_of
from rules.drawing.states import Mark
from rules.drawing.tree import Line, Trees, rounds_of
from rules.draws.derive import Derived, Status
from rules.draws.plan import From, Plan, Source
from rules.members import are_several

WIDTH = 600.0
"""How many units the wall is wide: a name of 14 is 2.15 % of it and more."""

MOST_COLUMNS, MOST_COLUMNS_OF_SEVERAL = 4, 3
NARROWEST_ROW, WIDEST_ROW = 21.5, 40.0
_TO_PLAY = (Status.WAITING, Status.OPEN, Status.DISPUTED)


@dataclass(frozen=True, slots=True)
class WallDraw:
    """A draw for the wall: ``marks`` are the facts about matches by their places, ``height`` the room in units.

    Of more than ``most`` parts, ``most`` are drawn at a time, the next ones with the next ``turn``.
    """

    plan: Plan
    derived: Derived
    names: Mapping[int, str]
    marks: Mapping[int, Mark]
    height: float
    most: int = 4
    turn: int = 0

    @property
    def rows(self) -> int:
        """How many lines fit into the first round of a drawing."""
        return 1 + int((self.height - HEAD - AIR - CODE_ROOM - NARROWEST_ROW * LINE_IN_ROW) / NARROWEST_ROW)

    @property
    def columns(self) -> int:
        """The most columns of a drawing: fewer where entrants have several names."""
        return MOST_COLUMNS_OF_SEVERAL if are_several(self.names.values()) else MOST_COLUMNS


def layout_wall(wall: WallDraw, bracket: str, width: Width, *, mirrored: bool = False) -> tuple[Drawing, ...]:
    """Return the drawings of what is going on in ``bracket``, from the top; none when it is over.

    Raises RuleBroken ``sheet.empty`` if nobody can ever be on it.
    """
    trees = Trees(wall.plan, wall.derived)
    tree = tree_of(trees, bracket, open_byes=False)
    left = [match for match, *_ in tree.matches() if wall.derived.statuses[match] in _TO_PLAY]
    if not left:
        return ()
    ink = inked(trees, bracket, names=wall.names, marks=wall.marks, width=width, fit=fit_on_screen)
    rest = _still_of_interest(wall, tree, _round_on(wall, left))
    parts = _parts(wall, rest)
    numbered = [(page, part) for page, part in enumerate(parts, start=1) if _is_on(wall, part)]
    drawn = (
        replace(_drawing(wall, ink, part, whole=part is rest), page=page, pages=len(parts), lines=tree.leaves)
        for page, part in _taking_turns(numbered, wall.most, wall.turn)
    )
    return tuple(mirror(each) if mirrored else each for each in drawn)


def _round_on(wall: WallDraw, left: list[int]) -> int:
    """Return the first round with the most matches on or ready; if there are none, the next round."""
    rounds = [wall.plan.matches[match].round for match in left if wall.derived.statuses[match] != Status.WAITING]
    if not rounds:
        return min(wall.plan.matches[match].round for match in left)
    return max(sorted(set(rounds)), key=rounds.count)


def _still_of_interest(wall: WallDraw, line: Line, now: int) -> Line:
    """Return the lines without the matches before round ``now`` that are over."""
    if line.pair is None:
        return line
    over = wall.derived.statuses[line.source.of] not in _TO_PLAY
    if over and wall.plan.matches[line.source.of].round < now:
        return line.alone()
    top, bottom = (_still_of_interest(wall, each, now) for each in line.pair)
    return line.after(top, bottom)


def _is_on(wall: WallDraw, part: Line) -> bool:
    return any(wall.derived.statuses[match] in _TO_PLAY for match, *_ in part.matches())


def _taking_turns[Part](parts: list[Part], most: int, turn: int) -> list[Part]:
    begin = turn % -(-len(parts) // most) * most
    return parts[begin : begin + most]


def _parts(wall: WallDraw, rest: Line) -> list[Line]:
    """Return the largest parts that have room, from the top: the whole, or what its last matches part."""
    if rest.pair is None:
        return []
    if rest.leaves <= 2 or _has_room(wall, rest):
        return [rest]
    if wall.derived.statuses[rest.source.of] != Status.WAITING:  # all that leads to it is over
        return [rest.after(rest.pair[0].alone(), rest.pair[1].alone())]
    return [part for line in rest.pair for part in _parts(wall, line)]


def _has_room(wall: WallDraw, part: Line) -> bool:
    return part.leaves <= wall.rows and len(rounds_of(wall.plan, part)) < wall.columns


def _drawing(wall: WallDraw, ink: BracketInk, part: Line, *, whole: bool) -> Drawing:
    part = _without_origins(ink, part)
    rounds = rounds_of(wall.plan, part)
    geometry = _geometry(wall, part.leaves, len(rounds) + 1)
    if whole:
        return draw(ink.of(part), geometry, Part.FINALS)
    drawing = draw(ink.of(part), geometry, Part.SECTION)
    return replace(drawing, columns=(*drawing.columns[:-1], _next_head(wall.plan, ink.bracket, drawing, rounds[-1])))


def _geometry(wall: WallDraw, leaves: int, columns: int) -> ScreenGeometry:
    room = wall.height - HEAD - AIR - CODE_ROOM
    row = min(WIDEST_ROW, room / (leaves - 1 + LINE_IN_ROW))
    return geometry_of(WIDTH, wall.height, row=row, column=WIDTH / columns)


def _without_origins(ink: BracketInk, part: Line) -> Line:
    """Return the same lines without the origins of players who are known: names need the room."""
    if part.pair is not None:
        return part.after(_without_origins(ink, part.pair[0]), _without_origins(ink, part.pair[1]))
    if part.who <= 0 or ink.is_unconfirmed(part):
        return part
    return part._replace(source=Source(From.LINE, 0))


def _next_head(plan: Plan, bracket: str, drawing: Drawing, last: int) -> Column:
    """Return the head of the last column: the round in which the winners play on."""
    rounds = {plan.matches[place].round: plan.matches[place] for place in plan.of(bracket)}
    following = rounds[last + 1]
    head = head_of(rounds, last + 1)
    return drawing.columns[-1]._replace(head=head, letter=following.letter, length=following.length)
