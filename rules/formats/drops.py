"""Where the losers of each main round drop in a progressive consolation, and those of the consolation below it.

Source: docs/rules/byes-and-drops.md, docs/rules/last-chance.md.
"""

from collections.abc import Sequence

from rules.draws.seeding import reversed_bits

ROUNDS_BEFORE_THE_LAST_CHANCE = 2
"""The losers of this many rounds of the consolation play on in the last chance."""


def drop_line(main_rounds: int, round_: int, match: int) -> int:
    """Return the line (0-based) on which the loser of main match ``match`` (0-based) drops.

    The loser of match j of main round r goes to line ``j XOR m``, where m is r - 1 with its bits reversed in
    k - r bits (k main rounds). They have beaten r - 1 players, and so meet each of them as late as the lower bracket
    allows.
    """
    return match ^ reversed_bits(round_ - 1, main_rounds - round_)


def drop_rounds(main_rounds: int) -> list[int]:
    """Return for each round of the consolation the main round that drops into it, 0 for a round without drops.

    This is ``A.B.|.C.|.D.|`` in the notation of lower brackets. All main rounds drop but the final. From the
    third on, a drop is followed by a round in which the survivors meet. Empty for a field of two.
    """
    if main_rounds < 2:
        return []
    rounds = [1]
    for main_round in range(2, main_rounds):
        rounds += [main_round, 0]
    return rounds


def last_chance_drops[Loser](rounds: Sequence[Sequence[Loser]]) -> list[list[Loser]]:
    """Return who drops into each round of the last chance, from its top; empty when nobody does.

    ``rounds`` are the losers of each round of the consolation, from its top; those of its final never drop. Where both
    rounds that drop are equally large, all begin together, losers of the first in the upper half. Where the second
    is half as large, its losers meet the winners of the first matches, with the halves exchanged. Either way, two who
    have met in the consolation are in different halves.
    """
    first, second = [*map(list, rounds[:-1]), [], []][:ROUNDS_BEFORE_THE_LAST_CHANCE]
    if not first:
        return []
    half = len(second) // 2
    entering = [first + second] if len(first) == len(second) else [first, second[half:] + second[:half]]
    alone: list[list[Loser]] = [[] for _ in range(len(entering[0]).bit_length() - 2)]
    return [each for each in entering if each] + alone
