"""The prize fund: what was charged, less the house's share, with added money.

Source: docs/rules/prizes.md#the-fund.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from rules.errors import RuleBroken
from rules.money.shares import floor_to, half_up_to


@dataclass(frozen=True, slots=True)
class House:
    """The house's share of what is collected; sums in minor units.

    ``percent`` of it and the ``fixed`` sum together, rounded down to ``unit`` (if ``nearest``: to the nearest one, a
    half upwards); then at least ``at_least``, at most ``cap``, and never more than was collected.
    """

    percent: Fraction = Fraction(0)
    fixed: int = 0
    at_least: int = 0
    cap: int | None = None
    unit: int = 1
    nearest: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.percent <= 100:
            raise RuleBroken("house.percent", percent=str(self.percent))
        if min(self.fixed, self.at_least, self.cap or 0) < 0 or self.unit < 1:
            raise RuleBroken("house.negative")
        if self.cap is not None and self.cap < self.at_least:
            raise RuleBroken("house.cap", cap=self.cap, at_least=self.at_least)

    def share_of(self, collected: int) -> int:
        """Return what the house takes of ``collected`` minor units.

        >>> House(percent=Fraction(10), unit=100).share_of(288050)
        28800
        >>> House(percent=Fraction(5), at_least=1000, unit=500, nearest=True).share_of(45000)  # Denver
        2500
        """
        share = collected * self.percent / 100 + self.fixed
        rounded = half_up_to(share, self.unit) if self.nearest else floor_to(share, self.unit)
        rounded = max(rounded, self.at_least)
        return min(rounded, collected if self.cap is None else min(self.cap, collected))


NO_HOUSE = House()


@dataclass(frozen=True, slots=True)
class Fund:
    """A fund in minor units: ``total`` is ``collected`` less ``house`` plus ``added``."""

    collected: int
    house: int = 0
    added: int = 0

    @property
    def total(self) -> int:
        """What is paid out in prizes."""
        return self.collected - self.house + self.added


def fund_of(fees: Iterable[int], house: House = NO_HOUSE, added: int = 0) -> Fund:
    """Return the fund of what was charged, one sum for each fee; a waived or refunded fee is left out.

    Raises RuleBroken ``fund.negative``.
    """
    charged = list(fees)
    if added < 0 or any(fee < 0 for fee in charged):
        raise RuleBroken("fund.negative")
    return Fund(sum(charged), house.share_of(sum(charged)), added)
