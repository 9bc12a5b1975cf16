"""A queue of jobs stored as rows: enqueued once, leased to a worker, then finished, tried again or given up.

A worker owns a job until its lease ends. When the lease runs out, because the process died, another worker leases the
job. Only the worker of the last attempt can record how the job ended, so a job that ran twice still ends once.

Source: docs/decisions/0008-jobs-and-the-clock.md.
"""

import threading
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import celery
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from journal.book import OpenPage
from journal.canon import canonical
from runtime.jobs.clock import every
from runtime.models import Job

LEASE = timedelta(seconds=60)
MOST_ATTEMPTS = 5
SHORTEST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=10)
LONGEST_ERROR = 2000
KEPT = timedelta(days=1)
# No job is due so late, and no lease is so long.
AHEAD = timedelta(hours=1)

_wake_up = threading.Condition()


def wake() -> None:
    """Wake the worker threads: there may be a job to run."""
    with _wake_up:
        _wake_up.notify_all()


def wait(seconds: float, over: threading.Event) -> None:
    """Wait up to ``seconds`` until there may be a job to run; return at once if ``over`` is set."""
    with _wake_up:
        if not over.is_set():
            _wake_up.wait(seconds)


def enqueue(task: str, key: str, due_at: datetime, /, **arguments: Any) -> bool:
    """Enqueue a job that belongs to no page, and return whether it is new. A ``key`` is enqueued once."""
    defaults = {"task": task, "arguments": canonical(arguments), "due_at": due_at}
    _, created = Job.objects.get_or_create(key=key, defaults=defaults)
    if created:
        transaction.on_commit(wake)
    return created


def enqueue_after(page: OpenPage, task: str, key: str, /, **arguments: Any) -> None:
    """Enqueue a job that follows from the last record of an open page. A ``key`` is enqueued once.

    The job is part of the page's transaction: it exists exactly when the record does.
    """
    Job.objects.create(record=page.records[-1], task=task, key=key, arguments=canonical(arguments), due_at=page.at)
    transaction.on_commit(wake)


def split(parent: Job, task: str, parts: Mapping[str, Mapping[str, Any]], due_at: datetime) -> None:
    """Split a job into parts that run ``task``; ``parts`` maps each part's key to its arguments.

    The job is done when all parts are. A repeated call leaves existing parts as they are.
    """
    jobs = [
        Job(parent=parent, task=task, key=key, arguments=canonical(arguments), due_at=due_at)
        for key, arguments in parts.items()
    ]
    Job.objects.bulk_create(jobs, ignore_conflicts=True)
    transaction.on_commit(wake)


def due(now: datetime) -> Q:
    """Return the condition for jobs that can be leased: their time has come, or their lease ran out.

    A time far ahead was written by a clock that ran ahead; it has come.
    """
    is_time = Q(due_at__lte=now) | Q(due_at__gt=now + AHEAD)
    is_free = Q(lease_until__lt=now) | Q(lease_until__gt=now + AHEAD)
    return Q(state=Job.State.WAITING) & is_time | Q(state=Job.State.RUNNING) & is_free


def lease(now: datetime, pk: int | None = None) -> Job | None:
    """Lease the job that has been due longest, or job ``pk``; return None if none is due.

    A job whose attempts are used up is given up instead.
    """
    while True:
        candidates = Job.objects.filter(due(now), **({} if pk is None else {"pk": pk}))
        job = candidates.order_by("due_at", "pk").first()
        if job is None:
            return None
        unchanged = Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts)
        if job.attempts >= most_attempts(job.task):
            unchanged.update(state=Job.State.DEAD, ended_at=now, error=job.error or "its worker died each time")
        elif unchanged.update(state=Job.State.RUNNING, attempts=job.attempts + 1, lease_until=now + LEASE):
            job.state, job.attempts = Job.State.RUNNING, job.attempts + 1
            return job


def most_attempts(task: str) -> int:
    """Return how often a task is tried; a task that depends on other servers declares its own ``most_attempts``."""
    return int(getattr(celery.current_app.tasks.get(task), "most_attempts", MOST_ATTEMPTS))


def extend_lease(job: Job, now: datetime) -> bool:
    """Extend the lease; return False if another worker has the job by now."""
    return bool(_leased(job).update(lease_until=now + LEASE))


def record_progress(job: Job, made: int, of: int) -> bool:
    """Record that ``made`` of ``of`` is done; return False if another worker has the job by now."""
    return bool(_leased(job).update(made=made, of=of))


def finish(job: Job, now: datetime) -> bool:
    """Mark the job as done, once its parts are; return False if another worker has it by now."""
    has_open_parts = Job.objects.filter(parent=job.pk).exclude(state=Job.State.DONE).exists()
    state = Job.State.PARTED if has_open_parts else Job.State.DONE
    ended_at = None if has_open_parts else now
    if not _leased(job).update(state=state, ended_at=ended_at, lease_until=None, error=""):
        return False
    # The last part may have ended meanwhile: of job and part, the one that ends second sees the other.
    family = [pk for pk in (job.pk if has_open_parts else None, job.parent_id) if pk]
    if family:
        finish_split_jobs(now, Q(pk__in=family))
    return True


@every(seconds=5)
def finish_split_jobs(now: datetime, which: Q | None = None) -> int:
    """Mark jobs whose parts are all done as done, among ``which``; return how many."""
    open_parts = Job.objects.filter(parent=OuterRef("pk")).exclude(state=Job.State.DONE)
    complete = Job.objects.filter(which or Q(), ~Exists(open_parts), state=Job.State.PARTED)
    return complete.update(state=Job.State.DONE, ended_at=now)


def fail(job: Job, now: datetime, error: str) -> bool:
    """Try a failed job again after a pause that doubles each time, or give it up.

    Return False if another worker has the job by now.
    """
    ended = {"lease_until": None, "relayed_at": None, "error": error[:LONGEST_ERROR]}
    if job.attempts >= most_attempts(job.task):
        return bool(_leased(job).update(state=Job.State.DEAD, ended_at=now, **ended))
    pause = min(SHORTEST_PAUSE * 2 ** (job.attempts - 1), LONGEST_PAUSE)
    return bool(_leased(job).update(state=Job.State.WAITING, due_at=now + pause, **ended))


def put_back(job: Job, now: datetime) -> bool:
    """Put back a job that a clean stop interrupted: another worker runs it, and this attempt does not count."""
    back = {"attempts": job.attempts - 1, "due_at": now, "lease_until": None, "relayed_at": None}
    return bool(_leased(job).update(state=Job.State.WAITING, **back))


def retry(pk: int, now: datetime) -> bool:
    """Try a job that was given up again, as if for the first time; return False if it was not given up."""
    back = {"attempts": 0, "due_at": now, "ended_at": None, "relayed_at": None, "made": 0, "of": 0}
    retried = Job.objects.filter(pk=pk, state=Job.State.DEAD).update(state=Job.State.WAITING, **back)
    transaction.on_commit(wake)
    return bool(retried)


@every(seconds=600)
def delete_old(now: datetime) -> int:
    """Delete jobs that were done a day ago and belong to no record; return how many."""
    return delete_done(now - KEPT)


def delete_done(before: datetime) -> int:
    """Delete jobs done before ``before`` that belong to no record, each part before the job that it is a part of."""
    old = Job.objects.filter(state=Job.State.DONE, record=None, ended_at__lt=before)
    parts, _ = old.filter(parent__state=Job.State.DONE).delete()
    parents, _ = old.filter(parent=None, parts=None).delete()
    return parts + parents


def _leased(job: Job) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempts=job.attempts)
