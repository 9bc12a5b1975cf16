"""Dynamic drop: the lines of a round's losers are chosen when it is over: they meet earlier opponents late or never.

It is declared before the draw and printed on the sheet, because printed lines then do not bind. A choice is a fact: the
loser of one match takes the line printed for the loser of another match of the same round, who takes theirs. So the
same choices always give the same draw.

Source: docs/rules/lower-brackets.md#dynamic-drop.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from rules.draws.derive import Status
from rules.draws.facts import UNKNOWN
from rules.draws.plan import From, Plan
from rules.draws.state import DrawState
from rules.draws.switches import begun_from, switched
from rules.errors import RuleBroken

type Exchange = tuple[int, int]
"""Two matches of one round, by their places in the plan, whose losers exchange the lines on which they drop."""


def exchanged(plan: Plan, exchanges: Iterable[Exchange]) -> Plan:
    """Return the plan after these choices, the first one first. Raises RuleBroken ``switch.round`` as ``switched``."""
    return switched(plan, [(From.LOSER, one, other) for one, other in exchanges])


def round_exchanges(state: DrawState, bracket: str, round_: int) -> list[Exchange]:
    """Return the exchanges of lines that the losers of a whole round should make, the first one first.

    Of all exchanges of two of them the one that lowers the expected rematches most is made, as long as one does; equals
    go to the uppermost matches. Whoever has begun below keeps their line. Raises RuleBroken ``drop.round`` for a round
    whose losers do not drop, ``drop.waiting`` with the matches that are not decided.
    """
    plan = state.plan
    matches = [at for at in plan.of(bracket) if plan.matches[at].round == round_ and (From.LOSER, at) in plan.leads_to]
    if not matches:
        raise RuleBroken("drop.round", bracket=bracket, round=round_)
    waiting = [plan.matches[at].code for at in matches if state.seat(at).off == UNKNOWN]
    if waiting:
        raise RuleBroken("drop.waiting", matches=waiting)
    ways = {at: _way(plan, plan.leads_to[From.LOSER, at]) for at in matches}
    free = [at for at in matches if begun_from(state, ways[at][0]) is None and state.seat(at).off > 0]
    cost = {(at, line): _rematches(state, state.seat(at).off, ways[line]) for at in free for line in free}
    return list(_by_gain(free, cost, plan))


def _by_gain(free: list[int], cost: dict[tuple[int, int], float], plan: Plan) -> Iterator[Exchange]:
    on = {at: at for at in free}
    while True:
        gains = [
            (round(cost[one, on[one]] + cost[two, on[two]] - cost[one, on[two]] - cost[two, on[one]], 9), -one, -two)
            for one, two in combinations(free, 2)
            if plan.below[one] == plan.below[two]
        ]
        gain, one, two = max(gains, default=(0.0, 0, 0))
        if gain <= 0:
            return
        on[-one], on[-two] = on[-two], on[-one]
        yield -one, -two


def rematches_of_round(state: DrawState, bracket: str, round_: int) -> float:
    """Return the expected rematches of the losers of a round on the lines where they are, were later matches even."""
    plan = state.plan
    matches = [at for at in plan.of(bracket) if plan.matches[at].round == round_ and state.seat(at).off > 0]
    ways = {at: plan.leads_to.get((From.LOSER, at)) for at in matches}
    return sum(_rematches(state, state.seat(at).off, _way(plan, to)) for at, to in ways.items() if to is not None)


def _rematches(state: DrawState, player: int, way: list[int]) -> float:
    """Return the expected rematches of a player who drops and goes ``way``."""
    pairs = (each.pair for each in state.derived.seats() if each.status is Status.FINISHED and each.ref is not None)
    met = {who for pair in pairs if pair and player in pair for who in pair} - {player}
    return sum(_meeting(way, _way(state.plan, at)) for at in _where(state, met))


def _where(state: DrawState, players: set[int]) -> list[int]:
    """Return for each player who is in a lower bracket the match there that they play next or play now."""
    at: dict[int, int] = {}
    for place, match in enumerate(state.plan.matches):
        seat = state.seat(place)
        for who in (seat.top, seat.bottom):
            if who in players and state.plan.bracket(match.bracket).fed_by:
                if seat.status is Status.FINISHED and seat.on != who:
                    at.pop(who, None)
                else:
                    at[who] = place
    return [*at.values()]


def _way(plan: Plan, at: int) -> list[int]:
    """Return the matches that a player plays from ``at`` on for as long as they win."""
    way = []
    while at >= 0:
        way.append(at)
        at = plan.leads_to.get((From.WINNER, at), -1)
    return way


def _meeting(one: list[int], other: list[int]) -> float:
    """Return how probable it is that players on two ways meet."""
    steps = {match: wins for wins, match in enumerate(other)}
    for wins, match in enumerate(one):
        if match in steps:
            return float(0.5 ** (wins + steps[match]))
    return 0.0
