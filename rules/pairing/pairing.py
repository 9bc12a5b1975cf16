"""One round of a Swiss: the pairing with the least cost, the same for anybody who knows the key.

What counts, the first before the next: no rematch; no second bye while somebody had fewer; the bye to the worst record;
equal records; then the lot.

Source: docs/rules/swiss.md#the-pairing.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from rules.errors import RuleBroken
from rules.pairing.matching import cheapest_pairs

LOT_BITS = 32
BYE = 0
"""Stands for the bye where an entrant's number stands."""


@dataclass(frozen=True, slots=True)
class Record:
    """What an entrant has done so far; byes count as wins. ``opponents``: one entry a match."""

    entrant: int
    wins: int = 0
    losses: int = 0
    byes: int = 0
    opponents: tuple[int, ...] = ()


class Reason(StrEnum):
    """Why two play each other, in one word."""

    EQUAL_RECORDS = "equal_records"
    UNEQUAL_RECORDS = "unequal_records"
    REMATCH = "rematch"
    BYE = "bye"
    SECOND_BYE = "second_bye"


@dataclass(frozen=True, slots=True)
class Table:
    """A pairing; ``other`` is BYE for a bye. ``records`` are wins and losses, ``met`` how often they have met."""

    one: int
    other: int
    reason: Reason
    records: tuple[str, ...]
    met: int = 0


def pair_round(
    records: Sequence[Record], key: str, prohibited: Collection[tuple[int, int]] = ()
) -> tuple[list[Table], int]:
    """Return the tables of a round, the best records first, and the total cost.

    Raises RuleBroken ``pairing.entrants`` for an entrant named twice or numbered below 1, ``pairing.impossible`` where
    the prohibited pairs leave no pairing.
    """
    numbers = [each.entrant for each in records]
    if len(set(numbers)) != len(numbers) or any(number < 1 for number in numbers):
        raise RuleBroken("pairing.entrants", got=sorted(numbers))
    ordered: list[Record | None] = [*sorted(records, key=lambda each: each.entrant)]
    if len(ordered) % 2:
        ordered.append(None)
    costs = _costs(ordered, key, {frozenset(pair) for pair in prohibited})
    pairs = cheapest_pairs(len(ordered), costs)
    if pairs is None:
        raise RuleBroken("pairing.impossible", entrants=len(records), prohibited=len(prohibited))
    total = sum(costs[one][other] or 0 for one, other in pairs)
    tables = [table_of(ordered[one], ordered[other]) for one, other in pairs]
    best = {each.entrant: (-each.wins, each.losses, each.entrant) for each in records}
    return sorted(
        tables, key=lambda each: (each.other == BYE, min(best[each.one], best.get(each.other, best[each.one])))
    ), total


def lot(key: str, one: int, other: int) -> int:
    """Return the lot of a pair: the first 32 bits of the SHA-256 of ``key/pair:a-b``, the smaller number first."""
    return lots(key)(min(one, other), max(one, other))


def lots(key: str) -> Callable[[int, int], int]:
    """Return what draws the lot of a pair, the smaller number first: quicker than ``lot`` for many pairs of one key."""
    begun = sha256(f"{key}/pair:".encode())

    def draw(smaller: int, larger: int) -> int:
        digest = begun.copy()
        digest.update(b"%d-%d" % (smaller, larger))
        return int.from_bytes(digest.digest()[: LOT_BITS // 8], "big")

    return draw


def _costs(
    players: Sequence[Record | None], key: str, prohibited: Collection[frozenset[int]]
) -> list[list[int | None]]:
    """Return the cost of every pair: whole numbers, in which no sum of a lower level reaches a higher one."""
    real = [each for each in players if each is not None]
    tables = len(players) // 2 + 1
    scores = {(each.wins, each.losses) for each in real}
    spread = max((abs(wins - won) + abs(losses - lost) for wins, losses in scores for won, lost in scores), default=0)
    gap = tables << LOT_BITS
    worst = gap * (spread * spread * tables + 1)
    again = worst * (
        max((_standing(each) for each in real), default=0) - min((_standing(each) for each in real), default=0) + 1
    )
    rematch = again * (max((each.byes for each in real), default=0) + 1)
    lowest = min((_standing(each) for each in real), default=0)
    costs: list[list[int | None]] = [[None] * len(players) for _ in players]
    draw = lots(key)
    for at, one in enumerate(players):
        for place, other in enumerate(players[:at]):
            if other is None or (
                prohibited and one is not None and frozenset((one.entrant, other.entrant)) in prohibited
            ):
                continue
            if one is None:
                cost = other.byes * again + (_standing(other) - lowest) * worst + draw(BYE, other.entrant)
            else:
                apart = abs(one.wins - other.wins) + abs(one.losses - other.losses)
                met = one.opponents.count(other.entrant)
                cost = met * met * rematch * tables + apart * apart * gap + draw(other.entrant, one.entrant)
            costs[at][place] = costs[place][at] = cost
    return costs


def _standing(record: Record) -> int:
    return record.wins - record.losses


def table_of(one: Record | None, other: Record | None) -> Table:
    """Return the table of two players, one of them None for a bye, with its reason."""
    first, second = (one, other) if one is not None else (other, one)
    assert first is not None  # noqa: S101 -- there is one empty place at most
    if second is None:
        return Table(first.entrant, BYE, Reason.SECOND_BYE if first.byes else Reason.BYE, (_score(first),))
    if (first.wins, -first.losses) < (second.wins, -second.losses):
        first, second = second, first
    met = first.opponents.count(second.entrant)
    equal = (first.wins, first.losses) == (second.wins, second.losses)
    reason = Reason.REMATCH if met else Reason.EQUAL_RECORDS if equal else Reason.UNEQUAL_RECORDS
    return Table(first.entrant, second.entrant, reason, (_score(first), _score(second)), met)


def _score(record: Record) -> str:
    return f"{record.wins}-{record.losses}"
