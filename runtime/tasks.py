"""The tasks of this app."""

from celery import shared_task
from django.utils import timezone

from journal.refusals import Refused
from runtime.backups import second_place
from runtime.backups.automatic import TASK, make_backup
from runtime.jobs import queue, workers
from runtime.jobs.relay import RUN_JOB
from runtime.jobs.subprocess import Interrupted


@shared_task(name=TASK, throws=(Interrupted,))  # type: ignore[untyped-decorator]  # celery has no types
def backup() -> str:
    """Write a backup and return its name."""
    return make_backup().name


@shared_task(name=second_place.TASK, throws=(Interrupted, Refused))  # type: ignore[untyped-decorator]  # celery has no types
def send_backup() -> str:
    """Send the newest backup to the second place, and return its name."""
    return second_place.send_newest()


send_backup.most_attempts = second_place.MOST_ATTEMPTS


@shared_task(name=RUN_JOB)  # type: ignore[untyped-decorator]  # celery has no types
def run_job(job: int) -> None:
    """Run a job that the relay sent, unless another worker has leased it."""
    leased = queue.lease(timezone.now(), job)
    if leased is not None:
        workers.run(leased)
