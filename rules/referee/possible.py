"""The boards a record may be at: the one as written and, after an error in it, those it may really have been.

An illegal play in a record was either made and accepted, or written down wrongly. Both are followed: the board as
written and, beside it, every board a legal play would have led to. When later plays make sense on one of the others
only, that one was the real board. So one error is one finding.

Source: docs/rules/findings.md#one-error-one-finding.
"""

from abc import ABC, abstractmethod

from rules.errors import RuleBroken
from rules.game.dice import Dice, are_dice
from rules.game.notation import Play
from rules.rulesets import Ruleset

MOST_OTHERS = 400
SURE_AFTER = 6  # plays that fit after an error before the next misfit counts as another error


class PossibleBoards[Board](ABC):
    """The boards a record may be at.

    ``board`` is None once the written board cannot be followed; ``lost`` is true once no board can. ``patience`` is
    how many more errors are followed up with other boards.
    """

    __slots__ = ("_before", "_others", "_since", "board", "lost", "patience", "ruleset")

    def __init__(self, board: Board, ruleset: Ruleset, patience: int) -> None:
        self.ruleset = ruleset
        self.patience = patience
        self._set_board(board)

    def _set_board(self, board: Board) -> None:
        """Set up a board that is sure."""
        self.board: Board | None = board
        self._others: list[Board] = []
        self._before: list[Board] = []
        self._since = SURE_AFTER
        self.lost = False

    @property
    def is_sure(self) -> bool:
        """Whether only one board is possible."""
        return self.board is not None and not self._others and not self._before and not self.lost

    def fitted(self, plays: int) -> None:
        """Count more plays that fit the only board that is possible."""
        self._since += plays

    @abstractmethod
    def read(self, board: Board, side: int, dice: Dice, play: Play) -> tuple[Board, RuleBroken | None]:
        """Return the board after a legal play, with a refusal if it can be read in several ways.

        Raises RuleBroken when it is not legal.
        """

    @abstractmethod
    def ends(self, board: Board, side: int, dice: Dice) -> list[Board]:
        """Return every board a roll can lead to; a dance leaves it as it is."""

    @abstractmethod
    def any_turn(self, board: Board, side: int) -> list[Board]:
        """Return every board that any roll of ``side`` can lead to."""

    @abstractmethod
    def carried_out(self, board: Board, side: int, play: Play) -> Board | None:
        """Return the board after an accepted illegal play, None where it cannot be carried out."""

    def play(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make a reported play; return what is wrong with it, None if nothing is or if no board is left to judge by."""
        if self.lost:
            return None
        if self._before:
            return self._play_doubtful_roll(side, dice, play)
        return self._play_on_all_boards(side, dice, play)

    def missing_turn(self, side: int) -> None:
        """Note that the record leaves out a turn of ``side``: it may have been any play of any roll."""
        if self.board is None or self.lost or not self.patience:
            self.lost = True
            return
        self.patience -= 1
        self._others = [self.board, *self.any_turn(self.board, side)][:MOST_OTHERS]
        self.board = None
        self._since = 0

    def doubt_roll(self, side: int) -> None:
        """Note that the next roll of ``side`` cannot be right: its play may belong to any other roll."""
        if self.board is not None and not self.lost and self.patience:
            self.patience -= 1
            self._before = self.any_turn(self.board, side)[:MOST_OTHERS]

    def _play_doubtful_roll(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make a play whose roll cannot be right; the boards of every other roll stay possible beside it."""
        others, self._before = self._before, []
        if self.board is None or self._play_as_written(side, dice, play):
            self.board = None
        self._others, self._since = others, 0
        return None

    def _play_on_all_boards(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make a play on every board that is still possible; the boards it does not fit are dropped."""
        others = [after for board in self._others if (after := self._after(board, side, dice, play)) is not None]
        if self.board is not None:
            before = self.board
            refusal = self._play_as_written(side, dice, play)
            if refusal is None or refusal.code == "play.ambiguous":
                self._others = others
                self._since += 1
                return refusal
            if not others and self._since >= SURE_AFTER:
                return self._follow_error(before, side, dice, play, refusal)
        if others:
            self.board, self._others = others[0], others[1:]
            self._since += 1
            return None
        self.lost = True
        return None

    def _play_as_written(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make the play on the written board if it is legal; return what is wrong with it."""
        assert self.board is not None  # noqa: S101 -- every caller has tested it
        try:
            self.board, refusal = self.read(self.board, side, dice, play)
        except RuleBroken as broken:
            return broken
        return refusal

    def _follow_error(self, before: Board, side: int, dice: Dice, play: Play, refusal: RuleBroken) -> RuleBroken:
        """Carry out an illegal play as written, and store the boards that the legal plays lead to."""
        self._since = 0
        if self.patience and are_dice(dice):
            self.patience -= 1
            self._others = self.ends(before, side, dice)[:MOST_OTHERS]
        self.board = self.carried_out(before, side, play)
        if self.board is None:
            refusal.facts["possible"] = False
        return refusal

    def _after(self, board: Board, side: int, dice: Dice, play: Play) -> Board | None:
        """Return where the play leads from another board, None when it is not legal there."""
        try:
            return self.read(board, side, dice, play)[0]
        except RuleBroken:
            return None
