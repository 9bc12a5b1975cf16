"""Exact shares, and the one way to divide a sum among people by plain largest remainder.

Source: docs/rules/prizes.md#shares.
"""

import re
from collections.abc import Sequence
from fractions import Fraction

from rules.errors import RuleBroken

_SHARE = re.compile(r"\d{1,9}(?:/\d{1,9}|[.,]\d{1,9})?", re.ASCII)


def read_share(text: str | int) -> Fraction:
    """Return an exact share, weight or percentage: ``1/3``, ``12.5`` or a whole number; the point may be a comma.

    Raises RuleBroken ``share.text``.

    >>> read_share("1/3"), read_share("12.5"), read_share(4)
    (Fraction(1, 3), Fraction(25, 2), Fraction(4, 1))
    """
    typed = str(text).strip()
    if not _SHARE.fullmatch(typed) or re.search(r"/0+$", typed):
        raise RuleBroken("share.text", got=typed[:20])
    return Fraction(typed.replace(",", "."))


def write_share(share: Fraction) -> str:
    """Return a share as ``read_share`` reads it: ``12.5`` where that is exact and short, else ``1/3``.

    >>> write_share(Fraction(25, 2)), write_share(Fraction(1, 3)), write_share(Fraction(4))
    ('12.5', '1/3', '4')
    """
    thousandths = share * 1000
    if thousandths.denominator != 1:
        return str(share)
    whole, rest = divmod(thousandths.numerator, 1000)
    return f"{whole}.{rest:03}".rstrip("0").rstrip(".")


def divide(total: int, shares: Sequence[Fraction | int]) -> list[int]:
    """Return ``total`` minor units divided by ``shares``, in their order, by plain largest remainder.

    Equal remainders: the larger share first, then the earlier one. Prizes are not divided like this but by
    ``rules.money.prizes``. Without any share above 0 nothing is divided.
    Source: docs/rules/prizes.md#shares.

    >>> divide(1001, [1, 1, 1])
    [334, 334, 333]
    """
    whole = sum(shares, Fraction(0))
    if not whole:
        return [0 for _ in shares]
    exact = [total * Fraction(share) / whole for share in shares]
    sums = [quota.numerator // quota.denominator for quota in exact]
    by_remainder = sorted(range(len(shares)), key=lambda at: (sums[at] - exact[at], -shares[at], at))
    for at in by_remainder[: total - sum(sums)]:
        sums[at] += 1
    return sums


def floor_to(amount: Fraction | int, unit: int) -> int:
    """Return ``amount`` rounded down to whole ``unit``."""
    return int(amount // unit) * unit


def half_up_to(amount: Fraction | int, unit: int = 1) -> int:
    """Return ``amount`` rounded to the nearest whole ``unit``, a half upwards.

    >>> half_up_to(Fraction(205, 2)), half_up_to(1250, 500)
    (103, 1500)
    """
    return int((Fraction(amount) / unit + Fraction(1, 2)) // 1) * unit
