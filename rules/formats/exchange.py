"""Two players of a round exchanged by hand: who sits where then, and what speaks against it.

Source: docs/rules/swiss.md#changed-by-hand.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rules.draws.facts import PHANTOM
from rules.draws.plan import Plan
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.finishing import is_as_they_finish
from rules.formats.paired import first_rounds, last_round
from rules.formats.rounds import results_of
from rules.pairing.changes import Consequence, Pair, consequences
from rules.pairing.pairing import BYE
from rules.pairing.results import records


@dataclass(frozen=True, slots=True)
class Exchange:
    """The lines that change, with their new entrants; both tables then, BYE for nobody; and every flaw of the round."""

    lines: dict[int, int]
    tables: tuple[Pair, ...]
    consequences: tuple[Consequence, ...]


def exchange(state: DrawState, one: int, other: int, apart: Collection[Pair] = ()) -> Exchange:
    """Return what follows when two entrants of the last round that is paired change places.

    Where players are paired as they finish that is the last round of both. ``apart`` are pairs that must not meet.
    Raises RuleBroken ``pairing.unseated`` for an ``entrant`` who is not paired in that round, ``pairing.same`` for two
    of one table.
    """
    seats, rounds = round_seats(state), _rounds(state.plan)
    last = rounds[seats[one]] if one in seats else 0
    for who in (one, other):
        if who not in seats or rounds[seats[who]] != last:
            raise RuleBroken("pairing.unseated", entrant=who)
    if one == other or (seats[one] - 1) // 2 == (seats[other] - 1) // 2:
        raise RuleBroken("pairing.same", entrants=[one, other])
    lines = {seats[one]: other, seats[other]: one}
    before, after = list(_tables(state, last, {})), list(_tables(state, last, lines))
    first = first_rounds(state.plan, state.lines)
    played = (each for each in results_of(state.plan, state.derived.seats(), byes_win=True) if each.round < last)
    known = records(sorted(first), sorted(played, key=lambda each: each.round), first)
    playing = sorted(who for pair in before for who in pair if who != BYE)
    flaws = consequences([known[who] for who in playing], before, after, apart)
    return Exchange(lines, tuple(pair for pair in after if one in pair or other in pair), tuple(flaws))


def round_seats(state: DrawState) -> dict[int, int]:
    """Return entrant → line of everybody in the last round that is paired, or of each in their own last one."""
    if is_as_they_finish(state.plan):
        return {who: line for line, who in sorted(state.lines.items()) if who != PHANTOM}
    last = last_round(state.plan, state.facts)
    sources = (side.of for match in state.plan.matches if match.round == last for side in (match.top, match.bottom))
    return {state.lines[line]: line for line in sources if state.lines.get(line, PHANTOM) != PHANTOM}


def _rounds(plan: Plan) -> dict[int, int]:
    """Return line → round."""
    return {side.of: match.round for match in plan.matches for side in (match.top, match.bottom)}


def _tables(state: DrawState, round_: int, lines: dict[int, int]) -> Iterator[Pair]:
    sits = {**state.lines, **lines}
    for match in state.plan.matches:
        if match.round == round_:
            seated = [who for side in (match.top, match.bottom) if (who := sits.get(side.of, PHANTOM)) != PHANTOM]
            if seated:
                yield seated[0], seated[1] if len(seated) > 1 else BYE
