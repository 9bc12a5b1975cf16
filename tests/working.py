"""Jobs in tests: what was asked for is carried out, here and now, as a worker would."""

from datetime import datetime

from django.utils import timezone

import clubs.tasks  # noqa: F401 -- a worker knows them
import tournaments.tasks  # noqa: F401 -- imported for its tasks
from runtime.jobs import queue, workers
from runtime.models import Job


def carry_out_all(now: datetime | None = None, task: str = "") -> list[Job]:
    """Carry out all jobs that are due, those that they ask for too, and return them as they ended.

    Jobs of other tasks than ``task`` are left where one is given.
    """
    done = []
    while (job := _next(now or timezone.now(), task)) is not None:
        workers.run(job)
        done.append(job)
    return list(Job.objects.filter(pk__in=[job.pk for job in done]).order_by("pk"))


def _next(now: datetime, task: str) -> Job | None:
    if not task:
        return queue.lease(now)
    rows = Job.objects.filter(queue.due(now), task=task).order_by("due_at", "pk").first()
    return queue.lease(now, rows.pk) if rows else None
