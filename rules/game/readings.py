"""Every way to read a written play as single legal steps, and the reason when there is none.

Written text may leave out where a checker touched down and which die went first: ``24/13`` with 6 and 5 is
24/18/13 or 24/19/13. A reading is one order of single-die steps that makes every written move.

Source: games.md §5.3; docs/rules/notation.md.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.game.board import BAR, HOME, OFF
from rules.game.notation import Play, Step
from rules.rulesets import Ruleset

type Moves = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a play: its steps in order, both sides after it (26 counts each), dice used."""

    steps: tuple[Step, ...]
    mine: list[int]
    theirs: list[int]
    used: int


def hit_points(steps: Iterable[Step]) -> set[int]:
    """Own numbers of the points where the steps hit."""
    return {step.dst for step in steps if step.hit}


def readings(mine: list[int], theirs: list[int], dice: tuple[int, int], play: Play, ruleset: Ruleset) -> list[Reading]:
    """Return every reading whose steps are all legal; one per order, so ends may repeat."""
    search = _Search(mine, theirs, ruleset)
    moves = tuple((hop.src, hop.dst) for hop in play.hops)
    search.go(moves, all_dice(dice, ruleset))
    return search.found


def why_not(mine: list[int], theirs: list[int], dice: tuple[int, int], play: Play, ruleset: Ruleset) -> RuleBroken:
    """Return the refusal that explains best why a play has no legal reading.

    It is the one met after most steps: what was fine up to there is not the trouble.
    """
    moves = tuple((hop.src, hop.dst) for hop in play.hops)
    backward = next((move for move in moves if move[1] >= move[0]), None)
    if backward:
        return RuleBroken("play.backward", src=backward[0], dst=backward[1])
    if not _dice_fit(moves, all_dice(dice, ruleset)):
        pips = tuple(src - dst for src, dst in moves)
        return RuleBroken("play.wrong_dice", dice=dice, pips=pips)
    search = _Search(mine, theirs, ruleset)
    search.go(moves, all_dice(dice, ruleset))
    return search.trouble


def all_dice(dice: tuple[int, int], ruleset: Ruleset) -> tuple[int, ...]:
    """The dice to play: two, or the double as often as the game plays it."""
    return (dice[0],) * ruleset.double_moves if dice[0] == dice[1] else dice


def _dice_fit(moves: Moves, dice: tuple[int, ...]) -> bool:
    """Whether some share-out of the dice makes every move, the board left aside."""
    if not moves:
        return True
    (src, dst), rest = moves[0], moves[1:]
    for index, die in enumerate(dice):
        left = dice[:index] + dice[index + 1 :]
        to = src - die
        if to == dst or (dst == OFF and to < 0):
            if _dice_fit(rest, left):
                return True
        elif to > dst and _dice_fit(((to, dst), *rest), left):
            return True
    return False


class _Search:
    """Depth first over moves and dice; remembers the trouble met deepest."""

    __slots__ = ("deepest", "found", "mine", "ruleset", "theirs", "trouble")

    def __init__(self, mine: list[int], theirs: list[int], ruleset: Ruleset) -> None:
        self.mine = list(mine)
        self.theirs = list(theirs)
        self.ruleset = ruleset
        self.found: list[Reading] = []
        self.deepest = -1
        self.trouble = RuleBroken("play.wrong_dice")

    def go(self, moves: Moves, dice: tuple[int, ...], steps: tuple[Step, ...] = ()) -> None:
        """Make one step of one of ``moves`` with one of ``dice`` in every way, then the rest."""
        if not moves:
            self.found.append(Reading(steps, list(self.mine), list(self.theirs), len(steps)))
            return
        for move in dict.fromkeys(moves):
            others = _without(moves, move)
            for die in dict.fromkeys(dice):
                self._step(move, others, die, _without(dice, die), steps)

    def _step(
        self, move: tuple[int, int], others: Moves, die: int, left: tuple[int, ...], steps: tuple[Step, ...]
    ) -> None:
        src, goal = move
        dst = src - die
        if dst < goal and goal != OFF:
            return
        trouble = self._trouble(src, dst, die, steps)
        if trouble:
            if len(steps) > self.deepest:
                self.deepest, self.trouble = len(steps), trouble
            return
        dst = max(dst, OFF)
        mine, theirs = self.mine, self.theirs
        hit = dst != OFF and theirs[25 - dst] == 1
        mine[src] -= 1
        mine[dst] += 1
        if hit:
            theirs[25 - dst] -= 1
            theirs[BAR] += 1
        rest = others if dst == goal else (*others, (dst, goal))
        self.go(rest, left, (*steps, Step(src, dst, hit)))
        if hit:
            theirs[25 - dst] += 1
            theirs[BAR] -= 1
        mine[src] += 1
        mine[dst] -= 1

    def _trouble(self, src: int, dst: int, die: int, steps: tuple[Step, ...]) -> RuleBroken | None:
        """Why this step cannot be made now, or None."""
        mine = self.mine
        if not mine[src]:
            return RuleBroken("play.no_checker", point=src)
        if mine[BAR] and src != BAR:
            return RuleBroken("play.bar_first", point=src)
        if self.ruleset.no_hit_and_run and src <= HOME and mine[src] == 1 and src in hit_points(steps):
            return RuleBroken("play.hit_and_run", point=src)
        if dst > OFF:
            return RuleBroken("play.blocked", point=dst, die=die) if self.theirs[25 - dst] > 1 else None
        highest = max(point for point in range(1, BAR + 1) if mine[point])
        if highest > HOME:
            return RuleBroken("play.not_all_home", point=highest)
        if dst < OFF and src < highest:
            return RuleBroken("play.higher_checker", point=highest, die=die)
        return None


def _without[T](values: tuple[T, ...], one: T) -> tuple[T, ...]:
    """The values with one of the equal ones taken away."""
    index = values.index(one)
    return values[:index] + values[index + 1 :]
