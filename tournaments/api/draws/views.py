"""The API of plans and scorecards."""

from functools import partial

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from journal.book import Caller
from tournaments.actions.draws.drops import choose_drops
from tournaments.actions.draws.pairing import PairedRound, pair_round
from tournaments.actions.draws.redraw import redraw_round
from tournaments.api.changes import actor_of, answer_if_new, answer_with, change, made, read
from tournaments.api.draws import inputs, outputs
from tournaments.api.views import BAD_QUERY, CONFLICTS, DOOR, REFUSED, number_in
from tournaments.permissions import may_direct, must
from tournaments.read.draws.changes.drops import proposals
from tournaments.read.draws.plans import costs, plan_of_event
from tournaments.read.events import event_of


class EventPlan(APIView):
    @described(
        responses={200: outputs.PlanOut, 422: outputs.RefusalOut} | BAD_QUERY | CONFLICTS,
        parameters=[OpenApiParameter("entrants", int, description="The plan of another field.")],
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Every match there can be: of the current draw, or before it of those who are entered."""
        return answer_with(outputs.plan_data(plan_of_event(event_of(pk), number_in(request, "entrants"))))


class EventScorecards(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=inputs.ScorecardIn, responses={200: outputs.FormatCostOut(many=True)} | REFUSED)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """What a format costs a field, and how fair it is, then its alternatives; nothing is kept."""
        must(may_direct(actor_of(request), event_of(pk).tournament.club_id))
        data = read(inputs.ScorecardIn, request).validated_data
        return answer_with([outputs.cost_data(each) for each in costs(pk, data.get("format"), data.get("entrants"))])


class EventRedraw(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=inputs.RedrawIn, responses=made(outputs.RedrawnOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Draw the round of the last 16 or 8 anew; a preview keeps to itself what the key brings."""
        must(may_direct(actor_of(request), event_of(pk).tournament.club_id))
        wanted = read(inputs.RedrawIn, request).validated_data
        done = partial(redraw_round, pk, wanted["left"], wanted["key"])
        return change(request, done, outputs.redrawn_data, 201)


class EventDrops(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: outputs.ProposalOut(many=True)} | REFUSED)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Where the losers of each round would drop by choice; none in an event whose printed lines bind."""
        event = event_of(pk)
        must(may_direct(actor_of(request), event.tournament.club_id))
        return answer_with([outputs.proposal_data(each) for each in proposals(event)])

    @described(request=inputs.DropsIn, responses=made(outputs.DropsOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Let the losers of a round that is over drop as it is proposed."""
        must(may_direct(actor_of(request), event_of(pk).tournament.club_id))
        wanted = read(inputs.DropsIn, request).validated_data
        return change(request, partial(choose_drops, pk, wanted["round"]), outputs.drops_data, 201)


class EventRounds(APIView):
    @described(responses={200: outputs.RoundOut} | BAD_QUERY | CONFLICTS)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The round that is paired, or all matches on, with the reason for each table, and the standings."""
        event = event_of(pk)
        return answer_if_new(request, event.tournament.stream, lambda: outputs.round_data(event))

    @described(request=inputs.PairIn, responses=made(outputs.PairedOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Pair the next round by the draw key, or everybody who has an opponent now."""

        def pair(caller: Caller) -> PairedRound:
            return pair_round(pk, caller, read(inputs.PairIn, request).validated_data.get("shown", ""))

        return change(request, pair, outputs.paired_data, 201)
