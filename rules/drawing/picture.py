"""The drawing of a bracket as a picture of one size, such as a link to it shows: its last rounds, large enough to read.

Source: docs/rules/byes-and-drops.md for what a sheet shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.drawing.layout import inked, tree_of
from rules.drawing.names import Width
from rules.drawing.paper import LINE_IN_ROW
from rules.drawing.parts import Drawing, Part
from rules.drawing.pen import draw
from rules.drawing.screen import AIR, CODE_ROOM, HEAD, fit_on_screen, geometry_of
from rules.drawing.states import Mark
from rules.drawing.tree import Line, Trees, cut, rounds_of
from rules.draws.derive import Derived
from rules.draws.plan import Plan

MOST_LINES = 8
"""How many lines begin the picture: more would be too small in a chat."""


@dataclass(frozen=True, slots=True)
class Room:
    """The room of the drawing, in units of a screen: a name is 14 high."""

    width: float
    height: float


def layout_picture(
    plan: Plan,
    derived: Derived,
    bracket: str,
    *,
    names: Mapping[int, str],
    marks: Mapping[int, Mark],
    width: Width,
    room: Room,
) -> Drawing:
    """Return the drawing of the last rounds of ``bracket``. Raises RuleBroken ``sheet.empty`` as ``tree_of`` does."""
    trees = Trees(plan, derived)
    whole = tree_of(trees, bracket, open_byes=False)
    tree = _last_lines(plan, whole)
    columns = len(rounds_of(plan, tree)) + 1
    row = (room.height - HEAD - AIR - CODE_ROOM) / (max(tree.leaves, 2) - 1 + LINE_IN_ROW)
    geometry = geometry_of(room.width, room.height, row=row, column=room.width / columns)
    ink = inked(trees, bracket, names=names, marks=marks, width=width, fit=fit_on_screen)
    return draw(ink.of(tree), geometry, Part.WHOLE if tree is whole else Part.FINALS)


def _last_lines(plan: Plan, tree: Line) -> Line:
    """Return the tree, cut after the first round behind which few lines are left."""
    if tree.leaves <= MOST_LINES:
        return tree
    rounds = sorted({plan.matches[match].round for match, *_ in tree.matches()})
    shorter = (cut(plan, tree, after)[1] for after in rounds[:-1])
    return next((line for line in shorter if line.leaves <= MOST_LINES), tree)
