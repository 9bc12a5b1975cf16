"""The clock: the only place where pages read the time."""

from datetime import datetime

from django.utils import timezone

read = timezone.now


def now() -> datetime:
    """Return the time, in UTC."""
    return read()
