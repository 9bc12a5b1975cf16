"""What a play depends on beside the board and the dice: which turn it is, and the stages of a cascade of doubles.

Source: docs/rules/gul-bara.md#the-cascade; docs/rules/narde.md#the-head.
"""

from dataclasses import dataclass
from typing import NamedTuple

from rules.game.dice import Dice
from rules.rulesets import Remainder, Ruleset


class Stage(NamedTuple):
    """One number of a cascade, and how many times it is to be played."""

    die: int
    times: int


type Stages = tuple[Stage, ...]
NO_STAGES: Stages = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """Which turn of this player it is, from 1; 0 is unknown, and counts neither as the first nor for the cascade."""

    number: int = 0


ANY_TURN = Turn()
FIRST_TURN = Turn(1)


def stages_of(dice: Dice, ruleset: Ruleset, turn: Turn) -> Stages:
    """Return the stages of a roll, empty when it is played as it lies.

    Source: docs/rules/gul-bara.md#the-cascade.
    """
    starts = ruleset.cascade_from_turn
    if starts is None or len(dice) != 2 or dice[0] != dice[1] or turn.number < starts:
        return NO_STAGES
    return tuple(Stage(die, ruleset.double_moves) for die in range(dice[0], 7))


def rest_after(stages: Stages, reached: int, used: int, ruleset: Ruleset) -> Stages:
    """Return what the opponent plays when the stage at index ``reached`` ends after ``used`` moves.

    A cascade that is not even started, and one that is completed, leave nothing.
    """
    if not stages or ruleset.remainder is Remainder.LOST or (reached == 0 and used == 0):
        return NO_STAGES
    left = stages[reached].times - used
    if left <= 0:
        return NO_STAGES
    later = stages[reached + 1 :] if ruleset.remainder is Remainder.REST_OF_CHAIN else NO_STAGES
    return (Stage(stages[reached].die, left), *later)
