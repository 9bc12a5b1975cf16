"""The plain way to find odds: play the whole draw again and again. For full fields, where nobody has a bye."""

from random import Random

from rules.draws.plan import Plan
from rules.odds import OUT, WINNER, Chances

type Counts = dict[str, dict[str, list[int]]]


def simulated(plan: Plan, chances: Chances, times: int, seed: int = 7) -> Counts:
    """Return how often each entrant ends where: bracket → key → count by line (from 0), in ``times`` draws.

    Entrant l stands on line l.
    """
    size, counts = plan.size, [0] * len(plan.matches)
    entrants = range(size + 1)
    tables = {length: [[0.0], *([0.0, *row] for row in _rows(chances, length, size))] for length in _lengths(plan)}
    first = {slot.place: plan.winner_at(slot.first) + 1 for span in plan.spans for slot in span.first_losers}
    steps = [
        (first.get(top, top), first.get(bottom, bottom), plan.winner_at(at), tables[plan.matches[at].length])
        for at, (top, bottom) in enumerate(plan.sides)
    ]
    lost = [[0] * (size + 1) for _ in counts]
    won = {bracket.code: [0] * (size + 1) for bracket in plan.brackets}
    ends = [(plan.winner_at(plan.of(code)[-1]), column) for code, column in won.items()]
    flow, draw = [*entrants, *[0] * (plan.flow_size - size)], Random(seed).random
    losses = [(step[2] + 1, lost[at]) for at, step in enumerate(steps)]
    for _ in range(times):
        for upper, lower, to, table in steps:
            top, bottom = flow[upper], flow[lower]
            if draw() < table[top][bottom]:
                flow[to], flow[to + 1] = top, bottom
            else:
                flow[to], flow[to + 1] = bottom, top
        for place, column in losses:
            column[flow[place]] += 1
        for place, column in ends:
            column[flow[place]] += 1
    return {bracket.code: _by_key(plan, bracket.code, lost, won[bracket.code], times) for bracket in plan.brackets}


def _lengths(plan: Plan) -> set[int]:
    return {match.length for match in plan.matches}


def _rows(chances: Chances, length: int, size: int) -> list[list[float]]:
    return [chances.row(length, entrant, range(1, size + 1)) for entrant in range(1, size + 1)]


def _by_key(plan: Plan, bracket: str, lost: list[list[int]], won: list[int], times: int) -> dict[str, list[int]]:
    rounds = plan.rounds(bracket)
    keys = {str(left): [0] * plan.size for left in range(1, rounds + 1)}
    for match in plan.of(bracket):
        column = keys[str(rounds - plan.matches[match].round + 1)]
        for at, count in enumerate(lost[match][1:]):
            column[at] += count
    keys[WINNER] = won[1:]
    keys[OUT] = [times - sum(each) for each in zip(*keys.values(), strict=True)]
    return keys
