"""How a game ends on the board: who has won what, or a draw.

Source: docs/rules/plakoto.md#the-mother; docs/rules/backgammon.md#what-a-game-pays.
"""

from dataclasses import dataclass
from enum import StrEnum

from rules.game.board import Position, win_multiple
from rules.game.engine.search import START
from rules.points import OFF
from rules.rulesets import BothMothers, Ruleset


class How(StrEnum):
    """What ended the game."""

    OFF = "off"
    MOTHER = "mother"
    BOTH_MOTHERS = "both_mothers"
    BOTH_OFF = "both_off"
    STUCK = "stuck"


@dataclass(frozen=True, slots=True)
class BoardEnd:
    """The end of a game on the board.

    ``multiple`` is what the player who moved wins, in multiples of the cube; in a draw (``is_draw``) it is what each
    side scores.
    """

    how: How
    multiple: int
    is_draw: bool = False


def board_end(position: Position, ruleset: Ruleset, *, jacoby_applies: bool = False) -> BoardEnd | None:
    """Return how a game ended by the last play, None while it is on; ``position`` is seen by the player who moved."""
    if position.player[OFF] == ruleset.checkers:
        return BoardEnd(How.OFF, win_multiple(position.opponent, ruleset, jacoby_applies=jacoby_applies))
    if not ruleset.mother_rule or START not in position.pins[1]:
        return None
    if START in position.pins[0]:
        points = 1 if ruleset.both_mothers is BothMothers.ONE_EACH else 0
        return BoardEnd(How.BOTH_MOTHERS, points, is_draw=True)
    return None if position.player[START] else BoardEnd(How.MOTHER, ruleset.gammon_value)
