"""The position: where both sides' checkers stand, seen by the player whose turn it is.

Source: docs/rules/plays.md#the-board.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.diagrams.diagram import Diagram
from rules.diagrams.svg import draw_svg
from rules.diagrams.text import draw_text
from rules.errors import RuleBroken
from rules.points import BAR, OFF, SIZE
from rules.rulesets import HAND, STANDARD, BackgammonTest, Contact, Geometry, Ruleset

type Pins = tuple[frozenset[int], frozenset[int]]
NO_PINS: Pins = (frozenset(), frozenset())
NO_HANDS = (0, 0)
FULL = 15


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Both sides' checkers, each in its own numbers.

    ``player`` and ``opponent`` are 26 counts: index 0 off, 1 … 24 the points, 25 the bar. ``pins`` are the points, each
    in its owner's numbers, where a checker lies under an opposing one (pinning games only). ``hands`` are how many of
    the checkers at index 25 are in hand and not on the bar (games that begin with an empty board).

    Printed, a position is a board in text; a notebook shows it as a picture.

    Raises RuleBroken ``position.shape`` when a side is not 26 counts.
    """

    player: tuple[int, ...]
    opponent: tuple[int, ...]
    pins: Pins = NO_PINS
    hands: tuple[int, int] = NO_HANDS

    def __post_init__(self) -> None:
        for side in (self.player, self.opponent):
            if len(side) != SIZE:
                raise RuleBroken("position.shape", length=len(side), expected=SIZE)

    @classmethod
    def of(cls, player: Mapping[int, int], opponent: Mapping[int, int], *, checkers: int = FULL) -> "Position":
        """Build a position from {own point: count} (25 is the bar); the rest of ``checkers`` is off.

        Raises RuleBroken ``position.point``, ``position.count`` or ``position.crowded``.
        """
        return cls(_side(player, checkers), _side(opponent, checkers))

    @classmethod
    def start(cls, ruleset: Ruleset = STANDARD) -> "Position":
        """Return the position before the first roll."""
        side, hand = _side(dict(ruleset.start), ruleset.checkers), ruleset.start_count(HAND)
        return cls(side, side, hands=(hand, hand))

    def swapped(self) -> "Position":
        """Return the same board as the opponent sees it."""
        return Position(self.opponent, self.player, (self.pins[1], self.pins[0]), (self.hands[1], self.hands[0]))

    @property
    def pip_counts(self) -> tuple[int, int]:
        """How many pips the player on roll and the opponent still have to go."""
        return _pips(self.player), _pips(self.opponent)

    def check(self, ruleset: Ruleset) -> "Position":
        """Return this position if it can stand on a board of that game.

        Raises RuleBroken ``position.shape`` (a count below nil), ``position.count``, ``position.shared_point``,
        ``position.pins``, ``position.hand`` or ``position.bar`` (a game without hitting has no bar).
        """
        for side in (self.player, self.opponent):
            if min(side) < 0:
                raise RuleBroken("position.shape", length=len(side), expected=SIZE)
            if sum(side) != ruleset.checkers:
                raise RuleBroken("position.count", expected=ruleset.checkers, got=sum(side))
        self._check_contact(ruleset)
        for side, hand in zip((self.player, self.opponent), self.hands, strict=True):
            if not 0 <= hand <= side[BAR] or (hand and not ruleset.start_count(HAND)):
                raise RuleBroken("position.hand", hand=hand, entering=side[BAR])
            if side[BAR] and ruleset.contact is not Contact.HIT:
                raise RuleBroken("position.bar", contact=ruleset.contact, got=side[BAR])
        return self

    def _check_contact(self, ruleset: Ruleset) -> None:
        """Refuse points of both sides, except where one checker of a side lies pinned."""
        shared = set(shared_points(self.player, self.opponent, ruleset.geometry))
        own, opposing = self.pins
        pinned = own | {ruleset.geometry.opposite[point] for point in opposing}
        if shared - pinned:
            raise RuleBroken("position.shared_point", points=tuple(sorted(shared - pinned)))
        single = all(self.player[point] == 1 for point in own) and all(self.opponent[point] == 1 for point in opposing)
        if pinned != shared or not single or len(pinned) < len(own) + len(opposing):
            raise RuleBroken("position.pins", points=tuple(sorted(pinned)))
        if pinned and ruleset.contact is not Contact.PIN:
            raise RuleBroken("position.shared_point", points=tuple(sorted(pinned)))

    def __repr__(self) -> str:
        """Write the call that builds this position, as short as it can be."""
        checkers = sum(self.player)
        uneven = checkers != sum(self.opponent) or min(*self.player, *self.opponent) < 0
        if uneven or self.pins != NO_PINS or self.hands != NO_HANDS:
            pins = "" if self.pins == NO_PINS else f", pins={self.pins}"
            hands = "" if self.hands == NO_HANDS else f", hands={self.hands}"
            return f"Position({self.player}, {self.opponent}{pins}{hands})"
        count = "" if checkers == FULL else f", checkers={checkers}"
        return f"Position.of({_counts(self.player)}, {_counts(self.opponent)}{count})"

    def __str__(self) -> str:
        """Draw the board in text: X is the player on roll, O the opponent."""
        return draw_text(Diagram(self, cube=None))

    def _repr_svg_(self) -> str:
        """Draw the board as a notebook shows it."""
        return draw_svg(Diagram(self, cube=None))


def trusted(
    player: Sequence[int], opponent: Sequence[int], pins: Pins = NO_PINS, hands: tuple[int, int] = NO_HANDS
) -> Position:
    """Return the position of 26 counts a side without checking them, for callers that have just made them."""
    position = _new(Position)
    _set_player(position, tuple(player))
    _set_opponent(position, tuple(opponent))
    _set_pins(position, pins)
    _set_hands(position, hands)
    return position


# A frozen dataclass is filled through object.__setattr__; filling its slots directly takes half the time.
_new = object.__new__
_set_player, _set_opponent, _set_pins, _set_hands = (
    Position.__dict__[name].__set__ for name in ("player", "opponent", "pins", "hands")
)


def _side(counts: Mapping[int, int], checkers: int) -> tuple[int, ...]:
    """Return 26 counts from {own point: count}."""
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


def _counts(side: Sequence[int]) -> dict[int, int]:
    """Return {own point: count} from 26 counts, from the bar down, without what is off."""
    return {point: side[point] for point in range(BAR, OFF, -1) if side[point]}


def _pips(side: Sequence[int]) -> int:
    return sum(point * count for point, count in enumerate(side))


def shared_points(player: tuple[int, ...], opponent: tuple[int, ...], geometry: Geometry) -> tuple[int, ...]:
    """Return the points, in the numbers of ``player``, on which both sides have checkers."""
    opposite = geometry.opposite
    return tuple(point for point in range(1, BAR) if player[point] and opponent[opposite[point]])


def win_multiple(loser: Sequence[int], ruleset: Ruleset, *, jacoby_applies: bool = False) -> int:
    """Return what a game borne off against ``loser`` (26 counts) pays, in multiples of the cube.

    ``jacoby_applies``: no double has been taken, so only the single game counts.
    Source: docs/rules/backgammon.md#what-a-game-pays.
    """
    if loser[OFF] or jacoby_applies:
        return 1
    last = loser[BAR] > 0
    if ruleset.backgammon_test is BackgammonTest.BAR_OR_HOME:
        last = last or any(loser[19:BAR])
    return ruleset.backgammon_value if last else ruleset.gammon_value
