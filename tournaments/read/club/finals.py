"""The latest finals of a club: who won which event, against whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q

from rules.draws.derive import Status
from rules.draws.plan import From
from rules.formats.registry import FORMATS
from tournaments.models import Match
from tournaments.read.entrants.names import distinct_names, entered_names


@dataclass(frozen=True, slots=True)
class Final:
    """The last match of a bracket: the winner, the loser, and their points; these are None where nobody played it."""

    event: int
    tournament: str
    name: str
    bracket: str
    winner: str
    loser: str
    points: tuple[int, int] | None
    at: datetime


def latest_finals(club: int, most: int) -> list[Final]:
    """Return the settled finals of a club's brackets, the latest first: two statements.

    A ruling that sends somebody else on counts, as everywhere. Where a table decides there is no final, nor is a round
    of several matches one; a second final that nobody needs leaves the first as the last match.
    """
    current = Match.objects.filter(draw=F("draw__event__current_draw"), draw__event__tournament__club=club)
    beside = Match.objects.filter(draw=OuterRef("draw"), bracket=OuterRef("bracket")).exclude(pk=OuterRef("pk"))
    unneeded = Q(status=int(Status.BYE), draw__plan__contains=f" {From.UPPER_LOSER.value}")
    later = beside.filter(round__gte=OuterRef("round")).exclude(unneeded)
    by_table = Q()
    for name in (each.name for each in FORMATS.values() if each.is_by_rounds):
        by_table |= Q(draw__plan__startswith=f"{name} ")
    rows = current.filter(status=int(Status.FINISHED), settled=True, result__winner__isnull=False).exclude(by_table)
    played = rows.exclude(Exists(later)).select_related("draw__event__tournament", "result__record")
    finals = list(played.order_by("-result__record__at", "-pk")[:most])
    events = {match.draw.event_id for match in finals}
    names = distinct_names(entered_names(Q(entrant__event__in=events))) if events else {}
    return [_final(match, names) for match in finals]


def _final(match: Match, names: Mapping[int, str]) -> Final:
    event, result = match.draw.event, match.result
    top_won = (match.goes_on_id or (result.winner_id if result else None)) == match.top_id
    winner, loser = (match.top_id, match.bottom_id) if top_won else (match.bottom_id, match.top_id)
    points = None
    if result is not None and result.first_points is not None and result.second_points is not None:
        by_first = result.first_id == winner
        pair = (result.first_points, result.second_points)
        points = pair if by_first else pair[::-1]
        points = (min(points[0], match.length), min(points[1], match.length))
    return Final(
        event=event.pk,
        tournament=event.tournament.name,
        name=event.name,
        bracket=match.bracket,
        winner=names.get(winner or 0, ""),
        loser=names.get(loser or 0, ""),
        points=points if points and points[0] > points[1] else None,
        at=result.record.at if result else match.draw.record.at,
    )
