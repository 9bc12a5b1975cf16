"""Work the exact values of all races out, from the lightest places up.

For the side on roll, in units of the cube: ``cubeless`` is what the race is worth if nobody ever doubles; ``centred``,
``owned`` and ``away`` are what it is worth when that side rolls without doubling and the cube is in the middle, its own
or the opponent's. Both play every checker and turn every cube as well as it can be done; nobody can win a gammon.

Row ``a`` holds the values of ``a`` on roll against every ``b``. Whole rows are worked out at once where the opponent is
at least as heavy; the other half of the pairs follows from the rows of the opponents. Every pair is worked out once.

Source: docs/rules/bearoff.md#values.
"""

from array import array
from collections.abc import Callable, Iterator
from operator import itemgetter

from rules.bearoff.places import MOST_CHECKERS, Reached, places, reached

KINDS = ("cubeless", "centred", "owned", "away")
# The kind of which the opponent then has the value: a cube that is mine is not theirs.
FACED = {"cubeless": "cubeless", "centred": "centred", "owned": "away", "away": "owned"}

type Values = dict[str, array[float]]
type Progress = Callable[[int, int], object]


def _ignore(done: int, of: int) -> None:
    """Do nothing with the progress."""


def solve(checkers: int = MOST_CHECKERS, progress: Progress = _ignore) -> Values:
    """Return for each of ``KINDS`` the values before the roll of every pair of places, row by row.

    The value of ``a`` on roll against ``b`` is at ``a × size + b``, where ``size`` is ``len(places(checkers))``. Pairs
    in which a side has borne all off hold 1 for that side. ``progress`` hears how many places of how many are done.
    Six checkers take about half a minute and 27 MB.
    """
    return _Solver(checkers).solved(progress)


def doubled(no_double: float, double: float) -> float:
    """Return what the side is worth that may double: ``double`` is the value after a take."""
    return max(no_double, min(double, 1.0))


class _Solver:
    """The values before a roll, and what they are worth to a side that may double first, by row and by column."""

    def __init__(self, checkers: int) -> None:
        self.size = len(places(checkers))
        self.moves: list[Reached] = [(), *(reached(place, checkers) for place in places(checkers)[1:])]
        count = self.size * self.size
        self.values: Values = {kind: array("d", bytes(8 * count)) for kind in KINDS}
        # What a side on roll is worth with its right to double: row a against every b, and column b against every a.
        self.rows = {kind: [array("d", [1.0]) * self.size for _ in range(self.size)] for kind in KINDS}
        self.columns = {kind: [array("d", [1.0]) * self.size for _ in range(self.size)] for kind in KINDS}
        for kind in KINDS:
            for place in range(self.size):
                # Against a side that has borne all off the game is lost.
                self._set(kind, place, 0, -1.0)

    def solved(self, progress: Progress) -> Values:
        """Work every pair out and return the values before the roll."""
        for kind in KINDS:
            self.values[kind][: self.size] = array("d", [1.0]) * self.size
            for place in range(1, self.size):
                self.values[kind][place * self.size] = -1.0
        for place in range(1, self.size):
            before = {kind: self._row(kind, place) for kind in KINDS}
            for offset in range(self.size - place):
                self._note(place, place + offset, {kind: before[kind][offset] for kind in KINDS})
            faced = [(kind, self.rows[FACED[kind]][place]) for kind in KINDS]
            for other in range(place + 1, self.size):
                self._note(other, place, {kind: self._one(other, row) for kind, row in faced})
            progress(place + 1, self.size)
        return self.values

    def _row(self, kind: str, place: int) -> list[float]:
        """Return the values of a place on roll against every place from itself on."""
        columns, total = self.columns[FACED[kind]], [0.0] * (self.size - place)
        for targets, weight in self.moves[place]:
            best = self._least([columns[target] for target in targets], place)
            total = [so_far - weight * value for so_far, value in zip(total, best, strict=True)]
        return [value / 36 for value in total]

    def _least(self, columns: list[array[float]], first: int) -> Iterator[float] | array[float]:
        """Return, against each place from ``first`` on, the least that the opponent is worth after the best play."""
        if len(columns) == 1:
            return columns[0][first:]
        return map(min, *(column[first:] for column in columns))

    def _one(self, place: int, row: array[float]) -> float:
        """Return the value of a place on roll; ``row`` is what the opponent is worth against every place."""
        total = 0.0
        for targets, weight in self.moves[place]:
            total -= weight * (row[targets[0]] if len(targets) == 1 else min(itemgetter(*targets)(row)))
        return total / 36

    def _note(self, place: int, other: int, before: dict[str, float]) -> None:
        """Keep the values of one pair, and what they are worth to a side that may double."""
        for kind, value in before.items():
            self.values[kind][place * self.size + other] = value
        double = 2 * before["away"]
        self._set("cubeless", place, other, before["cubeless"])
        self._set("away", place, other, before["away"])
        self._set("centred", place, other, doubled(before["centred"], double))
        self._set("owned", place, other, doubled(before["owned"], double))

    def _set(self, kind: str, place: int, other: int, value: float) -> None:
        self.rows[kind][place][other] = value
        self.columns[kind][other][place] = value
