"""Collect what webhooks are to get, and send it: in order for each subject, with growing pauses, never forgotten.

These rows are the log of jobs, no facts: they are written outside pages. A delivery is claimed before it is sent; a
claim that nobody ended runs out, and the delivery is sent again under the same id.

Source: docs/decisions/0119-webhooks.md.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from clubs.actions.webhooks.setting import turn_webhook
from clubs.models import Webhook, WebhookDelivery, WebhookPosition, WebhookTurn
from clubs.read.webhooks.listing import is_on, webhook_row
from clubs.read.webhooks.sources import event_id, events_between
from journal import book
from journal.actors import SYSTEM
from journal.models import Stream
from runtime.outward.posting import Answer, Post
from runtime.outward.signing import signed_headers

SHORTEST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(hours=6)
# With these pauses, three days.
MOST_ATTEMPTS = 23
SILENT_FOR = timedelta(days=3)
# An attempt ends long before: then its worker died.
CLAIM = timedelta(seconds=60)
KEPT = timedelta(days=30)
# How many deliveries one job sends; the next job goes on.
MOST_AT_ONCE = 50
LONGEST_ANSWER = 300
GONE = 410

State = WebhookDelivery.State


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What is needed to send a delivery: how its body is made, and how it is posted."""

    compose: Callable[[WebhookDelivery], bytes | None]
    post: Post


def collect(webhook: int, stream: int, now: datetime) -> int:
    """Make a delivery of everything on a stream that a webhook has not got yet; return how many."""
    row = webhook_row(webhook)
    if not is_on(row):
        return 0
    WebhookPosition.objects.get_or_create(webhook=row, stream_id=stream)
    with book.derived(WebhookPosition.objects.filter(webhook=row, stream=stream)) as position:
        at = Stream.objects.get(pk=stream)
        events = events_between(at, position.number, at.number, row.topics.split(), row.form)
        rows = [
            WebhookDelivery(
                webhook=row, record_id=each.record, event=event_id(at.epoch, each.record), subject=each.subject,
                created_at=now, due_at=now,
            )
            for each in events
        ]  # fmt: skip
        WebhookDelivery.objects.bulk_create(rows, ignore_conflicts=True)
        WebhookPosition.objects.filter(pk=position.pk).update(number=at.number)
    return len(rows)


def deliver(webhook: int, now: Callable[[], datetime], outgoing: Outgoing) -> int:
    """Send what is due of a webhook, one after the other, until something fails; return how many were taken."""
    taken = 0
    for _ in range(MOST_AT_ONCE):
        row = webhook_row(webhook)
        delivery = next_due(webhook, now()) if is_on(row) else None
        if delivery is None:
            break
        if not _claim(delivery, now()):
            continue
        body = outgoing.compose(delivery)
        if body is None:
            _end(delivery, State.GIVEN_UP, now(), Answer(0, "nothing to send"))
            continue
        headers = signed_headers(row.secret, delivery.event, int(now().timestamp()), body)
        answer = outgoing.post(row.address, body, headers)
        if answer.is_taken:
            _end(delivery, State.DELIVERED, now(), answer)
            taken += 1
        elif not _failed(delivery, row, now(), answer):
            break
    return taken


def next_due(webhook: int, now: datetime) -> WebhookDelivery | None:
    """Return what is sent next: of each subject only the first that waits, whether it is due or not."""
    waiting = WebhookDelivery.objects.filter(webhook=webhook, state=State.WAITING)
    before = waiting.filter(subject=OuterRef("subject"), pk__lt=OuterRef("pk"))
    due = waiting.filter(~Exists(before), due_at__lte=now)
    return due.select_related("webhook__club", "record__stream").order_by("due_at", "pk").first()


def delete_old_deliveries(now: datetime) -> int:
    """Delete what was delivered or given up a month ago; return how many."""
    deleted, _ = WebhookDelivery.objects.filter(ended_at__lt=now - KEPT).delete()
    return deleted


def pause_after(attempts: int) -> timedelta:
    """Return how long to wait after a number of attempts: 5 s, twice as long each time, at most 6 hours."""
    doubled: int = 1 << min(attempts - 1, 20)
    return min(SHORTEST_PAUSE * doubled, LONGEST_PAUSE)


def _claim(delivery: WebhookDelivery, now: datetime) -> bool:
    """Take a delivery for one attempt; return False if another worker was quicker."""
    unchanged = WebhookDelivery.objects.filter(pk=delivery.pk, state=State.WAITING, attempts=delivery.attempts)
    delivery.attempts += 1
    return bool(unchanged.update(attempts=delivery.attempts, due_at=now + CLAIM))


def _failed(delivery: WebhookDelivery, webhook: Webhook, now: datetime, answer: Answer) -> bool:
    """Record an attempt that failed; return whether the receiver answered, so that others may be sent now."""
    if answer.status == GONE or (delivery.attempts >= MOST_ATTEMPTS and _is_silent(webhook, now)):
        _end(delivery, State.GIVEN_UP, now, answer)
        turn_webhook(webhook.pk, WebhookTurn.To.OFF, book.Caller(SYSTEM))
        return False
    if delivery.attempts >= MOST_ATTEMPTS:
        _end(delivery, State.GIVEN_UP, now, answer)
        return True
    _write(delivery, answer, due_at=now + pause_after(delivery.attempts))
    return answer.status > 0


def _is_silent(webhook: Webhook, now: datetime) -> bool:
    """Whether a webhook has taken nothing for days."""
    taken = WebhookDelivery.objects.filter(webhook=webhook, state=State.DELIVERED, ended_at__gt=now - SILENT_FOR)
    return not taken.exists()


def _end(delivery: WebhookDelivery, state: WebhookDelivery.State, now: datetime, answer: Answer) -> None:
    _write(delivery, answer, state=state, ended_at=now)


def _write(delivery: WebhookDelivery, answer: Answer, **columns: object) -> None:
    # Only the worker of the last attempt can record how it ended.
    mine = WebhookDelivery.objects.filter(pk=delivery.pk, state=State.WAITING, attempts=delivery.attempts)
    text = answer.text.replace("\x00", "")[:LONGEST_ANSWER]
    mine.update(status=answer.status, answer=text, **columns)
