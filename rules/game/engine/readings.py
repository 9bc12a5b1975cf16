"""Check one reported play of any game: the legal board it leads to, or the reason why there is none.

Every way to read the text as steps is tried; a way counts when it ends at a board of the legal plays.
Source: docs/rules/plays.md#every-game.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.dice import Dice
from rules.game.engine.plays import dice_of, position_of, roll_ways, stage_ways
from rules.game.engine.reasons import why_not_legal, why_not_made
from rules.game.engine.search import START, Search
from rules.game.engine.turn import ANY_TURN, NO_STAGES, Stages, Turn, rest_after, stages_of
from rules.game.legal import Way, Ways
from rules.game.notation import Play
from rules.points import OFF, Step, write_play
from rules.rulesets import Contact, Ruleset

type Moves = tuple[tuple[int, int], ...]

MOST_READINGS = 20_000
MOST_TRIED = 400  # boards between the stages of a cascade


@dataclass(frozen=True, slots=True)
class Made:
    """A legal play as made: the position after it, its steps, the dice used, and what the opponent plays of it."""

    position: Position
    steps: tuple[Step, ...]
    used: int
    rest: Stages = NO_STAGES


def made_roll(position: Position, dice: Dice, play: Play, ruleset: Ruleset, turn: Turn = ANY_TURN) -> list[Made]:
    """Return the legal readings of a reported play, one for each position it can lead to.

    Raises RuleBroken with the reason when there is none.
    """
    stages = stages_of(dice, ruleset, turn)
    moves = tuple((hop.src, hop.dst) for hop in play.hops)
    if stages:
        return _Cascade(stages, ruleset, is_rest=False).made(position, moves)
    search, ways, most = roll_ways(position, dice, ruleset, turn)
    rolled = dice_of(dice, ruleset)
    ends = {key: way for key, rest, way in parts(search, moves, rolled) if not rest}
    legal = {key: way for key, way in ends.items() if key in ways}
    if not moves and not ways:
        legal = {search.start: ()}
    if not legal:
        if ends:
            longest = max(ends.items(), key=lambda end: len(end[1]))
            raise why_not_legal(search, position, longest, (ways, most), largest=max(dice))
        raise why_not_made(search, moves, dice, rolled)
    return [_made(position, key, way, ruleset) for key, way in legal.items()]


def made_rest(position: Position, rest: Stages, play: Play, ruleset: Ruleset) -> list[Made]:
    """Return the legal readings of the play of a remainder.

    Raises RuleBroken with the reason when there is none.
    """
    moves = tuple((hop.src, hop.dst) for hop in play.hops)
    return _Cascade(rest, ruleset, is_rest=True).made(position, moves)


def parts(
    search: Search, moves: Moves, dice: tuple[int, ...], *, literal: bool = False
) -> Iterator[tuple[int, Moves, Way]]:
    """Yield every board that some of the dice can make of some of the moves: (board, moves left, steps).

    ``literal``: every written move is one step.
    """
    seen = set()
    left: list[tuple[int, Moves, tuple[int, ...], Way]] = [(search.start, moves, dice, ())]
    while left:
        key, rest, free, way = left.pop()
        if (key, rest, free) in seen:
            continue
        seen.add((key, rest, free))
        if len(seen) > MOST_READINGS:
            raise RuleBroken("play.long", length=len(moves), longest=MOST_READINGS)
        yield key, rest, way
        if way and search.ends(key):
            continue
        for die in dict.fromkeys(free):
            unused = without(free, die)
            for after, src, dst in search.steps(key, die):
                for move in dict.fromkeys(rest):
                    if move[0] == src and (dst == move[1] if literal else is_on_the_way(src, dst, move[1])):
                        others = without(rest, move)
                        longer = others if dst == move[1] else (*others, (dst, move[1]))
                        left.append((after, tuple(sorted(longer, reverse=True)), unused, (*way, (src, dst))))


def is_on_the_way(src: int, dst: int, goal: int) -> bool:
    """Whether a step goes towards the written goal; a step backwards must end there."""
    return dst == goal if dst > src or goal > src else dst >= goal


def without[T](values: tuple[T, ...], one: T) -> tuple[T, ...]:
    """Return the values without the first one that equals ``one``."""
    index = values.index(one)
    return values[:index] + values[index + 1 :]


def _made(position: Position, key: int, way: Way, ruleset: Ruleset, rest: Stages = NO_STAGES) -> Made:
    opposite, pinning = ruleset.geometry.opposite, ruleset.contact is Contact.PIN
    after = position_of(key, position, opposite, pinning=pinning)
    return Made(after, steps_of(position, way, ruleset), len(way), rest)


def steps_of(position: Position, way: Way, ruleset: Ruleset) -> tuple[Step, ...]:
    """Return the steps of a way with their hits or pins."""
    opposite, contact = ruleset.geometry.opposite, ruleset.contact
    counts, opponent, steps = list(position.player), list(position.opponent), []
    for src, dst in way:
        hit = dst != OFF and contact is not Contact.BLOCK and opponent[opposite[dst]] == 1 and not counts[dst]
        counts[src] -= 1
        counts[dst] += 1
        if hit and contact is Contact.HIT:
            opponent[opposite[dst]] = 0
        steps.append(Step(src, dst, hit))
    return tuple(steps)


class _Cascade:
    """Reads a play that has several stages, each judged by itself from the board the one before left."""

    def __init__(self, stages: Stages, ruleset: Ruleset, *, is_rest: bool) -> None:
        self.stages = stages
        self.ruleset = ruleset
        self.is_rest = is_rest
        self.refusal = RuleBroken("play.wrong_dice", stages=stages)
        self.deepest = -1
        self.literal = True
        self.heads_before = 0
        self.tried: set[tuple[int, Position, Moves]] = set()
        self.known: dict[tuple[int, Position], tuple[Search, Ways, int]] = {}

    def made(self, position: Position, moves: Moves) -> list[Made]:
        """Return the legal readings of all stages, step for step as written or else with moves of several steps.

        Raises RuleBroken with the reason met furthest on, ``play.long`` for a text that has too many readings.
        """
        self.heads_before = position.player[START]
        for self.literal in (True, False):
            self.tried = set()
            readings = {made.position: made for made in self._from(0, position, moves, ())}
            if readings:
                return list(readings.values())
        raise self.refusal

    def _from(self, index: int, position: Position, moves: Moves, steps: tuple[Step, ...]) -> Iterator[Made]:
        if index == len(self.stages) or position.player[OFF] == self.ruleset.checkers:
            if not moves:
                yield Made(position, steps, len(steps))
            else:
                self._refuse(index, RuleBroken("play.wrong_dice", dice=self.stages, pips=_pips(moves)))
            return
        if (index, position, moves) in self.tried:
            return
        self.tried.add((index, position, moves))
        if len(self.tried) > MOST_TRIED:
            raise RuleBroken("play.long", length=len(moves), longest=MOST_TRIED)
        stage = self.stages[index]
        search, ways, most = self._ways(index, position)
        opposite = self.ruleset.geometry.opposite
        ends = {
            (key, rest): way
            for key, rest, way in parts(search, moves, (stage.die,) * stage.times, literal=self.literal)
        }
        fitting = {end: way for end, way in ends.items() if end[0] in ways or (not most and not way)}
        if not fitting:
            self._refuse(index, self._why(search, position, (ends, ways, most)))
        for (key, rest), way in fitting.items():
            after = position_of(key, position, opposite, pinning=False)
            longer = (*steps, *steps_of(position, way, self.ruleset))
            is_over = after.player[OFF] == self.ruleset.checkers
            if self.is_rest or is_over or most == stage.times:
                yield from self._from(index + 1, after, rest, longer)
            elif not rest:
                yield Made(after, longer, len(longer), rest_after(self.stages, index, most, self.ruleset))
            else:
                self._refuse(index, RuleBroken("play.wrong_dice", dice=self.stages, pips=_pips(rest)))

    def _ways(self, index: int, position: Position) -> tuple[Search, Ways, int]:
        """Return the legal plays of a stage from a position."""
        if (index, position) not in self.known:
            stage = self.stages[index]
            self.known[index, position] = stage_ways(position, stage, self.ruleset, heads_before=self.heads_before)
        return self.known[index, position]

    def _why(
        self, search: Search, position: Position, boards: tuple[dict[tuple[int, Moves], Way], Ways, int]
    ) -> RuleBroken:
        ends, ways, most = boards
        (key, _), way = max(ends.items(), key=lambda end: len(end[1]))
        return why_not_legal(search, position, (key, way), (ways, most), largest=6)

    def _refuse(self, index: int, refusal: RuleBroken) -> None:
        if index > self.deepest:
            self.deepest, self.refusal = index, refusal


def _pips(moves: Moves) -> tuple[int, ...]:
    return tuple(src - dst for src, dst in moves)


def written(made: Made) -> str:
    """Write the steps of a play; backward hits are written step by step."""
    if any(step.dst > step.src for step in made.steps):
        return " ".join(write_play([step]) for step in made.steps)
    return write_play(made.steps)
