"""Work outside requests, as rows.

Source: docs/decisions/0008-jobs-and-the-clock.md.
"""

from django.db import models
from django.utils import timezone

from journal.models import Record


class Job(models.Model):
    """Work to be done outside a request: this row is the truth, whoever carries it out.

    ``record`` asked for it, None where the clock did. ``attempts`` counts who took it up and fences: only the last one
    may say how it ended. ``said`` is what went wrong last, ``made`` of ``of`` how far it is (0 of 0: it does not tell).
    ``parent`` is the job that asked for it among others: it is *parted* from when it has asked to when all of these are
    done. ``relayed_at`` is when a server last told its workers of it.
    """

    class State(models.TextChoices):
        """Where the work stands."""

        WAITING = "waiting"
        RUNNING = "running"
        PARTED = "parted"
        DONE = "done"
        DEAD = "dead"

    record = models.ForeignKey(Record, on_delete=models.PROTECT, related_name="jobs", null=True)
    task = models.CharField(max_length=100)
    key = models.CharField(max_length=200, unique=True)
    arguments = models.TextField(default="{}")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    said = models.TextField(blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    relayed_at = models.DateTimeField(null=True)
    parent = models.ForeignKey("self", on_delete=models.PROTECT, related_name="parts", null=True)
    made = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["state", "due_at"], name="jobs_due")]

    def __str__(self) -> str:
        return f"{self.task} {self.key}"
