"""What fees come to: each fee with how many people are charged it, and whose account changes."""

from collections import Counter
from typing import Any

from django.utils import timezone

from tournaments.models import Tournament
from tournaments.read.money.accounts import read_accounts

MOST_CHANGED = 12


def owed_by_name(tournament: Tournament) -> dict[str, int]:
    """Return name → what is charged to them in minor units."""
    accounts = read_accounts(tournament, timezone.now()).by_payer.values()
    return {each.name: each.charged for each in accounts}


def charges(tournament: Tournament, before: dict[str, int]) -> dict[str, Any]:
    """Return the fees as (code, people, minor units), the total, and (name, before, after) of accounts that change.

    It is meant for the end of an action that is only tried; canonical JSON holds it.
    """
    accounts = read_accounts(tournament, timezone.now()).by_payer.values()
    people: Counter[str] = Counter()
    sums: Counter[str] = Counter()
    for account in accounts:
        for line in account.lines:
            if line.fee is not None and line.state in ("open", "part", "paid", "kept"):
                people[line.fee.code] += 1
                sums[line.fee.code] += line.price
    after = {each.name: each.charged for each in accounts}
    changed = [[name, before.get(name, 0), amount] for name, amount in after.items() if amount != before.get(name, 0)]
    return {
        "fees": [[code, people[code], sums[code]] for code in people],
        "total": sum(sums.values()),
        "changed": changed[:MOST_CHANGED],
        "more": max(0, len(changed) - MOST_CHANGED),
    }
