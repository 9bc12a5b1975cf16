"""The board of backgammon and its family while a record is replayed: both sides' checkers as lists, changed in place.

Source: docs/rules/findings.md#one-error-one-finding.
"""

from rules.errors import RuleBroken
from rules.game.board import Position, trusted
from rules.game.check import ambiguous, can_move, carry_out, legal_readings, likeliest, play_out
from rules.game.dice import ROLLS, Dice
from rules.game.notation import Play
from rules.game.plays import legal_plays
from rules.points import BAR
from rules.referee.possible import MOST_OTHERS, SURE_AFTER, PossibleBoards
from rules.rulesets import Ruleset

__all__ = ["MOST_OTHERS", "SURE_AFTER", "Boards", "can_move"]

type Sides = tuple[list[int], list[int]]


class Boards(PossibleBoards[Sides]):
    """Both sides' checkers, each 26 counts in its own numbers."""

    __slots__ = ()

    def __init__(self, position: Position, ruleset: Ruleset, patience: int) -> None:
        super().__init__((list(position.player), list(position.opponent)), ruleset, patience)

    def set(self, position: Position, side: int) -> None:
        """Set up a board, as ``side`` sees it."""
        self._set_board(_in_order(side, list(position.player), list(position.opponent)))

    @property
    def sides(self) -> Sides | None:
        """Both sides' checkers on the written board, None once it cannot be followed."""
        return self.board

    def position(self, side: int) -> Position | None:
        """Return the written board as ``side`` sees it, None once no board can be followed."""
        return None if self.board is None or self.lost else trusted(self.board[side], self.board[1 - side])

    def bar(self, side: int) -> int:
        """Return how many checkers ``side`` has on the bar, -1 while more than one board is possible."""
        return -1 if self._others or self._before or self.board is None else self.board[side][BAR]

    def play(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make a reported play; return what is wrong with it, None if nothing is or if no board is left to judge by."""
        return None if self.make(side, dice, play) >= 0 else super().play(side, dice, play)

    def make(self, side: int, dice: Dice, play: Play) -> int:
        """Make a play that is written die by die and uses every die, or a dance, if only one board is possible.

        Return how many checkers it hits. Any other play returns -1 and leaves the board as it was.
        """
        if self.board is None or self.lost or self._before or self._others:
            return -1
        player, opponent = self.board[side], self.board[1 - side]
        bar = opponent[BAR]
        if play_out(player, opponent, dice, play.hops, play.pips, self.ruleset):
            self._since += 1
            return opponent[BAR] - bar
        return -1 if play.hops or can_move(player, opponent, dice) else 0

    def read(self, board: Sides, side: int, dice: Dice, play: Play) -> tuple[Sides, RuleBroken | None]:
        """Return the board after a legal play; the likeliest reading when there are several."""
        player, opponent = list(board[side]), list(board[1 - side])
        if play_out(player, opponent, dice, play.hops, play.pips, self.ruleset):
            return _in_order(side, player, opponent), None
        legal = legal_readings(player, opponent, dice, play, self.ruleset)
        reading = likeliest(play, legal)
        return _in_order(side, reading.player, reading.opponent), ambiguous(legal) if len(legal) > 1 else None

    def ends(self, board: Sides, side: int, dice: Dice) -> list[Sides]:
        """Return every board a roll can lead to; a dance leaves it as it is."""
        position = trusted(board[side], board[1 - side])
        reached = list(legal_plays(position, dice, self.ruleset).positions()) or [position]
        return [_in_order(side, list(end.player), list(end.opponent)) for end in reached]

    def any_turn(self, board: Sides, side: int) -> list[Sides]:
        """Return every board that any roll of ``side`` can lead to."""
        return [end for roll in ROLLS for end in self.ends(board, side, roll.dice)]

    def carried_out(self, board: Sides, side: int, play: Play) -> Sides | None:
        """Return the board after an accepted illegal play, None where it cannot be carried out."""
        player, opponent = list(board[side]), list(board[1 - side])
        return _in_order(side, player, opponent) if carry_out(player, opponent, play) else None


def _in_order(side: int, player: list[int], opponent: list[int]) -> Sides:
    """Return the checkers of the player ``side`` and of the opponent as those of side 0 and side 1."""
    return (player, opponent) if side == 0 else (opponent, player)
