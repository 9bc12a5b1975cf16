"""Rounds in which nobody is out by a loss: the results that count, and the table that follows from them.

Source: docs/rules/round-robin.md.
"""

from collections.abc import Iterable, Iterator

from rules.draws.derive import Derived, Seat, Status
from rules.draws.facts import PHANTOM, Facts
from rules.draws.plan import Plan
from rules.formats.format import Place
from rules.pairing.pairing import BYE
from rules.pairing.results import Result
from rules.pairing.standings import Standing, standings

RANKING = ("wins", "head_to_head", "sonneborn_berger")
"""Wins, then the mini-table of those who are tied, then the wins of the opponents beaten; then the place is shared."""


def results_of(plan: Plan, seats: Iterable[Seat], *, byes_win: bool = False) -> Iterator[Result]:
    """Yield the results of the matches that are decided; ``byes_win``: a bye counts as a win, else as nothing."""
    for planned, seat in zip(plan.matches, seats, strict=True):
        if seat.status is Status.FINISHED and seat.on == PHANTOM:
            yield Result(planned.round, BYE, BYE, absent=(seat.top, seat.bottom))
        elif seat.status is Status.FINISHED:
            loser = seat.bottom if seat.on == seat.top else seat.top
            yield Result(planned.round, seat.on, loser)
        elif seat.status is Status.BYE and byes_win:
            yield Result(planned.round, seat.on, BYE)


def table_of(plan: Plan, seats: Iterable[Seat], entrants: Iterable[int]) -> list[Standing]:
    """Return everybody from the top, those with equal values on a shared place."""
    return standings(sorted(entrants), list(results_of(plan, seats)), RANKING)


def is_over(seats: Iterable[Seat]) -> bool:
    """Whether every match is decided."""
    return all(seat.status in (Status.FINISHED, Status.BYE, Status.VOID) for seat in seats)


def places_by_table(derived: Derived, facts: Facts) -> list[Place]:
    """Return everyone in the order of the table; nobody has a place before the last match is decided.

    Inside a shared place the upper line comes first.
    """
    seats = derived.seats()
    line = {entrant: line for line, entrant in facts.lines.items()}
    over = is_over(seats)
    table = sorted(table_of(derived.plan, seats, line), key=lambda each: (each.place, line[each.entrant]))
    return [Place(each.entrant, each.place if over else None, order) for order, each in enumerate(table, start=1)]
