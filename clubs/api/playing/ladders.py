"""The API of a club's ladders: read by everybody, written by the desk and by the players themselves."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.ladders.entering import Entry, enter_on_ladder, join_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.actions.roles import club_of
from clubs.api.changes import answer_with, asking, change, made, read, refuse_unseen
from clubs.api.described import described
from clubs.api.etags import answer_if_new
from clubs.api.inputs import Strict, TextField
from clubs.api.outputs import RefusalOut
from clubs.api.views import DOOR, HIDDEN, REFUSED
from clubs.http.members import may_look
from clubs.models import LadderClaim
from clubs.read.ladders.claims import claims_on, waiting_claims
from clubs.read.ladders.view import LadderView, ladder_of, ladder_view, ladders_of
from clubs.read.sights import hidden_in, ladder_is_public
from journal.canon import stored_json
from rules.ladders.facts import Do

MISSING: dict[Any, Any] = dict.fromkeys((401, 403, 404), RefusalOut)
ENTERED = [str(do) for do in Do if do is not Do.TICK]


class LadderIn(Strict):
    name = TextField(max_length=400, allow_blank=True, trim_whitespace=False)
    players = serializers.ListField(
        child=TextField(max_length=400, allow_blank=True, trim_whitespace=False), required=False, help_text="Top first."
    )
    options = serializers.DictField(required=False, help_text="As in a ladder file: a preset, and what differs.")
    zone = TextField(max_length=64, required=False, help_text="Such as Europe/Madrid; UTC without it.")
    since = serializers.DateTimeField(required=False, help_text="When it began, if it was kept on paper before.")


class EntryIn(Strict):
    do = serializers.ChoiceField(choices=ENTERED)
    challenge = serializers.IntegerField(min_value=1, required=False)
    a = serializers.IntegerField(min_value=1, required=False, help_text="The challenger, by number.")
    b = serializers.IntegerField(min_value=1, required=False, help_text="The player who is challenged.")
    winner = serializers.IntegerField(min_value=1, required=False)
    won = serializers.IntegerField(min_value=0, required=False, help_text="The points of the winner.")
    lost = serializers.IntegerField(min_value=0, required=False)
    who = serializers.IntegerField(min_value=1, required=False)
    name = TextField(max_length=400, required=False, allow_blank=True, help_text="Of a newcomer; without it: yourself.")
    at = serializers.DateTimeField(required=False, help_text="When it happened, if that was earlier.")
    until = serializers.DateTimeField(required=False, help_text="When a holiday ends.")


class LadderPlayerOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField()
    rung = serializers.IntegerField(allow_null=True)
    frozen = serializers.BooleanField()


class ChallengeOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    a = serializers.IntegerField()
    b = serializers.IntegerField()
    accepted = serializers.BooleanField()
    deadline = serializers.DateTimeField(allow_null=True)


class LadderClaimOut(serializers.Serializer[Any]):
    challenge = serializers.IntegerField()
    by = serializers.IntegerField(help_text="The player who reported it.")
    winner = serializers.IntegerField()
    won = serializers.IntegerField(allow_null=True)
    lost = serializers.IntegerField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True, help_text="When it counts if nobody contradicts.")


class PlaceChangeOut(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    player = serializers.IntegerField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    challenge = serializers.IntegerField(allow_null=True)
    because = serializers.ListField(child=serializers.IntegerField())


class LadderOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    zone = serializers.CharField()
    since = serializers.DateTimeField()
    options = serializers.DictField()
    version = serializers.IntegerField()
    players = LadderPlayerOut(many=True, help_text="Top first.")
    open = ChallengeOut(many=True)
    claims = LadderClaimOut(many=True, help_text="Results that players reported and that do not count yet.")
    changes = PlaceChangeOut(many=True)


class Ladders(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(responses={200: LadderOut(many=True)} | MISSING, operation_id="clubs_ladders_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The ladders of a club that the caller may look at, the newest first."""
        hidden = hidden_in(pk)
        members = may_look(asking(request), pk, public=not hidden)
        views = [each for each in ladders_of(club_of(pk)) if members or ("ladder", each.ladder.pk) not in hidden]
        claims = claims_on(view.ladder.pk for view in views)
        return answer_with([ladder_data(view, claims) for view in views])

    @described(request=LadderIn, responses=made(LadderOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Open a ladder with its first players."""
        opening = Opening(**read(LadderIn, request).validated_data)
        return change(request, lambda caller: open_ladder(pk, opening, caller), ladder_data, 201)


class LadderOne(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(responses={200: LadderOut} | HIDDEN, operation_id="ladders_one")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A ladder with its places, open challenges, and every change of place with its reason."""
        ladder = ladder_of(pk)
        refuse_unseen(request, ladder.club_id, public=ladder_is_public(ladder.club_id, pk))
        return answer_if_new(request, ladder.club.stream, lambda: ladder_data(ladder_view(ladder)))


class LadderEntries(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(request=EntryIn, responses={200: LadderOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Enter a challenge, an answer, a result, a holiday, or who comes and goes."""
        data = dict(read(EntryIn, request).validated_data)
        name, points = data.pop("name", ""), (data.pop("won", None), data.pop("lost", None))
        if data["do"] == Do.JOIN:
            return change(request, lambda caller: join_ladder(pk, name, caller), ladder_data)
        won, lost = points
        entry = Entry(**data, points=None if won is None or lost is None else (won, lost))
        return change(request, lambda caller: enter_on_ladder(pk, entry, caller), ladder_data)


def ladder_data(view: LadderView, claims: Iterable[LadderClaim] | None = None) -> dict[str, Any]:
    """Return a ladder as the API shows it; ``claims`` are those on it, if they were read already."""
    waiting = waiting_claims(view, claims_on([view.ladder.pk]) if claims is None else claims)
    rungs, frozen = view.replayed.rungs, view.replayed.frozen
    return {
        "id": view.ladder.pk,
        "name": view.ladder.name,
        "zone": view.ladder.zone,
        "since": view.ladder.since,
        "options": stored_json(view.ladder.options),
        "version": view.turn,
        "players": [
            {
                "number": number,
                "name": view.name(number),
                "place": place,
                "rung": rungs.get(str(number)),
                "frozen": str(number) in frozen,
            }
            for place, number in enumerate(view.order, start=1)
        ],
        "open": [
            {"number": each.number, "a": int(each.a), "b": int(each.b), "accepted": each.accepted,
             "deadline": each.deadline}
            for each in view.open
        ],
        "claims": [
            {"challenge": number, "by": row.by, "winner": row.winner, "won": row.won, "lost": row.lost,
             "deadline": each.deadline}
            for number, each in waiting.items() for row in each.rows
        ],
        "changes": [
            {"at": each.at, "player": int(each.player), "before": each.before, "after": each.after,
             "reason": each.reason, "challenge": each.number or None, "because": [int(who) for who in each.because]}
            for each in view.changes
        ],
    }  # fmt: skip
