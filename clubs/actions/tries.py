"""Tries of a secret that can be guessed, counted by one guarded UPDATE: of all who guess at once so many are heard.

No part of the memory: how often somebody mistyped changes nothing of the domain.

Source: docs/decisions/0009-signing-in.md.
"""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F
from django.utils.crypto import salted_hmac

from clubs.models import Tries
from journal.refusals import TooOften

A_QUARTER, AN_HOUR, A_DAY = timedelta(minutes=15), timedelta(hours=1), timedelta(days=1)
KEPT_FOR = A_DAY


@dataclass(frozen=True, slots=True)
class Limit:
    """So many tries of something within a time."""

    what: str
    most: int
    lives: timedelta


def spend(limit: Limit, who: str, now: datetime) -> int:
    """Spend one try and return how many are left. Raises TooOften ``tries.spent`` with the minutes to wait.

    Of any number who try at once exactly ``limit.most`` get through: the database counts, in one UPDATE.
    """
    row = Tries.objects.filter(name=_name(limit, who))
    for _ in range(3):
        if row.filter(ends_at__gt=now, spent__lt=limit.most).update(spent=F("spent") + 1):
            return limit.most - (row.values_list("spent", flat=True).first() or 0)
        if row.filter(ends_at__lte=now).update(spent=0, ends_at=now + limit.lives):
            continue
        if row.filter(ends_at__gt=now, spent__gte=limit.most).exists():
            break
        Tries.objects.bulk_create([Tries(name=_name(limit, who), ends_at=now + limit.lives)], ignore_conflicts=True)
    until = row.values_list("ends_at", flat=True).first() or now
    raise TooOften("tries.spent", minutes=max(1, math.ceil((until - now).total_seconds() / 60)))


def give_back(limit: Limit, who: str) -> None:
    """Take a try back that turned out to be right."""
    Tries.objects.filter(name=_name(limit, who), spent__gt=0).update(spent=F("spent") - 1)


def forget_tries(now: datetime) -> None:
    """Throw away the tries of yesterday and before."""
    Tries.objects.filter(ends_at__lt=now - KEPT_FOR).delete()


def _name(limit: Limit, who: str) -> str:
    """Return the name under which tries are counted; it tells nobody's address."""
    return salted_hmac("clubs.Tries", f"{limit.what}/{who}", algorithm="sha256").hexdigest()
