"""Nights of a club: planned, cancelled, and who is there."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from clubs.actions.persons.steps import must_count, person_of
from clubs.actions.roles import club_of
from clubs.models import CheckIn, Night, NightOff
from clubs.models.nights import LONGEST_NIGHT
from clubs.permissions import may_direct, may_run_desk, must
from journal import book
from journal.models import counts
from journal.refusals import Refused, Unknown
from journal.zones import zone_names
from rules.errors import RuleBroken
from rules.naming import read_name, read_optional

# A year of weekly nights, with some to spare.
MOST_NIGHTS = 60


@dataclass(frozen=True, slots=True)
class NightSheet:
    """When a club meets: from a day on at a time of day in a zone, every so many ``weeks``, to the day ``until``.

    With ``weeks`` 0 it is one night.
    """

    name: str
    first: date
    at: time
    zone: str = "UTC"
    place: str = ""
    minutes: int = 240
    weeks: int = 0
    until: date | None = None


def plan_nights(club: int, sheet: NightSheet, caller: book.Caller) -> list[Night]:
    """Plan one night or a series; a time of day stays the same over daylight saving.

    Raises RuleBroken ``name.…``, ``timezone``, ``night.minutes``, ``night.dates`` without a night, ``night.many``.
    """
    club_row = club_of(club)
    with book.page(club_row.stream.name, caller) as page:
        must(may_direct(caller.actor, club))
        if sheet.zone not in zone_names():
            raise RuleBroken("timezone", got=sheet.zone[:60])
        if not 1 <= sheet.minutes <= LONGEST_NIGHT:
            raise RuleBroken("night.minutes")
        days = list(_days(sheet))
        if not days:
            raise RuleBroken("night.dates")
        name, place = read_name(sheet.name), read_optional(sheet.place, longest=120)
        nights = [
            Night(
                club=club_row, name=name, place=place, zone=sheet.zone, minutes=sheet.minutes,
                starts_at=datetime.combine(day, sheet.at, ZoneInfo(sheet.zone)).astimezone(UTC),
            )
            for day in days
        ]  # fmt: skip
        page.keep(nights)
        makes = [f"night:{night.pk}" for night in nights]
        page.record("night.planned", nights, count=len(nights), makes=makes, needs=[])
        return page.done(nights)


def _days(sheet: NightSheet) -> Iterator[date]:
    """Yield the days of a series. Raises RuleBroken ``night.many``."""
    if sheet.weeks < 0:
        raise RuleBroken("night.dates")
    day, last = sheet.first, sheet.until or sheet.first
    for count in range(MOST_NIGHTS + 1):
        if day > last or (count and not sheet.weeks):
            return
        if count == MOST_NIGHTS:
            raise RuleBroken("night.many", most=MOST_NIGHTS)
        yield day
        day += timedelta(weeks=sheet.weeks or 1)


def cancel_night(night: int, caller: book.Caller) -> Night:
    """Let a night not take place. Raises Unknown ``night.unknown``, Refused ``night.off``."""
    row = night_of(night)
    with book.page(row.club.stream.name, caller) as page:
        must(may_direct(caller.actor, row.club_id))
        _must_take_place(row)
        needs = [f"night:{night}"]
        page.record("night.cancelled", [NightOff(night=row)], name=row.name, makes=[f"off:{night}"], needs=needs)
        return page.done(row)


def check_in(night: int, person: int, on: bool, caller: book.Caller) -> bool:
    """Check a person in at a night, or out; return whether that was new.

    Raises Unknown ``night.unknown``, ``person.unknown``; Refused ``night.off``, ``person.erased``; Superseded
    ``person.merged``; RuleBroken ``person.clubs``.
    """
    row, who = night_of(night), person_of(person)
    with book.page(row.club.stream.name, caller) as page:
        must(may_run_desk(caller.actor, row.club_id))
        if who.club_id != row.club_id:
            raise RuleBroken("person.clubs")
        _must_take_place(row)
        must_count(who)
        last = CheckIn.objects.filter(counts(), night=row, person=who).order_by("-record", "-pk").first()
        if (last is not None and last.on) == on:
            return page.done(False)
        mine = f"check_in:{night}/{person}"
        needs = [f"night:{night}", f"person:{person}", mine]
        page.record(
            "night.checked_in", [CheckIn(night=row, person=who, on=on)], person=person, makes=[mine], needs=needs
        )
        return page.done(True)


def night_of(pk: int) -> Night:
    """Return a night with club and stream. Raises Unknown ``night.unknown``."""
    night = Night.objects.filter(counts(), pk=pk).select_related("club__stream").first()
    if night is None:
        raise Unknown("night.unknown")
    return night


def _must_take_place(night: Night) -> None:
    if not Night.objects.filter(counts(), pk=night.pk).exists():
        raise Unknown("night.unknown")
    if NightOff.objects.filter(counts(), night=night).exists():
        raise Refused("night.off")
