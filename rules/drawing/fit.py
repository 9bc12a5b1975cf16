"""The papers that suit a bracket: the height of its rows and the size of its names on one sheet."""

from dataclasses import dataclass

from rules.drawing.paper import FOR_EASEL, FOR_HAND, POINT, TO_READ, TO_WRITE_ON, Geometry, Least, Paper, paper_geometry
from rules.drawing.tree import bracket_tree, rounds_of
from rules.draws.derive import Derived
from rules.draws.plan import Plan


@dataclass(frozen=True, slots=True)
class Fit:
    """One sheet of ``paper`` for a bracket of ``lines``: ``row`` in mm, ``name`` in points.

    ``upright`` is how it must lie for the highest rows that still leave names legible.
    """

    paper: Paper
    lines: int
    row: float
    name: float
    upright: bool

    @property
    def is_one_sheet(self) -> bool:
        """Whether names on one sheet are large enough to be read at all."""
        return self._suits(TO_READ)

    @property
    def is_for_hand(self) -> bool:
        """Whether play can be continued on it by hand at a table."""
        return self._suits(FOR_HAND)

    @property
    def is_to_write_on(self) -> bool:
        """Whether it can be written on with a marker."""
        return self._suits(TO_WRITE_ON)

    @property
    def is_for_easel(self) -> bool:
        """Whether it can be written on with a marker and read on an easel."""
        return self._suits(FOR_EASEL)

    def _suits(self, least: Least) -> bool:
        return self.row >= least.row and self.name * POINT >= least.name


def fits(plan: Plan, derived: Derived, bracket: str, *, open_byes: bool) -> tuple[Fit, ...]:
    """Return the fit of ``bracket`` on one sheet of every paper, the smallest first; empty if it has no sheet."""
    tree = bracket_tree(plan, derived, bracket, open_byes=open_byes)
    if tree is None:
        return ()
    return tuple(fit(paper, tree.leaves, len(rounds_of(plan, tree)) + 1) for paper in SMALLEST_FIRST)


def fit(paper: Paper, lines: int, columns: int) -> Fit:
    """Return the fit of ``lines`` in ``columns`` on one sheet, turned so that it serves best."""
    ways = [paper_geometry(paper, landscape=landscape, rows=lines, columns=columns) for landscape in (True, False)]
    best = max(ways, key=_serves)
    return Fit(paper, lines, best.row, best.name / POINT, best.width < best.height)


def _serves(geometry: Geometry) -> tuple[list[bool], float]:
    return [geometry.suits(least) for least in (TO_READ, FOR_EASEL, TO_WRITE_ON, FOR_HAND)], geometry.name


SMALLEST_FIRST = tuple(sorted(Paper, key=lambda paper: paper.size))
