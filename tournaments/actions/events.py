"""Tournaments and their events: made, copied, told anew, and how an event is played."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, time
from typing import Any
from zoneinfo import available_timezones

from django.db.models import Max

from clubs.models import Club
from journal import book
from journal.canon import canonical
from journal.models import Record, Stream
from journal.refusals import Refused, Unknown
from rules.conditions import Conditions, read_conditions
from rules.errors import RuleBroken
from rules.formats.registry import read_format
from rules.naming import read_name, read_optional
from tournaments.actions.steps import concerning, stream_of_event
from tournaments.actions.tables import MOST_TABLES
from tournaments.actions.topics import tell_all, tell_event
from tournaments.models import Event, Setup, Tournament, stored_json
from tournaments.permissions import may_direct, must

LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class TournamentSheet:
    """What is told of a tournament; ``tables`` is how many stand in the room, numbered from 1."""

    name: str
    timezone: str = "UTC"
    starts_on: date | None = None
    starts_at: time | None = None
    place: str = ""
    director: str = ""
    tables: int = 0


@dataclass(frozen=True, slots=True)
class EventSheet:
    """How an event is called and played; ``format`` and ``conditions`` are data for the rule book to read.

    None leaves what is told of it as it stands under the lock.
    """

    name: str | None = None
    format: Any = None
    conditions: Any = None


def open_tournament(club: int, told: TournamentSheet, caller: book.Caller) -> Tournament:
    """Make a tournament, with a memory of its own. Raises Unknown ``club.unknown``, RuleBroken ``timezone``."""
    found = _club(club, caller)
    with book.page(found.stream.name, caller) as page:
        tournament = _tournament(page, found, told)
        page.record("tournament.opened", [tournament])
        return page.done(_named(tournament))


def copy_tournament(source: int, told: TournamentSheet, caller: book.Caller) -> Tournament:
    """Make a tournament as an earlier one of the same club was: the same events, played the same way, nobody entered.

    One page of the club makes the tournament and its events together: there is no tournament yet whose page could be
    opened. Raises Unknown ``tournament.unknown``, RuleBroken ``timezone``.
    """
    earlier = Tournament.objects.filter(pk=source).first()
    if earlier is None:
        raise Unknown("tournament.unknown")
    found = _club(earlier.club_id, caller)
    with book.page(found.stream.name, caller) as page:
        tournament = _tournament(page, found, told)
        if not told.tables:
            tournament.tables = earlier.tables
        page.keep([tournament])
        events = [
            Event(tournament=tournament, name=each.name, format=each.format, conditions=each.conditions)
            for each in Event.objects.filter(tournament=earlier).order_by("pk")
        ]
        page.keep(events)
        setups = [Setup(event=each, format=each.format, conditions=each.conditions) for each in events]
        page.record("tournament.copied", [tournament, *events, *setups], source=source)
        return page.done(_named(tournament))


def change_tournament(tournament: int, changes: Mapping[str, Any], caller: book.Caller) -> Tournament:
    """Change what is told of a tournament; ``changes`` are fields of ``TournamentSheet``.

    Raises Refused ``stale``, RuleBroken ``name.…``, ``timezone``, ``tables.many``.
    """
    found = _directed(tournament, caller)
    with book.page(found.stream.name, caller) as page:
        page.look(version_of(page.stream))
        now = Tournament.objects.get(pk=tournament)
        tables = stored_json(now.tables)
        before = {each.name: getattr(now, each.name) for each in fields(TournamentSheet)} | {"tables": len(tables)}
        _tell(now, TournamentSheet(**before | dict(changes)))
        page.record("tournament.changed", [], tournament=tournament)
        now.save(update_fields=[each.name for each in fields(TournamentSheet)])
        tell_all(page)
        return page.done(now)


def open_event(tournament: int, name: str, format_: Any, caller: book.Caller, conditions: Any = None) -> Event:
    """Make an event of a tournament.

    Raises Unknown ``tournament.unknown``, RuleBroken ``format.…``, ``conditions.…``, ``name.…``.
    """
    found = _directed(tournament, caller)
    with book.page(found.stream.name, caller) as page:
        format_text = canonical(read_format(format_).as_data())
        event = Event(
            tournament=found,
            name=read_name(name, longest=LONGEST_TITLE),
            format=format_text,
            conditions=_conditions_text(conditions),
        )
        page.keep([event])
        page.record("event.opened", [event, Setup(event=event, format=format_text, conditions=event.conditions)])
        tell_event(page, event.pk)
        return page.done(event)


def set_up_event(event: int, told: EventSheet, caller: book.Caller) -> Event:
    """Say how an event is called and played. Conditions may change at any time, the format before the draw.

    A name is no fact: it changes at once and undoing leaves it. Raises Refused ``draw.format`` for another format
    once the event is drawn, ``stale``; RuleBroken ``format.…``, ``conditions.…``, ``name.…``.
    """
    with book.page(stream_of_event(event, caller), caller) as page:
        found = Event.objects.get(pk=event)
        turn = Setup.objects.filter(event=event).aggregate(last=Max("turn"))["last"] or 0
        page.look(turn)
        before = canonical(found.rules.as_data())
        format_text = before if told.format is None else canonical(read_format(told.format).as_data())
        if format_text != before and found.current_draw_id is not None:
            raise Refused("draw.format", draw=found.current_draw_id)
        if told.name is not None:
            found.name = read_name(told.name, longest=LONGEST_TITLE)
        if told.conditions is not None:
            found.conditions = _conditions_text(told.conditions)
        found.format = format_text
        fact = Setup(event=found, turn=turn + 1, format=format_text, conditions=found.conditions)
        makes = [f"setup:{event}"]
        page.record("event.set_up", [fact], **concerning(event, makes=makes, needs=makes))
        found.save(update_fields=["name", "format", "conditions"])
        tell_event(page, event)
        return page.done(found)


def version_of(stream: Stream) -> int:
    """Return the version of what is told of a tournament: the number of the record that changed it last."""
    changed = Record.objects.filter(stream=stream, verb="tournament.changed").order_by("-number")
    return changed.values_list("number", flat=True).first() or 0


def _club(club: int, caller: book.Caller) -> Club:
    found = Club.objects.filter(pk=club).select_related("stream").first()
    if found is None:
        raise Unknown("club.unknown")
    must(may_direct(caller.actor, club))
    return found


def _directed(tournament: int, caller: book.Caller) -> Tournament:
    found = Tournament.objects.filter(pk=tournament).select_related("stream").first()
    if found is None:
        raise Unknown("tournament.unknown")
    must(may_direct(caller.actor, found.club_id))
    return found


def _tournament(page: book.OpenPage, club: Club, told: TournamentSheet) -> Tournament:
    """Return an unsaved tournament with a memory of its own; ``_named`` gives the memory its name."""
    stream = Stream.objects.create(name=f"tournament:new-{page.next_record}")
    tournament = Tournament(club=club, stream=stream)
    _tell(tournament, told)
    return tournament


def _named(tournament: Tournament) -> Tournament:
    tournament.stream.name = f"tournament:{tournament.pk}"
    tournament.stream.save(update_fields=["name"])
    return tournament


def _tell(tournament: Tournament, told: TournamentSheet) -> None:
    if told.timezone not in available_timezones():
        raise RuleBroken("timezone", got=told.timezone)
    tournament.name = read_name(told.name, longest=LONGEST_TITLE)
    tournament.timezone = told.timezone
    tournament.starts_on, tournament.starts_at = told.starts_on, told.starts_at
    tournament.place = read_optional(told.place, LONGEST_TITLE)
    tournament.director = read_optional(told.director, LONGEST_TITLE)
    tournament.tables = _tables(stored_json(tournament.tables), told.tables)


def _tables(standing: list[dict[str, str]], count: int) -> str:
    """Return so many tables: those that stand there, fewer, or more with the next free numbers."""
    if not 0 <= count <= MOST_TABLES:
        raise RuleBroken("tables.many", tables=count, most=MOST_TABLES)
    tables = standing[:count]
    names = {each["name"] for each in tables}
    free = (str(number) for number in range(1, MOST_TABLES * 2) if str(number) not in names)
    return canonical(tables + [{"name": next(free), "closed": ""} for _ in range(count - len(tables))])


def _conditions_text(data: Any) -> str:
    """Return conditions as they are stored: every default spelled out."""
    return canonical((Conditions() if data is None else read_conditions(data)).as_data())
