"""Streams, pages and records: what happened, in order, never edited.

Source: docs/decisions/0001-one-door.md.
"""

import secrets
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q

from journal.verbs import Verb

NOTHING_BEFORE = "0" * 64


def new_epoch() -> str:
    """Return a new epoch; after a restore, numbers of older epochs may be given out a second time."""
    return secrets.token_hex(8)


class Stream(models.Model):
    """A chain of records with its lock: of the site, a club or a tournament.

    ``number`` and ``head`` are those of its last record. ``due_at`` is when something on it must be settled: never too
    late, perhaps too early.
    """

    name = models.CharField(max_length=60, unique=True)
    epoch = models.CharField(max_length=16, default=new_epoch)
    number = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, default=NOTHING_BEFORE)
    due_at = models.DateTimeField(null=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.name} at {self.number}"

    def record_id(self, number: int) -> int:
        """Return the primary key of record ``number``, which is known before the record is written."""
        return self.pk << 32 | number


# The primary key of a record holds its stream in the upper bits, its number in the lower.
_NUMBERS = 1 << 32


def _lies_in_its_stream(field: str, name: str) -> models.CheckConstraint:
    """Return the constraint that a primary key of a record or page belongs to the row's stream."""
    first = F("stream") * _NUMBERS
    return models.CheckConstraint(condition=Q(**{f"{field}__gt": first, f"{field}__lt": first + _NUMBERS}), name=name)


class Page(models.Model):
    """The change of one request: the actor, the idempotency key and the answer.

    ``topics`` lists what changed, separated by blanks (``event:7/main match:118 entrant:23``); pages that show one of
    them refresh.
    """

    append_only: ClassVar[bool] = True
    # An answer may name a person who is erased later; a repeated request then gets an empty one.
    erasable_fields: ClassVar[tuple[str, ...]] = ("answer",)

    id = models.BigIntegerField(primary_key=True)
    # Its row is locked while the page is written: a foreign key of the database would look it up once more.
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="pages", db_constraint=False)
    actor = models.CharField(max_length=60)
    client = models.CharField(max_length=60, blank=True)
    key = models.CharField(max_length=255, null=True)
    body_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.TextField()
    topics = models.TextField(default="", blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["actor", "key"], name="one_page_per_actor_and_key"),
            _lies_in_its_stream("id", "page_lies_in_its_stream"),
        ]

    def __str__(self) -> str:
        return f"page {self.pk} by {self.actor}"


class Record(models.Model):
    """An event in the memory. ``body`` is canonical JSON with ids and numbers only, sealed by ``hash``."""

    append_only: ClassVar[bool] = True

    id = models.BigIntegerField(primary_key=True)
    page = models.ForeignKey(Page, on_delete=models.PROTECT, related_name="records")
    # The stream of its page, as the constraints say.
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="records", db_constraint=False)
    number = models.PositiveBigIntegerField()
    verb = models.CharField(max_length=60)
    at = models.DateTimeField()
    body = models.TextField()
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "number"], name="one_record_per_number"),
            models.CheckConstraint(
                condition=Q(id=F("stream") * _NUMBERS + F("number")), name="id_is_stream_and_number"
            ),
            _lies_in_its_stream("page", "record_lies_in_the_stream_of_its_page"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.verb}"


class Fact(models.Model):
    """A row that is never edited and names the record that created it.

    ``sealed_fields`` are written into that record's body; a fact whose record was undone does not count. ``verbs`` are
    those of records that bring such a fact; a fact that only comes along with others has none.
    """

    append_only: ClassVar[bool] = True
    sealed_fields: ClassVar[tuple[str, ...]] = ()
    verbs: ClassVar[tuple[Verb, ...]] = ()

    record = models.ForeignKey(Record, on_delete=models.PROTECT, related_name="+")

    class Meta:
        abstract = True

    def sealed(self) -> dict[str, Any]:
        """Return the part of the record's body for this fact."""
        return {"id": self.pk} | {name: getattr(self, name) for name in self.sealed_fields}


class Words(models.Model):
    """A typed reason: it can be erased without breaking the chain, and a salted hash binds it to its record."""

    append_only: ClassVar[bool] = True
    erasable_fields: ClassVar[tuple[str, ...]] = ("salt", "text")

    record = models.ForeignKey(Record, on_delete=models.PROTECT, related_name="words")
    salt = models.CharField(max_length=32)
    text = models.TextField()

    def __str__(self) -> str:
        return f"words of {self.record_id}"


class Undo(Fact):
    """The undoing of a record: its facts no longer count."""

    sealed_fields = ("undone_id",)

    undone = models.OneToOneField(Record, on_delete=models.PROTECT, related_name="undo")

    def __str__(self) -> str:
        return f"undo of {self.undone_id}"


def counts(record: str = "record_id") -> models.Q:
    """Return the condition that a fact was not undone; ``record`` is the path to the primary key of its record.

    Facts kept on an open page count too: their record is not written yet, so that a join with it would lose them.
    """
    return ~models.Q(models.Exists(Undo.objects.filter(undone=models.OuterRef(record))))
