"""Tournaments and their events."""

from dataclasses import dataclass
from datetime import date
from typing import Any
from zoneinfo import available_timezones

from clubs.models import Club
from journal import book
from journal.canon import canonical
from journal.models import Stream
from journal.refusals import Unknown
from rules.draws.format import read_format
from rules.errors import RuleBroken
from rules.naming import read_name
from tournaments.models import Event, Setup, Tournament
from tournaments.permissions import may_direct, must

LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class TournamentSheet:
    """What is told of a tournament when it is made."""

    name: str
    timezone: str = "UTC"
    starts_on: date | None = None


def open_tournament(club: int, told: TournamentSheet, hand: book.Hand) -> Tournament:
    """Make a tournament, with a memory of its own. Raises Unknown ``club.unknown``, RuleBroken ``timezone``."""
    found = Club.objects.filter(pk=club).select_related("stream").first()
    if found is None:
        raise Unknown("club.unknown")
    must(may_direct(hand.by, club))
    if told.timezone not in available_timezones():
        raise RuleBroken("timezone", got=told.timezone)
    with book.page(found.stream.name, hand) as page:
        stream = Stream.objects.create(name=f"tournament:new-{page.next_record}")
        tournament = Tournament(
            club=found,
            stream=stream,
            name=read_name(told.name, longest=LONGEST_TITLE),
            timezone=told.timezone,
            starts_on=told.starts_on,
        )
        page.record("tournament.opened", [tournament])
        stream.name = f"tournament:{tournament.pk}"
        stream.save(update_fields=["name"])
        return page.done(tournament)


def open_event(tournament: int, name: str, format_: Any, hand: book.Hand) -> Event:
    """Make an event of a tournament. Raises Unknown ``tournament.unknown``, RuleBroken ``format.…``, ``name.…``."""
    found = Tournament.objects.filter(pk=tournament).select_related("stream").first()
    if found is None:
        raise Unknown("tournament.unknown")
    must(may_direct(hand.by, found.club_id))
    with book.page(found.stream.name, hand) as page:
        format_text = canonical(read_format(format_).as_data())
        event = Event(tournament=found, name=read_name(name, longest=LONGEST_TITLE), format=format_text)
        page.keep([event])
        page.record("event.opened", [event, Setup(event=event, format=format_text)])
        return page.done(event)
