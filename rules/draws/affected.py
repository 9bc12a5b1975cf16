"""The effect of a change: compare the draw before and after, and name the begun matches that lose a player."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.draws.derive import Derived
from rules.draws.facts import Facts, Pair


@dataclass(frozen=True, slots=True)
class Affected:
    """A match that had begun between ``pair`` and would have other players after the change.

    ``has_result``: a result applied; otherwise they had only begun.
    """

    match: int
    pair: Pair
    has_result: bool


def changed(before: Derived, after: Derived) -> list[int]:
    """Return the places of all matches that differ between two derivations of one plan, in the order of the plan."""
    both = zip(_rows(before), _rows(after), strict=True)
    return [match for match, (was, now) in enumerate(both) if was != now]


def _rows(derived: Derived) -> Iterator[tuple[object, ...]]:
    """Yield the players, status, result, winner and loser of each match.

    The loser may change alone: a disputed match lets the loser by its first result drop once they have begun a later
    match, or once that match has begun without them.
    """
    # Columns at a time: every result compares the whole draw, and a Seat for each match cost more than deriving it.
    first, end = derived.plan.winner_at(0), derived.plan.winner_at(len(derived.tops))
    winners, losers = derived.flow[first:end:2], derived.flow[first + 1 : end : 2]
    return zip(derived.tops, derived.bottoms, derived.statuses, derived.refs, winners, losers, strict=True)


def affected_by(before: Derived, facts: Facts, after: Derived) -> Iterator[Affected]:
    """Yield, in the order of the plan, each match begun under ``facts`` that has other players in ``after``."""
    for match in range(len(before.tops)):
        top, bottom = before.tops[match], before.bottoms[match]
        if top <= 0 or bottom <= 0 or {top, bottom} == {after.tops[match], after.bottoms[match]}:
            continue
        pair = (top, bottom) if top < bottom else (bottom, top)
        if (match, pair) in facts.begun:
            yield Affected(match, pair, before.refs[match] is not None)
