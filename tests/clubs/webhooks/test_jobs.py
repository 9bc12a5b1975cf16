"""The jobs of webhooks: whatever is due is asked for, again if the job before left it."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from clubs.actions.webhooks.setting import WebhookSheet, add_webhook, send_again, try_webhook, turn_webhook
from clubs.models import Webhook, WebhookDelivery, WebhookTurn
from clubs.tasks import ask_for_webhooks
from runtime.jobs import queue, workers
from tests.clubs.webhooks.receivers import Receiver, a_receiver
from tests.factories import a_caller, a_club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _inside(settings: Settings) -> None:
    settings.PRIVATE_WEBHOOKS = True


def a_webhook(receiver: Receiver) -> Webhook:
    sheet = WebhookSheet(receiver.address, ["results"], "barpoint", "https://barpoint.example")
    return add_webhook(a_club().pk, sheet, a_caller())


def run_jobs(now: datetime) -> None:
    """Do what the clock and a worker do."""
    ask_for_webhooks(now)
    while job := queue.lease(now):
        workers.run(job)


def test_what_an_owner_sends_again_the_same_day_is_sent_by_a_job() -> None:
    with a_receiver(status=410) as receiver:
        webhook = a_webhook(receiver)
        delivery = try_webhook(webhook.pk, a_caller())
        run_jobs(timezone.now())
        receiver.status = 204
        turn_webhook(webhook.pk, WebhookTurn.To.ON, a_caller())

        send_again(delivery.pk, a_caller())
        run_jobs(timezone.now())

    assert len(receiver.requests) == 2
    assert WebhookDelivery.objects.get(pk=delivery.pk).state == "delivered"


def test_what_a_job_left_is_asked_for_again_after_one_two_and_four_minutes() -> None:
    with a_receiver() as receiver:
        delivery = try_webhook(a_webhook(receiver).pk, a_caller())
    since = delivery.due_at

    new_jobs = [seconds for seconds in range(0, 300, 10) if ask_for_webhooks(since + timedelta(seconds=seconds))]

    assert new_jobs == [0, 60, 120, 240]
