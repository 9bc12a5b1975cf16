"""The API for players' reports of their own matches, with the secret of the link on their slip."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from clubs.api.inputs import TextField
from tournaments.actions.matches import claims
from tournaments.actions.matches.claims import Claimed
from tournaments.api import outputs
from tournaments.api.changes import change, read
from tournaments.api.inputs import ScoreIn
from tournaments.api.views import SEEING, SEEN


class ClaimIn(ScoreIn):
    """The games in order, or the points; what does not reach the length is the score as it stands."""

    base = TextField(
        required=False, allow_blank=True, max_length=40, help_text="``card`` of the match that the player saw."
    )

    def claimed(self) -> Claimed:
        base = self.validated_data.get("base")
        return Claimed(games=self.games_or_none(), points=self.points(), between=self.pair(), base=base)

    @property
    def is_empty(self) -> bool:
        return not {"score", "games"} & self.validated_data.keys()


class MatchClaim(APIView):
    @described(request=ClaimIn, responses={200: outputs.OutcomeOut} | SEEN, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Report the running score or the result of one's own match."""
        claimed = read(ClaimIn, request).claimed()
        return change(request, lambda caller: claims.claim(pk, claimed, caller), outputs.outcome_data)


class MatchContest(APIView):
    @described(request=ClaimIn, responses={200: outputs.OutcomeOut} | SEEN, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Say that the result is wrong, optionally with another result."""
        shaped = read(ClaimIn, request)
        claimed = None if shaped.is_empty else shaped.claimed()
        return change(request, lambda caller: claims.contest(pk, caller, claimed), outputs.outcome_data)
