"""The API of a club's seasons: directors write, and those who may look at them read."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.roles import club_of
from clubs.actions.seasons import SeasonSheet, change_season, open_season
from clubs.api.changes import actor_of, answer_with, change, made, read
from clubs.api.described import described
from clubs.api.inputs import Strict, TextField
from clubs.api.outputs import RefusalOut
from clubs.api.views import DOOR, REFUSED
from clubs.http.members import may_look
from clubs.read.seasons.view import SeasonRace, SeasonView, race_of, season_of, seasons_of
from journal.actors import Actor
from journal.canon import stored_json
from runtime.pages.content_etags import if_new

MISSING: dict[Any, Any] = {403: RefusalOut, 404: RefusalOut}


class SeasonIn(Strict):
    name = TextField(max_length=400, allow_blank=True, trim_whitespace=False)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    options = serializers.DictField(required=False, help_text="As in docs/rules/seasons.md#a-clubs-season.")
    nights = serializers.IntegerField(required=False, min_value=1, help_text="How many are planned.")
    public = serializers.BooleanField(required=False, help_text="Everybody may look at it, not members only.")


class SeasonOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.IntegerField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    nights = serializers.IntegerField(allow_null=True)
    options = serializers.DictField()
    public = serializers.BooleanField()
    version = serializers.IntegerField()


class SeasonNightOut(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    name = serializers.CharField()
    finished = serializers.DateTimeField()


class RaceLineOut(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    person = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField(help_text="Exactly: a whole number, or a fraction such as 41/2.")
    scores = serializers.DictField(child=serializers.CharField(), help_text="By event.")
    dropped = serializers.ListField(child=serializers.IntegerField(), help_text="Events that do not count.")
    decided_by = serializers.ListField(child=serializers.CharField())


class SeasonRaceOut(SeasonOut):
    played = SeasonNightOut(many=True)
    lines = RaceLineOut(many=True, help_text="Best first.")


class Seasons(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(responses={200: SeasonOut(many=True)} | MISSING, operation_id="clubs_seasons_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The seasons of a club that the caller may look at, the latest first."""
        is_member = may_look(_actor(request), pk, public=False)
        return answer_with([season_data(view) for view in seasons_of(club_of(pk)) if view.public or is_member])

    @described(request=SeasonIn, responses=made(SeasonOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Open a season. Every event that is finished in its days counts."""
        sheet = SeasonSheet(**read(SeasonIn, request).validated_data)
        return change(request, lambda caller: open_season(pk, sheet, caller), season_data, 201)


class SeasonOne(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(responses={200: SeasonRaceOut} | MISSING, operation_id="seasons_one")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A season with its race."""
        view, actor, now = season_of(pk), _actor(request), timezone.now()
        if not may_look(actor, view.club.pk, public=view.public):
            raise NotAuthenticated if actor is None else PermissionDenied
        # Minors come of age on a day.
        who = f"{actor.name if actor else ''} {now.astimezone(view.rules.zone).date()}"
        return if_new(request._request, view.club.stream, who, lambda: answer_with(race_data(race_of(view, now))))

    @described(request=SeasonIn, responses={200: SeasonOut} | REFUSED, parameters=DOOR)
    def patch(self, request: Request, pk: int) -> HttpResponse:
        """Change name, days and rules of a season; what is left out is as in a new one."""
        sheet = SeasonSheet(**read(SeasonIn, request).validated_data)
        return change(request, lambda caller: change_season(pk, sheet, caller), season_data)


def _actor(request: Request) -> Actor | None:
    return actor_of(request) if request.user and request.user.is_authenticated else None


def season_data(view: SeasonView) -> dict[str, Any]:
    return {
        "id": view.pk,
        "club": view.club.pk,
        "name": view.name,
        "starts_on": view.starts_on,
        "ends_on": view.ends_on,
        "nights": view.nights,
        "options": stored_json(view.options),
        "public": view.public,
        "version": view.turn,
    }


def race_data(race: SeasonRace) -> dict[str, Any]:
    events = [night.event for night in race.nights]
    return season_data(race.view) | {
        "played": [{"event": each.event, "name": each.name, "finished": each.finished} for each in race.nights],
        "lines": [
            {
                "place": line.place,
                "person": line.player,
                "name": race.names[line.player],
                "points": str(line.points),
                "scores": {str(events[at]): str(score) for at, score in line.scores.items()},
                "dropped": [events[at] for at in line.dropped],
                "decided_by": [str(each) for each in line.decided_by],
            }
            for line in race.lines
        ],
    }
