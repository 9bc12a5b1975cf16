"""The API of a draw that changes shape: lengths, exchanged lines, an entrant taken out."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from clubs.api.inputs import Strict, TextField
from rules.pairing.changes import Flaw
from tournaments.actions.draws import lines
from tournaments.actions.matches import lengths
from tournaments.api import outputs
from tournaments.api.changes import answer_with, change, read
from tournaments.api.views import BAD_QUERY, CONFLICTS, REFUSED, number_in
from tournaments.models.lengths import LONGEST_MATCH
from tournaments.read.draws.changes.exchanges import exchange_preview
from tournaments.read.entrants.listed import entrant_of
from tournaments.read.events import event_of


class LengthIn(Strict):
    length = serializers.IntegerField(min_value=1, max_value=LONGEST_MATCH)
    reason = TextField(max_length=5000, default="", allow_blank=True)


class ExchangeIn(Strict):
    entrant = serializers.IntegerField(min_value=1, max_value=2**53)
    reason = TextField(max_length=5000)


class TakeOutIn(Strict):
    reason = TextField(max_length=5000)


class ReseatedOut(serializers.Serializer[lines.Reseated]):
    entrant = serializers.IntegerField()
    line = serializers.IntegerField(allow_null=True)
    record = serializers.IntegerField()
    moved = serializers.ListField(child=serializers.CharField())


class MatchLength(APIView):
    @described(request=LengthIn, responses={200: outputs.OutcomeOut} | REFUSED)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Let a match that has no result be played to another length."""
        data = read(LengthIn, request).validated_data
        return change(
            request,
            lambda caller: lengths.set_length(pk, data["length"], data["reason"], caller),
            outputs.outcome_data,
        )


class EffectOut(serializers.Serializer[Any]):
    flaw = serializers.ChoiceField([each.value for each in Flaw])
    entrants = serializers.ListField(child=serializers.IntegerField())
    names = serializers.ListField(child=serializers.CharField())
    is_new = serializers.BooleanField(help_text="Not in the round as it is paired.")


class ExchangePreviewOut(serializers.Serializer[Any]):
    tables = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    effects = EffectOut(many=True)


class EntrantExchange(APIView):
    @described(
        responses={200: ExchangePreviewOut} | BAD_QUERY | CONFLICTS,
        parameters=[OpenApiParameter("entrant", int, required=True, description="With whom.")],
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """What speaks against it where rounds are paired, before it is done."""
        event = event_of(entrant_of(pk).event_id)
        preview = exchange_preview(event, pk, number_in(request, "entrant") or 0)
        effects = [
            {"flaw": each.flaw.value, "entrants": list(each.entrants), "names": list(each.names), "is_new": each.is_new}
            for each in preview.effects
        ]
        return answer_with({"tables": [list(pair) for pair in preview.tables], "effects": effects})

    @described(request=ExchangeIn, responses={200: ReseatedOut} | REFUSED)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Let two entrants of one draw change places before they have begun."""
        data = read(ExchangeIn, request).validated_data
        return change(
            request,
            lambda caller: lines.exchange_lines(pk, data["entrant"], data["reason"], caller),
            outputs.as_data,
        )


class EntrantTakeOut(APIView):
    @described(request=TakeOutIn, responses={200: ReseatedOut} | REFUSED)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Take out an entrant who was drawn twice or by mistake; their line is a bye again."""
        reason = read(TakeOutIn, request).validated_data["reason"]
        return change(request, lambda caller: lines.take_out(pk, reason, caller), outputs.as_data)
