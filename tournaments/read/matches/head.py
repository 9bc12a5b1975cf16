"""One match as its row stands, and what a form remembers of it."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from journal.models import Record, Stream
from journal.refusals import Superseded, Unknown
from rules.match.terms import Terms
from tournaments.models import Match
from tournaments.read.matches.row import WITH
from tournaments.read.matches.view import MatchView


@dataclass(frozen=True, slots=True)
class MatchHead:
    """A match as its row stands, read in one statement with its event, tournament, club and memory."""

    match: Match
    stream: Stream
    zone: ZoneInfo
    terms: Terms


def match_head(pk: int) -> MatchHead:
    """Return a match of a current draw, its players without names.

    Raises Unknown ``match.unknown``, Superseded ``draw.superseded`` with the match that replaced it.
    """
    rows = (
        Match.objects.select_related("draw__event__tournament__stream", "draw__event__tournament__club", *WITH)
        .defer("draw__plan")
        .filter(pk=pk)
        .first()
    )
    if rows is None:
        raise Unknown("match.unknown")
    event = rows.draw.event
    if rows.draw_id != event.current_draw_id:
        now = Match.objects.filter(draw=event.current_draw_id, code=rows.code).values_list("pk", flat=True).first()
        raise Superseded("draw.superseded", draw=event.current_draw_id, match=now, event=event.pk)
    terms = event.rules.terms(rows.length, rows.start_score)
    return MatchHead(rows, event.tournament.stream, ZoneInfo(event.tournament.timezone), terms)


def memory_of_match(pk: int) -> Stream:
    """Return the stream of a match's tournament in one statement. Raises Unknown ``match.unknown``."""
    of = Match.objects.filter(pk=pk).values("draw__event__tournament__stream")
    stream = Stream.objects.filter(pk__in=of).first()
    if stream is None:
        raise Unknown("match.unknown")
    return stream


def records_about(match: Match) -> QuerySet[Record]:
    """Return the records about a match and those about others that changed it too, oldest first."""
    # Keys of a body are sorted: that of ``needs`` follows.
    about, changed = Q(body__contains=f'"match":{match.pk},'), Q(body__contains=f'"match:{match.pk}"')
    stream = match.draw.event.tournament.stream_id
    return Record.objects.filter(about | changed, stream=stream).order_by("number")


def saw_of(match: MatchView) -> str:
    """Return what a form remembers of a match: its players, its status and its score (``12-15 finished 7-3``)."""
    pair = "-".join(str(player.entrant if player else 0) for player in match.players)
    score = f"{match.score[0]}-{match.score[1]}" if match.score else "-"
    status = match.state if match.status == "open" else match.status
    return " ".join([pair, status, score, match.winner or "-", match.how or "-"])
