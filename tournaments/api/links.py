"""The API of links and PINs, and of closing events. Secrets are in the first answer only."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from journal.book import Caller
from journal.canon import canonical
from journal.statements import LARGEST_NUMBER
from runtime.server.addresses import addresses_of
from tournaments.actions.closing import close_event, reopen_event
from tournaments.actions.phones.links import Rotated, make_slips, rotate_links
from tournaments.api import outputs
from tournaments.api.changes import change, made, read
from tournaments.api.views import DOOR, REFUSED
from tournaments.models.links import Slip
from tournaments.read.entrants.listed import entrant_of


class LinksIn(serializers.Serializer[Any]):
    entrants = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER),
        required=False,
        help_text="Their ids; without it all entrants.",
    )


class SlipOut(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    number = serializers.IntegerField()
    path = serializers.CharField(required=False, help_text="The link, below ``address``. In the first answer only.")
    pin = serializers.CharField(required=False, help_text="Six digits. In the first answer only.")


class SlipsOut(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    address = serializers.CharField(help_text="Scheme, host and port under which phones reach this site.")
    slips = SlipOut(many=True)


class RotatedOut(serializers.Serializer[Any]):
    links = serializers.IntegerField()
    phones = serializers.IntegerField()


class EventLinks(APIView):
    @described(request=LinksIn, responses=made(SlipsOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Make links and PINs for an event. Earlier links keep working, earlier PINs do not."""
        return _mint(request, pk, read(LinksIn, request).validated_data.get("entrants"))


class EntrantLink(APIView):
    @described(request=None, responses=made(SlipsOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Make a link and a PIN for one entrant."""
        return _mint(request, entrant_of(pk).event_id, [pk])


class LinksRotate(APIView):
    @described(request=None, responses={200: RotatedOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """End every link, PIN and phone of a tournament."""

        def rotated_data(rotated: Rotated) -> dict[str, int]:
            return {"links": rotated.links, "phones": rotated.phones}

        return change(request, lambda caller: rotate_links(pk, caller), rotated_data)


class EventClose(APIView):
    @described(request=None, responses={200: outputs.EventMadeOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Close an event: its links, PINs and phone sessions stop working."""
        return change(request, lambda caller: close_event(pk, caller), outputs.event_data)


class EventReopen(APIView):
    @described(request=None, responses={200: outputs.EventMadeOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Open a closed event again: its links and PINs work as before."""
        return change(request, lambda caller: reopen_event(pk, caller), outputs.event_data)


def _mint(request: Request, event: int, entrants: Sequence[int] | None) -> HttpResponse:
    """Make slips and answer with their secrets, which are not stored, so a repeated request gets none."""
    address, minted = addresses_of(request._request)[0], list[Slip]()

    def act(caller: Caller) -> tuple[Slip, ...]:
        slips = make_slips(event, caller, address, entrants)
        minted.extend(slips)
        return slips

    def slips_data(secret: bool) -> Callable[[Sequence[Slip]], dict[str, Any]]:
        return lambda slips: {"event": event, "address": address, "slips": [_slip(each, secret) for each in slips]}

    answer = change(request, act, slips_data(secret=False), 201)
    if minted and answer.status_code == 201:
        answer.content = canonical(json.loads(answer.content) | slips_data(secret=True)(minted)).encode()
    answer["Cache-Control"] = "no-store"
    return answer


def _slip(slip: Slip, secret: bool) -> dict[str, Any]:
    answer: dict[str, Any] = {"entrant": slip.entrant, "number": slip.number}
    return answer | {"path": reverse("link", args=[slip.secret]), "pin": slip.pin} if secret else answer
