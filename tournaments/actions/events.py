"""Tournaments and their events: open, copy and change them, and set up how an event is played."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, time
from typing import Any

from django.db.models import Max

from clubs.models import Club
from clubs.read.languages import read_language
from journal import book
from journal.canon import canonical
from journal.models import Record, Stream, counts
from journal.refusals import Refused, Unknown
from journal.statements import Blank, Reading
from journal.zones import zone_names
from rules.conditions import Conditions, read_conditions
from rules.errors import RuleBroken
from rules.formats.registry import read_format
from rules.naming import read_name, read_optional
from rules.timing.holds import read_rest
from rules.wifi import read_wifi
from tournaments.actions.matches.lengths import made_by, relengthened
from tournaments.actions.matches.tables import MOST_TABLES
from tournaments.actions.steps import concerning, derive_draw, draw_of, event_with_draw, stream_of_event
from tournaments.actions.topics import announce_all
from tournaments.models import Entrant, Event, Setup, Tournament, stored_json
from tournaments.permissions import may_direct, must
from tournaments.read.events import conditions_of

LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class TournamentSheet:
    """Name, time and place of a tournament; ``tables`` is how many are in the room, numbered from 1.

    The Wi-Fi is the one that players' slips name, empty without one. ``rest`` are the minutes that a player rests
    between two matches, 0 for none. ``language`` is that of wall and papers, ``second_language`` stands beside it on
    slips, score cards and draw sheets; both are empty for none.
    """

    name: str
    timezone: str = "UTC"
    starts_on: date | None = None
    starts_at: time | None = None
    place: str = ""
    director: str = ""
    tables: int = 0
    wifi_name: str = ""
    wifi_password: str = ""
    rest: int = 0
    language: str = ""
    second_language: str = ""


@dataclass(frozen=True, slots=True)
class EventSheet:
    """Name, format and conditions of an event; the last two are data for the rule book to read.

    None leaves a part as it is. ``games`` are the game and the kind of match where they stand beside the format; they
    replace those of the event.
    """

    name: str | None = None
    format: Any = None
    conditions: Any = None
    games: Mapping[str, Any] | None = None


def open_tournament(club: int, sheet: TournamentSheet, caller: book.Caller) -> Tournament:
    """Create a tournament with a memory of its own. Raises Unknown ``club.unknown``, RuleBroken ``timezone``."""
    club_row = _club(club, caller)
    with book.page(club_row.stream.name, caller) as page:
        tournament = _tournament(page, club_row, sheet)
        page.record("tournament.opened", [tournament], name=tournament.name)
        return page.done(_named(tournament))


def copy_tournament(source: int, sheet: TournamentSheet, caller: book.Caller) -> Tournament:
    """Create a tournament like an earlier one of the same club: the same events and formats, nobody entered.

    Its jackpots stay behind: they made themselves.

    One page of the club makes the tournament and its events together: there is no tournament yet whose page could be
    opened. Raises Unknown ``tournament.unknown``, RuleBroken ``timezone``.
    """
    earlier = Tournament.objects.filter(pk=source).first()
    if earlier is None:
        raise Unknown("tournament.unknown")
    club = _club(earlier.club_id, caller)
    with book.page(club.stream.name, caller) as page:
        tournament = _tournament(page, club, sheet)
        tournament.rest = tournament.rest or earlier.rest
        if not tournament.language:
            tournament.language, tournament.second_language = earlier.language, earlier.second_language
        if not sheet.tables:
            tournament.tables = earlier.tables
        page.keep([tournament])
        events = [
            Event(tournament=tournament, name=each.name, format=each.format, conditions=each.conditions)
            for each in Event.objects.filter(counts(), tournament=earlier, jackpot_start__isnull=True).order_by("pk")
        ]
        page.keep(events)
        setups = [Setup(event=each, format=each.format, conditions=each.conditions) for each in events]
        page.record("tournament.copied", [tournament, *events, *setups], source=source, name=tournament.name)
        return page.done(_named(tournament))


def change_tournament(tournament: int, changes: Mapping[str, Any], caller: book.Caller) -> Tournament:
    """Change the particulars of a tournament; ``changes`` are fields of ``TournamentSheet``.

    Raises Refused ``stale``, RuleBroken ``name.…``, ``timezone``, ``tables.many``, ``rest``, ``language``.
    """
    tournament_row = _directed(tournament, caller)
    with book.page(tournament_row.stream.name, caller) as page:
        page.check_version(version_of(page.stream))
        now = Tournament.objects.get(pk=tournament)
        tables = stored_json(now.tables)
        before = {each.name: getattr(now, each.name) for each in fields(TournamentSheet)} | {"tables": len(tables)}
        _fill(now, TournamentSheet(**before | dict(changes)))
        page.record("tournament.changed", [], tournament=tournament)
        now.save(update_fields=[each.name for each in fields(TournamentSheet)])
        announce_all(page)
        return page.done(now)


def open_event(tournament: int, name: str, format_: Any, caller: book.Caller, conditions: Any = None) -> Event:
    """Create an event of a tournament.

    Raises Unknown ``tournament.unknown``, RuleBroken ``format.…``, ``conditions.…``, ``name.…``.
    """
    tournament_row = _directed(tournament, caller)
    with book.page(tournament_row.stream.name, caller) as page:
        format_text = canonical(read_format(format_).as_data())
        event = Event(
            tournament=tournament_row,
            name=read_name(name, longest=LONGEST_TITLE),
            format=format_text,
            conditions=_conditions_text(conditions),
        )
        page.keep([event])
        page.record("event.opened", [event, Setup(event=event, format=format_text, conditions=event.conditions)])
        return page.done(event)


def set_up_event(event: int, sheet: EventSheet, caller: book.Caller) -> Event:
    """Set the name, format and conditions of an event. Conditions may change at any time, the format before the draw.

    Once the event is drawn, only lengths of rounds that have not begun may change; once anybody is entered, an entrant
    stays what it is. A name is no fact: it changes at once and undoing leaves it. Raises Refused ``draw.format``,
    ``lengths.begun``, ``entrants.kind``, ``stale``; RuleBroken ``format.…``, ``conditions.…``, ``name.…``.
    """
    with book.page(stream_of_event(event, caller), caller) as page:
        event_row = event_with_draw(event)
        turn = Setup.objects.filter(event=event).aggregate(last=Max("turn"))["last"] or 0
        page.check_version(turn)
        rules = event_row.rules
        wanted = read_format(_format_after(event_row, sheet))
        format_text = canonical(wanted.as_data())
        drawn = None
        if format_text != canonical(rules.as_data()) and event_row.current_draw_id is not None:
            drawn = relengthened(draw_of(event_row), page.stream.pk, rules, wanted)
        if sheet.name is not None:
            event_row.name = read_name(sheet.name, longest=LONGEST_TITLE)
        if sheet.conditions is not None:
            kind = conditions_of(event_row).entrants
            event_row.conditions = _conditions_text(sheet.conditions)
            if conditions_of(event_row).entrants is not kind and _is_entered(event):
                raise Refused("entrants.kind", entrants=kind.value)
        event_row.format = format_text
        fact = Setup(event=event_row, turn=turn + 1, format=format_text, conditions=event_row.conditions)
        lengths = drawn[2] if drawn else []
        makes = [f"setup:{event}", *made_by(lengths)]
        page.record("event.set_up", [fact, *lengths], **concerning(event, makes=makes, needs=makes))
        event_row.save(update_fields=["name", "format", "conditions"])
        if drawn:
            derive_draw(page, drawn[0], drawn[1])
        return page.done(event_row)


def _is_entered(event: int) -> bool:
    return Entrant.objects.filter(counts(), event=event).exists()


def version_of(stream: Stream) -> int:
    """Return the version of a tournament's particulars: the number of the record that changed them last."""
    changed = Record.objects.filter(stream=stream, verb="tournament.changed").order_by("-number")
    return changed.values_list("number", flat=True).first() or 0


_clubs = Reading(lambda: Club.objects.filter(pk=Blank("pk")), beside=["stream"])
_tournaments = Reading(lambda: Tournament.objects.filter(pk=Blank("pk")), beside=["stream"])


def _club(club: int, caller: book.Caller) -> Club:
    clubs = _clubs(pk=club)
    if not clubs:
        raise Unknown("club.unknown")
    must(may_direct(caller.actor, club))
    return clubs[0]


def _directed(tournament: int, caller: book.Caller) -> Tournament:
    tournaments = _tournaments(pk=tournament)
    if not tournaments:
        raise Unknown("tournament.unknown")
    must(may_direct(caller.actor, tournaments[0].club_id))
    return tournaments[0]


def _tournament(page: book.OpenPage, club: Club, sheet: TournamentSheet) -> Tournament:
    """Return an unsaved tournament with a memory of its own; ``_named`` gives the memory its name."""
    stream = Stream.objects.create(name=f"tournament:new-{page.next_record}")
    tournament = Tournament(club=club, stream=stream)
    _fill(tournament, sheet)
    return tournament


def _named(tournament: Tournament) -> Tournament:
    tournament.stream.name = f"tournament:{tournament.pk}"
    tournament.stream.save(update_fields=["name"])
    return tournament


def _fill(tournament: Tournament, sheet: TournamentSheet) -> None:
    if sheet.timezone not in zone_names():
        raise RuleBroken("timezone", got=sheet.timezone)
    tournament.name = read_name(sheet.name, longest=LONGEST_TITLE)
    tournament.timezone = sheet.timezone
    tournament.starts_on, tournament.starts_at = sheet.starts_on, sheet.starts_at
    tournament.place = read_optional(sheet.place, LONGEST_TITLE)
    tournament.director = read_optional(sheet.director, LONGEST_TITLE)
    tournament.tables = _tables(stored_json(tournament.tables), sheet.tables)
    tournament.wifi_name, tournament.wifi_password = read_wifi(sheet.wifi_name, sheet.wifi_password)
    tournament.rest = read_rest(sheet.rest)
    tournament.language = read_language(sheet.language)
    tournament.second_language = read_language(sheet.second_language)
    if tournament.second_language == tournament.language:
        tournament.second_language = ""


def _tables(standing: list[dict[str, str]], count: int) -> str:
    """Return ``count`` tables: those in the room, fewer, or more with the next free numbers."""
    if not 0 <= count <= MOST_TABLES:
        raise RuleBroken("tables.many", tables=count, most=MOST_TABLES)
    tables = standing[:count]
    names = {each["name"] for each in tables}
    free = (str(number) for number in range(1, MOST_TABLES * 2) if str(number) not in names)
    return canonical(tables + [{"name": next(free), "closed": ""} for _ in range(count - len(tables))])


def _format_after(event: Event, sheet: EventSheet) -> Any:
    """Return the format of an event as data after a change; another game takes the place of the one before."""
    given = stored_json(event.format) if sheet.format is None else sheet.format
    if sheet.games is None or not isinstance(given, Mapping):
        return given
    rest = {name: value for name, value in given.items() if name not in ("ruleset", "match")}
    match = sheet.games.get("match")
    if sheet.format is None and isinstance(match, Mapping) and "length" in match:
        rest.pop("length", None)
    return {**rest, **sheet.games}


def _conditions_text(data: Any) -> str:
    """Return conditions as they are stored: every default spelled out."""
    return canonical((Conditions() if data is None else read_conditions(data)).as_data())
