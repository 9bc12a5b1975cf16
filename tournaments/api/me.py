"""The first request of a player's program: the player, the current match and table, what comes next."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from journal.now import now
from tournaments.api import outputs
from tournaments.api.changes import actor_of, answer_with
from tournaments.permissions import must
from tournaments.read.draws.view import one_match
from tournaments.read.players.own import MySheet, my_sheet
from tournaments.read.players.player import After, Next, Opponent, player_of_event

STATES = ["undrawn", "absent", "bye", "waiting", "ready", "called", "playing", "disputed", "reported", "done"]

LEADS = ["match", "champion", "bracket", "out", "table", "pairing", "opponent", "cut"]


class OtherOut(serializers.Serializer[Any]):
    entrant = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    feed = serializers.CharField(allow_blank=True, help_text="winner, loser or holder of match ``code``.")
    code = serializers.CharField(allow_blank=True)


class NextOut(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    code = serializers.CharField()
    length = serializers.IntegerField()
    state = serializers.CharField()
    other = OtherOut()
    table = serializers.CharField(allow_blank=True)
    about = serializers.CharField(allow_blank=True, help_text="A time of day there; empty when nobody can say.")
    byes = serializers.ListField(child=serializers.CharField(), help_text="Rounds that the player sits out before it.")


class AfterOut(serializers.Serializer[Any]):
    leads = serializers.ChoiceField(choices=LEADS)
    bracket = serializers.CharField(allow_blank=True)
    code = serializers.CharField(allow_blank=True)
    about = serializers.CharField(allow_blank=True)
    other = OtherOut()
    place = serializers.IntegerField(allow_null=True)


class MeOut(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    event = serializers.IntegerField()
    tournament = serializers.IntegerField()
    timezone = serializers.CharField()
    state = serializers.ChoiceField(choices=STATES)
    match = outputs.MatchOut(allow_null=True, help_text="The current or last match, with both claims.")
    side = serializers.ChoiceField(choices=outputs.SIDES, allow_null=True, help_text="The player's side in it.")
    opponent = outputs.PlayerOut(allow_null=True)
    table = serializers.CharField(allow_blank=True)
    score = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="The current score, the player's points first."
    )
    deadline = serializers.DateTimeField(allow_null=True, help_text="When the result stands unless it is contested.")
    next = NextOut(allow_null=True, help_text="The match to come, or the same.")
    win = AfterOut(allow_null=True, help_text="What a win in ``next`` leads to.")
    loss = AfterOut(allow_null=True, help_text="Where a loss in ``next`` leads.")
    place = serializers.IntegerField(allow_null=True)
    waits_with = serializers.CharField(
        allow_blank=True, help_text="The record with which they wait for an opponent, such as 2-1; else empty."
    )


class Me(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: MeOut} | dict.fromkeys((401, 403), outputs.RefusalOut))
    def get(self, request: Request) -> HttpResponse:
        """The player of this link: match, table, score, what comes next and about when."""
        actor = actor_of(request)
        must(actor.kind == "entrant")
        return answer_with(me_data(my_sheet(player_of_event(actor.number), now())))


def me_data(sheet: MySheet) -> dict[str, Any]:
    page, card = sheet.page, sheet.card
    own = card.own if card else None
    match = one_match(own.match.id) if own else None
    return {
        "entrant": page.entrant,
        "number": page.number,
        "name": page.name,
        "event": page.event,
        "tournament": page.tournament,
        "timezone": page.zone,
        "state": page.state,
        "match": match,
        "side": own.side if own else None,
        "opponent": own.opponent if own else None,
        "table": match.table if match else "",
        "score": [card.player_row.points, card.opponent_row.points] if card else None,
        "deadline": match.deadline if match else None,
        "next": _next(page.next),
        "win": _after(page.win),
        "loss": _after(page.loss),
        "place": page.place,
        "waits_with": page.waits_with,
    }


def _next(match: Next | None) -> dict[str, Any] | None:
    if match is None:
        return None
    view = match.own.match
    answer = {name: getattr(view, name) for name in ("code", "length", "state", "table")}
    return answer | {"match": view.id, "about": match.about, "byes": match.byes, "other": _opponent(match.opponent)}


def _after(step: After | None) -> dict[str, Any] | None:
    if step is None:
        return None
    answer = {name: getattr(step, name) for name in ("leads", "bracket", "about", "place")}
    return answer | {"code": step.match.code if step.match else "", "other": _opponent(step.opponent)}


def _opponent(opponent: Opponent) -> dict[str, Any]:
    player, match = opponent.player, opponent.match
    return {
        "entrant": player.entrant if player and not opponent.feed else None,
        "name": player.name if player else "",
        "feed": opponent.feed,
        "code": match.code if match else "",
    }
