"""Jobs, as rows.

Source: docs/decisions/0008-jobs-and-the-clock.md.
"""

from django.db import models
from django.utils import timezone

from journal.models import Record


class Job(models.Model):
    """A job to be run outside a request. This row is the truth, whichever worker runs it.

    ``record`` is the record that it follows from, None for a timed job. ``attempts`` counts the leases and serves as
    the fencing token: only the worker of the last lease can record how the job ended. ``error`` is the last error.
    ``made`` of ``of`` is the progress, 0 of 0 if the task records none. ``parent`` is the job that this one is a part
    of; a job is *parted* from its split until all its parts are done. ``relayed_at`` is when a server last sent it to
    its workers.
    """

    class State(models.TextChoices):
        """The state of the job."""

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
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    relayed_at = models.DateTimeField(null=True)
    parent = models.ForeignKey("self", on_delete=models.PROTECT, related_name="parts", null=True)
    made = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["state", "due_at"], name="jobs_due")]

    def __str__(self) -> str:
        return f"{self.task} {self.key}"
