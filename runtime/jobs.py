"""Work outside requests: rows that are asked for once, taken up under a lease, and done, tried again or given up.

Whoever takes a job up owns it until his lease ends; a lease that ran out (the process died) lets another take it. Only
the last who took it up may say how it ended, so two can carry a job out and yet it ends once.

Source: docs/decisions/0008-jobs-and-the-clock.md.
"""

import threading
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from journal.book import OpenPage
from journal.canon import canonical
from runtime.clock import every
from runtime.models import Job

LEASE = timedelta(seconds=60)
MOST_ATTEMPTS = 5
SHORTEST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=10)
LONGEST_SAID = 2000
KEPT = timedelta(days=1)

_woken = threading.Condition()


def wake() -> None:
    """Tell the threads that there may be work."""
    with _woken:
        _woken.notify_all()


def wait(seconds: float, over: threading.Event) -> None:
    """Wait until there may be work, for ``seconds`` at most, and not at all once it is ``over``."""
    with _woken:
        if not over.is_set():
            _woken.wait(seconds)


def ask(task: str, key: str, due_at: datetime, /, **arguments: Any) -> bool:
    """Ask for work that no page asked for; return whether it is new: the same ``key`` is done once."""
    fresh = {"task": task, "arguments": canonical(arguments), "due_at": due_at}
    _, made = Job.objects.get_or_create(key=key, defaults=fresh)
    if made:
        transaction.on_commit(wake)
    return made


def ask_after(page: OpenPage, task: str, key: str, /, **arguments: Any) -> None:
    """Ask for work that follows from the last record of an open page; the same ``key`` is done once.

    The job is part of the page's transaction: it exists exactly when the record does.
    """
    Job.objects.create(record=page.records[-1], task=task, key=key, arguments=canonical(arguments), due_at=page.at)
    transaction.on_commit(wake)


def ask_parts(parent: Job, task: str, parts: Mapping[str, Mapping[str, Any]], due_at: datetime) -> None:
    """Part a job into others that run ``task``, arguments by key. It is done when all of them are.

    Asked again, as a task that is run again does, those that are there already stay as they are.
    """
    fresh = [
        Job(parent=parent, task=task, key=key, arguments=canonical(told), due_at=due_at) for key, told in parts.items()
    ]
    Job.objects.bulk_create(fresh, ignore_conflicts=True)
    transaction.on_commit(wake)


def due(now: datetime) -> Q:
    """Which jobs may be taken up: those whose time has come, and those whose lease ran out."""
    return Q(state=Job.State.WAITING, due_at__lte=now) | Q(state=Job.State.RUNNING, lease_until__lt=now)


def take(now: datetime, pk: int | None = None) -> Job | None:
    """Take up the job that is due longest, or the one named; None when none is due.

    A job that was taken up too often is given up.
    """
    while True:
        found = Job.objects.filter(due(now), **({} if pk is None else {"pk": pk}))
        job = found.order_by("due_at", "pk").first()
        if job is None:
            return None
        mine = Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts)
        if job.attempts >= most_attempts(job.task):
            mine.update(state=Job.State.DEAD, ended_at=now, said=job.said or "its worker died each time")
        elif mine.update(state=Job.State.RUNNING, attempts=job.attempts + 1, lease_until=now + LEASE):
            job.state, job.attempts = Job.State.RUNNING, job.attempts + 1
            return job


def most_attempts(task: str) -> int:
    """Return how often a task is tried; one that waits for others says so itself by ``most_attempts``."""
    return int(getattr(current_app.tasks.get(task), "most_attempts", MOST_ATTEMPTS))


def keep(job: Job, now: datetime) -> bool:
    """Lengthen the lease; False when somebody else has the job by now."""
    return bool(_mine(job).update(lease_until=now + LEASE))


def tell(job: Job, made: int, of: int) -> bool:
    """Say how far the job is; False when somebody else has it by now."""
    return bool(_mine(job).update(made=made, of=of))


def done(job: Job, now: datetime) -> bool:
    """The job is done, once its parts are; False when somebody else has it by now."""
    parted = Job.objects.filter(parent=job.pk).exclude(state=Job.State.DONE).exists()
    state = Job.State.PARTED if parted else Job.State.DONE
    ended_at = None if parted else now
    if not _mine(job).update(state=state, ended_at=ended_at, lease_until=None, said=""):
        return False
    # The last part may have ended meanwhile: whoever is second of the two sees the other.
    concerned = [pk for pk in (job.pk if parted else None, job.parent_id) if pk]
    if concerned:
        end_parted(now, Q(pk__in=concerned))
    return True


@every(seconds=5)
def end_parted(now: datetime, which: Q | None = None) -> int:
    """End jobs whose parts are all done, among ``which``; return how many."""
    open_parts = Job.objects.filter(parent=OuterRef("pk")).exclude(state=Job.State.DONE)
    found = Job.objects.filter(which or Q(), ~Exists(open_parts), state=Job.State.PARTED)
    return found.update(state=Job.State.DONE, ended_at=now)


def failed(job: Job, now: datetime, said: str) -> bool:
    """The job went wrong: try it again after a pause that doubles, or give it up; False when it is not ours."""
    ended = {"lease_until": None, "relayed_at": None, "said": said[:LONGEST_SAID]}
    if job.attempts >= most_attempts(job.task):
        return bool(_mine(job).update(state=Job.State.DEAD, ended_at=now, **ended))
    pause = min(SHORTEST_PAUSE * 2 ** (job.attempts - 1), LONGEST_PAUSE)
    return bool(_mine(job).update(state=Job.State.WAITING, due_at=now + pause, **ended))


def put_back(job: Job, now: datetime) -> bool:
    """The server stops and has ended the work: another takes the job up, and this attempt does not count."""
    back = {"attempts": job.attempts - 1, "due_at": now, "lease_until": None, "relayed_at": None}
    return bool(_mine(job).update(state=Job.State.WAITING, **back))


def revive(pk: int, now: datetime) -> bool:
    """Try a dead job again, as if for the first time; False when it is not dead."""
    back = {"attempts": 0, "due_at": now, "ended_at": None, "relayed_at": None, "made": 0, "of": 0}
    found = Job.objects.filter(pk=pk, state=Job.State.DEAD).update(state=Job.State.WAITING, **back)
    transaction.on_commit(wake)
    return bool(found)


@every(seconds=600)
def tidy(now: datetime) -> int:
    """Forget what was done long ago and no record asked for; return how many jobs."""
    return forget(now - KEPT)


def forget(before: datetime) -> int:
    """Forget jobs done before ``before`` that no record asked for, parts before what they are parts of."""
    old = Job.objects.filter(state=Job.State.DONE, record=None, ended_at__lt=before)
    parts, _ = old.filter(parent__state=Job.State.DONE).delete()
    whole, _ = old.filter(parent=None, parts=None).delete()
    return parts + whole


def _mine(job: Job) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempts=job.attempts)
