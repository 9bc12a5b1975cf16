"""What a change moves: compare the draw before and after, and name the matches that had begun and lose a player."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.draws.derive import Derived
from rules.draws.facts import Facts, Pair


@dataclass(frozen=True, slots=True)
class Displaced:
    """A match that had begun between ``pair`` and sits otherwise after the change.

    ``has_result`` tells whether a result applied, or the two had only begun.
    """

    match: int
    pair: Pair
    has_result: bool


def changed(before: Derived, after: Derived) -> list[int]:
    """Return the places of all matches that differ between two derivations of one plan, in the order of the plan."""
    return [
        match
        for match in range(len(before.tops))
        if before.tops[match] != after.tops[match]
        or before.bottoms[match] != after.bottoms[match]
        or before.statuses[match] != after.statuses[match]
        or before.refs[match] != after.refs[match]
        or before.seat(match).on != after.seat(match).on
    ]


def displaced(before: Derived, facts: Facts, after: Derived) -> Iterator[Displaced]:
    """Yield, in the order of the plan, each match begun under ``facts`` whose pairing ``after`` no longer seats."""
    for match in range(len(before.tops)):
        top, bottom = before.tops[match], before.bottoms[match]
        if top <= 0 or bottom <= 0 or {top, bottom} == {after.tops[match], after.bottoms[match]}:
            continue
        pair = (top, bottom) if top < bottom else (bottom, top)
        if (match, pair) in facts.begun:
            yield Displaced(match, pair, before.refs[match] is not None)
