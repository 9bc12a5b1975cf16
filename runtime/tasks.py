"""Tasks of the memory itself."""

from celery import shared_task
from django.utils import timezone

from runtime import jobs
from runtime import workers as working
from runtime.backups import TASK, make_backup
from runtime.relay import CARRY_OUT
from runtime.subprocess import Interrupted


@shared_task(name=TASK, throws=(Interrupted,))  # type: ignore[untyped-decorator]
def backup() -> str:
    """Write a backup and return its name."""
    return make_backup().name


@shared_task(name=CARRY_OUT)  # type: ignore[untyped-decorator]
def carry_out(job: int) -> None:
    """Carry a job out that the relay told of, unless somebody else has taken it up."""
    taken = jobs.take(timezone.now(), job)
    if taken is not None:
        working.carry_out(taken)
