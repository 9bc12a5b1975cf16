"""Why a reported play of any game is not legal, as a code with its facts.

Source: docs/rules/plays.md#why-a-play-is-illegal.
"""

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.dice import Dice
from rules.game.engine.limits import forbidden_blocks, wall_to_open
from rules.game.engine.search import START, Search
from rules.game.legal import SIDE, Way, Ways
from rules.points import BAR, HOME, OFF, SIZE, Step, write_play
from rules.rulesets import BearOff, StartQuarter

type Moves = tuple[tuple[int, int], ...]
type Free = tuple[int, ...]


def why_not_legal(
    search: Search, position: Position, end: tuple[int, Way], legal: tuple[Ways, int], *, largest: int
) -> RuleBroken:
    """Return why a play that can be made may not be: it leaves a forbidden board or fails a duty.

    ``largest`` is the largest die of the roll.
    """
    (key, way), (ways, most) = end, legal
    example = _example(ways)
    if not search.may_stand(key):
        return _why_not_standing(search, position, key)
    if len(way) < most:
        code = "play.more_dice" if way else "play.none_reported"
        return RuleBroken(code, used=len(way), playable=most, example=example)
    if wall_to_open(position.player, position.opponent, search.rules):
        return RuleBroken("play.unblock", example=example)
    if len(way) == 1 == most:
        return RuleBroken("play.larger_die", die=largest, example=example)
    return RuleBroken("play.more_dice", used=len(way), playable=most, example=example)


def _example(ways: Ways) -> str:
    way = next(iter(ways.values()), ())
    return write_play(Step(src, dst, False) for src, dst in way)


def _why_not_standing(search: Search, position: Position, key: int) -> RuleBroken:
    """Return which forbidden board a play leaves."""
    side = (key & SIDE).to_bytes(SIZE, "little")
    rules = search.rules
    if rules.start_quarter is not StartQuarter.ALLOWED and all(side[19:BAR]):
        return RuleBroken("play.start_quarter", points=tuple(range(24, 18, -1)))
    for block in forbidden_blocks(position.opponent, rules):
        if all(side[point] for point in block):
            return RuleBroken("play.prime", points=tuple(sorted(block, reverse=True)))
    held = tuple(point for point in range(12, 6, -1) if side[point])
    return RuleBroken("play.opponent_quarter", points=held, most=rules.opponent_quarter_limit)


def why_not_made(search: Search, moves: Moves, dice: Dice, free: Free) -> RuleBroken:
    """Return why no order of the steps can be made: the reason met after the most legal steps."""
    if not _dice_fit(moves, free):
        backward = next((move for move in moves if move[1] > move[0]), None)
        if backward and search.rules.backward_hits == "none":
            return RuleBroken("play.backward", src=backward[0], dst=backward[1])
        return RuleBroken("play.wrong_dice", dice=dice, pips=tuple(src - dst for src, dst in moves))
    return _Reasons(search).deepest_reason(moves, free)


def _dice_fit(moves: Moves, free: Free) -> bool:
    """Whether the dice can be shared out among the moves, whatever stands on the board."""
    if not moves:
        return True
    (src, goal), rest = moves[0], moves[1:]
    for index, die in enumerate(free):
        left = free[:index] + free[index + 1 :]
        to = src + die if goal > src else src - die
        if to == goal or (goal == OFF and to < 0):
            if _dice_fit(rest, left):
                return True
        elif to > goal and goal < src and _dice_fit(((to, goal), *rest), left):
            return True
    return False


class _Reasons:
    """Makes the steps of a play in every order and remembers the refusal met after the most steps."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.deepest = -1
        self.reason = RuleBroken("play.wrong_dice")
        self.seen: set[tuple[int, Moves, Free]] = set()

    def deepest_reason(self, moves: Moves, free: Free) -> RuleBroken:
        """Return the refusal met after the most legal steps."""
        self._go(self.search.start, moves, free, 0)
        return self.reason

    def _go(self, key: int, moves: Moves, free: Free, done: int) -> None:
        if (key, moves, free) in self.seen:
            return
        self.seen.add((key, moves, free))
        if done and moves and self.search.ends(key):
            self._note(done, RuleBroken("play.after_end"))
            return
        for src, goal in dict.fromkeys(moves):
            at = moves.index((src, goal))
            others = moves[:at] + moves[at + 1 :]
            for die in dict.fromkeys(free):
                self._try((key, src, goal, die), others, free, done)

    def _try(self, step: tuple[int, int, int, int], others: Moves, free: Free, done: int) -> None:
        key, src, goal, die = step
        wanted = src + die if goal > src else max(src - die, OFF)
        if wanted < goal < src or (goal > src and wanted != goal):
            return
        after = next((key_ for key_, at, dst in self.search.steps(key, die) if (at, dst) == (src, wanted)), None)
        if after is None:
            self._note(done, self._why_not(key, src, wanted, die))
            return
        index = free.index(die)
        rest = others if wanted == goal else (*others, (wanted, goal))
        self._go(after, rest, free[:index] + free[index + 1 :], done + 1)

    def _note(self, done: int, reason: RuleBroken) -> None:
        if done > self.deepest:
            self.deepest, self.reason = done, reason

    def _why_not(self, key: int, src: int, dst: int, die: int) -> RuleBroken:
        """Return why this step cannot be made now."""
        search = self.search
        side = (key & SIDE).to_bytes(SIZE, "little")
        highest = len(side.rstrip(b"\0")) - 1
        if not side[src]:
            return RuleBroken("play.no_checker", point=src)
        if side[src] <= search.fixed[src]:
            return RuleBroken("play.pinned", point=src)
        if side[BAR] > search.hand and src != BAR:
            return RuleBroken("play.bar_first", point=src)
        if dst > src:
            return self._why_not_backward(side, dst, die)
        if search.closed[dst]:
            return RuleBroken("play.blocked", point=dst, die=die)
        if src not in search.sources(key, side, highest):
            return self._why_not_from(side, src)
        if dst == OFF:
            return self._why_not_off(side, src, die, highest)
        if search.is_held_back(side, src, dst, highest):
            half = search.rules.half_rule and side[BAR]
            return RuleBroken("play.half", point=src) if half else RuleBroken("play.exact_only", point=src, die=die)
        return RuleBroken("play.block_on_the_way", point=dst)

    def _why_not_backward(self, side: bytes, dst: int, die: int) -> RuleBroken:
        search = self.search
        if die not in search.backward:
            return RuleBroken("play.backward_die", die=die, allowed=tuple(sorted(search.backward)))
        if side[BAR]:
            return RuleBroken("play.bar_first", point=dst)
        return RuleBroken("play.backward_hit", point=dst)

    def _why_not_from(self, side: bytes, src: int) -> RuleBroken:
        """Return why no checker may leave ``src`` now, though one stands there and is free."""
        search = self.search
        if search.first_away and not any(side[: search.first_away + 1]):
            return RuleBroken("play.first_away", point=src, first=search.first_away)
        if search.heads is not None and src == START:
            return RuleBroken("play.head", most=search.heads)
        return RuleBroken("play.hit_and_run", point=src)

    def _why_not_off(self, side: bytes, src: int, die: int, highest: int) -> RuleBroken:
        search = self.search
        if search.rules.half_rule and side[BAR]:
            return RuleBroken("play.half", point=src)
        if highest > HOME:
            return RuleBroken("play.not_all_home", point=highest)
        if any(search.fixed):
            return RuleBroken("play.pinned_home", point=search.fixed.index(1))
        if search.rules.bearoff is BearOff.EXACT_ONLY_NO_MOVES_INSIDE:
            return RuleBroken("play.exact_only", point=src, die=die)
        return RuleBroken("play.higher_checker", point=highest, die=die)
