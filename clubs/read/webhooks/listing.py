"""The webhooks of a club with their log, and which of them are behind."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from clubs.models import Club, Webhook, WebhookDelivery, WebhookPosition, WebhookTurn
from clubs.read.webhooks.sources import streams_of
from journal.models import counts
from journal.refusals import Unknown

MOST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class DeliveryLine:
    """A delivery in the log. ``status`` is None before the first attempt, 0 where nothing answered.

    ``due`` is when it is tried next, None once it has ended.
    """

    id: int
    event: str
    verb: str
    subject: str
    state: str
    attempts: int
    at: datetime
    due: datetime | None
    ended: datetime | None
    status: int | None
    answer: str


@dataclass(frozen=True, slots=True)
class WebhookLine:
    """A webhook as its owner sees it. ``failing`` since when what waits has not been taken, None if nothing fails.

    ``off_by_clock``: it was turned off because its address took nothing for days, or said that it is gone.
    """

    id: int
    address: str
    secret: str
    topics: tuple[str, ...]
    form: str
    on: bool
    off_by_clock: bool
    failing: datetime | None
    waiting: int


def webhook_row(pk: int) -> Webhook:
    """Return a webhook that was not removed, with its stream and last turn. Raises Unknown ``webhook.unknown``."""
    row = _webhooks(Q(pk=pk)).select_related("club__stream").first()
    if row is None:
        raise Unknown("webhook.unknown")
    return row


def is_on(webhook: Webhook) -> bool:
    """Whether a webhook read by ``webhook_row`` is on."""
    to: str | None = getattr(webhook, "to", None)
    return to in (None, WebhookTurn.To.ON)


def live_webhooks(club: int) -> list[Webhook]:
    """Return the webhooks of a club that were not removed, on or off."""
    return list(_webhooks(Q(club=club)).order_by("pk"))


def delivery_row(pk: int) -> WebhookDelivery:
    """Return a delivery with its webhook. Raises Unknown ``delivery.unknown``."""
    row = WebhookDelivery.objects.filter(pk=pk).select_related("record").first()
    if row is None:
        raise Unknown("delivery.unknown")
    try:
        row.webhook = webhook_row(row.webhook_id)
    except Unknown:
        raise Unknown("delivery.unknown") from None
    return row


def webhook_lines(club: Club) -> list[WebhookLine]:
    """Return the webhooks of a club: two statements."""
    return _lines(live_webhooks(club.pk))


def webhook_line(webhook: Webhook) -> WebhookLine:
    """Return one webhook: one statement."""
    return _lines([webhook])[0]


def deliveries_of(webhook: int, most: int = MOST_SHOWN) -> list[DeliveryLine]:
    """Return the log of a webhook, the newest first: one statement."""
    rows = WebhookDelivery.objects.filter(webhook=webhook).select_related("record").order_by("-pk")[:most]
    return [delivery_line(row) for row in rows]


def delivery_line(row: WebhookDelivery) -> DeliveryLine:
    """Return a delivery, read with its record, as the log shows it."""
    waits = row.state == WebhookDelivery.State.WAITING
    return DeliveryLine(
        row.pk, row.event, row.record.verb, row.subject, row.state, row.attempts, row.created_at,
        row.due_at if waits else None, row.ended_at, row.status, row.answer,
    )  # fmt: skip


def off_by_clock(club: int) -> int:
    """Return how many webhooks of a club were turned off by Barpoint: one statement."""
    return sum(_by_clock(row) for row in live_webhooks(club))


def behind() -> list[tuple[int, int, int, int]]:
    """Return webhook, stream, position and end of each stream on which a webhook that is on has not got everything.

    One statement, and one more for each webhook that is on.
    """
    rows = []
    for webhook in _webhooks(Q()):
        if not is_on(webhook):
            continue
        at = WebhookPosition.objects.filter(webhook=webhook, stream=OuterRef("pk")).values("number")
        streams = streams_of(webhook.club_id).annotate(at=Subquery(at))
        late = streams.filter(Q(at=None, number__gt=0) | Q(at__lt=F("number"))).order_by("pk")
        rows += [
            (webhook.pk, pk, position or 0, number) for pk, position, number in late.values_list("pk", "at", "number")
        ]
    return rows


def due_webhooks(now: datetime) -> list[tuple[int, int, int, datetime]]:
    """Return webhook, delivery, attempts and since when of what is due first, for each webhook that has any.

    One statement.
    """
    waiting = WebhookDelivery.objects.filter(state=WebhookDelivery.State.WAITING)
    before = waiting.filter(webhook=OuterRef("webhook"), subject=OuterRef("subject"), pk__lt=OuterRef("pk"))
    due = waiting.filter(~Exists(before), due_at__lte=now).order_by("-due_at", "-pk")
    rows = due.values_list("webhook", "pk", "attempts", "due_at")
    return list({row[0]: row for row in rows}.values())


def _webhooks(which: Q) -> QuerySet[Webhook]:
    """Return webhooks that count and were not removed, each with its last turn as ``to`` and who did it as ``by``."""
    turns = WebhookTurn.objects.filter(counts(), webhook=OuterRef("pk")).order_by("-record", "-pk")
    annotated = Webhook.objects.filter(which, counts()).annotate(
        to=Subquery(turns.values("to")[:1]), by=Subquery(turns.values("record__page__actor")[:1])
    )
    return annotated.filter(Q(to=None) | ~Q(to=WebhookTurn.To.REMOVED))


def _by_clock(webhook: Webhook) -> bool:
    by: str | None = getattr(webhook, "by", None)
    return not is_on(webhook) and by == "system:0"


def _lines(webhooks: list[Webhook]) -> list[WebhookLine]:
    waiting = WebhookDelivery.objects.filter(webhook__in=webhooks, state=WebhookDelivery.State.WAITING)
    rows: dict[int, list[tuple[int, datetime]]] = {}
    for webhook, attempts, at in waiting.order_by("pk").values_list("webhook", "attempts", "created_at"):
        rows.setdefault(webhook, []).append((attempts, at))
    return [
        WebhookLine(
            id=row.pk,
            address=row.address,
            secret=row.secret,
            topics=tuple(row.topics.split()),
            form=row.form,
            on=is_on(row),
            off_by_clock=_by_clock(row),
            failing=next((at for attempts, at in rows.get(row.pk, []) if attempts), None),
            waiting=len(rows.get(row.pk, [])),
        )
        for row in webhooks
    ]
