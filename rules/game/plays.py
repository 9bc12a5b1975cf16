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

# A step within the board: from, to, what it adds to the integer of the position, the bit of its hit, the step as a way.
type EqualStep = tuple[int, int, int, int, Way]

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
    start = int.from_bytes(bytes(player), "little")
    if not ruleset.no_hit_and_run and not player[BAR] and _stays_on_the_board(player, die, moves):
        ways: Ways = {}
        _add_doubles(ways, player, _equal_steps(opponent, die), start, (), moves)
        if ways:
            return ways, moves
    explorer = _Explorer(player, opponent, ruleset)
    explorer.from_the_back = True
    explorer.go(start, (die,) * moves, ())
    if explorer.complete or explorer.levels[moves]:
        return explorer.complete | explorer.levels[moves], moves
    used = max((level for level in range(1, moves) if explorer.levels[level]), default=0)
    return explorer.levels[used], used


def _stays_on_the_board(player: list[int], die: int, moves: int) -> bool:
    """Whether ``moves`` steps of ``die`` cannot bring every checker home and bear one off."""
    needed = 0
    for src in range(HOME + 1, BAR):
        if player[src]:
            needed += player[src] * ((src - HOME + die - 1) // die)
            if needed >= moves:
                return True
    return False


def _equal_steps(opponent: Sequence[int], die: int) -> list[EqualStep]:
    """Return the open steps of a die within the board, from the back."""
    steps: list[EqualStep] = []
    for src in range(24, die, -1):
        dst = src - die
        there = opponent[25 - dst]
        if there < 2:
            steps.append((src, dst, ONE[dst] - ONE[src], HIT[dst] if there else 0, ((src, dst),)))
    return steps


def _add_doubles(ways: Ways, player: list[int], steps: list[EqualStep], key: int, way: Way, left: int) -> None:
    """Add the plays of ``left`` more steps that go on from ``way``, none of them from further back than the one before.

    Each play is a different choice of steps, so no position is reached twice.
    """
    if left == 1:
        for src, _, shift, hit, step in steps:
            if player[src]:
                ways[key + shift | hit] = way + step
        return
    for at, (src, dst, shift, hit, step) in enumerate(steps):
        if player[src]:
            player[src] -= 1
            player[dst] += 1
            _add_doubles(ways, player, steps[at:], key + shift | hit, way + step, left - 1)
            player[dst] -= 1
            player[src] += 1


def _midgame(player: list[int], opponent: Sequence[int], high: int, low: int, start: int) -> Ways:
    """Return the plays that use both dice where nobody enters from the bar or bears off.

    Two checkers reach the same position in either order, so one order is enough; one checker is moved in both.
    """
    points = [point for point in range(24, 0, -1) if player[point]]
    theirs = opponent[::-1]  # in the player's numbers, for every point but the bar and off
    ways: Ways = {}
    lows = []
    for src in points:
        dst = src - low
        if dst > 0 and theirs[dst] < 2:
            lows.append((src, ONE[dst] - ONE[src], HIT[dst] if theirs[dst] else 0, (src, dst)))
    for src in points:
        mid = src - high
        if mid < 1 or theirs[mid] > 1:
            continue
        moved = start + ONE[mid] - ONE[src] | (HIT[mid] if theirs[mid] else 0)
        step, is_alone = (src, mid), player[src] == 1
        for other, shift, hit, low_step in lows:
            if other != src or not is_alone:
                ways[moved + shift | hit] = (step, low_step)
        end = mid - low
        if end > 0 and theirs[end] < 2:
            ways[moved + ONE[end] - ONE[mid] | (HIT[end] if theirs[end] else 0)] = (step, (mid, end))
    for src, shift, hit, low_step in lows:
        mid = src - low
        end = mid - high
        if end > 0 and theirs[end] < 2:
            moved = start + shift | hit
            ways[moved + ONE[end] - ONE[mid] | (HIT[end] if theirs[end] else 0)] = (low_step, (mid, end))
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
