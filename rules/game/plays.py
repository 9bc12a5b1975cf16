"""All legal plays of a roll: every distinct end position, each with one way to reach it.

A side's 26 counts are packed into one integer, a byte a point, so that a step is one addition; hits are
one bit a point above them, since within a turn nothing else happens to the opponent. A position is reached
in many orders and kept once.

Source: games.md §2.0 and §2.1.4 to §2.1.8; docs/rules/plays.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.game.board import BAR, HOME, OFF, SIZE, Position
from rules.game.notation import Step, write_play
from rules.rulesets import STANDARD, Contact, ForcedDie, Geometry, Ruleset

type Dice = tuple[int, int]
type Way = tuple[tuple[int, int], ...]
type Found = dict[int, Way]

_BITS = 8 * SIZE
_SIDE = (1 << _BITS) - 1
_HIT = tuple(1 << (_BITS + point) for point in range(SIZE))
_ONE = tuple(1 << (8 * point) for point in range(SIZE))


@dataclass(frozen=True, slots=True)
class LegalPlay:
    """One legal play: how it is written, its steps in an order that works, and the board after it.

    ``position`` is still seen by the player who moved.
    """

    text: str
    steps: tuple[Step, ...]
    position: Position


class LegalPlays(Sequence[LegalPlay]):
    """The complete set of distinct end positions of a roll, in the order found; empty: the turn passes.

    ``dice_played``: how many dice a legal play uses; a play that ends the game counts as all of them.
    Plays are written out only when they are looked at.
    """

    __slots__ = ("_found", "_keys", "_start", "dice_played")

    def __init__(self, start: Position, found: Found, dice_played: int) -> None:
        self._start = start
        self._found = found
        self._keys = tuple(found)
        self.dice_played = dice_played

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, index: int) -> LegalPlay:  # type: ignore[override]
        key = self._keys[index]
        return LegalPlay(write_play(steps := self._steps(key)), steps, self._position(key))

    def __iter__(self) -> Iterator[LegalPlay]:
        return (self[index] for index in range(len(self._keys)))

    def ends_at(self, position: Position) -> bool:
        """Whether one of the plays ends at that position (seen by the player who moved)."""
        return any(self._position(key) == position for key in self._keys)

    def positions(self) -> Iterator[Position]:
        """Every end position, without the words."""
        return map(self._position, self._keys)

    def _steps(self, key: int) -> tuple[Step, ...]:
        hits = key >> _BITS
        steps = []
        for src, dst in self._found[key]:
            hit = bool(dst and hits >> dst & 1)
            if hit:
                hits ^= 1 << dst
            steps.append(Step(src, dst, hit))
        return tuple(steps)

    def _position(self, key: int) -> Position:
        mine = tuple((key & _SIDE).to_bytes(SIZE, "little"))
        hits = key >> _BITS
        if not hits:
            return Position(mine, self._start.theirs)
        theirs = list(self._start.theirs)
        for point in range(1, BAR):
            if hits >> point & 1:
                theirs[25 - point] -= 1
                theirs[BAR] += 1
        return Position(mine, tuple(theirs))


def must_be_hitting(ruleset: Ruleset) -> None:
    """Refuse the games whose plays this rule book does not judge yet.

    Raises RuleBroken ``ruleset.not_judged``.
    """
    if ruleset.contact is not Contact.HIT or ruleset.geometry is not Geometry.CONTRARY:
        raise RuleBroken("ruleset.not_judged", id=ruleset.id)


def legal_plays(position: Position, dice: Dice, ruleset: Ruleset = STANDARD) -> LegalPlays:
    """Return every legal play of ``dice`` for the player on roll.

    Raises RuleBroken ``dice.range`` or ``ruleset.not_judged``.
    """
    if not (1 <= dice[0] <= 6 and 1 <= dice[1] <= 6):
        raise RuleBroken("dice.range", dice=dice)
    if ruleset is not STANDARD:
        must_be_hitting(ruleset)
    mine = list(position.mine)
    if dice[0] == dice[1]:
        found, used = _doubles(mine, position.theirs, dice[0], ruleset)
    else:
        found, used = _two_dice(mine, position.theirs, max(dice), min(dice), ruleset)
    return LegalPlays(position, found, used)


def _two_dice(mine: list[int], theirs: Sequence[int], high: int, low: int, ruleset: Ruleset) -> tuple[Found, int]:
    """Plays of two different dice, and how many dice they use."""
    start = int.from_bytes(bytes(mine), "little")
    if not mine[BAR] and sum(mine[HOME + 1 : BAR]) > 1 and not ruleset.no_hit_and_run:
        pairs = _midgame(mine, theirs, high, low, start)
        if pairs:
            return pairs, 2
    explorer = _Explorer(mine, theirs, ruleset)
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


def _doubles(mine: list[int], theirs: Sequence[int], die: int, ruleset: Ruleset) -> tuple[Found, int]:
    """Plays of a double. Equal dice commute, so checkers are moved from the back only."""
    moves = ruleset.double_moves
    explorer = _Explorer(mine, theirs, ruleset)
    explorer.from_the_back = True
    explorer.go(int.from_bytes(bytes(mine), "little"), (die,) * moves, ())
    if explorer.complete or explorer.levels[moves]:
        return explorer.complete | explorer.levels[moves], moves
    used = max((level for level in range(1, moves) if explorer.levels[level]), default=0)
    return explorer.levels[used], used


def _midgame(mine: list[int], theirs: Sequence[int], high: int, low: int, start: int) -> Found:
    """Plays that use both dice where neither the bar nor bearing off comes into it.

    Steps of two checkers commute, so one order finds them all; one checker's way is tried both ways round.
    """
    points = [point for point in range(24, 0, -1) if mine[point]]
    enter = [0, *(_HIT[dst] if theirs[25 - dst] == 1 else 0 for dst in range(1, BAR))]
    closed = [True, *(theirs[25 - dst] > 1 for dst in range(1, BAR))]
    found: Found = {}
    lows = [
        (src, src - low, _ONE[src - low] - _ONE[src], enter[src - low])
        for src in points
        if src > low and not closed[src - low]
    ]
    for src in points:
        mid = src - high
        if mid < 1 or closed[mid]:
            continue
        moved, hit = start + _ONE[mid] - _ONE[src], enter[mid]
        for other, dst, shift, other_hit in lows:
            if other != src or mine[src] > 1:
                found[moved + shift | hit | other_hit] = ((src, mid), (other, dst))
        end = mid - low
        if end > 0 and not closed[end]:
            found[moved + _ONE[end] - _ONE[mid] | hit | enter[end]] = ((src, mid), (mid, end))
    for src, mid, shift, hit in lows:
        end = mid - high
        if end > 0 and not closed[end]:
            found[start + shift + _ONE[end] - _ONE[mid] | hit | enter[end]] = ((src, mid), (mid, end))
    return found


class _Explorer:
    """Walk through every order of a sequence of dice; what ``n`` steps reach is kept in ``levels[n]``."""

    __slots__ = ("complete", "from_the_back", "levels", "mine", "no_run", "theirs", "total")

    def __init__(self, mine: list[int], theirs: Sequence[int], ruleset: Ruleset) -> None:
        self.mine = mine
        self.theirs = theirs
        self.no_run = ruleset.no_hit_and_run
        self.from_the_back = False
        self.total = sum(mine)
        self.levels: list[Found] = [{} for _ in range(5)]
        self.complete: Found = {}

    def go(self, key: int, dice: tuple[int, ...], way: Way, back: int = BAR) -> None:
        """Play the first of ``dice`` in every way from points up to ``back``, then the rest."""
        mine, theirs, depth = self.mine, self.theirs, len(way) + 1
        die, rest, level = dice[0], dice[1:], self.levels[depth]
        highest = BAR
        while highest and not mine[highest]:
            highest -= 1
        for src in (BAR,) if highest == BAR else range(min(back, highest), 0, -1):
            if not mine[src] or (self.no_run and mine[src] == 1 and src <= HOME and key >> (_BITS + src) & 1):
                continue
            dst = src - die
            hit = 0
            if dst > 0:
                there = theirs[25 - dst]
                if there > 1:
                    continue
                hit = _HIT[dst] if there else 0
            elif highest > HOME or (dst < 0 and src != highest):
                continue
            else:
                dst = OFF
            after = key + _ONE[dst] - _ONE[src] | hit
            reached = (*way, (src, dst))
            if dst == OFF and mine[OFF] + 1 == self.total:
                self.complete[after] = reached
            elif rest:
                level[after] = reached
                mine[src] -= 1
                mine[dst] += 1
                self.go(after, rest, reached, src if self.from_the_back else BAR)
                mine[src] += 1
                mine[dst] -= 1
            else:
                level[after] = reached
