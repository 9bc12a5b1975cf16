"""The API of a club's nights, with the same actions as the pages."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.nights import NightSheet, cancel_night, check_in, plan_nights
from clubs.actions.roles import club_of
from clubs.api.changes import actor_of, answer_with, change, made, read, refuse_unseen
from clubs.api.described import described
from clubs.api.inputs import Strict, TextField
from clubs.api.views import DOOR, HIDDEN, REFUSED
from clubs.models import Night
from clubs.permissions import may_run_desk, must
from clubs.read.chouettes.tonight import night_on
from clubs.read.nights import NightLine, coming_nights, here_at, night_line
from clubs.read.persons.rows import person_row
from clubs.read.sights import nights_are_public
from journal.statements import LARGEST_NUMBER
from rules.errors import RuleBroken


class NightsIn(Strict):
    name = TextField(max_length=400)
    first = serializers.DateField()
    at = serializers.TimeField()
    zone = TextField(max_length=60, required=False)
    place = TextField(max_length=400, required=False, allow_blank=True)
    minutes = serializers.IntegerField(required=False, min_value=0, max_value=100_000)
    weeks = serializers.IntegerField(required=False, min_value=0, max_value=52, help_text="0: one night.")
    until = serializers.DateField(required=False, help_text="The last day of a series.")


class CheckInIn(Strict):
    person = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
    on = serializers.BooleanField(required=False, help_text="False: not here after all.")


class NightOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.CharField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    off = serializers.BooleanField(help_text="It does not take place.")


class NightsOut(serializers.Serializer[Any]):
    nights = serializers.ListField(child=serializers.IntegerField())


class PresentOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class CheckedInOut(serializers.Serializer[Any]):
    changed = serializers.BooleanField()


class Nights(APIView):
    def get_permissions(self) -> list[Any]:
        """Let everybody read."""
        return [AllowAny()] if self.request.method == "GET" else [IsAuthenticated()]

    @described(responses={200: NightOut(many=True)} | HIDDEN, operation_id="clubs_nights_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The coming nights of a club, for members only if it chose so."""
        club_of(pk)
        refuse_unseen(request, pk, public=nights_are_public(pk))
        return answer_with([night_data(line) for line in coming_nights(pk, timezone.now())])

    @described(request=NightsIn, responses=made(NightsOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Plan one night, or a series of at most 60."""
        sheet = NightSheet(**read(NightsIn, request).validated_data)
        return change(request, lambda caller: plan_nights(pk, sheet, caller), planned_data, 201)


class NightOff(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=None, responses={200: NightsOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Let a night not take place; the club's memory can undo it."""
        return change(request, lambda caller: cancel_night(pk, caller), lambda night: planned_data([night]))


class Present(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: PresentOut(many=True)} | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Who is checked in at a night, for the desk."""
        night = night_line(pk)
        must(may_run_desk(actor_of(request), night.club))
        return answer_with([{"id": row.id, "name": row.name} for row in here_at(night)])

    @described(request=CheckInIn, responses={200: CheckedInOut} | REFUSED | {410: REFUSED[404]}, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Check a person in, or out."""
        data = read(CheckInIn, request).validated_data
        return change(
            request,
            lambda caller: check_in(pk, data["person"], data.get("on", True), caller),
            lambda changed: {"changed": changed},
        )


class CodeCheckIn(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=None, responses={200: CheckedInOut} | REFUSED | {410: REFUSED[404]}, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Check in whose card was scanned, at the night that is on or begins within three hours."""
        row = person_row(pk)
        must(may_run_desk(actor_of(request), row.club))
        night = night_on(row.club, timezone.now())
        if night is None:
            raise RuleBroken("night.none_on")
        return change(
            request, lambda caller: check_in(night.id, pk, True, caller), lambda changed: {"changed": changed}
        )  # fmt: skip


def night_data(line: NightLine) -> dict[str, Any]:
    """Return a night as the API shows it."""
    about = {"id": line.id, "name": line.name, "place": line.place, "off": line.off}
    return about | {"starts_at": line.starts, "ends_at": line.ends}


def planned_data(nights: list[Night]) -> dict[str, Any]:
    """Return the keys of nights."""
    return {"nights": [night.pk for night in nights]}
