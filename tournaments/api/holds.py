"""The API of what holds the matches of a tournament that could be called."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from tournaments.api.changes import answer_with
from tournaments.api.views import NOT_FOUND
from tournaments.read.draws.expected import ExpectedTimes, expected_now
from tournaments.read.draws.holds import CODES, HoldView
from tournaments.read.draws.ready import ready_matches
from tournaments.read.events import tournament_of


class HoldOut(serializers.Serializer[Any]):
    code = serializers.ChoiceField(choices=list(CODES.values()))
    name = serializers.CharField(help_text="The player, empty for the hour.")
    match = serializers.IntegerField(allow_null=True, help_text="The match for which it waits.")
    match_code = serializers.CharField()
    event = serializers.CharField()
    until = serializers.DateTimeField(allow_null=True, help_text="About when that ends, null when nobody can say.")


class ReadyOut(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    code = serializers.CharField()
    event = serializers.IntegerField()
    holds = HoldOut(many=True, help_text="Empty for a match that can be called.")


class ReadyMatches(APIView):
    @described(responses={200: ReadyOut(many=True)} | NOT_FOUND)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The matches of all events that are ready, and what holds each: busy or resting players, or the hour."""
        return answer_with(ready_data(expected_now(tournament_of(pk), timezone.now())))


def ready_data(ahead: ExpectedTimes) -> list[dict[str, Any]]:
    """Return the ready matches as programs read them, those that can be called first."""
    ready = [(draw.event.pk, match) for draw, match in ready_matches(ahead.draws.values(), ahead.holds)]
    return [
        {
            "match": match.id,
            "code": match.code,
            "event": event,
            "holds": [hold_data(hold) for hold in ahead.holds.get(match.id, ())],
        }
        for event, match in ready
    ]


def hold_data(hold: HoldView) -> dict[str, Any]:
    """Return what holds a match as programs read it."""
    facts = {name: hold.facts[name] for name in ("name", "match", "match_code", "event")}
    return {"code": hold.refusal, **facts, "until": hold.until}
