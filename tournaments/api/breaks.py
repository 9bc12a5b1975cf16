"""The API of a tournament's breaks."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from clubs.api.inputs import Strict
from rules.timing.breaks import MOST_MINUTES
from tournaments.actions.breaks import BreakDone, begin_break, end_break
from tournaments.api.changes import change, made, read
from tournaments.api.views import DOOR, REFUSED


class BreakIn(Strict):
    minutes = serializers.IntegerField(
        min_value=1, max_value=MOST_MINUTES, allow_null=True, default=None, help_text="Null: until it is ended."
    )


class BreakOut(serializers.Serializer[Any]):
    begins = serializers.DateTimeField()
    ends = serializers.DateTimeField(allow_null=True)
    record = serializers.IntegerField()


class Breaks(APIView):
    @described(request=BreakIn, responses=made(BreakOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Begin a break: waiting, lateness and expected times stand still."""
        minutes = read(BreakIn, request).validated_data["minutes"]
        return change(request, lambda caller: begin_break(pk, minutes, caller), break_data, 201)


class BreakEnd(APIView):
    @described(request=None, responses={200: BreakOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """End the break that lasts."""
        return change(request, lambda caller: end_break(pk, caller), break_data)


def break_data(done: BreakDone) -> dict[str, Any]:
    """Return a break as programs read it."""
    return {"begins": done.begins, "ends": done.ends, "record": done.record}
