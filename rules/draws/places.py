"""Places of a knockout: by the main round in which one left; equal rounds share the place.

Strict order inside a share: further in the consolation, then the better place of the one who beat him, then the
upper line. Margins never count. Slots and places follow a ruling that lets a match stand, whatever its result says.

Source: docs/rules/places.md.
"""

from dataclasses import dataclass

from rules.draws.derive import Derived, Status
from rules.draws.facts import PHANTOM, Facts
from rules.draws.format import Bracket


@dataclass(frozen=True, slots=True)
class Place:
    """One entrant's place: ``place`` is shared and None while he is still in the main bracket.

    ``order`` is the strict order, 1 to the number of entrants without a gap.
    """

    entrant: int
    place: int | None
    order: int


@dataclass(slots=True)
class _Run:
    """How far an entrant has come; rounds count from 1, 0 means never there."""

    line: int
    left: int | None = None
    beaten_by: int | None = None
    reached: int = 0
    consolation: tuple[int, int] = (0, 0)


def places(derived: Derived, facts: Facts) -> list[Place]:
    """Return everyone drawn in strict order, those still in the main bracket first."""
    runs = {entrant: _Run(line) for line, entrant in facts.lines.items()}
    rounds = derived.plan.rounds(Bracket.MAIN)
    for match, planned in enumerate(derived.plan.matches):
        if planned.bracket is Bracket.MAIN:
            _main_match(runs, derived, match, planned.round)
        else:
            _consolation_match(runs, derived, match, planned.round)
    champion = derived.flow[derived.plan.winner_at(derived.plan.consolation_at - 1)]
    if champion > 0:
        runs[champion].left, runs[champion].reached = rounds + 1, rounds + 1
    return _ordered(runs, _places_by_round(derived, rounds))


def _main_match(runs: dict[int, _Run], derived: Derived, match: int, round_: int) -> None:
    seat = derived.seat(match)
    for entrant in (seat.top, seat.bottom):
        if entrant <= 0:
            continue
        run = runs[entrant]
        run.reached = round_
        if seat.status is Status.FINISHED and seat.on != entrant:
            run.left, run.beaten_by = round_, seat.on if seat.on > 0 else None


def _consolation_match(runs: dict[int, _Run], derived: Derived, match: int, round_: int) -> None:
    seat = derived.seat(match)
    for entrant in (seat.top, seat.bottom):
        if entrant > 0:
            # He who won or waits in a round is further than he who lost there.
            lost = seat.status is Status.FINISHED and seat.on != entrant
            runs[entrant].consolation = (round_, 0 if lost else 1)


def _places_by_round(derived: Derived, rounds: int) -> dict[int, int]:
    """Return for each main round the place of those who leave in it: one behind all who can still go on."""
    on = dict.fromkeys(range(1, rounds + 2), 0)
    for match in derived.plan.of(Bracket.MAIN):
        if derived.seat(match).on != PHANTOM:
            on[derived.plan.matches[match].round] += 1
    return {round_: 1 + on[round_] for round_ in range(1, rounds + 1)} | {rounds + 1: 1}


def _ordered(runs: dict[int, _Run], by_round: dict[int, int]) -> list[Place]:
    inside = sorted((e for e in runs if runs[e].left is None), key=lambda e: (-runs[e].reached, runs[e].line))
    found = [Place(entrant, None, order) for order, entrant in enumerate(inside, start=1)]
    place_of: dict[int, int] = {}
    for round_ in sorted(by_round, reverse=True):
        leavers = [entrant for entrant, run in runs.items() if run.left == round_]

        def rank(entrant: int) -> tuple[int, int, int, int]:
            run = runs[entrant]
            worst = len(runs) + 1
            beater = worst if run.beaten_by is None else place_of.get(run.beaten_by, 0)
            return (-run.consolation[0], -run.consolation[1], beater, run.line)

        for entrant in sorted(leavers, key=rank):
            place_of[entrant] = by_round[round_]
            found.append(Place(entrant, by_round[round_], len(found) + 1))
    return found
