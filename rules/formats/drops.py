"""Where the losers of each main round drop in a progressive consolation.

Source: docs/rules/byes-and-drops.md.
"""

from rules.draws.seeding import reversed_bits


def drop_line(main_rounds: int, round_: int, match: int) -> int:
    """Return the line (0-based) on which the loser of main match ``match`` (0-based) drops.

    The loser of match j of main round r goes to line ``j XOR m``, where m is r - 1 with its bits reversed in
    the k - r bits at hand (k main rounds). Of the r - 1 players he has beaten, he so meets each as late
    as the lower bracket allows.
    """
    return match ^ reversed_bits(round_ - 1, main_rounds - round_)


def drop_rounds(main_rounds: int) -> list[int]:
    """Return for each round of the consolation the main round that drops into it, 0 for a round without drops.

    This is ``A.B.|.C.|.D.|`` in the notation of lower brackets: all main rounds but the final drop, each
    after the first two followed by a round in which the survivors meet. Empty for a field of two.
    """
    if main_rounds < 2:
        return []
    rounds = [1]
    for main_round in range(2, main_rounds):
        rounds += [main_round, 0]
    return rounds
