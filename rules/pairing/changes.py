"""A round changed by hand: what speaks against it, named before it counts.

Source: docs/rules/swiss.md#changed-by-hand.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.pairing.pairing import BYE, Reason, Record, Table, table_of

type Pair = tuple[int, int]


class Flaw(StrEnum):
    """What a change brings. The first three make a round that cannot be played."""

    UNKNOWN = "unknown"
    TWICE = "twice"
    MISSING = "missing"
    PROHIBITED = "prohibited"
    REMATCH = "rematch"
    SECOND_BYE = "second_bye"
    BYE_TO_BETTER = "bye_to_better"
    UNEQUAL_RECORDS = "unequal_records"

    @property
    def is_impossible(self) -> bool:
        """Whether the round cannot be played."""
        return self in (Flaw.UNKNOWN, Flaw.TWICE, Flaw.MISSING)


@dataclass(frozen=True, slots=True)
class Consequence:
    """A flaw and the entrants it concerns; ``is_new``: the round had it not before the change."""

    flaw: Flaw
    entrants: tuple[int, ...]
    is_new: bool = True


def consequences(
    records: Sequence[Record], before: Sequence[Pair], after: Sequence[Pair], prohibited: Collection[Pair] = ()
) -> list[Consequence]:
    """Return every flaw of the pairs ``after`` the change, the worst first; ``other`` is BYE in a bye."""
    was = set(_flaws(records, before, prohibited))
    order = list(Flaw)
    return sorted(
        (Consequence(flaw, who, (flaw, who) not in was) for flaw, who in _flaws(records, after, prohibited)),
        key=lambda each: (order.index(each.flaw), each.entrants),
    )


def tables_of(records: Sequence[Record], pairs: Sequence[Pair]) -> list[Table]:
    """Return the tables of a round that can be played, each with its reason."""
    known = {each.entrant: each for each in records}
    return [table_of(known[one], known[other] if other != BYE else None) for one, other in pairs]


def _flaws(
    records: Sequence[Record], pairs: Sequence[Pair], prohibited: Collection[Pair]
) -> Iterator[tuple[Flaw, tuple[int, ...]]]:
    known = {each.entrant: each for each in records}
    seats = Counter(who for pair in pairs for who in pair if who != BYE)
    yield from ((Flaw.UNKNOWN, (who,)) for who in sorted(seats) if who not in known)
    yield from ((Flaw.TWICE, (who,)) for who, times in sorted(seats.items()) if times > 1)
    yield from ((Flaw.MISSING, (who,)) for who in sorted(known) if who not in seats)
    apart = {frozenset(pair) for pair in prohibited}
    playable = [pair for pair in pairs if pair[0] in known and (pair[1] in known or pair[1] == BYE)]
    for one, other in playable:
        if other != BYE:
            yield from _of_match(known[one], known[other], apart)
    for who in (one for one, other in playable if other == BYE):
        yield from _of_bye(known[who], records)


def _of_match(one: Record, other: Record, apart: Collection[frozenset[int]]) -> Iterator[tuple[Flaw, tuple[int, ...]]]:
    pair = (min(one.entrant, other.entrant), max(one.entrant, other.entrant))
    if frozenset(pair) in apart:
        yield Flaw.PROHIBITED, pair
    reason = table_of(one, other).reason
    if reason is Reason.REMATCH:
        yield Flaw.REMATCH, pair
    if (one.wins, one.losses) != (other.wins, other.losses):
        yield Flaw.UNEQUAL_RECORDS, pair


def _of_bye(who: Record, records: Sequence[Record]) -> Iterator[tuple[Flaw, tuple[int, ...]]]:
    fewest = min(each.byes for each in records)
    if who.byes > fewest:
        yield Flaw.SECOND_BYE, (who.entrant,)
    worst = min(each.wins - each.losses for each in records if each.byes == fewest)
    if who.wins - who.losses > worst:
        yield Flaw.BYE_TO_BETTER, (who.entrant,)
