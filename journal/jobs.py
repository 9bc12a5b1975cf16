"""Work outside requests: rows that are asked for once, taken up under a lease, and done, tried again or given up.

Whoever takes a job up owns it until his lease ends; a lease that ran out (the process died) lets another take it. Only
the last who took it up may say how it ended, so two can carry a job out and yet it ends once.

Source: docs/decisions/0008-jobs-and-the-clock.md.
"""

import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.db import connections
from django.db.models import Q
from django.utils import timezone

from journal.aside import Interrupted
from journal.aside import stop as stop_aside
from journal.canon import canonical
from journal.models import Job

LEASE = timedelta(seconds=60)
MOST_ATTEMPTS = 5
SHORTEST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=10)
LOOK_EVERY_SECONDS = 1.0
LONGEST_SAID = 2000

_woken = threading.Condition()
_log = logging.getLogger(__name__)


def wake() -> None:
    """Tell the threads that there may be work."""
    with _woken:
        _woken.notify_all()


def ask(task: str, key: str, due_at: datetime, **arguments: Any) -> bool:
    """Ask for work that no page asked for; return whether it is new: the same ``key`` is done once."""
    fresh = {"task": task, "arguments": canonical(arguments), "due_at": due_at}
    _, made = Job.objects.get_or_create(key=key, defaults=fresh)
    if made:
        wake()
    return made


def take(now: datetime, lease: timedelta = LEASE) -> Job | None:
    """Take up the job that is due longest, None when none is; a job that failed too often is given up."""
    while True:
        due = Q(state=Job.State.WAITING, due_at__lte=now) | Q(state=Job.State.RUNNING, lease_until__lt=now)
        job = Job.objects.filter(due).order_by("due_at", "pk").first()
        if job is None:
            return None
        mine = Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts)
        if job.attempts >= MOST_ATTEMPTS:
            mine.update(state=Job.State.DEAD, ended_at=now, said=job.said or "its worker died each time")
        elif mine.update(state=Job.State.RUNNING, attempts=job.attempts + 1, lease_until=now + lease):
            job.state, job.attempts = Job.State.RUNNING, job.attempts + 1
            return job


def keep(job: Job, now: datetime, lease: timedelta = LEASE) -> bool:
    """Lengthen the lease; False when somebody else has the job by now."""
    return bool(_mine(job).update(lease_until=now + lease))


def done(job: Job, now: datetime) -> bool:
    """The job is done; False when somebody else has it by now."""
    return bool(_mine(job).update(state=Job.State.DONE, ended_at=now, lease_until=None, said=""))


def failed(job: Job, now: datetime, said: str) -> bool:
    """The job went wrong: try it again after a pause that doubles, or give it up; False when it is not ours."""
    if job.attempts >= MOST_ATTEMPTS:
        return bool(_mine(job).update(state=Job.State.DEAD, ended_at=now, lease_until=None, said=said[:LONGEST_SAID]))
    pause = min(SHORTEST_PAUSE * 2 ** (job.attempts - 1), LONGEST_PAUSE)
    return bool(
        _mine(job).update(state=Job.State.WAITING, due_at=now + pause, lease_until=None, said=said[:LONGEST_SAID])
    )


def put_back(job: Job, now: datetime) -> bool:
    """The server stops and has ended the work: another takes the job up, and this attempt does not count."""
    back = {"state": Job.State.WAITING, "attempts": job.attempts - 1, "due_at": now, "lease_until": None}
    return bool(_mine(job).update(**back))


def forget(before: datetime) -> int:
    """Forget jobs done before ``before`` that no record asked for; return how many."""
    count, _ = Job.objects.filter(state=Job.State.DONE, record=None, ended_at__lt=before).delete()
    return count


def carry_out(job: Job) -> None:
    """Run the job's task here and now, as a worker on a server would, and say how it ended."""
    wrong = f"no task {job.task}"
    task = current_app.tasks.get(job.task)
    if task is not None:
        with _kept(job):
            ended = task.apply(kwargs=json.loads(job.arguments), task_id=str(job.pk))
        wrong = f"{type(ended.result).__name__}: {ended.result}" if ended.failed() else ""
        if isinstance(ended.result, Interrupted):
            put_back(job, timezone.now())
            return
    if wrong:
        _log.error("job %s (%s) went wrong: %s", job.pk, job.key, wrong)
        failed(job, timezone.now(), wrong)
    else:
        done(job, timezone.now())


def _mine(job: Job) -> Any:
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempts=job.attempts)


@contextmanager
def _kept(job: Job) -> Iterator[None]:
    """Lengthen the lease from a thread of its own while the block runs."""
    over = threading.Event()

    def lengthen() -> None:
        while not over.wait(LEASE.total_seconds() / 3):
            keep(job, timezone.now())
        connections.close_all()

    keeper = threading.Thread(target=lengthen, name=f"lease of job {job.pk}", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        over.set()
        keeper.join()


class Workers:
    """Threads of this process that carry jobs out, one at a time each."""

    def __init__(self, threads: int = 2) -> None:
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, name=f"worker {n + 1}", daemon=True) for n in range(threads)
        ]

    def start(self) -> None:
        """Begin to work."""
        current_app.loader.import_default_modules()
        for thread in self._threads:
            thread.start()

    def stop(self, seconds: float) -> bool:
        """Take nothing more up and wait for what runs; False when something still ran after ``seconds``.

        What still ran is taken up again when its lease has ended.
        """
        self._stopping.set()
        stop_aside()
        wake()
        deadline = timezone.now() + timedelta(seconds=seconds)
        for thread in self._threads:
            thread.join(max((deadline - timezone.now()).total_seconds(), 0))
        return not any(thread.is_alive() for thread in self._threads)

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                job = take(timezone.now())
                if job is not None:
                    carry_out(job)
                    continue
            except Exception:
                _log.exception("a worker goes on after")
                connections.close_all()
            with _woken:
                if not self._stopping.is_set():
                    _woken.wait(LOOK_EVERY_SECONDS)
        connections.close_all()
