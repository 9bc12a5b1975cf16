"""Round robin: everybody plays everybody, by the Berger tables.

Source: FIDE Handbook C.05, Annex 1 (Berger tables); docs/rules/swiss.md#round-robin.
"""

from rules.errors import RuleBroken
from rules.pairing.pairing import BYE

FEWEST, MOST = 2, 64


def schedule(entrants: int, rounds: int | None = None) -> list[list[tuple[int, int]]]:
    """Return the pairs of each round for numbers 1 to ``entrants``; an odd one out has a bye (BYE).

    In round r the numbers of a pair add up to r + 1, modulo the rounds of the full schedule; the highest number meets
    whoever would meet themselves. ``rounds`` truncates it.

    Raises RuleBroken ``round_robin.entrants`` outside 2 to 64, ``round_robin.rounds`` for more rounds than there are.
    """
    if not FEWEST <= entrants <= MOST:
        raise RuleBroken("round_robin.entrants", got=entrants, fewest=FEWEST, most=MOST)
    even = entrants + entrants % 2
    full = even - 1
    count = full if rounds is None else rounds
    if not 1 <= count <= full:
        raise RuleBroken("round_robin.rounds", got=count, most=full)
    return [_round(round_, even, entrants) for round_ in range(1, count + 1)]


def _round(round_: int, even: int, entrants: int) -> list[tuple[int, int]]:
    full = even - 1
    pairs: list[tuple[int, int]] = []
    for number in range(1, even):
        other = (round_ + 1 - number) % full or full
        if other == number:
            pairs.append((number, even if even == entrants else BYE))
        elif number < other:
            pairs.append((number, other))
    return sorted(pairs, key=lambda pair: (pair[1] == BYE, pair))
