"""Plan and derived draw in, the drawing of its sheets out: the same for the page and for paper.

No font, no language and no markup is known here: widths of text come in as a function, captions go out as codes.
All measures are those of ``Geometry`` (mm on paper), from the sheet's upper left corner; y of a text is its baseline.

Source: docs/rules/byes-and-drops.md for what a sheet shows.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from rules.drawing.ink import BracketInk, unconfirmed
from rules.drawing.mirror import mirror
from rules.drawing.names import Fit, Width, fit_name
from rules.drawing.paper import TO_READ, Geometry, Least, Paper, paper_geometry
from rules.drawing.parts import Drawing, Part
from rules.drawing.pen import draw
from rules.drawing.states import Mark
from rules.drawing.tree import Cut, Line, Trees, cuts, drops, rounds_of
from rules.draws.derive import Derived
from rules.draws.plan import Plan
from rules.errors import RuleBroken


def layout(
    plan: Plan,
    derived: Derived,
    bracket: str,
    *,
    paper: Paper,
    names: Mapping[int, str],
    width: Width,
    marks: Mapping[int, Mark] | None = None,
    open_byes: bool = False,
    mirrored: bool = False,
    least: Least = TO_READ,
) -> tuple[Drawing, ...]:
    """Return the sheets of ``bracket`` in order: one, or its sections from the top and then the finals.

    ``names`` are the entrants' full names, empty for a line to write on; ``marks`` the facts about matches by their
    place in the plan. ``open_byes`` keeps the empty lines of the first round for latecomers; else byes are folded. A
    ``mirrored`` drawing begins at the right edge. ``least`` may ask for more than names to be read: the bracket is
    cut further. Raises RuleBroken ``sheet.empty`` if nobody can ever be on the sheet.
    """
    trees = Trees(plan, derived)
    tree = tree_of(trees, bracket, open_byes=open_byes)
    ink = inked(trees, bracket, names=names, marks=marks, width=width)
    sheets = _Sheets(ink, paper, least).of(tree)
    counted = enumerate(sheets, start=1)
    numbered = (replace(sheet, page=page, pages=len(sheets), lines=tree.leaves) for page, sheet in counted)
    return tuple(mirror(sheet) if mirrored else sheet for sheet in numbered)


def tree_of(trees: Trees, bracket: str, *, open_byes: bool) -> Line:
    """Return the lines of ``bracket``. Raises RuleBroken ``sheet.empty`` if nobody can ever be on them."""
    tree = trees.of(bracket, open_byes=open_byes)
    if tree is None:
        raise RuleBroken("sheet.empty", bracket=bracket)
    return tree


def inked(
    trees: Trees,
    bracket: str,
    *,
    names: Mapping[int, str],
    marks: Mapping[int, Mark] | None,
    width: Width,
    fit: Fit = fit_name,
) -> BracketInk:
    """Return everything that the drawings of ``bracket`` need."""
    plan, derived, ways = trees.plan, trees.derived, drops(trees, bracket)
    marks = marks or {}
    open_results = unconfirmed(derived, marks)
    return BracketInk(plan, derived, bracket, names, marks, ways, trees.byes, open_results, width, fit)


class _Page(NamedTuple):
    """What one sheet shows: a tree as this part of the bracket, number ``section`` of ``sections``, 0 for none."""

    tree: Line
    part: Part
    section: int = 0
    sections: int = 0


class _Sheets:
    """Decides how many sheets of one paper a tree takes, and which way they lie."""

    def __init__(self, ink: BracketInk, paper: Paper, least: Least) -> None:
        self.ink, self.paper, self.least = ink, paper, least
        self._columns: dict[int, tuple[Line, int]] = {}  # by the identity of the tree, which is kept beside it
        self._fitting: dict[tuple[int, int], bool] = {}  # by rows and columns
        self._later: dict[int, list[list[_Page]]] = {}  # the ways to print what comes after a round

    def of(self, tree: Line) -> list[Drawing]:
        """Return the fewest sheets that suit; of equally many, those with the largest sections."""
        for way in sorted(self.ways(tree, finals=False), key=len):
            sheets = [replace(self.sheet(*each[:2]), section=each.section, sections=each.sections) for each in way]
            if all(sheet.geometry.suits(self.least) for sheet in sheets):
                return sheets
        if self.least != TO_READ:  # no cut gives such rows: better small ones than none
            return _Sheets(self.ink, self.paper, TO_READ).of(tree)
        return [self.sheet(tree, Part.WHOLE)]

    def ways(self, tree: Line, *, finals: bool) -> Iterator[list[_Page]]:
        """Yield the ways to print ``tree`` whose sheets suit by their lines and rounds; notes may yet take room."""
        if self.could_fit(tree):
            yield [_Page(tree, Part.FINALS if finals else Part.WHOLE)]
        for cut in cuts(self.ink.plan, tree, self.paper.lines_a_section):
            if cut.rounds:
                self._columns[id(cut.finals)] = cut.finals, cut.rounds + 1
            if (cut.joined and finals) or not all(self.could_fit(line) for line in cut.sections):
                continue
            part, count = Part.FINALS_SECTION if finals else Part.SECTION, len(cut.sections) + cut.joined
            sections = [_Page(line, part, number, count) for number, line in enumerate(cut.sections, start=1)]
            if cut.joined:
                if self.could_fit(cut.finals):
                    yield [*sections, _Page(cut.finals, Part.SECTION_AND_FINALS, count, count)]
                continue
            yield from ([*sections, *rest] for rest in self.later(cut))

    def later(self, cut: Cut) -> list[list[_Page]]:
        """Return the ways to print the finals of a cut; they are the same however the rounds before them were cut."""
        if cut.after not in self._later:
            self._later[cut.after] = list(self.ways(cut.finals, finals=True))
        return self._later[cut.after]

    def could_fit(self, tree: Line) -> bool:
        size = tree.leaves, self.columns(tree)
        if size not in self._fitting:
            ways = (self.geometry(tree, turned, 0) for turned in (False, True))
            self._fitting[size] = any(way.suits(self.least) for way in ways)
        return self._fitting[size]

    def columns(self, tree: Line) -> int:
        """Return how many columns a tree takes: one a round, and one for the winner."""
        if id(tree) not in self._columns:
            self._columns[id(tree)] = tree, len(rounds_of(self.ink.plan, tree)) + 1
        return self._columns[id(tree)][1]

    def geometry(self, tree: Line, landscape: bool, notes: int) -> Geometry:
        columns = self.columns(tree)
        return paper_geometry(self.paper, landscape=landscape, rows=tree.leaves, columns=columns, notes=notes)

    def sheet(self, tree: Line, part: Part) -> Drawing:
        """Return one sheet, turned so that names are largest; of two equal ways the wide one, which reads better."""
        ink, notes = self.ink.of(tree), 0
        while True:
            ways = [self.geometry(tree, landscape, notes) for landscape in (True, False)]
            geometry = max(ways, key=lambda way: (way.suits(self.least), way.name))
            drawing = draw(ink, geometry, part)
            needed = drawing.note_lines
            if needed <= notes or notes >= 2 * tree.leaves:
                return drawing
            notes = needed
