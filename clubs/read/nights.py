"""The nights of a club: what comes, who is there, and the calendar as a feed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from clubs.models import CheckIn, Club, Night, NightOff
from clubs.read.dates import shown_date
from clubs.read.persons.rows import PersonRow, into_of, person_rows
from journal.models import counts
from journal.refusals import Unknown

MOST = 60
BEHIND = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class NightLine:
    """A night; ``starts`` and ``ends`` are in its own zone, ``here`` counts who is checked in."""

    id: int
    club: int
    name: str
    place: str
    starts: datetime
    minutes: int
    off: bool
    here: int = 0

    @property
    def day(self) -> str:
        """Day and time in the night's own zone."""
        return shown_date(self.starts, "D j F Y, H:i")

    @property
    def ends(self) -> datetime:
        """When it ends."""
        zone = self.starts.tzinfo
        return (self.starts.astimezone(UTC) + timedelta(minutes=self.minutes)).astimezone(zone)


@dataclass(frozen=True, slots=True)
class AllDay:
    """A day of the calendar without a time, such as that of a tournament; ``path`` is that of its page."""

    path: str
    on: date
    name: str
    place: str


def coming_nights(club: int, now: datetime, most: int = MOST) -> list[NightLine]:
    """Return the nights of a club that have not ended, the soonest first: three statements."""
    return _lines(club, now - timedelta(days=1), now, most)


def calendar_nights(club: int, now: datetime) -> list[NightLine]:
    """Return the nights for a feed: those of the last month and all to come."""
    return _lines(club, now - BEHIND, now - BEHIND, 400)


def night_line(pk: int) -> NightLine:
    """Return one night. Raises Unknown ``night.unknown``."""
    row = Night.objects.filter(counts(), pk=pk).first()
    if row is None:
        raise Unknown("night.unknown")
    return _line(row, NightOff.objects.filter(counts(), night=row).exists(), len(_here(pk)))


def here_at(night: NightLine) -> list[PersonRow]:
    """Return who is checked in at a night, by name; merged people once."""
    into = into_of(night.club)
    keys = {into.get(key, key) for key in _here(night.id)}
    return [row for row in person_rows(night.club) if row.id in keys]


def _here(night: int) -> list[int]:
    ticks = CheckIn.objects.filter(counts(), night=night).order_by("record", "pk").values_list("person", "on")
    return [person for person, on in dict(ticks).items() if on]


def _lines(club: int, since: datetime, ends_after: datetime, most: int) -> list[NightLine]:
    rows = Night.objects.filter(counts(), club=club, starts_at__gte=since)
    nights = list(rows.order_by("starts_at", "pk")[:most])
    off = set(NightOff.objects.filter(counts(), night__in=nights).values_list("night", flat=True))
    lines = [_line(row, row.pk in off, 0) for row in nights]
    return [line for line in lines if line.ends > ends_after]


def _line(row: Night, off: bool, here: int) -> NightLine:
    starts = row.starts_at.astimezone(ZoneInfo(row.zone))
    return NightLine(row.pk, row.club_id, row.name, row.place, starts, row.minutes, off, here)


def calendar_feed(
    club: Club, nights: list[NightLine], made_at: datetime, address: str, days: Iterable[AllDay] = ()
) -> str:  # fmt: skip
    """Return nights and whole days as iCalendar; ``address`` is that of the site, for ids and links.

    Source: RFC 5545. Times are UTC, so that no reader needs a definition of the zone.
    """
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Barpoint//Nights//EN", "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_escaped(club.name)}",
    ]  # fmt: skip
    host = address.partition("//")[2].partition(":")[0] or "barpoint"
    for day in days:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{day.path.strip('/').replace('/', '-')}@{host}",
            f"DTSTAMP:{_utc(made_at)}",
            f"DTSTART;VALUE=DATE:{day.on:%Y%m%d}",
            f"SUMMARY:{_escaped(day.name)}",
            *([f"LOCATION:{_escaped(day.place)}"] if day.place else []),
            f"URL:{address}{day.path}",
            "END:VEVENT",
        ]
    for night in nights:
        lines += [
            "BEGIN:VEVENT",
            f"UID:night-{night.id}@{host}",
            f"DTSTAMP:{_utc(made_at)}",
            f"DTSTART:{_utc(night.starts)}",
            f"DTEND:{_utc(night.ends)}",
            f"SUMMARY:{_escaped(night.name)}",
            *([f"LOCATION:{_escaped(night.place)}"] if night.place else []),
            f"URL:{address}/clubs/{night.club}/nights/",
            f"STATUS:{'CANCELLED' if night.off else 'CONFIRMED'}",
            "END:VEVENT",
        ]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    for letter in ("\\", ";", ","):
        text = text.replace(letter, f"\\{letter}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Return a line in pieces of at most 75 bytes, each but the first after a blank; no letter is torn."""
    pieces: list[str] = []
    piece = ""
    for letter in line:
        if len((piece + letter).encode()) > (75 if not pieces else 74):
            pieces.append(piece)
            piece = ""
        piece += letter
    return "\r\n ".join([*pieces, piece])
