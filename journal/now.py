"""What time it is: the one place where pages, and what looks at them, read the clock."""

from datetime import datetime

from django.utils import timezone

read = timezone.now


def now() -> datetime:
    """Return the time, in UTC."""
    return read()
