"""Rounds that are paired one by one on the lines of one plan: which of them are, and who sits in them.

Source: docs/rules/swiss.md#as-a-format.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.draws.derive import Seat, Status
from rules.draws.facts import Facts
from rules.draws.plan import Plan
from rules.pairing.by_losses import Phase
from rules.pairing.pairing import BYE, Table
from rules.pairing.results import Result


@dataclass(frozen=True, slots=True)
class NextRound:
    """The next round: its number, who sits on which line, its tables and what is played.

    ``tables`` name entrants by id. ``waits`` is who meets the winner of a contingent bye, 0 for nobody; ``leaving`` are
    those who are paid before it. Where players are paired as they finish the tables may be of several rounds, and
    ``waiting`` are those who are free and have no opponent yet, the longest first.
    """

    phase: Phase
    round: int
    lines: Mapping[int, int]
    tables: tuple[Table, ...]
    waits: int = 0
    leaving: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()


def key_of_event(key: str, event: int | None) -> str:
    """Return the text of which every lot of an event begins."""
    return key if event is None else f"event:{event}/{key}"


def last_round(plan: Plan, facts: Facts) -> int:
    """Return the last round that is paired."""
    last = max(facts.lines, default=0)
    return next((match.round for match in plan.matches if match.bottom.of >= last), 0)


def first_rounds(plan: Plan, lines: Mapping[int, int]) -> dict[int, int]:
    """Return entrant → the first round in which they were paired."""
    round_of = {side.of: match.round for match in plan.matches for side in (match.top, match.bottom)}
    first: dict[int, int] = {}
    for line in sorted(lines):
        first.setdefault(lines[line], round_of[line])
    return first


def joined_later(plan: Plan, lines: Mapping[int, int], numbers: Mapping[int, int], last: int) -> dict[int, int]:
    """Return the first round of those who came after the first one: of each by number, or by id where that is 0."""
    first = first_rounds(plan, lines)
    begins = {who: first.get(who, last + 1) for who in numbers}
    return {numbers[who] or who: round_ for who, round_ in begins.items() if round_ > 1}


def is_decided(seat: Seat) -> bool:
    """Whether nothing is to be played in a match any more."""
    return seat.status in (Status.FINISHED, Status.BYE, Status.VOID)


def renamed(result: Result, numbers: Mapping[int, int]) -> Result:
    """Return a result of entrants by id as one of their numbers."""
    names = {**numbers, BYE: BYE}
    absent = (names[result.absent[0]], names[result.absent[1]])
    return replace(result, winner=names[result.winner], loser=names[result.loser], absent=absent)
