"""The board while a record is replayed, and after a slip the boards it may really have been.

A slip is either what happened and stood, or a slip of the pen. Both are followed: the board as written down
and, beside it, every board a legal play would have led to. When the written board no longer makes sense and
one of the others does, that one was the real one: so one slip is one finding.
"""

from rules.errors import RuleBroken
from rules.game.board import BAR, HOME, Position
from rules.game.check import ambiguous, carry_out, judge, likeliest, play_out
from rules.game.notation import Play
from rules.game.plays import Dice, legal_plays
from rules.rulesets import Ruleset

type Sides = tuple[list[int], list[int]]

MOST_OTHERS = 400
SURE_AFTER = 6  # plays that fit after a slip before a second one is believed to be another slip
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


class Boards:
    """Both sides' checkers, each 26 counts in its own numbers.

    ``sides`` is None once the written board cannot be followed; ``lost`` once no board can. ``patience``: how
    many slips may still be followed up with other boards.
    """

    __slots__ = ("_before", "_others", "_since", "lost", "patience", "ruleset", "sides")

    def __init__(self, position: Position, ruleset: Ruleset, patience: int) -> None:
        self.ruleset = ruleset
        self.patience = patience
        self.set(position, 0)

    def set(self, position: Position, side: int) -> None:
        """Set the board by hand, as ``side`` sees it."""
        mine, theirs = list(position.mine), list(position.theirs)
        self.sides: Sides | None = (mine, theirs) if side == 0 else (theirs, mine)
        self._others: list[Sides] = []
        self._before: list[Sides] = []
        self._since = SURE_AFTER
        self.lost = False

    def bar(self, side: int) -> int:
        """How many checkers ``side`` has on the bar; -1 while more than one board is possible."""
        return -1 if self._others or self._before or self.sides is None else self.sides[side][BAR]

    def play(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make a reported play; return what is wrong with it, or None, also when nothing can be said any
        more."""
        if self.lost:
            return None
        if self._before:
            return self._play_in_doubt(side, dice, play)
        if self.sides is not None and not self._others:
            mine, theirs = self.sides[side], self.sides[1 - side]
            if play_out(mine, theirs, dice, play, self.ruleset):
                self._since += 1
                return None
            if not play.hops and not can_move(mine, theirs, dice):
                return None
        return self._play_with_care(side, dice, play)

    def missing_turn(self, side: int) -> None:
        """Take note that a turn of ``side`` is not in the record: it may have been any play of any roll."""
        if self.sides is None or self.lost or not self.patience:
            self.lost = True
            return
        self.patience -= 1
        self._others = [self.sides, *self._any_turn(self.sides, side)][:MOST_OTHERS]
        self.sides = None
        self._since = 0

    def doubt_roll(self, side: int) -> None:
        """Take note that the roll ``side`` plays next cannot be right: its play may be that of any other."""
        if self.sides is not None and not self.lost and self.patience:
            self.patience -= 1
            self._before = self._any_turn(self.sides, side)[:MOST_OTHERS]

    def _play_in_doubt(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make a play whose roll cannot be right; every board any roll leads to stays possible beside it."""
        others, self._before = self._before, []
        if self.sides is None or self._judged(side, dice, play):
            self.sides = None
        self._others, self._since = others, 0
        return None

    def _play_with_care(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        others = [after for sides in self._others if (after := self._after(sides, side, dice, play))]
        trouble: RuleBroken | None = None
        if self.sides is not None:
            before = self.sides
            trouble = self._judged(side, dice, play)
            if trouble is None or trouble.code == "play.ambiguous":
                self._others = others
                self._since += 1
                return trouble
            if not others and self._since >= SURE_AFTER:
                return self._slip(before, side, dice, play, trouble)
        if others:
            self.sides, self._others = others[0], others[1:]
            self._since += 1
            return None
        self.lost = True
        return None

    def _judged(self, side: int, dice: Dice, play: Play) -> RuleBroken | None:
        """Make the play on the written board if it is legal or at least readable."""
        assert self.sides is not None  # noqa: S101 -- callers have looked
        mine, theirs = self.sides[side], self.sides[1 - side]
        try:
            found = judge(mine, theirs, dice, play, self.ruleset)
        except RuleBroken as broken:
            return broken
        reading = likeliest(play, found)
        self._stand(side, reading.mine, reading.theirs)
        return ambiguous(found) if len(found) > 1 else None

    def _slip(self, before: Sides, side: int, dice: Dice, play: Play, trouble: RuleBroken) -> RuleBroken:
        """Carry out an illegal play as it stood, and remember what the legal ones would have led to."""
        mine, theirs = list(before[side]), list(before[1 - side])
        position = Position(tuple(mine), tuple(theirs))
        self._since = 0
        if self.patience and 1 <= min(dice) <= max(dice) <= 6:
            self.patience -= 1
            self._others = self._ends(position, side, dice)[:MOST_OTHERS]
        if carry_out(mine, theirs, play):
            self._stand(side, mine, theirs)
        else:
            trouble.facts["stands"] = False
            self.sides = None
        return trouble

    def _after(self, sides: Sides, side: int, dice: Dice, play: Play) -> Sides | None:
        """Where the play leads from another board, None when it is not legal there."""
        mine, theirs = list(sides[side]), list(sides[1 - side])
        if not play_out(mine, theirs, dice, play, self.ruleset):
            try:
                reading = likeliest(play, judge(mine, theirs, dice, play, self.ruleset))
            except RuleBroken:
                return None
            mine, theirs = reading.mine, reading.theirs
        return (mine, theirs) if side == 0 else (theirs, mine)

    def _any_turn(self, sides: Sides, side: int) -> list[Sides]:
        """Every board that any roll of ``side`` can lead to."""
        position = self._seen_by(sides, side)
        return [end for roll in ROLLS for end in self._ends(position, side, roll)]

    def _ends(self, position: Position, side: int, dice: Dice) -> list[Sides]:
        """Every board a roll can lead to; a dance leaves it as it is."""
        plays = legal_plays(position, dice, self.ruleset)
        return [self._placed(end, side) for end in plays.positions()] or [self._placed(position, side)]

    def _stand(self, side: int, mine: list[int], theirs: list[int]) -> None:
        self.sides = (mine, theirs) if side == 0 else (theirs, mine)

    @staticmethod
    def _seen_by(sides: Sides, side: int) -> Position:
        return Position(tuple(sides[side]), tuple(sides[1 - side]))

    @staticmethod
    def _placed(position: Position, side: int) -> Sides:
        mine, theirs = list(position.mine), list(position.theirs)
        return (mine, theirs) if side == 0 else (theirs, mine)


def can_move(mine: list[int], theirs: list[int], dice: Dice) -> bool:
    """Whether any checker can move by any of the dice."""
    for die in dice:
        if mine[BAR]:
            if theirs[die] < 2:
                return True
            continue
        highest = 24
        while highest and not mine[highest]:
            highest -= 1
        if any(mine[src] and theirs[25 - src + die] < 2 for src in range(die + 1, highest + 1)):
            return True
        if 0 < highest <= HOME and (mine[die] or die > highest):
            return True
    return False
