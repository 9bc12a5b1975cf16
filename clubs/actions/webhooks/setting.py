"""Owners set up the webhooks of a club, try them, and send again what was given up."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings

from clubs.actions.roles import club_of
from clubs.models import Webhook, WebhookDelivery, WebhookPosition, WebhookTurn
from clubs.models.webhooks import TOPICS
from clubs.permissions import may_own_club, must
from clubs.read.webhooks.listing import delivery_row, is_on, live_webhooks, webhook_row
from clubs.read.webhooks.sources import event_id, streams_of
from journal import book
from journal.actors import SYSTEM
from journal.refusals import Refused, Unreadable
from rules.errors import RuleBroken
from runtime.outward.addresses import read_target
from runtime.outward.signing import new_secret

MOST = 20


@dataclass(frozen=True, slots=True)
class WebhookSheet:
    """What an owner enters: the address, its topics, the form of what is posted.

    ``site`` is the address of this site, for links; ``language`` that of sentences.
    """

    address: str
    topics: Sequence[str]
    form: str
    site: str
    language: str = "en"


def add_webhook(club: int, sheet: WebhookSheet, caller: book.Caller) -> Webhook:
    """Add a webhook: from now on what happens in the club is posted to it.

    Raises Unknown ``club.unknown``, RuleBroken ``address.…``, ``webhook.topics`` or ``webhook.many``, Unreadable
    ``webhook.form``.
    """
    club_row = club_of(club)
    with book.page(club_row.stream.name, caller) as page:
        must(may_own_club(caller.actor, club))
        read_target(sheet.address, private=settings.PRIVATE_WEBHOOKS)
        if not sheet.topics or set(sheet.topics) - set(TOPICS):
            raise RuleBroken("webhook.topics", topics=list(TOPICS))
        if sheet.form not in Webhook.Form.values:
            raise Unreadable("webhook.form", got=sheet.form[:20])
        if len(live_webhooks(club)) >= MOST:
            raise RuleBroken("webhook.many", most=MOST)
        topics = " ".join(topic for topic in TOPICS if topic in sheet.topics)
        webhook = Webhook(
            club=club_row, address=sheet.address.strip(), secret=new_secret(), topics=topics, form=sheet.form,
            site=sheet.site, language=sheet.language,
        ).sealing()  # fmt: skip
        page.keep([webhook])
        mine = [f"webhook:{webhook.pk}"]
        page.record("webhook.added", [webhook], makes=mine, needs=[])
        _begin_here(webhook)
        return page.done(webhook)


def turn_webhook(webhook: int, to: WebhookTurn.To, caller: book.Caller) -> Webhook:
    """Turn a webhook on or off, or remove it. Whatever waits to be sent is given up; on again, it begins anew.

    Nothing happens if it is so already. Raises Unknown ``webhook.unknown``.
    """
    row = webhook_row(webhook)
    with book.page(row.club.stream.name, caller) as page:
        must(caller.actor == SYSTEM or may_own_club(caller.actor, row.club_id))
        row = webhook_row(webhook)
        if is_on(row) == (to == WebhookTurn.To.ON) and to != WebhookTurn.To.REMOVED:
            return page.done(row)
        mine = [f"webhook:{row.pk}"]
        page.record(f"webhook.{to}", [WebhookTurn(webhook=row, to=to)], makes=mine, needs=mine)
        waiting = WebhookDelivery.objects.filter(webhook=row, state=WebhookDelivery.State.WAITING)
        waiting.update(state=WebhookDelivery.State.GIVEN_UP, ended_at=page.at)
        WebhookPosition.objects.filter(webhook=row).delete()
        if to == WebhookTurn.To.ON:
            _begin_here(row)
        return page.done(row)


def try_webhook(webhook: int, caller: book.Caller) -> WebhookDelivery:
    """Post a message that says that this is a test. Raises Unknown ``webhook.unknown``, Refused ``webhook.off``."""
    row = webhook_row(webhook)
    with book.page(row.club.stream.name, caller) as page:
        must(may_own_club(caller.actor, row.club_id))
        if not is_on(row):
            raise Refused("webhook.off")
        record = page.record("webhook.tried", webhook=row.pk)
        delivery = WebhookDelivery(
            webhook=row, record=record, event=event_id(page.stream.epoch, record.pk), subject="test",
            created_at=page.at, due_at=page.at,
        )  # fmt: skip
        delivery.save(force_insert=True)
        return page.done(delivery)


def send_again(delivery: int, caller: book.Caller) -> WebhookDelivery:
    """Send something again under its old id: the receiver knows whether it has it.

    Raises Unknown ``delivery.unknown``, Refused ``webhook.off`` or ``delivery.waiting``.
    """
    row = delivery_row(delivery)
    with book.page(row.webhook.club.stream.name, caller) as page:
        must(may_own_club(caller.actor, row.webhook.club_id))
        row = delivery_row(delivery)
        if not is_on(row.webhook):
            raise Refused("webhook.off")
        if row.state == WebhookDelivery.State.WAITING:
            raise Refused("delivery.waiting")
        page.record("webhook.sent_again", webhook=row.webhook_id, delivered=row.record_id)
        row.state, row.attempts, row.due_at, row.ended_at = WebhookDelivery.State.WAITING, 0, page.at, None
        row.save(update_fields=["state", "attempts", "due_at", "ended_at"])
        return page.done(row)


def _begin_here(webhook: Webhook) -> None:
    """Step: have a webhook get what is recorded from now on. A stream without a position is read from its beginning."""
    ends = list(streams_of(webhook.club_id).values_list("pk", "number"))
    WebhookPosition.objects.bulk_create(
        WebhookPosition(webhook=webhook, stream_id=stream, number=number) for stream, number in ends
    )
