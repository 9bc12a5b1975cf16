"""Webhooks: addresses of a club to which what happens is posted, and the log of what was posted.

Source: docs/decisions/0119-webhooks.md.
"""

import secrets
from typing import Self

from django.db import models
from django.db.models import Q

from clubs.models.clubs import Club
from clubs.models.roles import Role
from journal.canon import digest_of
from journal.models import Fact, Record, Stream
from journal.verbs import Verb

TOPICS = ("results", "draws", "calls", "ladder")


class Webhook(Fact):
    """An address with the topics that it gets, and the form of what is posted there.

    The address and the secret can be erased; a digest of the address stays. ``site`` is the address of this site as
    its owner sees it, for links; ``language`` that of sentences.
    """

    class Form(models.TextChoices):
        BARPOINT = "barpoint"
        TEXT = "text"
        CONTENT = "content"

    sealed_fields = ("club_id", "topics", "form", "digest")
    erasable_fields = ("salt", "address", "secret")
    verbs = (Verb("webhook.added", Role.Kind.OWNER),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="webhooks")
    address = models.CharField(max_length=500)
    secret = models.CharField(max_length=80)
    topics = models.CharField(max_length=80)
    form = models.CharField(max_length=10, choices=Form)
    site = models.CharField(max_length=200)
    language = models.CharField(max_length=16)
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(topics=""), name="webhook_has_topics"),
            models.CheckConstraint(condition=~Q(form=""), name="webhook_has_a_form"),
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.club_id}"

    def sealing(self) -> Self:
        """Bind the address to the record by a salted digest, and return the fact."""
        self.salt = secrets.token_hex(16)
        self.digest = self.words_digest()
        return self

    def words_digest(self) -> str:
        """Return the digest of the address as it is now."""
        return digest_of(self.salt, [self.address])


class WebhookTurn(Fact):
    """A webhook was turned on, off or removed; the latest that counts is right. Without one it is on."""

    class To(models.TextChoices):
        ON = "on"
        OFF = "off"
        REMOVED = "removed"

    sealed_fields = ("webhook_id", "to")
    verbs = (Verb("webhook.on"), Verb("webhook.off"), Verb("webhook.removed"))

    webhook = models.ForeignKey(Webhook, on_delete=models.PROTECT, related_name="turns")
    to = models.CharField(max_length=10, choices=To)

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(to=""), name="webhook_turn_to_something")]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.to}"


class WebhookPosition(models.Model):
    """Up to which record of a stream a webhook has its deliveries. Not a fact: it follows from what was read."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="positions")
    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["webhook", "stream"], name="one_position_per_webhook_and_stream")
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id} in {self.stream_id} at {self.number}"


class WebhookDelivery(models.Model):
    """A record to be posted to a webhook, and what came of it. Not a fact: it is a job's own row and is deleted later.

    ``event`` is the stable id that the receiver sees. Of one ``subject``, such as a match, one follows the other.
    ``due_at`` is when it is tried next; while an attempt runs, when that attempt counts as lost. ``status`` and
    ``answer`` are those of the last attempt; status 0 is no answer.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        DELIVERED = "delivered"
        GIVEN_UP = "given_up"

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    event = models.CharField(max_length=64)
    subject = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    status = models.PositiveIntegerField(null=True)
    answer = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["webhook", "record"], name="one_delivery_per_webhook_and_record"),
            models.CheckConstraint(condition=~Q(event=""), name="delivery_has_an_event"),
        ]
        indexes = [models.Index(fields=["state", "due_at"], name="deliveries_that_are_due")]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook_id}: {self.state}"
