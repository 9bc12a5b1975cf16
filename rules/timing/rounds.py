"""The cost of a Swiss: how many rounds and matches, and how long, if every match is even.

Source: docs/rules/swiss.md#as-a-format.
"""

from dataclasses import dataclass
from math import comb

from rules.draws.plan import Plan
from rules.formats.finishing import is_as_they_finish


@dataclass(frozen=True, slots=True)
class PairedCost:
    """Matches, ``fewest`` to ``most``; the rounds to be expected and their minutes."""

    fewest: int
    most: int
    rounds: int
    minutes: int


def paired_cost(entrants: int, plan: Plan, minutes_per_point: int, tables: int) -> PairedCost:
    """Return what the rounds of a plan cost that are paired one by one.

    By losses all but the winner lose as often as they can, and the winner less often; in a playoff those who are paid
    may leave with fewer. A round takes as long as its matches on that many tables; where players are paired as they
    finish no table stays empty while others of the round play.
    """
    options = plan.named_options
    if "rounds" in options:
        left = [float(entrants)] * int(options["rounds"])
        fewest = most = len(left) * (entrants // 2)
    else:
        losses, paid = int(options["losses"]), int(options["paid"])
        left = _left(entrants, losses, plan.rounds("main"))
        fewest, most = losses * (entrants - max(1, paid)), losses * entrants - 1
    lengths = {match.round: match.length for match in plan.matches}
    points = [(max(1, round(players) // 2), lengths[at]) for at, players in enumerate(left, start=1)]
    if is_as_they_finish(plan):
        in_a_row = sum(length for _, length in points)
        minutes = max(in_a_row, -(-sum(each * length for each, length in points) // tables)) * minutes_per_point
    else:
        minutes = sum(-(-each // tables) * length * minutes_per_point for each, length in points)
    return PairedCost(max(0, fewest), most, len(left), minutes)


def _left(entrants: int, losses: int, most: int) -> list[float]:
    """Return how many play each round, as long as more than one is to be expected."""
    left: list[float] = []
    while len(left) < most:
        played = len(left)
        players = entrants * sum(comb(played, lost) for lost in range(min(losses, played + 1))) / 2**played
        if players <= 1:
            break
        left.append(max(2.0, players))
    return left
