"""Who pays whom so that every balance is zero, with the fewest payments.

Source: docs/rules/chouette.md#settlement.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import RuleBroken

EXACT_UP_TO = 15


@dataclass(frozen=True, slots=True)
class Payment:
    """``payer`` pays ``payee`` an amount, in points or in minor units as the balances are."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True)
class Payments:
    """Payments that settle all balances; ``is_fewest`` where no smaller number of payments can."""

    payments: tuple[Payment, ...]
    is_fewest: bool


def fewest_payments(balances: Mapping[str, int]) -> Payments:
    """Return the payments that settle balances which sum to zero.

    As many payments as people, less one for each group that sums to zero by itself. The most groups are exact for up to
    15 people with a balance; beyond, the largest debtor pays the largest creditor.

    Raises RuleBroken ``settlement.sum``.
    """
    if sum(balances.values()):
        raise RuleBroken("settlement.sum", sum=sum(balances.values()))
    open_ = {who: points for who, points in balances.items() if points}
    pairs, rest = _equal_pairs(open_)
    if len(rest) > EXACT_UP_TO:
        return Payments((*pairs, *_largest_first(rest)), is_fewest=False)
    parts = [payment for group in _groups(rest) for payment in _largest_first({who: rest[who] for who in group})]
    return Payments((*pairs, *parts), is_fewest=True)


def rounded(balances: Mapping[str, int], unit: int) -> dict[str, int]:
    """Return balances that sum to zero, each a multiple of ``unit``: rounded down, the largest remainders up.

    Raises RuleBroken ``settlement.sum`` or ``settlement.unit``.
    """
    if unit < 1:
        raise RuleBroken("settlement.unit", unit=unit)
    if sum(balances.values()):
        raise RuleBroken("settlement.sum", sum=sum(balances.values()))
    floors = {who: points // unit for who, points in balances.items()}
    over = -sum(floors.values())
    by_remainder = sorted(balances, key=lambda who: -(balances[who] % unit))
    return {who: (floors[who] + (who in by_remainder[:over])) * unit for who in balances}


def settlement_of(totals: Mapping[str, int], stake: int, unit: int) -> Payments:
    """Return the fewest payments of a session: in points if ``stake`` is 0, else in minor units rounded to ``unit``.

    Raises as ``rounded`` does.
    """
    if not stake:
        return fewest_payments(totals)
    return fewest_payments(rounded({who: points * stake for who, points in totals.items()}, unit))


def _equal_pairs(balances: Mapping[str, int]) -> tuple[list[Payment], dict[str, int]]:
    """Return payments between people who owe and are owed the same, and everybody else.

    A pair that sums to zero is a group in some best division: two groups that it joins sum to zero without it.
    """
    rest, payments = dict(balances), []
    for payer in balances:
        payee = next((who for who in rest if payer in rest and rest[who] == -rest[payer] > 0), None)
        if payee is not None:
            payments.append(Payment(payer, payee, rest.pop(payee)))
            del rest[payer]
    return payments, rest


def _groups(balances: Mapping[str, int]) -> list[list[str]]:
    """Return the people in as many groups as possible that sum to zero, by the best last person of every subset."""
    people, points = list(balances), list(balances.values())
    everybody = (1 << len(people)) - 1
    sums, most = [0] * (everybody + 1), [0] * (everybody + 1)
    for subset in range(1, everybody + 1):
        lowest = subset & -subset
        sums[subset] = sums[subset ^ lowest] + points[lowest.bit_length() - 1]
        best, left = 0, subset
        while left:
            bit = left & -left
            left ^= bit
            count = most[subset ^ bit]
            if count > best:
                best = count
        most[subset] = best + (sums[subset] == 0)
    groups: list[list[str]] = []
    subset = everybody
    while subset:
        if sums[subset] == 0:
            groups.append([])
        before = most[subset] - (sums[subset] == 0)
        at = next(at for at in range(len(people)) if subset >> at & 1 and most[subset ^ (1 << at)] == before)
        groups[-1].append(people[at])
        subset ^= 1 << at
    return groups


def _largest_first(balances: Mapping[str, int]) -> list[Payment]:
    """Return payments from the largest debtor to the largest creditor until nobody owes anything."""
    left, payments = dict(balances), []
    while any(left.values()):
        payer, payee = min(left, key=lambda who: left[who]), max(left, key=lambda who: left[who])
        amount = min(-left[payer], left[payee])
        payments.append(Payment(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
    return payments
