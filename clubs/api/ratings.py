"""The API of a club's rating lists: directors write, and those who may look at them read."""

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.ratings.lists import (
    ListSheet,
    StartLine,
    change_rating_list,
    end_rating_list,
    import_starts,
    open_rating_list,
)
from clubs.actions.roles import club_of
from clubs.api.changes import actor_of, answer_with, change, made, read
from clubs.api.described import described
from clubs.api.inputs import Strict, TextField
from clubs.api.outputs import RefusalOut
from clubs.api.views import DOOR, REFUSED
from clubs.http.members import may_look
from clubs.permissions import may_run_desk
from clubs.read.ratings.listing import RatingListing, kind_of, listing_of
from clubs.read.ratings.lists import ListView, list_of, lists_of
from clubs.read.ratings.player import RatedPerson, rated_person
from journal.actors import Actor
from journal.canon import stored_json
from runtime.pages.content_etags import if_new

MISSING: dict[Any, Any] = {403: RefusalOut, 404: RefusalOut}


class RatingListIn(Strict):
    name = TextField(max_length=400, allow_blank=True, trim_whitespace=False)
    options = serializers.DictField(required=False, help_text="As in docs/rules/ratings.md#a-clubs-list; {} is FIBS.")
    public = serializers.BooleanField(required=False, help_text="Everybody may look at it, not members only.")


class RatingStartIn(Strict):
    person = TextField(max_length=100, help_text="The person's id, code or name.")
    value = serializers.ListField(
        child=TextField(max_length=24), max_length=3, help_text="The numbers as texts; [] takes them back."
    )


class RatingStartsIn(Strict):
    starts = serializers.ListField(child=RatingStartIn(), max_length=20_000)


class RatingStartsOut(serializers.Serializer[Any]):
    imported = serializers.IntegerField()


class RatingListOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField(help_text="fibs, glicko2 or points.")
    options = serializers.DictField()
    public = serializers.BooleanField()
    ended = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()


class RatingLineOut(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True, help_text="null: provisional.")
    person = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.CharField(help_text="In full, as a text.")
    second = serializers.CharField(help_text="Experience, deviation, or the number of events.")
    played = serializers.IntegerField()
    won = serializers.IntegerField()


class RatingListingOut(RatingListOut):
    lines = RatingLineOut(many=True, help_text="Best first, provisional ones behind.")


class PlayerMatchOut(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    played = serializers.DateTimeField()
    won = serializers.BooleanField()
    length = serializers.IntegerField()
    opponent = serializers.IntegerField()
    opponent_name = serializers.CharField()
    rating = serializers.CharField(allow_null=True, help_text="After the match, in full, as a text.")
    corrected = serializers.DateTimeField(allow_null=True)


class RatedPersonOut(serializers.Serializer[Any]):
    person = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)
    matches = PlayerMatchOut(many=True, help_text="In the order in which they were rated.")


class RatingLists(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(responses={200: RatingListOut(many=True)} | MISSING, operation_id="clubs_ratings_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The rating lists of a club that the caller may look at."""
        is_member = may_look(_actor(request), pk, public=False)
        views = lists_of(club_of(pk))
        return answer_with([list_data(view) for view in views if view.public or is_member])

    @described(request=RatingListIn, responses=made(RatingListOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Open a rating list. It counts all results that the club has."""
        sheet = ListSheet(**read(RatingListIn, request).validated_data)
        return change(request, lambda caller: open_rating_list(pk, sheet, caller), list_data, 201)


class RatingListOne(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(responses={200: RatingListingOut} | MISSING, operation_id="ratings_one")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A rating list with its lines."""
        view = list_of(pk)
        actor = must_look(request, view)
        now = timezone.now()
        # Who is listed may depend on the day.
        who = f"{actor.name if actor else ''} {now.astimezone(view.rules.zone).date()}"
        return if_new(
            request._request, view.club.stream, who, lambda: answer_with(listing_data(listing_of(view, now)))
        )  # fmt: skip

    @described(request=RatingListIn, responses={200: RatingListOut} | REFUSED, parameters=DOOR)
    def patch(self, request: Request, pk: int) -> HttpResponse:
        """Change the name and the rules of a list; what is left out is as in a new list."""
        sheet = ListSheet(**read(RatingListIn, request).validated_data)
        return change(request, lambda caller: change_rating_list(pk, sheet, caller), list_data)


class RatingPlayerOne(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(responses={200: RatedPersonOut} | MISSING, operation_id="ratings_player")
    def get(self, request: Request, pk: int, person: int) -> HttpResponse:
        """A player of a list with every match; of a minor no value but to the desk."""
        view = list_of(pk)
        actor = must_look(request, view)
        now = timezone.now()
        player = rated_person(listing_of(view, now), person)
        is_minor = player.row.is_minor(now.astimezone(view.rules.zone).date())
        at_desk = is_minor and actor is not None and may_run_desk(actor, view.club.pk)
        return answer_with(player_data(player, now, values=not is_minor or at_desk))


class RatingListEnd(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(request=None, responses={200: RatingListOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """End a list: later matches do not count."""
        return change(request, lambda caller: end_rating_list(pk, caller), list_data)


class RatingStarts(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(request=RatingStartsIn, responses={200: RatingStartsOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Import the values with which people start."""
        lines = [
            StartLine(each["person"], each["value"]) for each in read(RatingStartsIn, request).validated_data["starts"]
        ]
        return change(request, lambda caller: import_starts(pk, lines, caller), lambda count: {"imported": count})


def must_look(request: Request, view: ListView) -> Actor | None:
    """Return who asks for a list. Raises NotAuthenticated or PermissionDenied for those who may not look at it."""
    actor = _actor(request)
    if not may_look(actor, view.club.pk, public=view.public):
        raise NotAuthenticated if actor is None else PermissionDenied
    return actor


def _actor(request: Request) -> Actor | None:
    return actor_of(request) if request.user and request.user.is_authenticated else None


def list_data(view: ListView) -> dict[str, Any]:
    return {
        "id": view.pk,
        "club": view.club.pk,
        "name": view.name,
        "kind": kind_of(view),
        "options": stored_json(view.options),
        "public": view.public,
        "ended": view.ended,
        "version": view.turn,
    }


def listing_data(listing: RatingListing) -> dict[str, Any]:
    return list_data(listing.view) | {
        "lines": [
            {
                "place": line.place,
                "person": line.person,
                "name": line.name,
                "rating": repr(line.rating),
                "second": repr(float(line.second)),
                "played": line.played,
                "won": line.won,
            }
            for line in listing.lines
        ]
    }


def player_data(player: RatedPerson, now: datetime, *, values: bool) -> dict[str, Any]:
    return {
        "person": player.row.id,
        "name": player.row.shown(now.astimezone(player.listing.view.rules.zone).date()),
        "place": player.line.place if player.line is not None and values else None,
        "matches": [
            {
                "match": each.match,
                "played": each.played,
                "won": each.won,
                "length": each.length,
                "opponent": each.opponent,
                "opponent_name": each.opponent_name,
                "rating": repr(each.rating) if values else None,
                "corrected": each.corrected,
            }
            for each in player.matches
        ],
    }
