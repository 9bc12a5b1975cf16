"""The floor of a tournament: every match of every event with what was entered about it, in a few statements."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from journal.refusals import Refused
from rules.conditions import Conditions, read_conditions
from rules.draws.derive import Status
from rules.draws.plan import ENTRY
from rules.match.terms import Side
from rules.typed.hall import Hall, HallEntrant, HallEvent, HallMatch, Sitter, State
from tournaments.models import Draw, Event, Match, Particulars, Table, Tournament, Withdrawal, stored_json
from tournaments.read.matches.row import WITH
from tournaments.read.names import EntrantName, distinct_names

type Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Floor:
    """Events in the order in which they were made, matches in the order of their draws.

    ``names`` holds everybody entered by entrant, ``plain`` the same names as they were entered, ``event_of`` their
    event; ``turns`` every name that was ever entered; ``out`` who plays no more in the main bracket of their event.
    """

    tournament: Tournament
    events: tuple[Event, ...]
    conditions: Mapping[int, Conditions]
    matches: tuple[Match, ...]
    names: Mapping[int, str]
    plain: Mapping[int, str]
    turns: Mapping[tuple[int, int], str]
    event_of: Mapping[int, int]
    out: frozenset[int]
    tables: tuple[Table, ...]
    places: Mapping[int, int] = field(default_factory=dict)

    def event(self, pk: int) -> Event:
        return next(event for event in self.events if event.pk == pk)

    def sitters(self, match: Match) -> tuple[Sitter | None, Sitter | None]:
        """Return who sits above and below."""
        return self._sitter(match.top_id), self._sitter(match.bottom_id)

    def event_of_match(self, match: Match) -> int:
        return self.places[match.draw_id]

    def _sitter(self, entrant: int | None) -> Sitter | None:
        return None if entrant is None else Sitter(entrant, self.names.get(entrant, ""))


def read_floor(tournament: Tournament) -> Floor:
    """Return the floor of a tournament: four statements."""
    events = tuple(
        Event.objects.filter(tournament=tournament, record__undo__isnull=True)
        .select_related("current_draw__record")
        .defer("current_draw__plan")
        .order_by("pk")
    )
    particulars = Particulars.objects.filter(entrant__event__tournament=tournament).order_by("turn")
    columns = ("entrant", "entrant__event", "entrant__number", "name", "club", "country")
    rows = list(particulars.values_list(*columns, "turn", "record__undo", "entrant__record__undo"))
    draws = {event.current_draw_id: event.pk for event in events if event.current_draw_id is not None}
    matches = (
        Match.objects.filter(draw__in=list(draws))
        .select_related(*WITH, "result__record__page", "call__record")
        .order_by("draw", "place")
    )
    gone = Withdrawal.objects.filter(entrant__event__tournament=tournament, bracket=ENTRY, record__undo__isnull=True)
    live = {row[0]: EntrantName(*row[:6]) for row in rows if row[7:] == (None, None)}
    return Floor(
        tournament=tournament,
        events=events,
        conditions={event.pk: read_conditions(stored_json(event.conditions)) for event in events},
        matches=tuple(matches),
        names=distinct_names(live.values()),
        plain={entrant: each.name for entrant, each in live.items()},
        turns={(row[0], row[6]): row[3] for row in rows},
        event_of={entrant: each.event for entrant, each in live.items()},
        out=frozenset(gone.values_list("entrant", flat=True)),
        tables=tournament.furniture,
        places=draws,
    )


def hall_of(floor: Floor) -> Hall:
    """Return the floor as the entry line reads it."""
    events = tuple(_event(floor, event) for event in floor.events)
    entrants = tuple(
        HallEntrant(entrant, floor.event_of[entrant], name)
        for entrant, name in floor.names.items()
        if entrant not in floor.out
    )
    matches = tuple(_match(floor, match) for match in floor.matches if match.status != Status.VOID)
    return Hall(events, matches, entrants, tuple(each.name for each in floor.tables))


def current_draw(event: Event) -> Draw:
    """Return the draw of an event that has one, able to tell its plan without a statement."""
    if event.current_draw is None:
        raise Refused("draw.none", event=event.pk)
    event.current_draw.event = event
    return event.current_draw


def state_at_desk(match: Match) -> State:
    """Return where a match stands, in the words of the desk."""
    match Status(match.status):
        case Status.WAITING:
            return State.WAITING
        case Status.DISPUTED:
            return State.DISPUTED
        case Status.FINISHED:
            return State.UNSETTLED if not match.settled else State.OBJECTED if match.objected else State.FINAL
        case Status.OPEN if match.begun:
            return State.PLAYING
        case Status.OPEN:
            return State.CALLED if table_of(match) else State.READY
    return State.EMPTY


def table_of(match: Match) -> str:
    """Return the table to which the two of a match were called, empty without one."""
    return match.call.table if match.call is not None else ""


def points_of(match: Match) -> Pair | None:
    """Return the points (top, bottom) of the result that applies, None where none were told."""
    result = match.result
    if result is None or match.top_id is None or match.bottom_id is None:
        return None
    top, bottom = result.points_of(match.top_id), result.points_of(match.bottom_id)
    return None if top is None or bottom is None else (top, bottom)


def finished_at(match: Match) -> datetime | None:
    """Return when the result that applies was written."""
    return match.result.record.at if match.result is not None else None


def _event(floor: Floor, event: Event) -> HallEvent:
    late = floor.conditions[event.pk].lateness
    return HallEvent(
        event.pk, event.name, event.current_draw_id is not None, late.grace, late.each, event.rules.crawford
    )


def _match(floor: Floor, match: Match) -> HallMatch:
    top, bottom = floor.sitters(match)
    winner = match.result.winner_id if match.result is not None else None
    sides = {match.top_id: Side.TOP, match.bottom_id: Side.BOTTOM}
    return HallMatch(
        id=match.pk,
        event=floor.event_of_match(match),
        code=match.code,
        length=match.length,
        top=top,
        bottom=bottom,
        state=state_at_desk(match),
        table=table_of(match),
        start=match.start_score,
        points=points_of(match),
        winner=sides.get(winner) if winner else None,
        turn=match.result_id or 0,
    )
