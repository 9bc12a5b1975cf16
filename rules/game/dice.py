"""The rolls: 21 different ones, and how many of the 36 ways the dice can fall give each.

Source: docs/rules/library.md#rolls.
"""

from collections.abc import Iterator
from typing import NamedTuple

type Dice = tuple[int, ...]

WAYS = 36


class Roll(NamedTuple):
    """One roll, the larger die first. ``weight``: how many of the 36 ways give it, 1 for a double, else 2."""

    dice: Dice
    weight: int

    def __str__(self) -> str:
        return f"{self.dice[0]}{self.dice[1]}"


ROLLS = tuple(Roll((high, low), 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1))


def rolls() -> Iterator[Roll]:
    """Yield the 21 different rolls from 11 to 66; their weights add up to 36.

    >>> sum(roll.weight for roll in rolls() if 6 in roll.dice)
    11
    """
    return iter(ROLLS)


def are_dice(dice: Dice) -> bool:
    """Whether all dice, two or three, show a number from 1 to 6."""
    return 1 <= dice[0] <= 6 and 1 <= dice[1] <= 6 and (len(dice) == 2 or all(1 <= die <= 6 for die in dice))
