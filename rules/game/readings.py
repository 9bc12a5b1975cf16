"""Every way to read a written play as legal steps, and the reason when there is none.

A text may leave out where a checker touched down and which die was played first: ``24/13`` with 6 and 5 is 24/18/13
or 24/19/13. A reading is one order of steps, each of one die, that makes every written move.

Source: docs/rules/notation.md#short-forms.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.game.dice import Dice
from rules.game.notation import Play
from rules.points import BAR, HOME, OFF, Step
from rules.rulesets import Ruleset

type Moves = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a play: its steps in order, both sides after it (26 counts each) and the dice used."""

    steps: tuple[Step, ...]
    player: list[int]
    opponent: list[int]
    used: int


def hit_points(steps: Iterable[Step]) -> set[int]:
    """Return the points where the steps hit, in the player's numbers."""
    return {step.dst for step in steps if step.hit}


def readings(player: list[int], opponent: list[int], dice: Dice, play: Play, ruleset: Ruleset) -> list[Reading]:
    """Return every reading whose steps are all legal, one for each order: several can end in the same position."""
    search = _Search(player, opponent, ruleset)
    moves = tuple((hop.src, hop.dst) for hop in play.hops)
    search.go(moves, all_dice(dice, ruleset))
    return search.readings


def why_not(player: list[int], opponent: list[int], dice: Dice, play: Play, ruleset: Ruleset) -> RuleBroken:
    """Return the refusal that best explains why a play has no legal reading.

    Of the reasons met in all orders, it is the one met after the most legal steps.
    """
    moves = tuple((hop.src, hop.dst) for hop in play.hops)
    backward = next((move for move in moves if move[1] >= move[0]), None)
    if backward:
        return RuleBroken("play.backward", src=backward[0], dst=backward[1])
    if not _dice_fit(moves, all_dice(dice, ruleset)):
        pips = tuple(src - dst for src, dst in moves)
        return RuleBroken("play.wrong_dice", dice=dice, pips=pips)
    search = _Search(player, opponent, ruleset)
    search.go(moves, all_dice(dice, ruleset))
    return search.reason


def all_dice(dice: Dice, ruleset: Ruleset) -> tuple[int, ...]:
    """Return the dice to play: the two, or a double as many times as the game plays it."""
    return (dice[0],) * ruleset.double_moves if dice[0] == dice[1] else dice


def _dice_fit(moves: Moves, dice: tuple[int, ...]) -> bool:
    """Whether the dice can be shared out among the moves, whatever stands on the board."""
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
    """Search depth first over moves and dice; remember the reason met after the most steps."""

    __slots__ = ("deepest", "opponent", "player", "readings", "reason", "ruleset")

    def __init__(self, player: list[int], opponent: list[int], ruleset: Ruleset) -> None:
        self.player = list(player)
        self.opponent = list(opponent)
        self.ruleset = ruleset
        self.readings: list[Reading] = []
        self.deepest = -1
        self.reason = RuleBroken("play.wrong_dice")

    def go(self, moves: Moves, dice: tuple[int, ...], steps: tuple[Step, ...] = ()) -> None:
        """Make one step of one of ``moves`` with one of ``dice`` in every way, then the rest."""
        if not moves:
            self.readings.append(Reading(steps, list(self.player), list(self.opponent), len(steps)))
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
        reason = self._why_not(src, dst, die, steps)
        if reason:
            if len(steps) > self.deepest:
                self.deepest, self.reason = len(steps), reason
            return
        dst = max(dst, OFF)
        player, opponent = self.player, self.opponent
        hit = dst != OFF and opponent[25 - dst] == 1
        player[src] -= 1
        player[dst] += 1
        if hit:
            opponent[25 - dst] -= 1
            opponent[BAR] += 1
        rest = others if dst == goal else (*others, (dst, goal))
        self.go(rest, left, (*steps, Step(src, dst, hit)))
        if hit:
            opponent[25 - dst] += 1
            opponent[BAR] -= 1
        player[src] += 1
        player[dst] -= 1

    def _why_not(self, src: int, dst: int, die: int, steps: tuple[Step, ...]) -> RuleBroken | None:
        """Return why this step cannot be made now, None if it can."""
        player = self.player
        if not player[src]:
            return RuleBroken("play.no_checker", point=src)
        if player[BAR] and src != BAR:
            return RuleBroken("play.bar_first", point=src)
        if self.ruleset.no_hit_and_run and src <= HOME and player[src] == 1 and src in hit_points(steps):
            return RuleBroken("play.hit_and_run", point=src)
        if dst > OFF:
            return RuleBroken("play.blocked", point=dst, die=die) if self.opponent[25 - dst] > 1 else None
        highest = max(point for point in range(1, BAR + 1) if player[point])
        if highest > HOME:
            return RuleBroken("play.not_all_home", point=highest)
        if dst < OFF and src < highest:
            return RuleBroken("play.higher_checker", point=highest, die=die)
        return None


def _without[T](values: tuple[T, ...], one: T) -> tuple[T, ...]:
    """Return the values without the first one that equals ``one``."""
    index = values.index(one)
    return values[:index] + values[index + 1 :]
