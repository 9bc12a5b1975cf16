"""The API of a club's webhooks, with the same actions as the pages."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.roles import club_of
from clubs.actions.webhooks.setting import WebhookSheet, add_webhook, send_again, try_webhook, turn_webhook
from clubs.api.changes import actor_of, answer_with, change, made, read
from clubs.api.described import described
from clubs.api.inputs import Strict, TextField
from clubs.api.views import DOOR, HIDDEN, REFUSED
from clubs.models import Webhook, WebhookDelivery, WebhookTurn
from clubs.models.webhooks import TOPICS
from clubs.permissions import may_own_club, must
from clubs.read.webhooks.listing import (
    DeliveryLine,
    WebhookLine,
    deliveries_of,
    webhook_line,
    webhook_lines,
    webhook_row,
)

FORMS = [form.value for form in Webhook.Form]


class WebhookIn(Strict):
    address = TextField(max_length=500)
    topics = serializers.ListField(child=TextField(max_length=20), max_length=10, help_text=", ".join(TOPICS))
    form = TextField(max_length=10, required=False, help_text=f"{', '.join(FORMS)}; barpoint by default.")


class TurnIn(Strict):
    to = serializers.ChoiceField(choices=["on", "off", "removed"])


class WebhookOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    address = serializers.CharField()
    secret = serializers.CharField(help_text="The key of the signatures.")
    topics = serializers.ListField(child=serializers.CharField())
    form = serializers.CharField()
    on = serializers.BooleanField()
    off_by_clock = serializers.BooleanField(help_text="Barpoint turned it off: the address took nothing for days.")
    waiting = serializers.IntegerField(help_text="How many deliveries wait to be sent.")


class DeliveryOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    event = serializers.CharField(help_text="The stable id, as in webhook-id.")
    type = serializers.CharField()
    subject = serializers.CharField()
    state = serializers.CharField(help_text="waiting, delivered or given_up")
    attempts = serializers.IntegerField()
    at = serializers.DateTimeField()
    due = serializers.DateTimeField(allow_null=True)
    status = serializers.IntegerField(allow_null=True, help_text="Of the last attempt; 0: no answer.")
    answer = serializers.CharField()


class WebhookMadeOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()


class WebhookOneOut(WebhookOut):
    deliveries = DeliveryOut(many=True, help_text="The newest first.")


class Webhooks(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: WebhookOut(many=True)} | HIDDEN, operation_id="clubs_webhooks_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The webhooks of a club, for its owners."""
        club = club_of(pk)
        must(may_own_club(actor_of(request), pk))
        return answer_with([_webhook_data(line) for line in webhook_lines(club)])

    @described(request=WebhookIn, responses=made(WebhookMadeOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Add a webhook: from now on what happens is posted to it."""
        data = read(WebhookIn, request).validated_data
        site = f"{request.scheme}://{request.get_host()}"
        form, language = data.get("form", Webhook.Form.BARPOINT), get_language() or "en"
        sheet = WebhookSheet(data["address"], data["topics"], form, site, language)
        return change(request, lambda caller: add_webhook(pk, sheet, caller), _made, 201)


class WebhookOne(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: WebhookOneOut} | HIDDEN, operation_id="webhooks_read")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A webhook with the log of its deliveries."""
        row = webhook_row(pk)
        must(may_own_club(actor_of(request), row.club_id))
        deliveries = [_delivery_data(line) for line in deliveries_of(pk)]
        return answer_with(_webhook_data(webhook_line(row)) | {"deliveries": deliveries})


class WebhookTurns(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=TurnIn, responses={200: WebhookMadeOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Turn a webhook on or off, or remove it."""
        to = WebhookTurn.To(read(TurnIn, request).validated_data["to"])
        return change(request, lambda caller: turn_webhook(pk, to, caller), _made)


class WebhookTest(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=None, responses=made(WebhookMadeOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Post a test message; the answer's id is that of its delivery."""
        return change(request, lambda caller: try_webhook(pk, caller), _made, 201)


class DeliveryAgain(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=None, responses={200: WebhookMadeOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Send a delivery again, under the same event id."""
        return change(request, lambda caller: send_again(pk, caller), _made)


def _made(row: Webhook | WebhookDelivery) -> dict[str, Any]:
    return {"id": row.pk}


def _webhook_data(line: WebhookLine) -> dict[str, Any]:
    return {
        "id": line.id, "address": line.address, "secret": line.secret, "topics": list(line.topics), "form": line.form,
        "on": line.on, "off_by_clock": line.off_by_clock, "waiting": line.waiting,
    }  # fmt: skip


def _delivery_data(line: DeliveryLine) -> dict[str, Any]:
    return {
        "id": line.id, "event": line.event, "type": line.verb, "subject": line.subject, "state": line.state,
        "attempts": line.attempts, "at": line.at, "due": line.due, "status": line.status, "answer": line.answer,
    }  # fmt: skip
