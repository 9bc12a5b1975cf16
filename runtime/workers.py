"""Carrying jobs out: in threads of the one process of a hall, or in a worker of a server's.

Both do the same: take a job up, keep its lease while its task runs, say how it ended; and at an orderly stop put back
what is not done, so that it has cost no attempt.
"""

import json
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta

from celery import current_app
from django.db import connections
from django.utils import timezone

from runtime import jobs
from runtime import subprocess as aside
from runtime.models import Job

LOOK_EVERY_SECONDS = 1.0
TELL_EVERY_SECONDS = 0.5

_log = logging.getLogger(__name__)
_here: ContextVar[Job] = ContextVar("the job that is carried out here")
_told_at: ContextVar[float] = ContextVar("when it last told how far it is", default=0.0)
_held: set[Job] = set()


def here() -> Job:
    """Return the job whose task runs here."""
    return _here.get()


def progress(made: int, of: int) -> None:
    """Say from inside a task how far it is; told twice a second at most, and at the end."""
    if _here.get(None) is None or (made < of and time.monotonic() - _told_at.get() < TELL_EVERY_SECONDS):
        return
    _told_at.set(time.monotonic())
    jobs.tell(here(), made, of)


def carry_out(job: Job) -> None:
    """Run the job's task here and now, and say how it ended."""
    with _kept(job):
        task = current_app.tasks.get(job.task)
        if task is None:
            wrong: BaseException | str = f"no task {job.task}"
        else:
            ended = task.apply(kwargs=json.loads(job.arguments), task_id=str(job.pk))
            wrong = ended.result if ended.failed() else ""
        _end(job, wrong)


def _end(job: Job, wrong: BaseException | str) -> None:
    now = timezone.now()
    if isinstance(wrong, aside.Interrupted):
        jobs.put_back(job, now)
    elif wrong:
        said = wrong if isinstance(wrong, str) else f"{type(wrong).__name__}: {wrong}"
        _log.error("job %s (%s) went wrong: %s", job.pk, job.key, said)
        jobs.failed(job, now, said)
    else:
        jobs.done(job, now)


def drain(deadline: datetime) -> bool:
    """End work beside this process, wait for the rest until ``deadline``, and put back what is not done by then.

    Returns whether all was done or put back by those who carried it out.
    """
    aside.stop()
    while _held and timezone.now() < deadline:
        time.sleep(0.05)
    left = list(_held)
    for job in left:
        jobs.put_back(job, timezone.now())
    return not left


@contextmanager
def _kept(job: Job) -> Iterator[None]:
    """Hold the job, and lengthen its lease from a thread of its own, while the block runs."""
    over = threading.Event()

    def lengthen() -> None:
        while not over.wait(jobs.LEASE.total_seconds() / 3):
            try:
                jobs.keep(job, timezone.now())
            except Exception:
                _log.exception("a lease could not be lengthened")
                connections.close_all()
        connections.close_all()

    keeper = threading.Thread(target=lengthen, name=f"lease of job {job.pk}", daemon=True)
    keeper.start()
    was = _here.set(job)
    _held.add(job)
    try:
        yield
    finally:
        _held.discard(job)
        _here.reset(was)
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

    def finish(self) -> None:
        """Take nothing more up, and end what runs beside this process."""
        self._stopping.set()
        aside.stop()
        jobs.wake()

    def stop(self, seconds: float) -> bool:
        """Take nothing more up and wait for what runs; what still runs after ``seconds`` is put back.

        Returns whether nothing was left.
        """
        self.finish()
        deadline = timezone.now() + timedelta(seconds=seconds)
        for thread in self._threads:
            thread.join(max((deadline - timezone.now()).total_seconds(), 0))
        left = any(thread.is_alive() for thread in self._threads)
        return drain(deadline) and not left

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                job = jobs.take(timezone.now())
                if job is not None:
                    carry_out(job)
                    continue
            except Exception:
                _log.exception("a worker goes on after")
                connections.close_all()
            jobs.wait(LOOK_EVERY_SECONDS, self._stopping)
        connections.close_all()
