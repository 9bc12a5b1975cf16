"""All legal plays of a roll: every different end position, each with one way to reach it.

Plays of backgammon and its family are searched here, those of every other game by ``rules.game.engine``.

Source: docs/rules/plays.md#legal-plays; docs/rules/backgammon.md#moving.
"""

from collections.abc import Iterator, Sequence

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.dice import ROLLS, Dice, Roll, are_dice
from rules.game.engine.plays import engine_plays
from rules.game.engine.turn import ANY_TURN, Turn
from rules.game.legal import BITS, HIT, ONE, LegalPlay, LegalPlays, Way, Ways
from rules.points import BAR, HOME, OFF
from rules.rulesets import STANDARD, ForcedDie, Ruleset

__all__ = ["LegalPlay", "LegalPlays", "legal_plays", "must_be_judged", "plays_by_roll"]


def must_be_judged(ruleset: Ruleset) -> None:
    """Refuse games of which only the score is entered, because their rules are not handed down.

    Raises RuleBroken ``ruleset.not_judged``. Source: docs/rules/score-only.md.
    """
    if not ruleset.judged:
        raise RuleBroken("ruleset.not_judged", id=ruleset.id, reason="rules not transmitted")


def legal_plays(position: Position, dice: Dice, ruleset: Ruleset = STANDARD, turn: Turn = ANY_TURN) -> LegalPlays:
    """Return every legal play of ``dice`` for the player on roll.

    Where a double is a cascade, these are the plays of its first stage. ``turn`` matters for the head rule and for
    cascades only.

    Raises RuleBroken ``dice.range`` or ``ruleset.not_judged``.
    """
    if not ruleset.is_classic:
        must_be_judged(ruleset)
        return engine_plays(position, dice, ruleset, turn)
    if len(dice) != 2 or not are_dice(dice):
        raise RuleBroken("dice.range", dice=dice)
    player = list(position.player)
    if dice[0] == dice[1]:
        ways, used = _doubles(player, position.opponent, dice[0], ruleset)
    else:
        ways, used = _two_dice(player, position.opponent, max(dice), min(dice), ruleset)
    return LegalPlays(position, ways, used)


def plays_by_roll(position: Position, ruleset: Ruleset = STANDARD) -> Iterator[tuple[Roll, LegalPlays]]:
    """Yield each of the 21 different rolls with its legal plays.

    Raises RuleBroken ``ruleset.not_judged``.
    """
    return ((roll, legal_plays(position, roll.dice, ruleset)) for roll in ROLLS)


def _two_dice(player: list[int], opponent: Sequence[int], high: int, low: int, ruleset: Ruleset) -> tuple[Ways, int]:
    """Return the plays of two different dice, and how many dice they use."""
    start = int.from_bytes(bytes(player), "little")
    if not player[BAR] and sum(player[HOME + 1 : BAR]) > 1 and not ruleset.no_hit_and_run:
        pairs = _midgame(player, opponent, high, low, start)
        if pairs:
            return pairs, 2
    explorer = _Explorer(player, opponent, ruleset)
    explorer.go(start, (high, low), ())
    singles_high = explorer.levels[1]
    explorer.levels[1] = {}
    explorer.go(start, (low, high), ())
    singles_low = explorer.levels[1]
    if explorer.levels[2] or explorer.complete:
        return explorer.complete | explorer.levels[2], 2
    if singles_high and ruleset.forced_die is ForcedDie.LARGER:
        return singles_high, 1
    singles = singles_high | singles_low
    return singles, min(1, len(singles))


def _doubles(player: list[int], opponent: Sequence[int], die: int, ruleset: Ruleset) -> tuple[Ways, int]:
    """Return the plays of a double, and how many dice they use.

    The order of equal dice makes no difference, so checkers are moved from the back only.
    """
    moves = ruleset.double_moves
    explorer = _Explorer(player, opponent, ruleset)
    explorer.from_the_back = True
    explorer.go(int.from_bytes(bytes(player), "little"), (die,) * moves, ())
    if explorer.complete or explorer.levels[moves]:
        return explorer.complete | explorer.levels[moves], moves
    used = max((level for level in range(1, moves) if explorer.levels[level]), default=0)
    return explorer.levels[used], used


def _midgame(player: list[int], opponent: Sequence[int], high: int, low: int, start: int) -> Ways:
    """Return the plays that use both dice where nobody enters from the bar or bears off.

    Two checkers reach the same position in either order, so one order is enough; one checker is moved in both.
    """
    points = [point for point in range(24, 0, -1) if player[point]]
    enter = [0, *(HIT[dst] if opponent[25 - dst] == 1 else 0 for dst in range(1, BAR))]
    closed = [True, *(opponent[25 - dst] > 1 for dst in range(1, BAR))]
    ways: Ways = {}
    lows = [
        (src, src - low, ONE[src - low] - ONE[src], enter[src - low])
        for src in points
        if src > low and not closed[src - low]
    ]
    for src in points:
        mid = src - high
        if mid < 1 or closed[mid]:
            continue
        moved, hit = start + ONE[mid] - ONE[src], enter[mid]
        for other, dst, shift, other_hit in lows:
            if other != src or player[src] > 1:
                ways[moved + shift | hit | other_hit] = ((src, mid), (other, dst))
        end = mid - low
        if end > 0 and not closed[end]:
            ways[moved + ONE[end] - ONE[mid] | hit | enter[end]] = ((src, mid), (mid, end))
    for src, mid, shift, hit in lows:
        end = mid - high
        if end > 0 and not closed[end]:
            ways[start + shift + ONE[end] - ONE[mid] | hit | enter[end]] = ((src, mid), (mid, end))
    return ways


class _Explorer:
    """Try every order of a sequence of dice. ``levels[n]`` holds the positions after ``n`` steps, ``complete`` those
    that end the game."""

    __slots__ = ("complete", "from_the_back", "levels", "no_run", "opponent", "player", "total")

    def __init__(self, player: list[int], opponent: Sequence[int], ruleset: Ruleset) -> None:
        self.player = player
        self.opponent = opponent
        self.no_run = ruleset.no_hit_and_run
        self.from_the_back = False
        self.total = sum(player)
        self.levels: list[Ways] = [{} for _ in range(5)]
        self.complete: Ways = {}

    def go(self, key: int, dice: tuple[int, ...], way: Way, back: int = BAR) -> None:
        """Play the first of ``dice`` from every point up to ``back``, then the rest."""
        player, opponent, depth = self.player, self.opponent, len(way) + 1
        die, rest, level = dice[0], dice[1:], self.levels[depth]
        highest = BAR
        while highest and not player[highest]:
            highest -= 1
        for src in (BAR,) if highest == BAR else range(min(back, highest), 0, -1):
            if not player[src] or (self.no_run and player[src] == 1 and src <= HOME and key >> (BITS + src) & 1):
                continue
            dst = src - die
            hit = 0
            if dst > 0:
                there = opponent[25 - dst]
                if there > 1:
                    continue
                hit = HIT[dst] if there else 0
            elif highest > HOME or (dst < 0 and src != highest):
                continue
            else:
                dst = OFF
            after = key + ONE[dst] - ONE[src] | hit
            reached = (*way, (src, dst))
            if dst == OFF and player[OFF] + 1 == self.total:
                self.complete[after] = reached
            elif rest:
                level[after] = reached
                player[src] -= 1
                player[dst] += 1
                self.go(after, rest, reached, src if self.from_the_back else BAR)
                player[src] += 1
                player[dst] -= 1
            else:
                level[after] = reached
