"""What the webhooks of a club post of its tournaments: results, draws, calls."""

from typing import Any

from django.db.models import Q
from django.urls import reverse

from clubs.read.records import RawRecord, sentence_for
from clubs.read.webhooks.sources import Contents
from journal.models import Stream
from tournaments.models import Event, Match, Result, Tournament
from tournaments.read.matches.one import view_of
from tournaments.read.matches.row import WITH
from tournaments.read.matches.view import MatchView, PlayerView
from tournaments.read.records import Names, names_for

_RESULT = Result._meta.label_lower


def streams(club: int) -> Q:
    """Return the condition for the streams of a club's tournaments."""
    return Q(pk__in=Tournament.objects.filter(club=club).values("stream"))


def describe(raw: RawRecord, stream: Stream) -> Contents | None:
    """Return what is posted of a record of a tournament: results as they were entered, names as they are now."""
    tournament = Tournament.objects.select_related("club").filter(stream=stream).first()
    if tournament is None:
        return None
    names = names_for(tournament, [raw], people=False)
    event = Event.objects.filter(tournament=tournament, pk=int(raw.body.get("event") or 0)).first()
    match = Match.objects.select_related("draw__event", *WITH).filter(pk=raw.match).first() if raw.match else None
    values: dict[str, Any] = {
        "club": {"id": tournament.club_id, "name": tournament.club.name},
        "tournament": {"id": tournament.pk, "name": tournament.name},
        "event": {"id": event.pk, "name": event.name} if event else None,
    }
    path = reverse("draw", args=[event.pk]) if event else reverse("tournament", args=[tournament.pk])
    if match is not None:
        people = {player: names.entrant(player) for player in (match.top_id, match.bottom_id) if player}
        values |= _match(view_of(match, people)) | _result(raw, names)
        path = reverse("match", args=[match.pk])
    where = f"{tournament.name}, {event.name}" if event else tournament.name
    return Contents(raw.verb, raw.at, sentence_for(raw, names), where, path, values)


def _match(view: MatchView) -> dict[str, Any]:
    """Return a match as it is now."""
    return {
        "match": {
            "id": view.id,
            "code": view.code,
            "bracket": view.bracket,
            "length": view.length,
            "table": view.table,
            "players": [_player(player) for player in view.players],
            "version": view.version,
        }
    }


def _player(player: PlayerView | None) -> dict[str, Any] | None:
    return {"entrant": player.entrant, "name": player.name} if player else None


def _result(raw: RawRecord, names: Names) -> dict[str, Any]:
    """Return the result that a record entered, with the winner first; nothing for a record without one."""
    fact = next((fact for label, fact in raw.facts if label == _RESULT), None)
    if fact is None:
        return {}
    pair = [(fact["first_id"], fact["first_points"]), (fact["second_id"], fact["second_points"])]
    if fact["winner_id"] == fact["second_id"]:
        pair.reverse()
    players = [{"entrant": entrant, "name": names.entrant(entrant), "points": points} for entrant, points in pair]
    return {"result": {"how": fact["how"], "winner": fact["winner_id"], "players": players}}
