"""The names of time zones that this machine knows."""

from functools import cache
from zoneinfo import available_timezones


@cache
def zone_names() -> frozenset[str]:
    """Return the names, such as ``Europe/Madrid``; the folder of zones is searched once."""
    return frozenset(available_timezones())
