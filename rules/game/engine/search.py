"""The steps of any game: which checkers may move by a die now, and which boards may not stand at the end of a play.

A board is an integer, as ``rules.game.legal`` says; what cannot change within a turn is read once from the position.
Source: docs/rules/plays.md#every-game.
"""

from itertools import pairwise
from operator import itemgetter

from rules.game.board import NO_PINS, Position
from rules.game.engine.limits import forbidden_blocks, holds, within_reach
from rules.game.legal import BITS, HIT, ONE, SIDE, Way, Ways
from rules.points import BAR, HOME, OFF, SIZE
from rules.rulesets import (
    Allowed,
    BackwardHits,
    BearOff,
    Contact,
    Geometry,
    HeadRule,
    PrimeCheck,
    Ruleset,
    StartQuarter,
)

START = 24
_QUARTER = tuple(range(19, BAR))
_OPPOSING_QUARTER = range(7, 13)
MOST_AT_ONCE = 4  # moves of one number
_NONE_FIXED = [0] * SIZE
_FACING = {geometry: itemgetter(*geometry.opposite) for geometry in Geometry}


def left_of(dice: tuple[int, ...], used: tuple[int, ...]) -> list[int]:
    """Return the dice without those that are used."""
    left = list(dice)
    for die in used:
        left.remove(die)
    return left


class Search:
    """The steps of one turn: ``closed`` points, the ``fixed`` checkers under a pin, and the limits of the game.

    ``heads`` is how many checkers may leave the start point in this turn, None without a limit. ``backward`` are the
    dice that may hit backwards.
    """

    __slots__ = (
        "_every",
        "_final",
        "_lands",
        "backward",
        "blots",
        "closed",
        "first_away",
        "fixed",
        "hand",
        "head_start",
        "heads",
        "is_plain",
        "limits",
        "mother",
        "opponent",
        "player",
        "rules",
        "single",
        "start",
        "total",
    )  # fmt: skip

    def __init__(self, position: Position, ruleset: Ruleset, most: int = MOST_AT_ONCE) -> None:
        player, opponent = position.player, position.opponent
        self.rules = ruleset
        self.player = player
        self.opponent = opponent
        self.start = int.from_bytes(bytes(player), "little")
        self.total = sum(player)
        self._set_points(position, ruleset)
        self.hand = position.hands[0]
        self.head_start = player[START]
        self.heads: int | None = 1 if ruleset.head_rule is HeadRule.ONE_PER_TURN else None
        self.backward: frozenset[int] = frozenset()
        self.blots = [point for point in range(1, BAR) if self.single[point]] if ruleset.backward_hits != "none" else []
        self.first_away = ruleset.first_away_at
        self.mother = ruleset.geometry.opposite[START] if ruleset.mother_rule and opponent[START] == 1 else 0
        self._set_blocks(ruleset, most)
        # Games that hold no step back and have nothing but open points to land on need no more than a table.
        self.is_plain = (
            ruleset.bearoff is BearOff.STANDARD
            and not (self._every or ruleset.no_hit_and_run)
            and (ruleset.dice == 2 or ruleset.tabula_bearoff)
        )
        self._lands: dict[int, list[tuple[int, int]]] = {}

    def _set_points(self, position: Position, ruleset: Ruleset) -> None:
        """Set which points are closed, have a single opposing checker, or one's own under a pin."""
        facing = _FACING[ruleset.geometry](position.opponent)
        most = 0 if ruleset.contact is Contact.BLOCK else 1
        self.closed = [count > most for count in facing]
        self.fixed = _NONE_FIXED
        if position.pins is not NO_PINS and position.pins[0]:
            self.fixed = [int(point in position.pins[0]) for point in range(SIZE)]
            self.closed = [closed or fixed == 1 for closed, fixed in zip(self.closed, self.fixed, strict=True)]
        self.single = [count == 1 for count in facing] if ruleset.contact is Contact.HIT else [False] * SIZE
        self.single[OFF] = self.single[BAR] = self.closed[OFF] = self.closed[BAR] = False

    def _set_blocks(self, ruleset: Ruleset, most: int) -> None:
        """Set which blocks that ``most`` steps can complete may not be held, at the end or even for a moment."""
        quarter = (_QUARTER,) if ruleset.start_quarter is not StartQuarter.ALLOWED else ()
        blocks = forbidden_blocks(self.opponent, ruleset)
        self._final = within_reach((*quarter, *blocks), self.start, most) if quarter or blocks else []
        self._every: list[int] = []
        if self._final and ruleset.start_quarter is StartQuarter.FORBIDDEN_EVERY_STEP:
            self._every += within_reach(quarter, self.start, most)
        if self._final and ruleset.prime_check is PrimeCheck.EVERY_STEP:
            self._every += within_reach(blocks, self.start, most)
        self.limits = bool(self._final) or ruleset.opponent_quarter_limit is not None

    def steps(self, key: int, die: int) -> list[tuple[int, int, int]]:
        """Return every board one step by ``die`` leads to, as (board, from, to)."""
        side = (key & SIDE).to_bytes(SIZE, "little")
        highest = len(side.rstrip(b"\0")) - 1
        if self.is_plain and highest > HOME:
            plain = self._plain_steps(key, die, side, highest)
            return plain + self._backward(key, side, die) if die in self.backward and not side[BAR] else plain
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
            reached = [step for step in reached if not self._holds(step[0], self._every)]
        return reached

    def _plain_steps(self, key: int, die: int, side: bytes, highest: int) -> list[tuple[int, int, int]]:
        """Return the steps while nobody can bear off, held back by the head, the first checker or the middle only."""
        lands = self.lands(die)
        if side[BAR] or self.first_away or self.fixed is not _NONE_FIXED:
            sources = self.sources(key, side, highest)
            if self.rules.half_rule and side[BAR]:
                sources = [src for src in sources if not src > 12 >= src - die]
        else:
            is_headless = self.heads is not None and self.head_start - side[START] >= self.heads
            sources = list(range(min(highest, START - is_headless), die, -1))
        return [
            (key + shift | hit, src, src - die) for src in sources if side[src] for shift, hit in (lands[src],) if shift
        ]

    def lands(self, die: int) -> list[tuple[int, int]]:
        """Return what a step by ``die`` from each point adds to the board and which hit it sets, (0, 0) if closed."""
        lands = self._lands.get(die)
        if lands is None:
            closed, single = self.closed, self.single
            lands = self._lands[die] = [(0, 0)] * SIZE
            for src in range(die + 1, SIZE):
                dst = src - die
                if not closed[dst]:
                    lands[src] = ONE[dst] - ONE[src], HIT[dst] if single[dst] else 0
        return lands

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
        hits, stays = key >> BITS, self.rules.no_hit_and_run
        return [
            (key + ONE[dst] - ONE[src] | HIT[dst], src, dst)
            for dst in self.blots
            for src in (dst - die,)
            if src > 0 and side[src] and not hits >> dst & 1
            if not (stays and src <= HOME and side[src] == 1 and hits >> src & 1)
        ]

    def ends(self, key: int) -> bool:
        """Whether the board ends the game: all checkers are off, or a mother is pinned so that it decides."""
        if key & 0xFF == self.total:
            return True
        mother = self.mother
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
        return any(holds(key, mask) for mask in masks)

    def standing(self, ways: Ways) -> Ways:
        """Return the plays that may end as they do."""
        if not self.limits:
            return ways
        if self.rules.opponent_quarter_limit is None and len(self._final) == 1:
            mask = self._final[0]
            return {key: way for key, way in ways.items() if not holds(key, mask)}
        return {key: way for key, way in ways.items() if self.may_stand(key)}

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
        may_end = bool(self.mother) or self.total - (self.start & 0xFF) <= MOST_AT_ONCE
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
    search = Search(position, ruleset, MOST_AT_ONCE if dice[0] == dice[1] else len(dice))
    if ruleset.backward_hits is BackwardHits.ANY:
        search.backward = frozenset(dice)
    elif ruleset.backward_hits is BackwardHits.SMALLER_DIE and (
        dice[0] != dice[1] or ruleset.backward_on_doubles is Allowed.ALLOWED
    ):
        search.backward = frozenset({min(dice)})
    return search
