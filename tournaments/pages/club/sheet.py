"""The front page of a club: what comes, what is on, what was."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.urls import NoReverseMatch, reverse

from clubs.models import Club
from journal.refusals import Unknown
from rules.draws.derive import Status
from tournaments.models import Entrant, Match, Tournament
from tournaments.read.progress import Progress, progress_of

PAST_SHOWN = 10


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament on the page: ``played`` of ``matches`` are, ``on`` are on now."""

    address: str
    name: str
    starts_on: date | None
    place: str
    entrants: int
    played: int
    on: int
    matches: int

    @property
    def progress(self) -> Progress:
        return progress_of(self.played, self.on, self.matches)


@dataclass(frozen=True, slots=True)
class ClubFront:
    """A club's tournaments: ``next`` soonest first, ``on`` those that are played, ``past`` the newest first."""

    club: int
    name: str
    next: tuple[TournamentLine, ...]
    on: tuple[TournamentLine, ...]
    past: tuple[TournamentLine, ...]
    more: int
    new: str

    @property
    def is_empty(self) -> bool:
        return not (self.next or self.on or self.past)


def club_named(pk: int) -> Club:
    """Return a club with its stream. Raises Unknown ``club.unknown``."""
    club = Club.objects.filter(pk=pk).select_related("stream").first()
    if club is None:
        raise Unknown("club.unknown")
    return club


def club_front(club: Club, *, all_past: bool = False) -> ClubFront:
    """Return what a club's page shows, in one statement; ten past tournaments or ``all_past``."""
    lines = [_line(each) for each in _counted(club)]
    past = [line for line in lines if line.matches and line.played == line.matches]
    on = [line for line in lines if line.played + line.on and line not in past]
    coming = [line for line in lines if line not in on and line not in past]
    return ClubFront(
        club.pk,
        club.name,
        tuple(sorted(coming, key=lambda line: (line.starts_on is None, line.starts_on or date.min, line.name))),
        tuple(on),
        tuple(past if all_past else past[:PAST_SHOWN]),
        0 if all_past or len(past) <= PAST_SHOWN else len(past),
        address("tournament_new", f"/clubs/{club.pk}/tournaments/new/", club.pk),
    )


def address(name: str, plain: str, *args: object) -> str:
    """Return the address of a page, or how it is written while nobody serves it."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return plain


def _counted(club: Club) -> QuerySet[Tournament]:
    """Return a club's tournaments, the newest first, each with its counts from its current draws."""
    matches = Match.objects.filter(draw__event__tournament=OuterRef("pk"), draw=F("draw__event__current_draw"))
    return (
        Tournament.objects.filter(club=club)
        .order_by(F("starts_on").desc(nulls_first=True), "-pk")
        .annotate(
            entrants=_count(Entrant.objects.filter(event__tournament=OuterRef("pk"), record__undo__isnull=True)),
            played=_count(matches.filter(status=Status.FINISHED)),
            on=_count(matches.filter(status=Status.OPEN, begun=True)),
            matches=_count(matches.exclude(status__in=[Status.BYE, Status.VOID])),
        )
    )


def _count(rows: QuerySet[Any]) -> Coalesce:
    """Return how many ``rows`` there are, as a column of the tournaments they are counted for."""
    one = rows.order_by().annotate(all=Value(1)).values("all").annotate(many=Count("pk")).values("many")
    return Coalesce(Subquery(one, output_field=IntegerField()), 0)


def _line(counted: Any) -> TournamentLine:
    return TournamentLine(
        address("tournament", f"/tournaments/{counted.pk}/", counted.pk),
        counted.name,
        counted.starts_on,
        counted.place,
        counted.entrants,
        counted.played,
        counted.on,
        counted.matches,
    )
