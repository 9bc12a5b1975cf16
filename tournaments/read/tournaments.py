"""Tournaments in lists: on the home pages of the site and of a club, and as patterns for a new one."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from itertools import groupby
from typing import Any, Protocol

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from clubs.models import Club
from journal.models import Record, Stream
from journal.refusals import Unknown
from rules.draws.derive import Status
from rules.timing.holdup import Sat, Waiting
from tournaments.models import Draw, Entrant, Event, Match, Setup, Tournament
from tournaments.models.switches import plan_of

UNFINISHED = [Status.WAITING, Status.OPEN, Status.DISPUTED]


class ListedTournament(Protocol):
    """A tournament on the home page of the site, with how far its current draws have come."""

    pk: int
    club_id: int
    name: str
    place: str
    starts_on: date | None
    starts_at: time | None
    entered: int
    drawn: bool
    begun: bool
    left: bool


class CountedTournament(Protocol):
    """A tournament on a club's page, with the counts of its current draws."""

    pk: int
    name: str
    place: str
    starts_on: date | None
    entrants: int
    played: int
    on: int
    matches: int


def club_of(pk: int) -> Club:
    """Return a club with its stream. Raises Unknown ``club.unknown``."""
    club = Club.objects.select_related("stream").filter(pk=pk).first()
    if club is None:
        raise Unknown("club.unknown")
    return club


def every_stream() -> list[Stream]:
    """Return every stream there is: the home page shows something of each."""
    return list(Stream.objects.order_by("pk"))


def streams_of_club(club: Club) -> list[Stream]:
    """Return the stream of a club and those of all its tournaments, in one statement."""
    of_tournaments = Tournament.objects.filter(club=club).values("stream")
    return list(Stream.objects.filter(Q(pk=club.stream_id) | Q(pk__in=of_tournaments)).order_by("pk"))


def only_one_on(now: datetime, fresh: timedelta) -> Tournament | None:
    """Return the tournament that is on when there is exactly one: matches to play, and a ``fresh`` record."""
    to_play = Match.objects.filter(draw=OuterRef("events__current_draw"), status__in=UNFINISHED)
    news = Record.objects.filter(
        stream=OuterRef("stream"), number=OuterRef("stream__number"), at__gte=now - fresh, at__lte=now + fresh
    )
    tournaments = Tournament.objects.filter(Exists(news), Exists(to_play), events__current_draw__isnull=False)
    on = list(tournaments.select_related("stream", "club").order_by("pk").distinct()[:2])
    return on[0] if len(on) == 1 else None


def listed_tournaments() -> Iterator[ListedTournament]:
    """Yield every tournament, the latest day first."""
    drawn = Match.objects.filter(draw__event__tournament=OuterRef("pk"), draw=F("draw__event__current_draw"))
    tournaments: QuerySet[Any] = Tournament.objects.annotate(
        entered=Count("events__entrants", filter=Q(events__entrants__record__undo__isnull=True), distinct=True),
        drawn=Exists(drawn),
        begun=Exists(drawn.filter(begun=True)),
        left=Exists(drawn.filter(status__in=UNFINISHED)),
    )
    yield from tournaments.order_by(F("starts_on").desc(nulls_last=True), "-pk")


def counted_tournaments(club: Club) -> Iterator[CountedTournament]:
    """Yield a club's tournaments, the newest first: one statement."""
    matches = Match.objects.filter(draw__event__tournament=OuterRef("pk"), draw=F("draw__event__current_draw"))
    tournaments: QuerySet[Any] = Tournament.objects.filter(club=club)
    yield from tournaments.order_by(F("starts_on").desc(nulls_first=True), "-pk").annotate(
        entrants=_count(Entrant.objects.filter(event__tournament=OuterRef("pk"), record__undo__isnull=True)),
        played=_count(matches.filter(status=Status.FINISHED)),
        on=_count(matches.filter(status=Status.OPEN, begun=True)),
        matches=_count(matches.exclude(status__in=[Status.BYE, Status.VOID])),
    )


def matches_in(tournaments: Iterable[int]) -> dict[int, int]:
    """Return tournament → how many matches its draws have: played, or still to be played by two; one statement."""
    current = Match.objects.filter(draw__event__tournament__in=list(tournaments), draw=F("draw__event__current_draw"))
    rows = current.order_by("draw", "place").values_list(
        "draw__event__tournament", "draw", "draw__size", "draw__event__format", "draw__plan_seal",
        "draw__event__switches",
        "top", "bottom", "status",
    )  # fmt: skip
    counted: Counter[int] = Counter()
    for (tournament, pk, size, format_text, seal, switches), group in groupby(rows, key=lambda row: row[:6]):
        sat = [Sat(top is not None, bottom is not None, Status(status)) for *_, top, bottom, status in group]
        event = Event(format=format_text, switches=switches)
        plan = plan_of(Draw(pk=pk, size=size, plan_seal=seal, event=event))
        counted[tournament] += Waiting(plan, sat, 0).certain() + sum(each.status is Status.FINISHED for each in sat)
    return counted


def _count(rows: QuerySet[Any]) -> Coalesce:
    """Return how many ``rows`` there are, as a column of the tournaments they are counted for."""
    one = rows.order_by().annotate(all=Value(1)).values("all").annotate(many=Count("pk")).values("many")
    return Coalesce(Subquery(one, output_field=IntegerField()), 0)


# --- Patterns for a new one


def tournaments_of(club: int, most: int) -> list[Tournament]:
    """Return a club's tournaments with their events, the newest first."""
    return list(Tournament.objects.filter(club=club).order_by("-pk").prefetch_related("events")[:most])


def events_in_club(club: int, but: int | None, most: int) -> list[Event]:
    """Return a club's events with their tournaments, the newest first, without the event ``but``."""
    events = Event.objects.filter(tournament__club=club).exclude(pk=but or 0).select_related("tournament")
    return list(events.order_by("-pk")[:most])


def event_in_club(pk: int, club: int) -> Event | None:
    """Return an event of a club, None where there is none."""
    return Event.objects.filter(pk=pk, tournament__club=club).first()


def setup_turn(event: Event) -> int | None:
    """Return the turn of the latest set-up of an event, None before the first."""
    turns = Setup.objects.filter(event=event).order_by("-turn").values_list("turn", flat=True)
    return turns.first()


# --- For the clock


def streams_due(now: datetime) -> list[str]:
    """Return the names of the streams in which something is to be settled by now, the longest due first."""
    return list(Stream.objects.filter(due_at__lte=now).order_by("due_at").values_list("name", flat=True))


def drawn_and_changed(since: datetime, until: datetime) -> list[tuple[int, str, int]]:
    """Return tournament, epoch and number of each memory whose last record was written between two moments."""
    drawn = Tournament.objects.filter(events__current_draw__isnull=False)
    last = drawn.filter(
        stream__records__number=F("stream__number"), stream__records__at__gt=since, stream__records__at__lte=until
    )
    return list(last.values_list("pk", "stream__epoch", "stream__number").distinct())
