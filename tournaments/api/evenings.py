"""The API of an event in one step: of everyone at a night, or of a ladder's top."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from clubs.api.inputs import Strict, TextField
from clubs.permissions import may_direct, must
from clubs.read.ladders.view import ladder_of, ladder_view
from clubs.read.nights import here_at, night_line
from journal.book import Previewed
from journal.http import caller_of
from rules.pairing.fixed import MOST_ROUNDS
from tournaments.actions.evenings import EVENTS, Steps, Terms, play_ladder, play_night, rolled
from tournaments.api.changes import actor_of, answer_with, made, read
from tournaments.api.views import DOOR, REFUSED
from tournaments.words import fields


class TermsIn(Strict):
    length = serializers.IntegerField(min_value=1, max_value=99, default=5)
    consolation = serializers.ChoiceField(choices=list(fields.NIGHT_CONSOLATIONS), default="first_match")
    key = TextField(max_length=200, required=False, help_text="The draw key; rolled without it.")


class NightEventIn(TermsIn):
    main = serializers.ChoiceField(choices=list(EVENTS), default="knockout")
    rounds = serializers.IntegerField(
        min_value=0, max_value=MOST_ROUNDS, default=0,
        help_text="Of a round robin, 0 for all, or of a Swiss, 0 for three losses.",
    )  # fmt: skip


class LadderKnockoutIn(TermsIn):
    length = serializers.IntegerField(min_value=1, max_value=99, default=7)
    consolation = serializers.ChoiceField(choices=list(fields.NIGHT_CONSOLATIONS), default="none")
    top = serializers.IntegerField(min_value=2, max_value=64, default=8, help_text="How many of the top play.")


class KnockoutOut(serializers.Serializer[Any]):
    event = serializers.IntegerField(allow_null=True, help_text="Null in a preview.")


class NightDraw(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=NightEventIn, responses=made(KnockoutOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Draw a knockout, a round robin, a Swiss, or pools with a knockout, of everyone who is checked in."""
        night = night_line(pk)
        must(may_direct(actor_of(request), night.club))
        terms = terms_of(read(NightEventIn, request).validated_data)
        return _drawn(request, lambda steps: play_night(steps, night, here_at(night), terms))


class LadderKnockout(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=LadderKnockoutIn, responses=made(KnockoutOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Draw the knockout that ends a ladder's season, the upper half seeded by place."""
        view = ladder_view(ladder_of(pk))
        must(may_direct(actor_of(request), view.ladder.club_id))
        data = read(LadderKnockoutIn, request).validated_data
        terms = terms_of(data)
        return _drawn(request, lambda steps: play_ladder(steps, view, data["top"], terms))


def terms_of(data: dict[str, Any]) -> Terms:
    """Return the terms that a request asks for."""
    more = {name: data[name] for name in ("main", "rounds") if name in data}
    return Terms(data["length"], data["consolation"], data.get("key") or rolled(), **more)


def _drawn(request: Request, play: Callable[[Steps], int]) -> HttpResponse:
    """Play and answer with the event; a preview goes as far as the first step, and makes nothing."""
    steps = Steps(lambda render: caller_of(request._request, actor_of(request), 201, render))
    try:
        return answer_with({"event": play(steps)}, 201)
    except Previewed:
        response = answer_with({"event": None})
        response["Preview"] = "true"
        return response
