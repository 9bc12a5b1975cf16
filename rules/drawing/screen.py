"""The drawing of a bracket for the screen: the same as on paper, measured in px and with names cut where they must.

Its height follows from the draw, not from results, so that a page can be refreshed without jumping. Only in a
first-match consolation does a line close: when the holder of a bye has won. Large fields are drawn in quarters, each a
drawing of its own, and then the finals. Columns are wide enough to read the names: a bracket wider than the page is
scrolled sideways.

Source: docs/rules/byes-and-drops.md for what a sheet shows.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.drawing.ink import Ink
from rules.drawing.layout import inked, tree_of
from rules.drawing.mirror import mirror
from rules.drawing.names import Face, FittedName, Shorter, Width, shorter
from rules.drawing.paper import LINE_IN_ROW, Geometry
from rules.drawing.parts import Drawing, Part
from rules.drawing.pen import draw
from rules.drawing.states import Mark
from rules.drawing.tree import Line, Trees, cut, rounds_of
from rules.drawing.widths import screen_width
from rules.draws.derive import Derived
from rules.draws.plan import Plan
from rules.members import are_several

PAGE = 1218.0
"""Width (px) that a drawing may take on a page of 1,280 before it is scrolled sideways."""

HEAD = 50.0
"""Height (px) of the heads with the rule under them."""

NARROWEST, WIDEST, WIDEST_OF_SEVERAL = 170.0, 203.0, 290.0
ROW, DENSE_ROW, DENSE_FROM = 29.0, 24.0, 64
SECTIONED_FROM = 96
SECTIONS = 4
AIR, CODE_ROOM = 8.0, 18.0


@dataclass(frozen=True, slots=True)
class ScreenGeometry(Geometry):
    """The measures of one drawing on a screen, in px."""

    @property
    def pad(self) -> float:
        """Space between a column's edge and its text."""
        return 5.0

    @property
    def score_pad(self) -> float:
        """Space between a score and the joint behind it."""
        return 8.0

    @property
    def score_room(self) -> float:
        """Room kept for a score of one digit that is still to come."""
        return 9.0

    @property
    def rise(self) -> float:
        """How far the baseline of a text lies over its line."""
        return 5.0

    @property
    def under(self) -> float:
        """How far the baseline of a code lies under the winner's line."""
        return 11.0

    @property
    def broad(self) -> float:
        """How far the broad stroke of a match on now is moved into its own column."""
        return 2.0

    @property
    def champion(self) -> tuple[float, ...]:
        """The sizes in which the champion's name may be set, the first that has room is taken."""
        return (20.0, 18.0, 16.0)


def screen_geometry(rows: int, columns: int, *, lines: int, widest: float = WIDEST) -> ScreenGeometry:
    """Return the measures (px) of ``rows`` lines in ``columns`` columns, none wider than ``widest``.

    ``lines`` begin the whole bracket.
    """
    row = DENSE_ROW if lines >= DENSE_FROM else ROW
    column = min(max(float(int(PAGE / columns)), NARROWEST), widest)
    height = HEAD + AIR + (rows - 1 + LINE_IN_ROW) * row + CODE_ROOM
    return geometry_of(column * columns, height, row=row, column=column)


def geometry_of(width: float, height: float, *, row: float, column: float) -> ScreenGeometry:
    """Return the measures (px) of a drawing of this size, with lines ``row`` apart in columns as wide as ``column``."""
    return ScreenGeometry(
        width=width,
        height=height,
        margin=0.0,
        header=0.0,
        heads=HEAD + AIR,
        foot=0.0,
        row=row,
        column=column,
        name=14.0,
        caption=12.0,
        head=16.0,
        title=0.0,
        note=0.0,
        notes=0,
        double=5.0,
        weight=1.0,
    )


@dataclass(frozen=True, slots=True)
class ScreenSheet:
    """One drawing that is still to be drawn: everything that it shows. Of two that are equal, one need not be drawn.

    ``section``, ``sections``, ``page``, ``pages``, ``lines`` and ``mirrored`` are those of its ``Drawing``.
    """

    ink: Ink
    part: Part
    section: int
    sections: int
    page: int
    pages: int
    lines: int
    mirrored: bool

    def draw(self) -> Drawing:
        """Return the drawing."""
        tree = self.ink.tree
        columns = len(rounds_of(self.ink.plan, tree)) + 1
        widest = WIDEST_OF_SEVERAL if are_several(self.ink.names.values()) else WIDEST
        drawn = draw(self.ink, screen_geometry(tree.leaves, columns, lines=self.lines, widest=widest), self.part)
        numbered = replace(
            drawn,
            section=self.section,
            sections=self.sections,
            page=self.page,
            pages=self.pages,
            lines=self.lines,
        )
        return mirror(numbered) if self.mirrored else numbered


def layout_screen(
    plan: Plan,
    derived: Derived,
    bracket: str,
    *,
    names: Mapping[int, str],
    marks: Mapping[int, Mark] | None = None,
    open_byes: bool = False,
    mirrored: bool = False,
) -> tuple[Drawing, ...]:
    """Return the drawings of ``bracket``: one, or its quarters from the top and then the finals.

    The arguments are those of ``layout``. Raises RuleBroken ``sheet.empty`` if nobody can ever be on it.
    """
    trees = Trees(plan, derived)
    sheets = screen_sheets(trees, bracket, names=names, marks=marks, open_byes=open_byes, mirrored=mirrored)
    return tuple(sheet.draw() for sheet in sheets)


def screen_sheets(
    trees: Trees,
    bracket: str,
    *,
    names: Mapping[int, str],
    marks: Mapping[int, Mark] | None = None,
    open_byes: bool = False,
    mirrored: bool = False,
) -> tuple[ScreenSheet, ...]:
    """Return what ``layout_screen`` draws, undrawn."""
    tree = tree_of(trees, bracket, open_byes=open_byes)
    ink = inked(trees, bracket, names=names, marks=marks, width=screen_width, fit=fit_on_screen)
    lines = tree.leaves
    sections, finals = _quarters(trees.plan, tree) if lines >= SECTIONED_FROM else ([], tree)
    parts = [(Part.SECTION, each, number, len(sections)) for number, each in enumerate(sections, start=1)]
    parts.append((Part.FINALS if sections else Part.WHOLE, finals, 0, 0))
    return tuple(
        ScreenSheet(ink.of(part_of), part, number, of, page, len(parts), lines, mirrored)
        for page, (part, part_of, number, of) in enumerate(parts, start=1)
    )


def _quarters(plan: Plan, tree: Line) -> tuple[list[Line], Line]:
    """Return the four parts of a large bracket and the rest: cut after the last round that has four matches."""
    rounds = Counter(plan.matches[match].round for match, _upper, _lower in tree.matches())
    after = [round_ for round_, matches in rounds.items() if matches == SECTIONS]
    return cut(plan, tree, max(after)) if after else ([], tree)


def fit_on_screen(
    name: str, room: float, width: Width, bold: bool = False, shorter_forms: Shorter | None = None
) -> FittedName:
    """Return ``name`` set so that it takes no more than ``room`` em.

    In order: full, initials, the family name, and what is left of it with … behind.
    """
    face = Face.BOLD if bold else Face.PLAIN
    if width(name, face) <= room:
        return FittedName(name, face, 1.0, shortened=False)
    forms, stems = shorter_forms or shorter(name)
    shown = (*forms, *(f"{stem}…" for stem in stems))
    form = next((form for form in shown if width(form, face) <= room), "…")
    return FittedName(form, face, 1.0, shortened=True)
