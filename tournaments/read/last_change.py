"""When anything in a tournament last changed."""

from datetime import datetime
from zoneinfo import ZoneInfo

from journal.models import Record, Stream
from tournaments.models import Tournament


def last_change(tournament: Tournament) -> str:
    """Return the time of the last change of anything in a tournament, as its own clocks show it.

    A page that says how old it is says this: it stays the same while nothing changes, and so does the page.
    """
    at = last_changed_at(tournament)
    return f"{at.astimezone(ZoneInfo(tournament.timezone)):%H:%M}" if at else ""


def last_number(tournament: Tournament) -> int:
    """Return the number of the last record of a tournament as it is now."""
    return Stream.objects.values_list("number", flat=True).get(pk=tournament.stream_id)


def last_changed_at(tournament: Tournament) -> datetime | None:
    """Return when anything in a tournament last changed, None for never."""
    stream = tournament.stream
    return Record.objects.filter(stream=stream, number=stream.number).values_list("at", flat=True).first()
