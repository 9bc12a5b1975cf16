"""The API of the sites that may show a club's embeds."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.embeds import list_hosts
from clubs.actions.roles import club_of
from clubs.api.changes import actor_of, answer_with, change, read
from clubs.api.described import described
from clubs.api.inputs import Strict, TextField
from clubs.api.views import DOOR, HIDDEN, REFUSED
from clubs.permissions import may_own_club, must
from clubs.read.embeds import hosts_of


class EmbedsIn(Strict):
    hosts = serializers.ListField(child=TextField(max_length=300), max_length=100, help_text="Such as www.example.org.")


class EmbedsOut(serializers.Serializer[Any]):
    hosts = serializers.ListField(child=serializers.CharField())


class Embeds(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: EmbedsOut} | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The hosts whose pages may show the club's embeds and read its public data."""
        club_of(pk)
        must(may_own_club(actor_of(request), pk))
        return answer_with({"hosts": list(hosts_of(pk))})

    @described(request=EmbedsIn, responses={200: EmbedsOut} | REFUSED, parameters=DOOR)
    def put(self, request: Request, pk: int) -> HttpResponse:
        """Replace the list."""
        hosts = read(EmbedsIn, request).validated_data["hosts"]
        return change(request, lambda caller: list_hosts(pk, hosts, caller), lambda listed: {"hosts": list(listed)})
