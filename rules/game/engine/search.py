"""The steps of any game: which checkers may move by a die now, and which boards may not stand at the end of a play.

A board is an integer, as ``rules.game.legal`` says; what cannot change within a turn is read once from the position.
Source: docs/rules/plays.md#every-game.
"""

from functools import cache
from itertools import pairwise

from rules.game.board import Position
from rules.game.engine.limits import forbidden_blocks
from rules.game.legal import BITS, HIT, ONE, SIDE, Way, Ways
from rules.points import BAR, HOME, OFF, SIZE
from rules.rulesets import (
    Allowed,
    BackwardHits,
    BearOff,
    Contact,
    HeadRule,
    PrimeCheck,
    Ruleset,
    StartQuarter,
)

START = 24
_QUARTER = tuple(range(19, BAR))
_OPPOSING_QUARTER = range(7, 13)
_MOST_AT_ONCE = 4  # moves of one number


_OCCUPIED = bytes([0, *[1] * 255])


def left_of(dice: tuple[int, ...], used: tuple[int, ...]) -> list[int]:
    """Return the dice without those that are used."""
    left = list(dice)
    for die in used:
        left.remove(die)
    return left


@cache
def _mask(block: tuple[int, ...]) -> int:
    """Return the points of a block as an integer of a byte a point."""
    return sum(1 << (8 * point) for point in block)


class Search:
    """The steps of one turn: ``closed`` points, the ``fixed`` checkers under a pin, and the limits of the game.

    ``heads`` is how many checkers may leave the start point in this turn, None without a limit. ``backward`` are the
    dice that may hit backwards.
    """

    __slots__ = (
        "_every",
        "_every_masks",
        "_final",
        "_is_plain",
        "_lands",
        "_mother",
        "backward",
        "closed",
        "first_away",
        "fixed",
        "hand",
        "head_start",
        "heads",
        "limits",
        "opponent",
        "rules",
        "single",
        "start",
        "total",
    )  # fmt: skip

    def __init__(self, position: Position, ruleset: Ruleset) -> None:
        opposite, opponent = ruleset.geometry.opposite, position.opponent
        most = 0 if ruleset.contact is Contact.BLOCK else 1
        self.rules = ruleset
        self.opponent = opponent
        self.start = int.from_bytes(bytes(position.player), "little")
        self.total = sum(position.player)
        self.fixed = [int(point in position.pins[0]) for point in range(SIZE)]
        self.closed = [opponent[opposite[point]] > most or point in position.pins[0] for point in range(SIZE)]
        self.closed[OFF] = False
        self.single = [ruleset.contact is Contact.HIT and opponent[opposite[point]] == 1 for point in range(SIZE)]
        self.single[OFF] = self.single[BAR] = False
        self.hand = position.hands[0]
        self.head_start = position.player[START]
        self.heads: int | None = 1 if ruleset.head_rule is HeadRule.ONE_PER_TURN else None
        self.backward: frozenset[int] = frozenset()
        self.first_away = ruleset.first_away_at
        self._mother = opposite[START] if ruleset.mother_rule and opponent[START] == 1 else 0
        blocks = forbidden_blocks(opponent, ruleset)
        quarter = [_QUARTER] if ruleset.start_quarter is not StartQuarter.ALLOWED else []
        self._every = [
            *(quarter if ruleset.start_quarter is StartQuarter.FORBIDDEN_EVERY_STEP else []),
            *(blocks if ruleset.prime_check is PrimeCheck.EVERY_STEP else []),
        ]
        self._every_masks = [*map(_mask, self._every)]
        self._final = [*map(_mask, (*quarter, *blocks))]
        # Games that hold no step back and have nothing but open points to land on need no more than a table.
        self._is_plain = not (any(self.fixed) or self._every or ruleset.half_rule or ruleset.no_hit_and_run) and (
            ruleset.bearoff is BearOff.STANDARD and ruleset.dice == 2
        )
        self._lands: dict[int, list[tuple[int, int]]] = {}
        self.limits = bool(self._final) or ruleset.opponent_quarter_limit is not None

    def steps(self, key: int, die: int) -> list[tuple[int, int, int]]:
        """Return every board one step by ``die`` leads to, as (board, from, to)."""
        side = (key & SIDE).to_bytes(SIZE, "little")
        highest = len(side.rstrip(b"\0")) - 1
        if self._is_plain and highest > HOME and die not in self.backward:
            return self._plain_steps(key, die, side, highest)
        reached = []
        closed, single = self.closed, self.single
        for src in self.sources(key, side, highest):
            dst = src - die
            if dst <= 0:
                if not self.may_bear_off(side, src, die, highest):
                    continue
                dst = OFF
            elif closed[dst] or self.is_held_back(side, src, dst, highest):
                continue
            after = key + ONE[dst] - ONE[src]
            if single[dst]:
                after |= HIT[dst]
            reached.append((after, src, dst))
        if die in self.backward and not side[BAR]:
            reached += self._backward(key, side, die)
        if self._every:
            reached = [step for step in reached if not self._holds(step[0], self._every_masks)]
        return reached

    def _plain_steps(self, key: int, die: int, side: bytes, highest: int) -> list[tuple[int, int, int]]:
        """Return the steps where nobody can bear off and no rule but the head and the first checker holds one back."""
        lands = self._lands.get(die)
        if lands is None:
            lands = self._lands[die] = [(0, 0)] * SIZE
            for src in range(die + 1, SIZE):
                if not self.closed[src - die]:
                    lands[src] = ONE[src - die] - ONE[src], HIT[src - die] if self.single[src - die] else 0
        if side[BAR] or self.first_away:
            sources = self.sources(key, side, highest)
        else:
            is_headless = self.heads is not None and self.head_start - side[START] >= self.heads
            sources = list(range(min(highest, START - is_headless), die, -1))
        return [
            (key + shift | hit, src, src - die) for src in sources if side[src] for shift, hit in (lands[src],) if shift
        ]

    def sources(self, key: int, side: bytes, highest: int) -> list[int]:
        """Return the points from which a checker may move now, from the back."""
        if side[BAR] > self.hand:
            return [BAR]
        if self.first_away and not any(side[: self.first_away + 1]):
            return [next(point for point in range(1, SIZE) if side[point])]
        fixed = self.fixed
        points = [point for point in range(highest, 0, -1) if side[point] > fixed[point]]
        if self.heads is not None and points and points[0] == START and self.head_start - side[START] >= self.heads:
            del points[0]
        if self.rules.no_hit_and_run:
            points = [p for p in points if p > HOME or side[p] > 1 or not key >> (BITS + p) & 1]
        return points

    def may_bear_off(self, side: bytes, src: int, die: int, highest: int) -> bool:
        """Whether a checker may leave the board from ``src`` by ``die``."""
        rules = self.rules
        if rules.half_rule and side[BAR]:
            return False
        if rules.dice == 3 and not rules.tabula_bearoff:
            return src == die or rules.bearoff is BearOff.STANDARD
        if highest > HOME:
            return False
        if any(self.fixed) and rules.bearoff_while_pinned is Allowed.FORBIDDEN:
            return False
        if rules.bearoff is BearOff.EXACT_ONLY_NO_MOVES_INSIDE or src == die:
            return src == die
        return src == highest

    def is_held_back(self, side: bytes, src: int, dst: int, highest: int) -> bool:
        """Whether a rule of the game forbids a step to an open point."""
        rules = self.rules
        if rules.half_rule and side[BAR] and src > 12 >= dst:
            return True
        return highest <= HOME and rules.bearoff is BearOff.EXACT_ONLY_NO_MOVES_INSIDE

    def _backward(self, key: int, side: bytes, die: int) -> list[tuple[int, int, int]]:
        """Return the steps that hit backwards: there must be exactly one opposing checker, which is still there."""
        points = [point for point in range(1, BAR - die) if side[point]]
        if self.rules.no_hit_and_run:
            points = [p for p in points if p > HOME or side[p] > 1 or not key >> (BITS + p) & 1]
        return [
            (key + ONE[src + die] - ONE[src] | HIT[src + die], src, src + die)
            for src in points
            if self.single[src + die] and not key >> (BITS + src + die) & 1
        ]

    def ends(self, key: int) -> bool:
        """Whether the board ends the game: all checkers are off, or a mother is pinned so that it decides."""
        if key & 0xFF == self.total:
            return True
        mother = self._mother
        if not mother or self.fixed[mother] or not key >> (8 * mother) & 0xFF:
            return False
        return not key >> (8 * START) & 0xFF or bool(self.fixed[START])

    def may_stand(self, key: int) -> bool:
        """Whether a play may end with this board."""
        if self._final and self._holds(key, self._final):
            return False
        limit = self.rules.opponent_quarter_limit
        if limit is None:
            return True
        side = (key & SIDE).to_bytes(SIZE, "little")
        return sum(side[point] > 0 for point in _OPPOSING_QUARTER) <= limit

    def _holds(self, key: int, masks: list[int]) -> bool:
        """Whether the player holds every point of one of the blocks, each as a mask."""
        occupied = (key & SIDE).to_bytes(SIZE, "little").translate(_OCCUPIED)
        held = int.from_bytes(occupied, "little")
        return any(held & mask == mask for mask in masks)

    def levels(self, dice: tuple[int, ...]) -> tuple[list[dict[tuple[int, ...], Ways]], Ways]:
        """Return the boards after each number of dice, by the dice used, the larger first, and those that end the game.

        The order in which dice are played does not matter to what can follow.
        """
        levels: list[dict[tuple[int, ...], Ways]] = [{} for _ in range(len(dice) + 1)]
        levels[0][()] = {self.start: ()}
        complete: Ways = {}
        for level, following in pairwise(levels):
            for used, ways in level.items():
                for die in dict.fromkeys(left_of(dice, used)):
                    longer = tuple(sorted((*used, die), reverse=True))
                    reached = self._next(ways, die, complete)
                    following[longer] = reached | following[longer] if longer in following else reached
        return levels, complete

    def _next(self, ways: Ways, die: int, complete: Ways) -> Ways:
        """Return the boards one step further; those that end the game are added to ``complete`` instead."""
        reached: Ways = {}
        may_end = bool(self._mother) or self.total - (self.start & 0xFF) <= _MOST_AT_ONCE
        for key, way in ways.items():
            for after, src, dst in self.steps(key, die):
                if after in reached:
                    continue
                longer: Way = (*way, (src, dst))
                if may_end and self.ends(after):
                    complete.setdefault(after, longer)
                else:
                    reached[after] = longer
        return reached


def search_of(position: Position, dice: tuple[int, ...], ruleset: Ruleset) -> Search:
    """Return the search for a roll, with the dice that may hit backwards."""
    search = Search(position, ruleset)
    if ruleset.backward_hits is BackwardHits.ANY:
        search.backward = frozenset(dice)
    elif ruleset.backward_hits is BackwardHits.SMALLER_DIE and (
        dice[0] != dice[1] or ruleset.backward_on_doubles is Allowed.ALLOWED
    ):
        search.backward = frozenset({min(dice)})
    return search
