"""The legal plays of any game: which of the plays that can be made satisfy every duty.

The order of the duties: boards that may not stand are left out first; of the rest only plays with the most dice are
legal; of a single die the larger; last the duty to open a wall, which lapses when no such play opens it.

Source: docs/rules/plays.md#every-game.
"""

from collections.abc import Iterable, Iterator

from rules.errors import RuleBroken
from rules.game.board import Pins, Position, trusted
from rules.game.dice import Dice, are_dice
from rules.game.engine.limits import holds, mask_of, wall_to_open
from rules.game.engine.plain import combined, is_plain_turn, repeated
from rules.game.engine.search import Search, left_of, search_of
from rules.game.engine.turn import ANY_TURN, Stage, Turn, stages_of
from rules.game.legal import BITS, SIDE, LegalPlay, LegalPlays, Ways
from rules.points import BAR, OFF, SIZE, Step, point_name, write_play
from rules.rulesets import Contact, ForcedDie, HeadRule, Ruleset, SecondHead

_NAMED_DOUBLES = (3, 4, 6)


class EnginePlays(LegalPlays):
    """The legal plays of any game; a hit in a step is a pin in games that pin."""

    __slots__ = ("_backward", "_opposite", "_pinning")

    def __init__(self, start: Position, ways: Ways, dice_played: int, ruleset: Ruleset) -> None:
        super().__init__(start, ways, dice_played)
        self._opposite = ruleset.geometry.opposite
        self._pinning = ruleset.contact is Contact.PIN
        self._backward = ruleset.backward_hits != "none"

    def _play(self, key: int) -> LegalPlay:
        steps = self._steps(key)
        backward = self._backward and any(step.dst > step.src for step in steps)
        text = _write_in_order(steps) if backward else write_play(steps)
        return LegalPlay(text, steps, self._position(key))

    def _steps(self, key: int) -> tuple[Step, ...]:
        if not self._pinning:
            return super()._steps(key)
        counts, start, steps = list(self._start.player), self._start, []
        for src, dst in self._ways[key]:
            pins = dst != OFF and not counts[dst] and start.opponent[self._opposite[dst]] == 1
            counts[src] -= 1
            counts[dst] += 1
            steps.append(Step(src, dst, pins))
        return tuple(steps)

    def positions(self) -> Iterator[Position]:
        """Yield every end position, with what is pinned."""
        return map(self._position, self._ways)

    def _position(self, key: int) -> Position:
        return position_of(key, self._start, self._opposite, pinning=self._pinning)


def position_of(key: int, start: Position, opposite: tuple[int, ...], *, pinning: bool) -> Position:
    """Return the position of a board reached from ``start``, still seen by the player who moved."""
    player = (key & SIDE).to_bytes(SIZE, "little")
    hits, opponent = key >> BITS, start.opponent
    if hits:
        counts = list(opponent)
        for point in range(1, BAR):
            if hits >> point & 1:
                counts[opposite[point]] -= 1
                counts[BAR] += 1
        opponent = tuple(counts)
    pins: Pins = start.pins
    if pinning:
        own = start.pins[0]
        on_top = (point for point in range(1, BAR) if player[point] and point not in own and opponent[opposite[point]])
        pins = own, frozenset(opposite[point] for point in on_top)
    return trusted(player, opponent, pins, (min(start.hands[0], player[BAR]), start.hands[1]))


def _write_in_order(steps: Iterable[Step]) -> str:
    """Write steps one by one, as they were made."""
    return " ".join(f"{point_name(src)}/{point_name(dst)}" + "*" * hit for src, dst, hit in steps)


def engine_plays(position: Position, dice: Dice, ruleset: Ruleset, turn: Turn = ANY_TURN) -> LegalPlays:
    """Return the legal plays of a roll, or of the first stage of a cascade.

    Raises RuleBroken ``dice.range``.
    """
    _, ways, used = roll_ways(position, dice, ruleset, turn)
    return EnginePlays(position, ways, used, ruleset)


def stage_plays(position: Position, stage: Stage, ruleset: Ruleset) -> LegalPlays:
    """Return the legal plays of one stage of a cascade, or of a remainder."""
    _, ways, used = stage_ways(position, stage, ruleset)
    return EnginePlays(position, ways, used, ruleset)


def roll_ways(position: Position, dice: Dice, ruleset: Ruleset, turn: Turn) -> tuple[Search, Ways, int]:
    """Return the legal plays of a roll as boards, with the search that made them and the dice they use.

    Raises RuleBroken ``dice.range``.
    """
    if len(dice) != ruleset.dice or not are_dice(dice):
        raise RuleBroken("dice.range", dice=dice)
    stages = stages_of(dice, ruleset, turn)
    if stages:
        return stage_ways(position, stages[0], ruleset)
    search, rolled = search_of(position, dice, ruleset), dice_of(dice, ruleset)
    if ruleset.head_rule is HeadRule.ONE_PER_TURN and turn.number == 1:
        search.heads = _heads_of_first_turn(search, rolled, ruleset)
    ways, used = _legal(search, rolled, ruleset)
    return search, _opening(position, ways, ruleset), used


def stage_ways(
    position: Position, stage: Stage, ruleset: Ruleset, *, heads_before: int | None = None
) -> tuple[Search, Ways, int]:
    """Return the legal plays of a stage as boards, with the search that made them and the moves they use.

    ``heads_before`` is how many checkers stood on the start point before the first stage: what has left it since then
    counts for the head rule.
    """
    search = search_of(position, (stage.die, stage.die), ruleset)
    if heads_before is not None:
        search.head_start = heads_before
    ways, used = _legal(search, (stage.die,) * stage.times, ruleset)
    return search, _opening(position, ways, ruleset), used


def _opening(position: Position, ways: Ways, ruleset: Ruleset) -> Ways:
    """Return the plays that open the wall in front of the opponent; all of them without the duty or if none does."""
    wall = wall_to_open(position.player, position.opponent, ruleset)
    if not wall:
        return ways
    mask = mask_of(wall)
    return {key: way for key, way in ways.items() if not holds(key, mask)} or ways


def dice_of(dice: Dice, ruleset: Ruleset) -> tuple[int, ...]:
    """Return the dice to play; a double of two dice as often as the game plays it."""
    if len(dice) == 2 and dice[0] == dice[1]:
        return (dice[0],) * ruleset.double_moves
    return tuple(dice)


def _heads_of_first_turn(search: Search, rolled: tuple[int, ...], ruleset: Ruleset) -> int:
    """Return how many checkers may leave the head on a player's first turn."""
    option = ruleset.first_turn_second_head
    if option is SecondHead.NAMED_DOUBLES:
        return 2 if rolled[0] == rolled[1] and rolled[0] in _NAMED_DOUBLES else 1
    if option is SecondHead.WHENEVER_NEEDED:
        search.heads = 1
        _, used = _legal(search, rolled, ruleset)
        return 2 if used < len(rolled) else 1
    return 1


def _legal(search: Search, rolled: tuple[int, ...], ruleset: Ruleset) -> tuple[Ways, int]:
    """Return the plays with the most dice, and how many those are."""
    if is_plain_turn(search, rolled):
        ways, used = _plain(search, rolled, ruleset)
        if ways:
            return ways, used
    levels, complete = search.levels(rolled)
    if ruleset.backward_compulsory or not search.backward:
        return _most(search, levels, complete, len(rolled))
    return _with_voluntary_hits(search, rolled, (levels, complete), ruleset)


def _plain(search: Search, rolled: tuple[int, ...], ruleset: Ruleset) -> tuple[Ways, int]:
    """Return the plays of a plain turn; none where different dice cannot all be played."""
    if ruleset.dice == 2 and len(set(rolled)) == 1:
        levels = repeated(search, rolled[0], len(rolled))
        plays = ((search.standing(levels[used]), used) for used in range(len(rolled), 0, -1))
        return next((play for play in plays if play[0]), ({}, 0))
    return search.standing(combined(search, rolled)), len(rolled)


def _most(search: Search, levels: list[dict[tuple[int, ...], Ways]], complete: Ways, total: int) -> tuple[Ways, int]:
    """Return the plays that use the most dice and may stand; one that ends the game uses all of them."""
    for most in range(total, 0, -1):
        level = {used: search.standing(ways) for used, ways in levels[most].items()}
        ways = _union(level.values())
        if most == total:
            ways = complete | ways
        if not ways:
            continue
        if most == 1 and total == 2 and len(level) == 2 and search.rules.forced_die is ForcedDie.LARGER:
            larger = level.get((max(used[0] for used in level),), {})
            return larger or ways, 1
        return ways, most
    return {}, 0


def _union(parts: Iterable[Ways]) -> Ways:
    union: Ways = {}
    for part in parts:
        if not union:
            union = dict(part)
        else:
            union.update(part)
    return union


def _with_voluntary_hits(
    search: Search,
    rolled: tuple[int, ...],
    boards: tuple[list[dict[tuple[int, ...], Ways]], Ways],
    ruleset: Ruleset,
) -> tuple[Ways, int]:
    """Return the plays where nobody must hit backwards: the duties count forward steps only.

    A play with a backward hit is legal if it uses no fewer dice than the duties ask for and cannot be continued by a
    forward step.
    """
    by_used, complete = boards
    backward, search.backward = search.backward, frozenset()
    levels, finished = search.levels(rolled)
    forward, most = _most(search, levels, finished, len(rolled))
    ways = dict(forward) if most else {search.start: ()}
    ways |= complete
    larger = max(rolled) if most == 1 and len(levels[1]) == 2 and ruleset.forced_die is ForcedDie.LARGER else 0
    must_be_larger = bool(larger and levels[1].get((larger,)))
    for level in by_used[max(most, 1) :]:
        for used, reached in level.items():
            if len(used) == 1 and must_be_larger and used[0] != larger:
                continue
            rest = set(left_of(rolled, used))
            ways |= {
                key: way
                for key, way in reached.items()
                if any(dst > src for src, dst in way) and not any(search.steps(key, die) for die in rest)
            }
    search.backward = backward
    return ({} if list(ways) == [search.start] else ways), most
