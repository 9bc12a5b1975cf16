"""A fixed number of rounds (Swiss, Monrad): everybody plays every round, equal records meet.

Source: docs/rules/swiss.md#fixed-rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.pairing.by_losses import NOTHING, Barred
from rules.pairing.pairing import Table, pair_round
from rules.pairing.results import Result, records

MOST_ROUNDS = 30


@dataclass(frozen=True, slots=True)
class Round:
    """The next round: its number and its tables, none after the last; ``still_in`` is everybody who plays on."""

    round: int
    tables: tuple[Table, ...]
    still_in: tuple[int, ...]


def next_fixed_round(
    entrants: Sequence[int],
    rounds: int,
    results: Sequence[Result],
    key: str,
    barred: Barred = NOTHING,
) -> Round:
    """Return what comes after these complete rounds, of ``rounds`` in all.

    Raises RuleBroken ``fixed.rounds``, and as ``records`` and ``pair_round``.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RuleBroken("fixed.rounds", got=rounds, most=MOST_ROUNDS)
    known = records(entrants, results, barred.joined)
    number = max((each.round for each in results), default=0) + 1
    left = [each for each in known.values() if each.entrant not in barred.withdrawn]
    inside = tuple(sorted(each.entrant for each in left))
    if number > rounds or len(left) < 2:
        return Round(number, (), inside)
    tables, _ = pair_round(left, f"{key}/round:{number}", barred.pairs)
    return Round(number, tuple(tables), inside)
