"""The API of a club's seasons: directors write, and those who may look at them read."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.roles import club_of
from clubs.actions.season_prizes import AwardSheet, award_season, pay_prize
from clubs.actions.seasons import SeasonSheet, change_season, open_season
from clubs.api.changes import actor_of, answer_with, change, made, read
from clubs.api.described import described
from clubs.api.inputs import Strict, TextField
from clubs.api.outputs import RefusalOut
from clubs.api.views import DOOR, REFUSED
from clubs.http.members import may_look
from clubs.permissions import may_direct
from clubs.read.seasons.prizes import SeasonPrizes as Prizes
from clubs.read.seasons.prizes import available_for, prizes_of
from clubs.read.seasons.view import SeasonRace, SeasonView, race_of, season_of, seasons_of
from journal.actors import Actor
from journal.canon import stored_json
from journal.statements import LARGEST_NUMBER
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


class AwardIn(Strict):
    amount = TextField(max_length=40, help_text="As people type it: 120 or 120.50; 0 takes all prizes back.")
    currency = TextField(max_length=10)
    shares = serializers.ListField(
        child=TextField(max_length=40), max_length=200, help_text="Of each place, the first in front: 50, 12.5 or 1/3."
    )


class PrizePaymentIn(Strict):
    person = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)


class SeasonPrizeOut(serializers.Serializer[Any]):
    person = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    amount = serializers.IntegerField(help_text="In minor units.")
    owed = serializers.IntegerField(required=False, help_text="Still to be paid; negative: to be given back.")


class SeasonPrizesOut(serializers.Serializer[Any]):
    currency = serializers.CharField(allow_null=True)
    amount = serializers.IntegerField()
    shares = serializers.ListField(child=serializers.CharField())
    prizes = SeasonPrizeOut(many=True)
    available = serializers.DictField(
        child=serializers.IntegerField(),
        required=False,
        help_text="What the house can give; for directors.",
    )


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


class SeasonPrizes(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(responses={200: SeasonPrizesOut} | MISSING, operation_id="seasons_prizes")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The prizes of a season. What is owed, and what the house can give, is for directors."""
        view, actor = season_of(pk), _actor(request)
        if not may_look(actor, view.club.pk, public=view.public):
            raise NotAuthenticated if actor is None else PermissionDenied
        directs = actor is not None and may_direct(actor, view.club.pk)
        more = {"available": available_for(view)} if directs else {}
        return answer_with(prizes_data(prizes_of(view), directs=directs) | more)

    @described(request=AwardIn, responses={200: SeasonPrizesOut} | REFUSED, parameters=DOOR)
    def put(self, request: Request, pk: int) -> HttpResponse:
        """Divide a sum of the house among the first places as they stand; an earlier award is replaced."""
        sheet = AwardSheet(**read(AwardIn, request).validated_data)
        return change(request, lambda caller: award_season(pk, sheet, caller), prizes_data)


class SeasonPayments(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=PrizePaymentIn, responses={200: SeasonPrizesOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Pay a person what they are owed of a season, or collect what they were paid too much."""
        person = read(PrizePaymentIn, request).validated_data["person"]
        return change(request, lambda caller: pay_prize(pk, person, caller), prizes_data)


def prizes_data(prizes: Prizes | None, *, directs: bool = True) -> dict[str, Any]:
    if prizes is None:
        return {"currency": None, "amount": 0, "shares": [], "prizes": []}
    winners = [
        {"person": each.person, "place": each.place or None, "amount": each.amount}
        | ({"owed": each.owed} if directs else {})
        for each in prizes.winners
        if each.amount or directs
    ]
    return {"currency": prizes.currency, "amount": prizes.amount, "shares": [*prizes.shares], "prizes": winners}


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
