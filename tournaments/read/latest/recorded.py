"""After a crash: what was recorded last, so that the desk knows which slips to check."""

from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from clubs.read.records import Sentence, raw_records, sentence_for
from journal.models import Record
from runtime.server.crash_marker import last_crash
from tournaments.models import Tournament
from tournaments.read.records import names_for


@dataclass(frozen=True, slots=True)
class LastRecorded:
    """The last record of a tournament (``pk``) before the crash, and when the server was ``back``; its times of day."""

    tournament: str
    pk: int
    number: int
    at: str
    sentence: Sentence
    back: str


def last_recorded(folder: Path) -> LastRecorded | None:
    """Return what was recorded last before a crash, None when the server was stopped in order.

    Costs nothing but a look for a file while all is in order.
    """
    crash = last_crash(folder)
    if crash is None:
        return None
    record = (
        Record.objects.filter(stream__name__startswith="tournament:", at__lt=crash.until)
        .select_related("stream")
        .order_by("-at", "-pk")
        .first()
    )
    tournament = Tournament.objects.filter(stream=record.stream).first() if record is not None else None
    if record is None or tournament is None:
        return None
    raw = raw_records(Record.objects.filter(pk=record.pk))[0]
    sentence = sentence_for(raw, names_for(tournament, [raw], people=False))
    zone = ZoneInfo(tournament.timezone)
    at, back = (f"{each.astimezone(zone):%H:%M}" for each in (record.at, crash.until))
    return LastRecorded(tournament.name, tournament.pk, record.number, at, sentence, back)
