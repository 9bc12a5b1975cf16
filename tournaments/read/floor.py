"""The floor of a tournament: every match of every event with what was entered about it, in a few statements."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from clubs.read.records import RawRecord, raw_records
from clubs.spelling import in_latin
from journal.models import Record, Stream
from rules.conditions import Conditions, read_conditions
from rules.draws.match_state import State
from rules.draws.plan import ENTRY
from rules.typed.hall import Hall, HallEntrant, HallEvent, HallMatch, Sitter
from tournaments.models import Event, Particulars, Result, Table, Tick, Tournament, Withdrawal, stored_json
from tournaments.read.draws.view import DrawView, draw_views
from tournaments.read.entrants.names import NAME_COLUMNS, EntrantName, distinct_names, names_by_turn
from tournaments.read.entrants.paid import paid_entrants
from tournaments.read.entrants.same import people_of, person_of
from tournaments.read.events import current_draw
from tournaments.read.matches.view import MatchView, PlayerView

# So many records later a report of a phone is out of date, and it is not searched for among more.
RECENT = 3000


@dataclass(frozen=True, slots=True)
class Floor:
    """Events in the order in which they were made; ``draws`` maps those that are drawn to their matches.

    By entrant: ``names`` tells namesakes apart, ``plain`` is the name as it was entered, ``event_of`` the event.
    ``turns`` holds earlier names too; ``out`` those who have left the main bracket of their event. ``also`` is what
    finds an entrant besides the name: club, number, Latin letters. ``people`` says who plays in several events,
    ``first`` leads from a re-entry to the first entry of its player.
    """

    tournament: Tournament
    events: tuple[Event, ...]
    conditions: Mapping[int, Conditions]
    draws: Mapping[int, DrawView]
    names: Mapping[int, str]
    plain: Mapping[int, str]
    turns: Mapping[tuple[int, int], str]
    event_of: Mapping[int, int]
    out: frozenset[int]
    tables: tuple[Table, ...]
    also: Mapping[int, str]
    people: Mapping[int, frozenset[int]]
    first: Mapping[int, int]

    @property
    def matches(self) -> tuple[MatchView, ...]:
        """Every match, in the order of the draws."""
        return tuple(match for draw in self.draws.values() for match in draw.matches)

    def event(self, pk: int) -> Event:
        return next(event for event in self.events if event.pk == pk)


def read_floor(tournament: Tournament) -> Floor:
    """Return the floor of a tournament: four statements, and one where entrants are linked to people of the club."""
    events = tuple(
        Event.objects.filter(tournament=tournament, record__undo__isnull=True)
        .select_related("current_draw__record")
        .defer("current_draw__plan")
        .order_by("pk")
    )
    particulars = Particulars.objects.filter(entrant__event__tournament=tournament).order_by("turn", "entrant")
    more = ("turn", "record__undo", "entrant__record__undo")
    rows = list(particulars.values_list(*NAME_COLUMNS, person_of("entrant"), *more))
    gone = Withdrawal.objects.filter(entrant__event__tournament=tournament, bracket=ENTRY, record__undo__isnull=True)
    live = {row[0]: EntrantName(*row[:9]) for row in rows if row[10:] == (None, None)}
    names = distinct_names(live.values())
    plain = {entrant: each.name for entrant, each in live.items()}
    drawn = {event.pk: current_draw(event) for event in events if event.current_draw_id is not None}
    views = draw_views(drawn.values(), names)
    return Floor(
        tournament=tournament,
        events=events,
        conditions={event.pk: read_conditions(stored_json(event.conditions)) for event in events},
        draws={event: views[draw.pk] for event, draw in drawn.items()},
        names=names,
        plain=plain,
        turns=names_by_turn({(row[0], row[9]): row[3] for row in rows}, plain, names),
        event_of={entrant: each.event for entrant, each in live.items()},
        out=frozenset(gone.values_list("entrant", flat=True)),
        tables=tournament.furniture,
        also={entrant: _also(each) for entrant, each in live.items()},
        people=people_of(live.values(), tournament.club_id),
        first={entrant: each.first for entrant, each in live.items() if each.first is not None},
    )


def _also(entrant: EntrantName) -> str:
    return f"{entrant.number} {entrant.club} {in_latin(entrant.name)} {in_latin(entrant.club)}"


def hall_of(floor: Floor) -> Hall:
    """Return the floor as the entry line reads it."""
    events = tuple(_hall_event(floor, event) for event in floor.events)
    everybody = [HallEntrant(entrant, floor.event_of[entrant], name) for entrant, name in floor.names.items()]
    entrants, left = (tuple(each for each in everybody if (each.id in floor.out) is out) for out in (False, True))
    matches = tuple(
        _hall_match(event, match)
        for event, draw in floor.draws.items()
        for match in draw.matches
        if match.state is not State.VOID
    )
    return Hall(events, matches, entrants, tuple(each.name for each in floor.tables), floor.also, left, floor.first)


def _hall_event(floor: Floor, event: Event) -> HallEvent:
    conditions = floor.conditions[event.pk]
    late, again = conditions.lateness, conditions.re_entry.times > 0
    rules, drawn = event.rules, event.current_draw_id is not None
    games = rules.counted_games
    return HallEvent(event.pk, event.name, drawn, late.grace, late.each, rules.crawford, games, again)


def _hall_match(event: int, match: MatchView) -> HallMatch:
    return HallMatch(
        id=match.id,
        event=event,
        code=match.code,
        length=match.length,
        top=_sitter(match.top),
        bottom=_sitter(match.bottom),
        state=match.state,
        table=match.table,
        start=match.start,
        begun=match.begun,
        points=match.raw,
        result=match.result,
        contested=match.contested,
    )


def _sitter(player: PlayerView | None) -> Sitter | None:
    return None if player is None else Sitter(player.entrant, player.name)


# --- What the desk reads beside it


def ticks_of(tournament: Tournament) -> dict[tuple[int, str], bool]:
    """Return (entrant, kind) → the latest tick; *paid* follows from the books where an event has a fee."""
    of_all = Tick.objects.filter(entrant__event__tournament=tournament, seat=0, record__undo__isnull=True)
    ticks = of_all.order_by("record")
    latest = {(entrant, kind): on for entrant, kind, on in ticks.values_list("entrant", "kind", "on")}
    paid = paid_entrants(tournament.fees, tournament.stream_id, Q(entrant__event__tournament=tournament))
    return latest | {(entrant, "paid"): on for entrant, on in paid.items()}


def latest_records(tournament: Tournament, but: tuple[str, ...], most: int, also: str) -> list[RawRecord]:
    """Return the latest records, the last one first, without the verbs ``but``, and all recent ones of ``also``."""
    own = Record.objects.filter(stream=tournament.stream_id)
    latest = own.exclude(verb__in=(*but, also)).order_by("-number")[:most]
    recent = Q(verb=also, number__gt=tournament.stream.number - RECENT)
    return raw_records(own.filter(Q(pk__in=latest.values("pk")) | recent).order_by("-number"))


def last_undoable(tournament: Tournament, actor: str, verbs: Iterable[str]) -> RawRecord | None:
    """Return the last record that ``actor`` wrote with one of ``verbs`` and that counts."""
    own = Record.objects.filter(stream=tournament.stream_id, page__actor=actor, verb__in=verbs)
    return next(iter(raw_records(own.filter(undo__isnull=True).order_by("-number")[:1])), None)


def record_numbered(tournament: Tournament, number: int) -> RawRecord | None:
    """Return one record of a tournament."""
    return next(iter(raw_records(Record.objects.filter(stream=tournament.stream_id, number=number))), None)


def record_under_key(tournament: Tournament, actor: str, key: str) -> int | None:
    """Return the number of the last record that ``actor`` wrote on this tournament's stream under a key."""
    own = Record.objects.filter(stream=tournament.stream_id, page__actor=actor, page__key=key)
    return own.order_by("-number").values_list("number", flat=True).first() if key else None


def played_since(tournament: Tournament, entrants: Iterable[int], number: int, sign: str) -> bool:
    """Whether a result of one of ``entrants`` was entered after record ``number``, under a key without ``sign``."""
    who = list(entrants)
    later = Result.objects.filter(
        Q(first__in=who) | Q(second__in=who), record__stream=tournament.stream_id, record__number__gt=number
    )
    keys = later.values_list("record__page__key", flat=True)
    return any(not sign or not (key or "").startswith(sign) for key in keys)


def is_latest(floor: Floor) -> bool:
    """Whether nothing was recorded since the tournament of this floor was read."""
    stream = floor.tournament.stream
    return Stream.objects.filter(pk=stream.pk, number=stream.number).exists()


def record_of_result(result: int) -> RawRecord | None:
    """Return the record that is a result, None for 0."""
    return next(iter(raw_records(Record.objects.filter(pk=result))), None)
