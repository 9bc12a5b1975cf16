"""The API of a club's casual matches, and of who may look at its nights and ladders."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.casual import CasualScore, claim_casual, decide_casual, report_casual
from clubs.actions.roles import club_of
from clubs.actions.sights import show_to
from clubs.api.changes import actor_of, answer_with, change, made, read
from clubs.api.described import described
from clubs.api.inputs import Strict
from clubs.api.views import DOOR, HIDDEN, REFUSED
from clubs.models import Sight
from clubs.permissions import must, role_in
from clubs.read.casual import CasualView, casual_matches
from journal.statements import LARGEST_NUMBER


class CasualScoreIn(Strict):
    winner = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER, help_text="A person of the club.")
    won = serializers.IntegerField(min_value=0, max_value=999, help_text="The points of the winner.")
    lost = serializers.IntegerField(min_value=0, max_value=999)


class CasualIn(CasualScoreIn):
    opponent = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
    length = serializers.IntegerField(min_value=0, max_value=999)


class CasualDecisionIn(Strict):
    winner = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER, required=False, help_text="Without: void.")
    won = serializers.IntegerField(min_value=0, max_value=999, required=False)
    lost = serializers.IntegerField(min_value=0, max_value=999, required=False)


class SightIn(Strict):
    kind = serializers.ChoiceField(choices=Sight.Kind.values)
    about = serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER, required=False, help_text="The ladder.")
    public = serializers.BooleanField(help_text="False: members only.")


class CasualClaimOut(serializers.Serializer[Any]):
    by = serializers.IntegerField()
    winner = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()


class CasualOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    played_at = serializers.DateTimeField()
    length = serializers.IntegerField()
    players = serializers.ListField(child=serializers.IntegerField(), help_text="Two people of the club.")
    state = serializers.ChoiceField(choices=["waiting", "disputed", "settled", "void"])
    winner = serializers.IntegerField(allow_null=True)
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text="The winner's first.")
    settles_at = serializers.DateTimeField(allow_null=True, help_text="When it counts if nobody contradicts.")
    claims = CasualClaimOut(many=True)


class SightOut(serializers.Serializer[Any]):
    changed = serializers.BooleanField()


class CasualMatches(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: CasualOut(many=True)} | HIDDEN, operation_id="clubs_matches_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The latest casual matches of a club, for its members."""
        club_of(pk)
        must(role_in(actor_of(request), pk) is not None)
        return answer_with([casual_data(view) for view in casual_matches(pk)])

    @described(
        request=CasualIn, responses=made(CasualOut) | REFUSED | {410: REFUSED[404]}, parameters=DOOR
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Report a match that the caller played against a person of the club."""
        data = dict(read(CasualIn, request).validated_data)
        opponent, length = data.pop("opponent"), data.pop("length")
        score = CasualScore(**data)
        return change(
            request, lambda caller: report_casual(pk, opponent, length, score, caller), casual_data, 201
        )  # fmt: skip


class CasualClaims(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=CasualScoreIn, responses={200: CasualOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Report the result as the caller has it: the same as the opponent's confirms it."""
        score = CasualScore(**read(CasualScoreIn, request).validated_data)
        return change(request, lambda caller: claim_casual(pk, score, caller), casual_data)


class CasualDecision(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=CasualDecisionIn, responses={200: CasualOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Decide a casual match at the desk; without a winner it is void."""
        data = read(CasualDecisionIn, request).validated_data
        void = data.get("winner") is None
        score = None if void else CasualScore(data["winner"], data.get("won", 0), data.get("lost", 0))
        return change(request, lambda caller: decide_casual(pk, score, caller), casual_data)


class Sights(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=SightIn, responses={200: SightOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Show the nights of a club, or a ladder, to everybody or to members only."""
        data = read(SightIn, request).validated_data
        kind, about, public = Sight.Kind(data["kind"]), data.get("about", 0), data["public"]
        about = 0 if kind is Sight.Kind.NIGHTS else about
        return change(
            request,
            lambda caller: show_to(pk, kind, about, caller, public=public),
            lambda changed: {"changed": changed},
        )


def casual_data(view: CasualView) -> dict[str, Any]:
    """Return a casual match as the API shows it."""
    settled = view.result is not None
    state = "disputed" if view.is_disputed else "waiting"
    return {
        "id": view.row.pk,
        "played_at": view.row.played_at,
        "length": view.row.length,
        "players": list(view.players),
        "state": ("void" if view.winner is None else "settled") if settled else state,
        "winner": view.winner,
        "points": list(view.points) if view.points else None,
        "settles_at": view.deadline,
        "claims": [
            {"by": view.now(row.by_id), "winner": view.now(row.winner_id), "won": row.won, "lost": row.lost}
            for each in view.players
            if (row := view.claim_of(each)) is not None
        ],
    }
