"""The board while a record is replayed and, after an error in it, the boards it may really have been.

An illegal play in a record was either made and accepted, or written down wrongly. Both are followed: the board as
written and, beside it, every board a legal play would have led to. When later plays make sense on one of the others
only, that one was the real board. So one error is one finding.

Source: docs/rules/findings.md#one-error-one-finding.
"""

from rules.errors import RuleBroken
from rules.game.board import Position, trusted
from rules.game.check import ambiguous, carry_out, legal_readings, likeliest, play_out
from rules.game.dice import ROLLS, Dice, are_dice
from rules.game.notation import Play
from rules.game.plays import legal_plays
from rules.points import BAR, HOME
from rules.rulesets import Ruleset

type Sides = tuple[list[int], list[int]]

MOST_OTHERS = 400
SURE_AFTER = 6  # plays that fit after an error before the next misfit counts as another error


class Boards:
    """Both sides' checkers, each 26 counts in its own numbers.

    ``sides`` is None once the written board cannot be followed; ``lost`` is true once no board can. ``patience`` is
    how many more errors are followed up with other boards.
    """

    __slots__ = ("_before", "_others", "_since", "lost", "patience", "ruleset", "sides")

    def __init__(self, position: Position, ruleset: Ruleset, patience: int) -> None:
        self.ruleset = ruleset
        self.patience = patience
        self.set(position, 0)

    def set(self, position: Position, side: int) -> None:
        """Set up a board, as ``side`` sees it."""
        self.sides: Sides | None = _in_order(side, list(position.player), list(position.opponent))
        self._others: list[Sides] = []
        self._before: list[Sides] = []
        self._since = SURE_AFTER
        self.lost = False

    def bar(self, side: int) -> int:
        """Return how many checkers ``side`` has on the bar, -1 while more than one board is possible."""
        return -1 if self._others or self._before or self.sides is None else self.sides[side][BAR]

    def play(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make a reported play; return what is wrong with it, None if nothing is or if no board is left to judge by."""
        if self.lost:
            return None
        if self._before:
            return self._play_doubtful_roll(side, dice, play)
        if self.sides is not None and not self._others:
            player, opponent = self.sides[side], self.sides[1 - side]
            if play_out(player, opponent, dice, play, self.ruleset):
                self._since += 1
                return None
            if not play.hops and not can_move(player, opponent, dice):
                return None
        return self._play_on_all_boards(side, dice, play)

    def missing_turn(self, side: int) -> None:
        """Note that the record leaves out a turn of ``side``: it may have been any play of any roll."""
        if self.sides is None or self.lost or not self.patience:
            self.lost = True
            return
        self.patience -= 1
        self._others = [self.sides, *self._any_turn(self.sides, side)][:MOST_OTHERS]
        self.sides = None
        self._since = 0

    def doubt_roll(self, side: int) -> None:
        """Note that the next roll of ``side`` cannot be right: its play may belong to any other roll."""
        if self.sides is not None and not self.lost and self.patience:
            self.patience -= 1
            self._before = self._any_turn(self.sides, side)[:MOST_OTHERS]

    def _play_doubtful_roll(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make a play whose roll cannot be right; the boards of every other roll stay possible beside it."""
        others, self._before = self._before, []
        if self.sides is None or self._play_as_written(side, dice, play):
            self.sides = None
        self._others, self._since = others, 0
        return None

    def _play_on_all_boards(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make a play on every board that is still possible; the boards it does not fit are dropped."""
        others = [after for sides in self._others if (after := self._after(sides, side, dice, play))]
        if self.sides is not None:
            before = self.sides
            refusal = self._play_as_written(side, dice, play)
            if refusal is None or refusal.code == "play.ambiguous":
                self._others = others
                self._since += 1
                return refusal
            if not others and self._since >= SURE_AFTER:
                return self._follow_error(before, side, dice, play, refusal)
        if others:
            self.sides, self._others = others[0], others[1:]
            self._since += 1
            return None
        self.lost = True
        return None

    def _play_as_written(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make the play on the written board if it is legal; return what is wrong with it."""
        assert self.sides is not None  # noqa: S101 -- every caller has tested it
        player, opponent = self.sides[side], self.sides[1 - side]
        try:
            legal = legal_readings(player, opponent, dice, play, self.ruleset)
        except RuleBroken as broken:
            return broken
        reading = likeliest(play, legal)
        self.sides = _in_order(side, reading.player, reading.opponent)
        return ambiguous(legal) if len(legal) > 1 else None

    def _follow_error(self, before: Sides, side: int, dice: Dice, play: Play, refusal: RuleBroken) -> RuleBroken:
        """Carry out an illegal play as written, and store the boards that the legal plays lead to."""
        player, opponent = list(before[side]), list(before[1 - side])
        self._since = 0
        if self.patience and are_dice(dice):
            self.patience -= 1
            self._others = self._ends(trusted(player, opponent), side, dice)[:MOST_OTHERS]
        if carry_out(player, opponent, play):
            self.sides = _in_order(side, player, opponent)
        else:
            refusal.facts["possible"] = False
            self.sides = None
        return refusal

    def _after(self, sides: Sides, side: int, dice: Dice, play: Play) -> Sides | None:
        """Return where the play leads from another board, None when it is not legal there."""
        player, opponent = list(sides[side]), list(sides[1 - side])
        if not play_out(player, opponent, dice, play, self.ruleset):
            try:
                reading = likeliest(play, legal_readings(player, opponent, dice, play, self.ruleset))
            except RuleBroken:
                return None
            player, opponent = reading.player, reading.opponent
        return _in_order(side, player, opponent)

    def _any_turn(self, sides: Sides, side: int) -> list[Sides]:
        """Return every board that any roll of ``side`` can lead to."""
        position = trusted(sides[side], sides[1 - side])
        return [end for roll in ROLLS for end in self._ends(position, side, roll.dice)]

    def _ends(self, position: Position, side: int, dice: Dice) -> list[Sides]:
        """Return every board a roll can lead to; a dance leaves it as it is."""
        ends = list(legal_plays(position, dice, self.ruleset).positions()) or [position]
        return [_in_order(side, list(end.player), list(end.opponent)) for end in ends]


def _in_order(side: int, player: list[int], opponent: list[int]) -> Sides:
    """Return the checkers of the player ``side`` and of the opponent as those of side 0 and side 1."""
    return (player, opponent) if side == 0 else (opponent, player)


def can_move(player: list[int], opponent: list[int], dice: Dice) -> bool:
    """Whether any checker can move by any of the dice."""
    for die in dice:
        if player[BAR]:
            if opponent[die] < 2:
                return True
            continue
        highest = 24
        while highest and not player[highest]:
            highest -= 1
        if any(player[src] and opponent[25 - src + die] < 2 for src in range(die + 1, highest + 1)):
            return True
        if 0 < highest <= HOME and (player[die] or die > highest):
            return True
    return False
