"""Places of a knockout: by the main round in which a player left; equal rounds share the place.

Strict order inside a share: further in the consolation, then further in the last chance, then the better place of the
player who won against them, then the upper line. Margins never count. Places follow a ruling that keeps a match as
played, whatever its result says.

Source: docs/rules/places.md.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from rules.draws.derive import Derived, Status
from rules.draws.facts import PHANTOM, Facts
from rules.draws.plan import ENTRY, Plan
from rules.formats.format import Place


@dataclass(slots=True)
class _Run:
    """How far an entrant has come; rounds count from 1, 0 means never there. ``left`` is the main round lost.

    ``below`` has their last round in each lower bracket, and 0 if they lost there or 1.
    """

    line: int
    left: int | None = None
    beaten_by: int | None = None
    reached: int = 0
    below: dict[str, tuple[int, int]] = field(default_factory=dict)


def places(derived: Derived, facts: Facts) -> list[Place]:
    """Return everyone drawn in strict order, those still in the main bracket first."""
    return places_on(derived, facts.lines)


def places_on(derived: Derived, lines: Mapping[int, int]) -> list[Place]:
    """Return the places of those on some ``lines``, by the matches out of which a winner goes on."""
    plan = derived.plan
    runs = {entrant: _Run(line) for line, entrant in lines.items()}
    rounds = plan.rounds(ENTRY)
    for match, planned in enumerate(plan.matches):
        if match in plan.tabled:
            continue
        if planned.bracket == ENTRY:
            _main_match(runs, derived, match, planned.round)
        else:
            _lower_match(runs, derived, match)
    champion = derived.flow[plan.winner_at(plan.final)]
    if champion > 0:
        runs[champion].left, runs[champion].reached = rounds + 1, rounds + 1
    nobody = {match for match in plan.of(ENTRY) if derived.flow[plan.winner_at(match)] == PHANTOM}
    lower = [bracket.code for bracket in plan.brackets if bracket.code != ENTRY]
    return _ordered(runs, {**_by_round(plan, nobody), rounds + 1: 1}, lower)


def place_after_loss(plan: Plan, match: int, nobody_goes_on: Container[int]) -> int | None:
    """Return the place that the losers of a main match share with all who lose in its round, None in other brackets.

    It is one behind all who can go on. ``nobody_goes_on`` are the matches out of which nobody comes.
    """
    planned = plan.matches[match]
    return _by_round(plan, nobody_goes_on)[planned.round] if planned.bracket == ENTRY else None


def _by_round(plan: Plan, nobody_goes_on: Container[int]) -> dict[int, int]:
    """Return for each main round the place of those who leave in it."""
    by_round: dict[int, int] = {}
    for match in plan.of(ENTRY):
        round_ = plan.matches[match].round
        by_round[round_] = by_round.get(round_, 1) + (match not in nobody_goes_on)
    return by_round


def _main_match(runs: dict[int, _Run], derived: Derived, match: int, round_: int) -> None:
    seat = derived.seat(match)
    for entrant in (seat.top, seat.bottom):
        if entrant <= 0:
            continue
        run = runs[entrant]
        run.reached = round_
        if seat.status is Status.FINISHED and seat.on != entrant:
            run.left, run.beaten_by = round_, seat.on if seat.on > 0 else None


def _lower_match(runs: dict[int, _Run], derived: Derived, match: int) -> None:
    seat, planned = derived.seat(match), derived.plan.matches[match]
    for entrant in (seat.top, seat.bottom):
        if entrant > 0:
            # A player who won or waits in a round is further than one who lost there.
            lost = seat.status is Status.FINISHED and seat.on != entrant
            runs[entrant].below[planned.bracket] = (planned.round, 0 if lost else 1)


def _ordered(runs: dict[int, _Run], by_round: dict[int, int], lower: list[str]) -> list[Place]:
    """Return all places; ``lower`` are the codes of the brackets that order a share, the first before the next."""
    inside = sorted((e for e in runs if runs[e].left is None), key=lambda e: (-runs[e].reached, runs[e].line))
    ordered = [Place(entrant, None, order) for order, entrant in enumerate(inside, start=1)]
    place_of: dict[int, int] = {}
    for round_ in sorted(by_round, reverse=True):
        leavers = [entrant for entrant, run in runs.items() if run.left == round_]

        def rank(entrant: int) -> tuple[int, ...]:
            run = runs[entrant]
            far = (-each for bracket in lower for each in run.below.get(bracket, (0, 0)))
            worst = len(runs) + 1
            beater = worst if run.beaten_by is None else place_of.get(run.beaten_by, 0)
            return (*far, beater, run.line)

        for entrant in sorted(leavers, key=rank):
            place_of[entrant] = by_round[round_]
            ordered.append(Place(entrant, by_round[round_], len(ordered) + 1))
    return ordered
