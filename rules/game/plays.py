"""All legal plays of a roll: every different end position, each with one way to reach it.

While plays are searched, the player's 26 counts are one integer of a byte a point, so that a step is one addition.
Above them is one bit a point for a hit, because nothing else can happen to the opponent within a turn. Most end
positions can be reached in many orders; each is stored once, under its integer.

Source: docs/rules/plays.md#legal-plays; docs/rules/backgammon.md#moving.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from rules.errors import RuleBroken
from rules.game.board import Position, trusted
from rules.game.dice import ROLLS, Dice, Roll, are_dice
from rules.points import BAR, HOME, OFF, SIZE, Step, write_play
from rules.rulesets import STANDARD, Contact, ForcedDie, Geometry, Ruleset

type Way = tuple[tuple[int, int], ...]
type Ways = dict[int, Way]

_BITS = 8 * SIZE
_SIDE = (1 << _BITS) - 1
_HIT = tuple(1 << (_BITS + point) for point in range(SIZE))
_ONE = tuple(1 << (8 * point) for point in range(SIZE))


@dataclass(frozen=True, slots=True)
class LegalPlay:
    """One legal play: its text, its steps in an order that can be played, and the position after it.

    ``position`` is still seen by the player who moved.
    """

    text: str
    steps: tuple[Step, ...]
    position: Position

    def __str__(self) -> str:
        return self.text


class LegalPlays(Sequence[LegalPlay]):
    """Every legal play of a roll, one for each different end position. When there is none, the turn passes.

    ``dice_played`` is how many dice a legal play uses; a play that ends the game counts as all of them. The text and
    the position of a play are made when it is taken out; a slice is a tuple of plays.
    """

    __slots__ = ("_keys", "_start", "_ways", "dice_played")

    def __init__(self, start: Position, ways: Ways, dice_played: int) -> None:
        self._start = start
        self._ways = ways
        self._keys: tuple[int, ...] | None = None
        self.dice_played = dice_played

    def __len__(self) -> int:
        return len(self._ways)

    @overload
    def __getitem__(self, index: int) -> LegalPlay: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[LegalPlay, ...]: ...

    def __getitem__(self, index: int | slice) -> LegalPlay | tuple[LegalPlay, ...]:
        if self._keys is None:
            self._keys = tuple(self._ways)
        keys = self._keys[index]
        return tuple(map(self._play, keys)) if isinstance(keys, tuple) else self._play(keys)

    def __iter__(self) -> Iterator[LegalPlay]:
        return map(self._play, self._ways)

    def __repr__(self) -> str:
        texts = [play.text for play in self[:3]] + ["…"] * (len(self) > 3)
        return f"<LegalPlays: {len(self)}, {', '.join(texts) or 'the turn passes'}>"

    def ends_at(self, position: Position) -> bool:
        """Whether one of the plays ends at that position (seen by the player who moved)."""
        return any(self._position(key) == position for key in self._ways)

    def positions(self) -> Iterator[Position]:
        """Yield every end position; this is faster than taking out the plays."""
        return map(self._position, self._ways)

    def _play(self, key: int) -> LegalPlay:
        steps = self._steps(key)
        return LegalPlay(write_play(steps), steps, self._position(key))

    def _steps(self, key: int) -> tuple[Step, ...]:
        hits = key >> _BITS
        steps = []
        for src, dst in self._ways[key]:
            hit = bool(dst and hits >> dst & 1)
            if hit:
                hits ^= 1 << dst
            steps.append(Step(src, dst, hit))
        return tuple(steps)

    def _position(self, key: int) -> Position:
        player = (key & _SIDE).to_bytes(SIZE, "little")
        hits = key >> _BITS
        if not hits:
            return trusted(player, self._start.opponent)
        opponent = list(self._start.opponent)
        for point in range(1, BAR):
            if hits >> point & 1:
                opponent[25 - point] -= 1
                opponent[BAR] += 1
        return trusted(player, opponent)


def must_be_hitting(ruleset: Ruleset) -> None:
    """Refuse games whose plays this rule book does not judge yet: those that pin, block or move in parallel.

    Raises RuleBroken ``ruleset.not_judged``. Source: docs/rules/rulesets.md#options.
    """
    if ruleset.contact is not Contact.HIT or ruleset.geometry is not Geometry.CONTRARY:
        raise RuleBroken("ruleset.not_judged", id=ruleset.id)


def legal_plays(position: Position, dice: Dice, ruleset: Ruleset = STANDARD) -> LegalPlays:
    """Return every legal play of ``dice`` for the player on roll.

    Raises RuleBroken ``dice.range`` or ``ruleset.not_judged``.
    """
    if not are_dice(dice):
        raise RuleBroken("dice.range", dice=dice)
    if ruleset is not STANDARD:
        must_be_hitting(ruleset)
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
    enter = [0, *(_HIT[dst] if opponent[25 - dst] == 1 else 0 for dst in range(1, BAR))]
    closed = [True, *(opponent[25 - dst] > 1 for dst in range(1, BAR))]
    ways: Ways = {}
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
            if other != src or player[src] > 1:
                ways[moved + shift | hit | other_hit] = ((src, mid), (other, dst))
        end = mid - low
        if end > 0 and not closed[end]:
            ways[moved + _ONE[end] - _ONE[mid] | hit | enter[end]] = ((src, mid), (mid, end))
    for src, mid, shift, hit in lows:
        end = mid - high
        if end > 0 and not closed[end]:
            ways[start + shift + _ONE[end] - _ONE[mid] | hit | enter[end]] = ((src, mid), (mid, end))
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
            if not player[src] or (self.no_run and player[src] == 1 and src <= HOME and key >> (_BITS + src) & 1):
                continue
            dst = src - die
            hit = 0
            if dst > 0:
                there = opponent[25 - dst]
                if there > 1:
                    continue
                hit = _HIT[dst] if there else 0
            elif highest > HOME or (dst < 0 and src != highest):
                continue
            else:
                dst = OFF
            after = key + _ONE[dst] - _ONE[src] | hit
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
