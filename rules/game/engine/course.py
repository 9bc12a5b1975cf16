"""What a game remembers from turn to turn beside the board, and how that ends it.

Source: docs/rules/gul-bara.md#stuck; docs/rules/narde.md#the-last-roll.
"""

from dataclasses import dataclass, replace

from rules.game.board import Position, win_multiple
from rules.game.engine.ends import How, board_end
from rules.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the ``winner`` (0 or 1) and the multiple of the cube, or a draw (None) and what each scores."""

    how: How
    winner: int | None
    multiple: int


@dataclass(frozen=True, slots=True)
class Course:
    """The side that began, the rolls in a row without a move, and the side that waits for the last roll."""

    starter: int
    idle: int = 0
    finished: int | None = None

    def after(
        self, side: int, position: Position, used: int, ruleset: Ruleset, *, jacoby_applies: bool = False
    ) -> "tuple[Course, Outcome | None]":
        """Return the course after ``side`` played ``used`` dice, and the outcome if that ended the game.

        ``position`` is seen by ``side``.
        """
        end = board_end(position, ruleset, jacoby_applies=jacoby_applies)
        if self.finished is not None:
            if end:
                return self, Outcome(How.BOTH_OFF, None, 0)
            multiple = win_multiple(position.player, ruleset, jacoby_applies=jacoby_applies)
            return self, Outcome(How.OFF, self.finished, multiple)
        if end and end.how is How.OFF and ruleset.last_roll and side == self.starter:
            return replace(self, finished=side, idle=0), None
        if end:
            return self, Outcome(end.how, None if end.is_draw else side, end.multiple)
        course = replace(self, idle=0 if used else self.idle + 1)
        if ruleset.stuck_limit is not None and course.idle >= ruleset.stuck_limit:
            return course, Outcome(How.STUCK, None, 0)
        return course, None


NOT_BEGUN = Course(0)
