"""What players tell of their own matches, with the secret of the link on their slip."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from rules.match.games import GameResult
from tournaments.actions import claims
from tournaments.actions.claims import Claimed
from tournaments.api import telling
from tournaments.api.doors import change, read
from tournaments.api.reading import MOST_POINTS, GameIn, StartIn
from tournaments.api.views import SEEING, SEEN


class ClaimIn(StartIn):
    """The games in order, or the points; what does not reach the length is the score as it stands."""

    score = serializers.ListField(
        child=serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS),
        min_length=2,
        max_length=2,
        required=False,
        help_text="Points of the top and the bottom player.",
    )
    games = GameIn(many=True, required=False)

    def claimed(self) -> Claimed:
        told = self.validated_data
        score, games = told.get("score"), told.get("games")
        return Claimed(
            games=None if games is None else tuple(GameResult.read(**game) for game in games),
            points=(score[0], score[1]) if score is not None else None,
            between=self.pair(),
        )

    @property
    def is_empty(self) -> bool:
        return not {"score", "games"} & self.validated_data.keys()


class MatchClaim(APIView):
    @extend_schema(request=ClaimIn, responses={200: telling.OutcomeOut} | SEEN, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """One of the two tells the score of his match, as it stands or at its end."""
        claimed = read(ClaimIn, request).claimed()
        return change(request, lambda hand: claims.claim(pk, claimed, hand), telling.tell_outcome)


class MatchContest(APIView):
    @extend_schema(request=ClaimIn, responses={200: telling.OutcomeOut} | SEEN, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """One of the two says that the result is wrong, and may tell his own."""
        found = read(ClaimIn, request)
        claimed = None if found.is_empty else found.claimed()
        return change(request, lambda hand: claims.contest(pk, hand, claimed), telling.tell_outcome)
