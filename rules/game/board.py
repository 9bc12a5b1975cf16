"""The position: where everybody's checkers stand, seen by the player whose turn it is.

Each side counts its own points from 24 down to 1 in its direction of movement; 25 is the bar (or the hand of
games that enter their checkers), 0 is off. Home is 1 to 6. Every step of every game goes from ``src`` to
``src - die``. Source: games.md §2.0.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.rulesets import BackgammonTest, Contact, Geometry, Ruleset

BAR = 25
OFF = 0
HOME = 6
SIZE = 26
type Pins = tuple[frozenset[int], frozenset[int]]
NO_PINS: Pins = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Position:
    """Both sides' checkers, each in its own numbers.

    ``mine`` and ``theirs`` are 26 counts: index 0 off, 1 … 24 the points, 25 the bar. ``pins`` are my and
    their own points where that side's checker lies under an opposing one (pinning games only).
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    pins: Pins = NO_PINS

    @classmethod
    def of(cls, mine: Mapping[int, int], theirs: Mapping[int, int], *, checkers: int = 15) -> "Position":
        """Build a position from {own point: count} (25 = bar); whatever is missing from ``checkers`` is off.

        Raises RuleBroken ``position.point``, ``position.count`` or ``position.crowded``.
        """
        return cls(_side(mine, checkers), _side(theirs, checkers))

    @classmethod
    def start(cls, ruleset: Ruleset) -> "Position":
        """Return the position before the first roll."""
        side = _side(dict(ruleset.start), ruleset.checkers)
        return cls(side, side)

    def swapped(self) -> "Position":
        """Return the same board as the opponent sees it."""
        return Position(self.theirs, self.mine, (self.pins[1], self.pins[0]))

    @property
    def pip_counts(self) -> tuple[int, int]:
        """How many pips I and my opponent still have to go."""
        return _pips(self.mine), _pips(self.theirs)

    def check(self, ruleset: Ruleset) -> "Position":
        """Return this position if it can stand on a board of that game.

        Raises RuleBroken ``position.shape``, ``position.count`` or ``position.shared_point``.
        """
        for side in (self.mine, self.theirs):
            if len(side) != SIZE or min(side) < 0:
                raise RuleBroken("position.shape", length=len(side))
            if sum(side) != ruleset.checkers:
                raise RuleBroken("position.count", expected=ruleset.checkers, got=sum(side))
        shared = shared_points(self.mine, self.theirs, ruleset.geometry)
        pins = len(self.pins[0] | {ruleset.geometry.opposite[point] for point in self.pins[1]})
        if len(shared) > (pins if ruleset.contact is Contact.PIN else 0):
            raise RuleBroken("position.shared_point", points=shared)
        return self


def _side(counts: Mapping[int, int], checkers: int) -> tuple[int, ...]:
    """26 counts from {own point: count}."""
    side = [0] * SIZE
    for point, count in counts.items():
        if not 1 <= point <= BAR:
            raise RuleBroken("position.point", point=point)
        if count < 0:
            raise RuleBroken("position.count", point=point, got=count)
        side[point] = count
    side[OFF] = checkers - sum(side)
    if side[OFF] < 0:
        raise RuleBroken("position.crowded", expected=checkers, got=sum(counts.values()))
    return tuple(side)


def _pips(side: tuple[int, ...]) -> int:
    return sum(point * count for point, count in enumerate(side))


def shared_points(mine: tuple[int, ...], theirs: tuple[int, ...], geometry: Geometry) -> tuple[int, ...]:
    """Return my points on which both sides have checkers."""
    opposite = geometry.opposite
    return tuple(point for point in range(1, BAR) if mine[point] and theirs[opposite[point]])


def win_multiple(loser: tuple[int, ...] | list[int], ruleset: Ruleset, *, jacoby_applies: bool = False) -> int:
    """Return what a game borne off against ``loser`` pays, in multiples of the cube.

    ``jacoby_applies``: nobody has doubled and been taken, so only the single game counts.
    Source: games.md §2.1.9, §3.8.
    """
    if loser[OFF] or jacoby_applies:
        return 1
    last = loser[BAR] > 0
    if ruleset.backgammon_test is BackgammonTest.BAR_OR_HOME:
        last = last or any(loser[19:25])
    return ruleset.backgammon_value if last else ruleset.gammon_value
