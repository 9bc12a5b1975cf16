"""The rule book alone: derive a large draw, and collect its facts."""

from bench.measure import Figure, quietest
from rules.draws.derive import Status, derive
from rules.draws.facts import Facts, Kind, collect, pair_of
from rules.draws.plan import Plan
from rules.draws.state import Row
from rules.formats.registry import compile_plan, read_format

ENTRANTS = 1024
TIMES = 15


class LargeDraw:
    """A draw of 1,024 with progressive consolation, played to its end: 2,044 results, each with its start."""

    def __init__(self) -> None:
        self.plan: Plan = compile_plan(ENTRANTS, read_format({"consolation": "progressive"}))
        self.lines = {line: line for line in range(1, ENTRANTS + 1)}
        self.entered: list[Row] = []
        while fresh := self._played():
            self.entered += fresh
        self.facts: Facts = self.fold()

    def fold(self) -> Facts:
        """Collect all facts."""
        return collect(self.lines, self.entered)

    def _played(self) -> list[Row]:
        """Return a start and a result for every open match, won in turns by the upper and the lower player."""
        rows: list[Row] = []
        for match, seat in enumerate(derive(self.plan, self.fold()).seats()):
            if seat.status is Status.OPEN:
                pair = pair_of(seat.top, seat.bottom)
                winner = seat.top if match % 3 else seat.bottom
                rows += [(Kind.START, match, *pair, 0, None), (Kind.RESULT, match, *pair, winner, match + 1)]
        return rows


class Derive:
    """The derivation that every action runs."""

    figures = (Figure("derive", "ms", "derive 1,024 entrants with consolation, all played", bound=2.0),)

    def __init__(self) -> None:
        self._draw = LargeDraw()

    def run(self) -> tuple[float]:
        """Return the milliseconds of the quickest of a few."""
        return (1000 * quietest(lambda: derive(self._draw.plan, self._draw.facts), TIMES),)


class Collect:
    """Collecting the facts, which comes first."""

    # It takes 11 to 12 times as long as the plain loop, on a busy machine and on a quiet one.
    figures = (
        Figure("collect/plain", "×", "fold 4,088 facts of the same draw / put each in a dictionary", bound=14.0),
        Figure("collect", "ms", "fold 4,088 facts of the same draw"),
    )

    def __init__(self) -> None:
        self._draw = LargeDraw()

    def run(self) -> tuple[float, float]:
        """Return the quickest of a few over the quickest of a plain loop, and its milliseconds."""
        plain, folded = (quietest(each, TIMES) for each in (self._kept_plainly, self._draw.fold))
        return folded / plain, 1000 * folded

    def _kept_plainly(self) -> dict[tuple[int, int, int], Row]:
        """Return the last fact of each pairing: a yardstick for the machine."""
        kept = {}
        for row in self._draw.entered:
            _kind, match, one, other, _who, _ref = row
            kept[match, one, other] = row
        return kept
