"""When anything in a tournament last changed."""

from datetime import datetime
from zoneinfo import ZoneInfo

from journal.models import Record, Stream
from journal.statements import Blank, Reading
from tournaments.models import Tournament

_last_record = Reading(lambda: Record.objects.filter(stream=Blank("stream"), number=Blank("number")))


def last_change(tournament: Tournament) -> str:
    """Return the time of the last change of anything in a tournament, as its own clocks show it.

    A page that says how old it is says this: it stays the same while nothing changes, and so does the page.
    """
    at = last_changed_at(tournament)
    return f"{at.astimezone(ZoneInfo(tournament.timezone)):%H:%M}" if at else ""


def position_of(tournament: Tournament) -> tuple[int, str]:
    """Return the number of the last record of a tournament as it is now, and the epoch in which it counts."""
    return Stream.objects.values_list("number", "epoch").get(pk=tournament.stream_id)


def last_changed_at(tournament: Tournament) -> datetime | None:
    """Return when anything in a tournament last changed, None for never."""
    stream = tournament.stream
    records = _last_record(stream=stream.pk, number=stream.number)
    return records[0].at if records else None
