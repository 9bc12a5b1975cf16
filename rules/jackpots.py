"""Jackpots: small knockouts that start themselves when enough people are in their queue.

Source: docs/rules/jackpots.md; docs/decisions/0111-jackpots.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import RuleBroken
from rules.formats.format import Format
from rules.formats.registry import read_format
from rules.naming import read_name

SIZES = (4, 8, 16)
LONGEST_NAME = 60
# No stake is larger than this, in minor units.
MOST_STAKE = 10**9


@dataclass(frozen=True, slots=True)
class Terms:
    """What a queue plays for: ``stake`` in minor units, 0 for none; the ``house`` keeps so many percent of it.

    ``size`` people make one jackpot, and the winner of its final takes all that is left.
    """

    name: str
    size: int
    length: int
    stake: int = 0
    house: int = 0

    @property
    def format(self) -> Format:
        """The format of each jackpot: a knockout without a consolation."""
        return read_format({"main": "knockout", "consolation": "none", "length": self.length})

    @property
    def prize(self) -> int:
        """What one jackpot pays, in minor units: the house's share is rounded down."""
        fund = self.stake * self.size
        return fund - fund * self.house // 100

    @property
    def division(self) -> dict[str, Any]:
        """How the fund of a jackpot is divided, as ``rules.money.pots.read_division`` reads it."""
        table = [{"bracket": "main", "place": 1, "share": "1"}]
        return {"table": table, "house": {"percent": str(self.house)}}


def read_terms(name: str, size: int, length: int, stake: int, house: int) -> Terms:
    """Return the terms of a queue.

    Raises RuleBroken ``jackpot.size``, ``jackpot.stake``, ``jackpot.house``, ``name.…``, and those of ``read_format``
    for an impossible length.
    """
    if size not in SIZES:
        raise RuleBroken("jackpot.size", got=size, known=list(SIZES))
    if not 0 <= stake <= MOST_STAKE:
        raise RuleBroken("jackpot.stake", got=stake, most=MOST_STAKE)
    if not 0 <= house <= 100:
        raise RuleBroken("jackpot.house", got=house)
    terms = Terms(read_name(name, LONGEST_NAME), size, length, stake, house)
    # Refused before anybody is in the queue.
    terms.format.size(size)
    return terms


def numbered_name(name: str, number: int) -> str:
    """Return the name of the event of one jackpot: ``Jackpot 5 no. 2``."""
    return f"{name} no. {number}"


def calls_at_once[Match](ready: Sequence[Match], tables: Sequence[str], others_ready: int) -> list[tuple[Match, str]]:
    """Return which matches of a new jackpot are called to which of the free ``tables``, in order.

    ``ready`` are those that nothing holds, in order of the plan; the first ``others_ready`` tables are left to matches
    of other events, which come first.
    """
    return list(zip(ready, tables[others_ready:], strict=False))


def voucher(prize: int, fee: int) -> int:
    """Return what a prize pays of an entry fee, in minor units; the rest of either stays on the account."""
    return max(0, min(prize, fee))


def who_is_in[Entry](waiting: Iterable[Entry], size: int) -> list[Entry]:
    """Return who makes the next jackpot: the first ``size`` of those who wait, nobody while they are fewer."""
    first = list(waiting)[:size]
    return first if len(first) == size else []
