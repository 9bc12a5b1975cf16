"""What a lot is worth: the expected payout of its players, and of its owners.

Sums are in minor units. An expectation is no sum of money: it is not rounded here.

Source: docs/rules/odds.md#what-a-lot-is-worth.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from rules.odds.places import OUT, Odds
from rules.odds.sampled import standard_errors

type Prizes = Mapping[str, Callable[[int], int]]
"""For each bracket a function from a place (from 1) to what it pays when nobody shares it; 0 beyond the last one."""


@dataclass(frozen=True, slots=True)
class OwnedLot:
    """A lot with its players, by entrant, and the shares of its owners, which sum to 1."""

    players: tuple[int, ...]
    shares: Mapping[str, Fraction]


def by_table(prizes: Mapping[str, Mapping[int, int]]) -> Prizes:
    """Return prizes from a table: bracket → place → minor units."""

    def of(places: Mapping[int, int]) -> Callable[[int], int]:
        return lambda place: places.get(place, 0)

    return {bracket: of(places) for bracket, places in prizes.items()}


def expected_payouts(odds: Odds, prizes: Prizes) -> dict[int, float]:
    """Return what each entrant is expected to be paid, in all brackets together.

    All who lose a bracket in the same round share the prizes of their places. A bracket that the draw does not have
    pays nothing.
    """
    payouts = dict.fromkeys(odds.places, 0.0)
    for bracket, prize in prizes.items():
        if bracket in odds.exact:
            each = prize_by_key(odds, bracket, prize)
            for entrant, brackets in odds.places.items():
                payouts[entrant] += sum(chance * each.get(key, 0.0) for key, chance in brackets[bracket].items())
    return payouts


def prize_by_key(odds: Odds, bracket: str, prize: Callable[[int], int]) -> dict[str, float]:
    """Return what one entrant is paid at each key of a bracket, where those at the same key share their places."""
    keys = sorted({key for brackets in odds.places.values() for key in brackets[bracket]} - {OUT}, key=int)
    paid, before = {}, 0.0
    for key in keys:
        count = odds.expected(bracket, key)
        if count > _NOBODY:
            paid[key] = (_up_to(before + count, prize) - _up_to(before, prize)) / count
        before += count
    return paid


def payout_errors(odds: Odds, prizes: Prizes) -> dict[int, float]:
    """Return by how much each expected payout can be wrong at most, to one standard error; 0 where all is exact.

    The errors of an entrant's places are not independent, so they are added up as if all went one way.
    """
    errors = dict.fromkeys(odds.places, 0.0)
    for bracket, prize in prizes.items():
        if not odds.exact.get(bracket, True):
            each = prize_by_key(odds, bracket, prize)
            for entrant, brackets in odds.errors.items():
                errors[entrant] += sum(error * each.get(key, 0.0) for key, error in brackets.get(bracket, {}).items())
    return errors


def standard_error(means: Sequence[float]) -> float:
    """Return the standard error of the mean of batches from the mean of each."""
    return standard_errors([[each] for each in means])[0]


def fair_price(players: Iterable[int], payouts: Mapping[int, float]) -> float:
    """Return what a lot of these players is worth: the sum of their expected payouts from the present net pool."""
    return sum(payouts[each] for each in players)


def expected_by_owner(lots: Iterable[OwnedLot], payouts: Mapping[int, float]) -> dict[str, float]:
    """Return what each owner is expected to be paid for their shares of all lots."""
    owners: dict[str, float] = {}
    for lot in lots:
        worth = fair_price(lot.players, payouts)
        for owner, share in lot.shares.items():
            owners[owner] = owners.get(owner, 0.0) + float(share) * worth
    return owners


_NOBODY = 1e-9
# Counts are sums of chances: this near to a whole number they are one.
_NEAR = 1e-6


def _up_to(places: float, prize: Callable[[int], int]) -> float:
    """Return what the first ``places`` places are paid together, a part of a place in part."""
    whole = floor(places + _NEAR)
    part = max(0.0, places - whole)
    return sum(prize(place) for place in range(1, whole + 1)) + (part * prize(whole + 1) if part > _NEAR else 0.0)
