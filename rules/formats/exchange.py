"""Two players of a round exchanged by hand: who sits where then, and what speaks against it.

Source: docs/rules/swiss.md#changed-by-hand.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rules.draws.facts import PHANTOM
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.rounds import results_of
from rules.formats.swiss import first_rounds, last_round
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

    ``apart`` are pairs that must not meet. Raises RuleBroken ``pairing.unseated`` for an ``entrant`` who is not paired
    in that round, ``pairing.same`` for two of one table.
    """
    seats = round_seats(state)
    for who in (one, other):
        if who not in seats:
            raise RuleBroken("pairing.unseated", entrant=who)
    if one == other or (seats[one] - 1) // 2 == (seats[other] - 1) // 2:
        raise RuleBroken("pairing.same", entrants=[one, other])
    lines = {seats[one]: other, seats[other]: one}
    before, after = list(_tables(state, {})), list(_tables(state, lines))
    last = last_round(state.plan, state.facts)
    first = first_rounds(state.plan, state.facts)
    played = (each for each in results_of(state.plan, state.derived.seats(), byes_win=True) if each.round < last)
    known = records(sorted(first), sorted(played, key=lambda each: each.round), first)
    flaws = consequences([known[who] for who in sorted(seats)], before, after, apart)
    return Exchange(lines, tuple(pair for pair in after if one in pair or other in pair), tuple(flaws))


def round_seats(state: DrawState) -> dict[int, int]:
    """Return entrant → line of everybody in the last round that is paired."""
    last = last_round(state.plan, state.facts)
    sources = (side.of for match in state.plan.matches if match.round == last for side in (match.top, match.bottom))
    return {state.lines[line]: line for line in sources if state.lines.get(line, PHANTOM) != PHANTOM}


def _tables(state: DrawState, lines: dict[int, int]) -> Iterator[Pair]:
    last, sits = last_round(state.plan, state.facts), {**state.lines, **lines}
    for match in state.plan.matches:
        if match.round == last:
            seated = [who for side in (match.top, match.bottom) if (who := sits.get(side.of, PHANTOM)) != PHANTOM]
            if seated:
                yield seated[0], seated[1] if len(seated) > 1 else BYE
