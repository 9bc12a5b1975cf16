"""The places of a side that bears off: up to six checkers on its six home points, numbered.

A roll makes a place lighter by its pips, and lighter places have smaller numbers: whoever works through the numbers in
order knows every place that a roll leads to.

Source: docs/rules/bearoff.md#places.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

from rules.game.dice import ROLLS
from rules.points import HOME

MOST_CHECKERS = 6

# How many checkers stand on the six home points, the ace point first.
type Place = tuple[int, ...]
# The numbers of the places to which a roll leads, and how many of the 36 ways the dice can fall lead to just these.
type Reached = tuple[tuple[tuple[int, ...], int], ...]

BORNE_OFF: Place = (0,) * HOME


@cache
def places(checkers: int = MOST_CHECKERS) -> tuple[Place, ...]:
    """Return every place of up to ``checkers`` checkers, the lightest first; the first has borne all off.

    >>> len(places(6))
    924
    """
    every = [
        tuple(stand.count(point) for point in range(1, HOME + 1))
        for count in range(checkers + 1)
        for stand in combinations_with_replacement(range(1, HOME + 1), count)
    ]
    return tuple(sorted(every, key=lambda place: (pips(place), place)))


@cache
def numbers(checkers: int = MOST_CHECKERS) -> dict[Place, int]:
    """Return the number of every place."""
    return {place: number for number, place in enumerate(places(checkers))}


def pips(place: Place) -> int:
    """Return how many pips a place still has to go."""
    return sum(point * count for point, count in enumerate(place, start=1))


def reached(place: Place, checkers: int = MOST_CHECKERS) -> Reached:
    """Return where the 36 rolls lead from a place that has not borne all off.

    Rolls that lead to the same places are one entry.
    """
    number = numbers(checkers)
    ways: Counter[tuple[int, ...]] = Counter()
    for roll in ROLLS:
        ways[tuple(sorted(number[end] for end in ends(place, roll.dice)))] += roll.weight
    return tuple(ways.items())


def ends(place: Place, dice: tuple[int, ...]) -> set[Place]:
    """Return every place where a roll can leave a side without contact: both dice are always played."""
    high, low = dice
    if high == low:
        return _played(place, (high,) * 4)
    return _played(place, (high, low)) | _played(place, (low, high))


def _played(place: Place, dice: tuple[int, ...]) -> set[Place]:
    """Return where these dice, in this order, can leave a side; nothing is left to play once all are off."""
    now = {place}
    for die in dice:
        now = {after for before in now for after in _stepped(before, die)}
    return now


def _stepped(place: Place, die: int) -> list[Place]:
    """Return where one die can leave a side."""
    highest = max((point for point in range(1, HOME + 1) if place[point - 1]), default=0)
    if not highest:
        return [place]
    if die > highest:
        return [_moved(place, highest, 0)]
    return [_moved(place, point, point - die) for point in range(die, HOME + 1) if place[point - 1]]


def _moved(place: Place, src: int, dst: int) -> Place:
    after = list(place)
    after[src - 1] -= 1
    if dst:
        after[dst - 1] += 1
    return tuple(after)
