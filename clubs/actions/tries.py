"""Count the tries of a secret that can be guessed, by one guarded UPDATE that also holds for simultaneous guesses.

Tries are not recorded in the memory, because mistyping changes nothing of the domain.

Source: docs/decisions/0009-signing-in.md.
"""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils.crypto import salted_hmac

from clubs.models import Tries
from journal.refusals import TooOften

A_QUARTER, AN_HOUR, A_DAY = timedelta(minutes=15), timedelta(hours=1), timedelta(days=1)
KEPT_FOR = A_DAY
# A counter that ends later than this from now was begun by a clock that ran ahead.
SKEW = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``most`` tries of ``what`` within the time ``lives``."""

    what: str
    most: int
    lives: timedelta


def spend(limit: Limit, who: str, now: datetime) -> int:
    """Spend one try and return how many are left. Raises TooOften ``tries.spent`` with the minutes to wait.

    Of any number of simultaneous tries exactly ``limit.most`` succeed, because the database counts in one UPDATE.
    """
    row = Tries.objects.filter(name=_name(limit, who))
    for _ in range(3):
        if row.filter(ends_at__gt=now, spent__lt=limit.most).update(spent=F("spent") + 1):
            return limit.most - (row.values_list("spent", flat=True).first() or 0)
        if row.filter(Q(ends_at__lte=now) | Q(ends_at__gt=now + limit.lives + SKEW)).update(
            spent=0, ends_at=now + limit.lives
        ):
            continue
        if row.filter(ends_at__gt=now, spent__gte=limit.most).exists():
            break
        Tries.objects.bulk_create([Tries(name=_name(limit, who), ends_at=now + limit.lives)], ignore_conflicts=True)
    until = row.values_list("ends_at", flat=True).first() or now
    raise TooOften("tries.spent", minutes=max(1, math.ceil((until - now).total_seconds() / 60)))


def give_back(limit: Limit, who: str) -> None:
    """Give one try back after it succeeded."""
    Tries.objects.filter(name=_name(limit, who), spent__gt=0).update(spent=F("spent") - 1)


def forget_tries(now: datetime) -> None:
    """Delete counters that ended more than a day ago."""
    Tries.objects.filter(ends_at__lt=now - KEPT_FOR).delete()


def _name(limit: Limit, who: str) -> str:
    """Return the key of a counter, a hash that reveals no address."""
    return salted_hmac("clubs.Tries", f"{limit.what}/{who}", algorithm="sha256").hexdigest()
