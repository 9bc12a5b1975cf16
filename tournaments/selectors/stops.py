"""After a stop that was not in order: what was recorded last, so that the desk knows which slips to look through."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from journal.models import Record
from journal.stops import fallen
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class LastRecorded:
    """The last record of a tournament before the stop; ``at`` is in the tournament's zone."""

    tournament: str
    pk: int
    number: int
    at: datetime
    verb: str
    since: datetime


def last_recorded(folder: Path) -> LastRecorded | None:
    """Return what was recorded last before the server fell, None when it was stopped in order.

    Costs nothing but a look for a file while all is in order.
    """
    fall = fallen(folder)
    if fall is None:
        return None
    record = (
        Record.objects.filter(stream__name__startswith="tournament:", at__lt=fall.until)
        .select_related("stream")
        .order_by("-at", "-pk")
        .first()
    )
    tournament = Tournament.objects.filter(stream=record.stream).first() if record is not None else None
    if record is None or tournament is None:
        return None
    zone = ZoneInfo(tournament.timezone)
    return LastRecorded(
        tournament.name, tournament.pk, record.number, record.at.astimezone(zone), record.verb,
        fall.until.astimezone(zone),
    )  # fmt: skip
