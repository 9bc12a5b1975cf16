"""Reading tournaments, events and their memory."""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.db.models import BigIntegerField, Exists, F, Min, OuterRef

from clubs.models import Club
from journal.models import Record, Stream
from journal.refusals import Refused, Unknown
from journal.statements import Blank, Reading
from rules.conditions import Conditions, read_conditions
from rules.draws.plan import ENTRY
from rules.rulesets.played import SINGLE
from rules.timing.forecast import Forecast, forecast
from tournaments.models import Draw, Entrant, Event, Line, Table, Tournament, Withdrawal, stored_json
from tournaments.read.entrants.listed import EntrantCard, entrant_list


@dataclass(frozen=True, slots=True)
class TournamentCard:
    """A tournament with its events by id and name."""

    id: int
    club: int
    name: str
    timezone: str
    starts_on: date | None
    starts_at: str | None
    place: str
    director: str
    tables: int
    rest: int
    language: str
    second_language: str
    events: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class DrawMade:
    """One draw that was made; ``lines`` tells entrant numbers by line, None for a bye; ``lot`` how they follow."""

    id: int
    number: int
    key: str
    lot: int
    size: int
    current: bool
    undone: bool
    lines: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class EventBoard:
    """An event with its format, entrants, draws made and the number and head of its memory."""

    id: int
    tournament: int
    tournament_name: str
    name: str
    format: dict[str, Any]
    conditions: dict[str, Any]
    ruleset: str | None
    match: dict[str, Any]
    closed: bool
    entrants: tuple[EntrantCard, ...]
    draw: int | None
    draws: tuple[DrawMade, ...]
    number: int
    head: str
    epoch: str


@dataclass(frozen=True, slots=True)
class MemoryLine:
    """One record of a tournament's memory."""

    number: int
    at: datetime
    verb: str
    by: str
    event: int | None
    undone: bool


def tournament_of(pk: int) -> Tournament:
    """Return a tournament with its club and memory. Raises Unknown ``tournament.unknown``."""
    tournament = Tournament.objects.select_related("stream", "club").filter(pk=pk).first()
    if tournament is None:
        raise Unknown("tournament.unknown")
    return tournament


_event_rows = Reading(lambda: Event.objects.filter(pk=Blank("pk")), beside=["tournament__stream", "tournament__club"])
_draw_rows = Reading(lambda: Draw.objects.filter(pk=Blank("pk"), event=Blank("event")), without=["plan"])


def event_of(pk: int) -> Event:
    """Return an event with its tournament, club and memory. Raises Unknown ``event.unknown``."""
    events = _event_rows(pk=pk) if pk <= BigIntegerField.MAX_BIGINT else []
    if not events:
        raise Unknown("event.unknown")
    return events[0]


def memory_of_event(pk: int) -> Stream:
    """Return the stream of an event's tournament in one statement. Raises Unknown ``event.unknown``."""
    stream = Stream.objects.filter(pk__in=Event.objects.filter(pk=pk).values("tournament__stream")).first()
    if stream is None:
        raise Unknown("event.unknown")
    return stream


def draw_of(event: Event, number: int | None = None) -> Draw:
    """Return the current draw or the one with this number, without its plan's text. Raises Refused ``draw.none``."""
    if number:
        draws = list(Draw.objects.defer("plan").filter(event=event, number=number))
    else:
        draws = _draw_rows(pk=event.current_draw_id or 0, event=event.pk)
    draw = draws[0] if draws else None
    if draw is None:
        raise Unknown("draw.unknown", number=number) if number else Refused("draw.none", event=event.pk)
    draw.event = event
    return draw


def current_draw(event: Event) -> Draw:
    """Return the draw of an event that has one, with its plan already read."""
    if event.current_draw is None:
        raise Refused("draw.none", event=event.pk)
    event.current_draw.event = event
    return event.current_draw


def events_of(tournament: Tournament) -> list[Event]:
    """Return the events of a tournament with their current draws, without the text of the plans."""
    events = Event.objects.filter(tournament=tournament, record__undo__isnull=True).order_by("pk")
    return list(events.select_related("current_draw").defer("current_draw__plan"))


def first_event(tournament: Tournament) -> int | None:
    """Return the first event of a tournament, None where it has none."""
    return Event.objects.filter(tournament=tournament).order_by("pk").values_list("pk", flat=True).first()


def drawn_events(tournament: Tournament) -> list[Event]:
    """Return the drawn events of a tournament, each with its tournament, memory and club."""
    events = Event.objects.filter(tournament=tournament, current_draw__isnull=False)
    return list(events.select_related("tournament__stream", "tournament__club").order_by("pk"))


def number_of_draw(draw: int) -> int:
    """Return the number of a draw in its event."""
    return Draw.objects.filter(pk=draw).values_list("number", flat=True)[0]


def club_list() -> list[Club]:
    """Return all clubs by name."""
    return list(Club.objects.order_by("name", "pk"))


def tournament_list() -> list[TournamentCard]:
    """Return all tournaments, the newest first, each with its events."""
    tournaments = Tournament.objects.order_by("-pk").prefetch_related("events")
    return [_card(tournament) for tournament in tournaments]


def tournament_card(pk: int) -> TournamentCard:
    """Return one tournament. Raises Unknown ``tournament.unknown``."""
    tournament = Tournament.objects.prefetch_related("events").filter(pk=pk).first()
    if tournament is None:
        raise Unknown("tournament.unknown")
    return _card(tournament)


def tables(tournament: int) -> tuple[Table, ...]:
    """Return the tables in the room. Raises Unknown ``tournament.unknown``."""
    tournament_row = Tournament.objects.filter(pk=tournament).first()
    if tournament_row is None:
        raise Unknown("tournament.unknown")
    return tournament_row.furniture


def played_data(event: Event) -> dict[str, Any]:
    """Return the game of an event, None in a match of several games, and the kind of its matches."""
    played = event.rules.played
    games = [game.id for game in played.games]
    return {"ruleset": None if played.cycle else played.id, "match": {"kind": played.cycle or SINGLE, "games": games}}


def event_board(pk: int) -> EventBoard:
    """Return one event. Raises Unknown ``event.unknown``."""
    event = Event.objects.select_related("tournament__stream").filter(pk=pk).first()
    if event is None:
        raise Unknown("event.unknown")
    stream = event.tournament.stream
    return EventBoard(
        id=event.pk,
        tournament=event.tournament_id,
        tournament_name=event.tournament.name,
        name=event.name,
        format=stored_json(event.format),
        conditions=conditions_of(event).as_data(),
        **played_data(event),
        closed=event.closed,
        entrants=tuple(entrant_list(pk)),
        draw=event.current_draw_id,
        draws=tuple(draws_made(event)),
        number=stream.number,
        head=stream.head,
        epoch=stream.epoch,
    )


def draws_made(event: Event) -> list[DrawMade]:
    """Return every draw made of an event, oldest first, as it was drawn: before late entries and replacements."""
    drawn: dict[int, dict[int, int]] = {}
    first = Line.objects.filter(draw__event=event, turn=1, record=F("draw__record"))
    for draw, line, number in first.values_list("draw_id", "line", "entrant__number"):
        drawn.setdefault(draw, {})[line] = number
    draws = Draw.objects.filter(event=event).defer("plan").select_related("record__undo").order_by("number")
    return [
        DrawMade(
            id=draw.pk,
            number=draw.number,
            key=draw.key,
            lot=draw.lot,
            size=draw.size,
            current=draw.pk == event.current_draw_id,
            undone=hasattr(draw.record, "undo"),
            lines=tuple(drawn.get(draw.pk, {}).get(line) for line in range(1, draw.size + 1)),
        )
        for draw in draws
    ]


def memory(tournament: int, before: int | None = None, most: int = 50) -> list[MemoryLine]:
    """Return a tournament's records, newest first, ``most`` at a time before number ``before``."""
    tournament_row = Tournament.objects.filter(pk=tournament).first()
    if tournament_row is None:
        raise Unknown("tournament.unknown")
    records = Record.objects.filter(stream=tournament_row.stream_id).select_related("page", "undo").order_by("-number")
    if before is not None:
        records = records.filter(number__lt=before)
    return [
        MemoryLine(
            record.number,
            record.at,
            record.verb,
            record.page.actor,
            stored_json(record.body).get("event"),
            hasattr(record, "undo"),
        )
        for record in records[:most]
    ]


def _card(tournament: Tournament) -> TournamentCard:
    events = tuple({"id": event.pk, "name": event.name} for event in tournament.events.all())
    return TournamentCard(
        id=tournament.pk,
        club=tournament.club_id,
        name=tournament.name,
        timezone=tournament.timezone,
        starts_on=tournament.starts_on,
        starts_at=clock_text(tournament.starts_at),
        place=tournament.place,
        director=tournament.director,
        tables=len(stored_json(tournament.tables)),
        rest=tournament.rest,
        language=tournament.language,
        second_language=tournament.second_language,
        events=events,
    )


def clock_text(at: time | None) -> str | None:
    """Return a time of day as text."""
    return at.strftime("%H:%M") if at else None


def conditions_of(event: Event) -> Conditions:
    """Return the conditions under which an event is played, every default filled in."""
    return read_conditions(stored_json(event.conditions))


def event_forecast(pk: int, entrants: int | None = None) -> Forecast:
    """Return what an event costs with so many entrants, or with those who are entered and have not withdrawn.

    Raises Unknown ``event.unknown``, RuleBroken ``draw.field``.
    """
    event = Event.objects.select_related("tournament").filter(pk=pk).first()
    if event is None:
        raise Unknown("event.unknown")
    tables = len(stored_json(event.tournament.tables)) or None
    return forecast(
        field_size(pk) if entrants is None else entrants, event.rules, conditions_of(event).minutes_per_point, tables
    )


def field_size(event: int) -> int:
    """Return how many would be drawn: entered, and not withdrawn from the main bracket."""
    gone = Withdrawal.objects.filter(entrant=OuterRef("pk"), bracket=ENTRY, record__undo__isnull=True)
    return Entrant.objects.filter(~Exists(gone), event=event, record__undo__isnull=True).count()


def tournament_with_event(pk: int) -> tuple[Tournament, int | None]:
    """Return a tournament with its memory and club, and its first event. Raises Unknown ``tournament.unknown``."""
    tournament = Tournament.objects.select_related("stream", "club").annotate(first=Min("events")).filter(pk=pk).first()
    if tournament is None:
        raise Unknown("tournament.unknown")
    return tournament, tournament.first
