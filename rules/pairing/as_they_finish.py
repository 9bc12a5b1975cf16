"""Pair as they finish: whoever is free meets a free player with an equal record, without waiting for a round to end.

This is Meese's Modified Swiss Movement. Late players join with the record they have.

Source: Robert Meese, "Modified Swiss Movement" (1980); docs/rules/swiss.md#as-they-finish.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.pairing.matching import cheapest_pairs
from rules.pairing.pairing import LOT_BITS, Record, Table, lot, pair_round, table_of


@dataclass(frozen=True, slots=True)
class Free:
    """The tables that can begin now, and those who wait, the longest first."""

    tables: tuple[Table, ...]
    waiting: tuple[int, ...]


def pair_free(
    free: Sequence[Record], key: str, *, anybody_plays: bool, prohibited: Collection[tuple[int, int]] = ()
) -> Free:
    """Return who plays now of those who are ``free``, in the order in which they became free.

    Only equal records meet, and nobody meets an earlier opponent; those who have waited longest play first. Once
    ``anybody_plays`` no more, nobody else will become free, and all are paired as in a round, with a bye if need be.
    Raises RuleBroken as ``pair_round``.
    """
    if not anybody_plays:
        return Free(tuple(pair_round(free, key, prohibited)[0]), ())
    tables = equal_tables(free, key, prohibited)
    playing = {who for each in tables for who in (each.one, each.other)}
    return Free(tables, tuple(each.entrant for each in free if each.entrant not in playing))


def equal_tables(free: Sequence[Record], key: str, prohibited: Collection[tuple[int, int]] = ()) -> tuple[Table, ...]:
    """Return as many tables as there can be of players with equal records who have not met, the longest wait first."""
    apart = {frozenset(pair) for pair in prohibited}
    turn = {each.entrant: at for at, each in enumerate(free)}
    tables: list[Table] = []
    for group in _equal(free):
        tables += [table_of(one, other) for one, other in _pairs(group, key, apart)]
    return tuple(sorted(tables, key=lambda each: min(turn[each.one], turn[each.other])))


def sparing(
    tables: Sequence[Table], field: Sequence[Record], prohibited: Collection[tuple[int, int]] = ()
) -> tuple[Table, ...]:
    """Return the first of these ``tables`` that leave a pairing for the rest of the ``field`` of their round.

    A pairing without a rematch, or where the whole field has none, without a prohibited pair. Where it has neither, no
    table changes that.
    """
    apart = {frozenset(pair) for pair in prohibited}
    for rematches in (False, True):
        if _can_be_paired(field, apart, rematches=rematches):
            kept = list(tables)
            while kept and not _can_be_paired(_without(field, kept), apart, rematches=rematches):
                kept.pop()
            return tuple(kept)
    return tuple(tables)


def _without(field: Sequence[Record], tables: Sequence[Table]) -> list[Record]:
    playing = {who for each in tables for who in (each.one, each.other)}
    return [each for each in field if each.entrant not in playing]


def _can_be_paired(field: Sequence[Record], apart: Collection[frozenset[int]], *, rematches: bool) -> bool:
    """Whether all can play without a prohibited pair and, unless ``rematches``, a rematch; an odd one has a bye."""
    players: list[Record | None] = [*field, *([None] if len(field) % 2 else [])]
    barred = [[_are_barred(one, other, apart, rematches=rematches) for other in players] for one in players]
    # Dirac: whoever can meet half of all, everybody being such a player, leaves a pairing for sure.
    if all(2 * sum(row) <= len(players) for row in barred):
        return True
    costs = [[None if barred[at][place] else 0 for place in range(len(players))] for at in range(len(players))]
    return cheapest_pairs(len(players), costs) is not None


def _are_barred(
    one: Record | None, other: Record | None, apart: Collection[frozenset[int]], *, rematches: bool
) -> bool:
    if one is other:
        return True
    if one is None or other is None:
        return False
    met = other.entrant in one.opponents or one.entrant in other.opponents
    return (met and not rematches) or frozenset((one.entrant, other.entrant)) in apart


def _equal(free: Sequence[Record]) -> list[list[Record]]:
    groups: dict[tuple[int, int], list[Record]] = {}
    for each in free:
        groups.setdefault((each.wins, each.losses), []).append(each)
    return list(groups.values())


def _pairs(group: Sequence[Record], key: str, apart: Collection[frozenset[int]]) -> list[tuple[Record, Record]]:
    """Return as many pairs of one group as there can be; of those who must wait, the last who became free."""
    players: list[Record | None] = [*group, *([None] * len(group))]
    # To wait costs more than any pair, one more wait more than any order of them, and the longest wait the most.
    step = (len(players) + 1) << LOT_BITS
    costs: list[list[int | None]] = [[None] * len(players) for _ in players]
    for at, one in enumerate(players):
        for place, other in enumerate(players[:at]):
            cost: int | None
            if one is None and other is None:
                cost = 0
            elif one is None or other is None:
                cost = step * (len(group) ** 2 + len(group) - min(at, place))
            elif other.entrant in one.opponents or frozenset((one.entrant, other.entrant)) in apart:
                cost = None
            else:
                cost = lot(key, one.entrant, other.entrant)
            costs[at][place] = costs[place][at] = cost
    pairs = cheapest_pairs(len(players), costs) or []
    both = ((players[one], players[other]) for one, other in pairs)
    return [(one, other) for one, other in both if one is not None and other is not None]
