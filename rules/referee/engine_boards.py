"""The board of any other game while a record is replayed: positions, with pins and hands, as side 0 sees them.

Source: docs/rules/findings.md#one-error-one-finding.
"""

from itertools import combinations_with_replacement

from rules.errors import RuleBroken
from rules.game.board import Position, shared_points
from rules.game.check import ambiguous_play, check_rest
from rules.game.dice import Dice
from rules.game.engine.readings import Made, made_roll
from rules.game.engine.turn import ANY_TURN, NO_STAGES, Stages, Turn
from rules.game.notation import Play
from rules.game.plays import legal_plays
from rules.points import BAR, OFF
from rules.referee.possible import PossibleBoards
from rules.rulesets import Contact, Ruleset


class EngineBoards(PossibleBoards[Position]):
    """The positions a record may be at.

    ``turn`` is which turn the next play is. After a play ``rest`` is what the opponent has to play of its cascade,
    ``used`` how many dice it played, and ``hits`` whether it hit or pinned; they are those of the last legal reading.
    """

    __slots__ = ("hits", "rest", "turn", "used")

    def __init__(self, position: Position, ruleset: Ruleset, patience: int) -> None:
        super().__init__(position, ruleset, patience)
        self.turn: Turn = ANY_TURN
        self._forget()

    def set(self, position: Position, side: int) -> None:
        """Set up a board, as ``side`` sees it."""
        self._set_board(_by(side, position))
        self._forget()

    def position(self, side: int) -> Position | None:
        """Return the written board as ``side`` sees it, None once no board can be followed."""
        return None if self.board is None or self.lost else _by(side, self.board)

    def play(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make a reported play; return what is wrong with it."""
        self._forget()
        return super().play(side, dice, play)

    def play_rest(self, side: int, rest: Stages, play: Play) -> RuleBroken | None:
        """Make the play of a rest on the board if it is sure; any other board is lost by it."""
        self._forget()
        if not self.is_sure or self.board is None:
            self.lost = self.lost or bool(play.hops)
            return None
        try:
            checked = check_rest(_by(side, self.board), rest, play, self.ruleset)
        except RuleBroken as broken:
            after = self.carried_out(self.board, side, play)
            self.board = after
            self.lost = after is None
            return broken
        self.board, self.used = _by(side, checked.position), checked.used
        return None

    def read(self, board: Position, side: int, dice: Dice, play: Play) -> tuple[Position, RuleBroken | None]:
        """Return the board after a legal play; the first reading when there are several."""
        made = made_roll(_by(side, board), dice, play, self.ruleset, self.turn)
        fitting = [one for one in made if {step.dst for step in one.steps if step.hit} == play.marked] or made
        self._remember(fitting[0])
        return _by(side, fitting[0].position), ambiguous_play(made) if len(made) > 1 else None

    def ends(self, board: Position, side: int, dice: Dice) -> list[Position]:
        """Return every board a roll, or the first stage of a cascade, can lead to; a dance leaves it as it is."""
        position = _by(side, board)
        reached = list(legal_plays(position, dice, self.ruleset, self.turn).positions()) or [position]
        return [_by(side, end) for end in reached]

    def any_turn(self, board: Position, side: int) -> list[Position]:
        """Return every board that any roll of ``side`` can lead to."""
        rolls = combinations_with_replacement(range(1, 7), self.ruleset.dice)
        return [end for dice in rolls for end in self.ends(board, side, dice)]

    def carried_out(self, board: Position, side: int, play: Play) -> Position | None:
        """Return the board after an accepted illegal play, None where it cannot be carried out."""
        position, opposite = _by(side, board), self.ruleset.geometry.opposite
        player, opponent = list(position.player), list(position.opponent)
        for src, dst, _ in play.hops:
            there = opponent[opposite[dst]] if dst else 0
            if src == dst or not player[src] or there > (0 if self.ruleset.contact is Contact.BLOCK else 1):
                return None
            if there and self.ruleset.contact is Contact.HIT:
                opponent[opposite[dst]] -= 1
                opponent[BAR] += 1
            player[src] -= 1
            player[dst] += 1
        own = frozenset(point for point in position.pins[0] if player[point])
        shared = shared_points(tuple(player), tuple(opponent), self.ruleset.geometry)
        opposing = frozenset(opposite[point] for point in shared if point not in own)
        hands = min(position.hands[0], player[BAR]), position.hands[1]
        after = Position(tuple(player), tuple(opponent), (own, opposing), hands)
        try:
            after.check(self.ruleset)
        except RuleBroken:
            return None
        return _by(side, after)

    def borne_off(self) -> tuple[int, int] | None:
        """Return how many checkers each side has borne off, None when unknown."""
        return None if self.board is None or self.lost else (self.board.player[OFF], self.board.opponent[OFF])

    def _forget(self) -> None:
        self.rest: Stages = NO_STAGES
        self.used = 1
        self.hits = False

    def _remember(self, made: Made) -> None:
        self.rest, self.used = made.rest, made.used
        self.hits = any(step.hit for step in made.steps)


def _by(side: int, position: Position) -> Position:
    """Return a position of side 0 as ``side`` sees it, and the other way round."""
    return position if side == 0 else position.swapped()
