"""Standings of rounds: wins first, then tie-breaks in a chosen order; what they leave equal is a shared place.

Source: docs/rules/swiss.md#tie-breaks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.errors import RuleBroken
from rules.pairing.pairing import BYE, Record
from rules.pairing.results import Result, records

type Values = Mapping[int, Fraction]


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant: the shared ``place``, the record, and the value of each criterion in its order."""

    place: int
    entrant: int
    record: Record
    values: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class _Field:
    known: Mapping[int, Record]
    results: Sequence[Result]


def standings(
    entrants: Sequence[int],
    results: Sequence[Result],
    criteria: Sequence[str],
    joined: Mapping[int, int] | None = None,
) -> list[Standing]:
    """Return everybody from the top; ``joined`` as in ``records``.

    Raises RuleBroken ``standings.criterion``, and as ``records``.
    """
    unknown = [each for each in criteria if each not in CRITERIA]
    if unknown:
        raise RuleBroken("standings.criterion", got=unknown[0], known=[*CRITERIA])
    field = _Field(records(entrants, results, joined), results)
    groups: list[list[int]] = [list(entrants)]
    values: dict[int, tuple[Fraction, ...]] = dict.fromkeys(entrants, ())
    for criterion in criteria:
        after: list[list[int]] = []
        for group in groups:
            worth = CRITERIA[criterion](field, group)
            for entrant in group:
                values[entrant] = (*values[entrant], worth[entrant])
            for value in sorted({worth[each] for each in group}, reverse=True):
                after.append([each for each in group if worth[each] == value])
        groups = after
    listed: list[Standing] = []
    for group in groups:
        place = len(listed) + 1
        listed += [Standing(place, each, field.known[each], values[each]) for each in group]
    return listed


def _wins(field: _Field, group: Sequence[int]) -> Values:
    return {each: Fraction(field.known[each].wins) for each in group}


def _buchholz(field: _Field, group: Sequence[int]) -> Values:
    return {each: Fraction(sum(_of_opponents(field, each))) for each in group}


def _median(field: _Field, group: Sequence[int]) -> Values:
    return {each: Fraction(sum(_of_opponents(field, each)[1:-1])) for each in group}


def _of_opponents(field: _Field, entrant: int) -> list[int]:
    return sorted(field.known[other].wins for other in field.known[entrant].opponents)


def _sonneborn(field: _Field, group: Sequence[int]) -> Values:
    beaten = dict.fromkeys(group, 0)
    for result in field.results:
        if result.winner in beaten and result.loser != BYE:
            beaten[result.winner] += field.known[result.loser].wins
    return {each: Fraction(beaten[each]) for each in group}


def _progressive(field: _Field, group: Sequence[int]) -> Values:
    rounds = max((each.round for each in field.results), default=0)
    sums = dict.fromkeys(group, 0)
    for result in field.results:
        if result.winner in sums:
            sums[result.winner] += rounds - result.round + 1
    return {each: Fraction(sums[each]) for each in group}


def _head_to_head(field: _Field, group: Sequence[int]) -> Values:
    """Wins among those who are tied: the mini-table."""
    inside = set(group)
    wins = dict.fromkeys(group, 0)
    for result in field.results:
        if result.winner in inside and result.loser in inside:
            wins[result.winner] += 1
    return {each: Fraction(wins[each]) for each in group}


def _difference(field: _Field, group: Sequence[int]) -> Values:
    made, lost = _points(field, group)
    return {each: Fraction(made[each] - lost[each]) for each in group}


def _points_for(field: _Field, group: Sequence[int]) -> Values:
    return {each: Fraction(_points(field, group)[0][each]) for each in group}


def _points(field: _Field, group: Sequence[int]) -> tuple[dict[int, int], dict[int, int]]:
    made, lost = dict.fromkeys(group, 0), dict.fromkeys(group, 0)
    for result in field.results:
        for who, own, other in ((result.winner, 0, 1), (result.loser, 1, 0)):
            if who in made:
                made[who] += result.points[own]
                lost[who] += result.points[other]
    return made, lost


def _fewer_late(field: _Field, group: Sequence[int]) -> Values:
    late = dict.fromkeys(group, 0)
    for result in field.results:
        for who in result.late:
            if who in late:
                late[who] += 1
    return {each: Fraction(-late[each]) for each in group}


CRITERIA: dict[str, Callable[[_Field, Sequence[int]], Values]] = {
    "wins": _wins,
    "buchholz": _buchholz,
    "median_buchholz": _median,
    "sonneborn_berger": _sonneborn,
    "progressive": _progressive,
    "head_to_head": _head_to_head,
    "point_difference": _difference,
    "points_for": _points_for,
    "fewer_late": _fewer_late,
}
"""Every criterion; more is better."""
