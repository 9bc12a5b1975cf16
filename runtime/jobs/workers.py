"""Runs jobs: in threads of a laptop's single process, or in a worker process of a server.

Both lease a job, extend the lease while its task runs, and record how it ended. A clean stop puts back unfinished jobs
without using up an attempt.
"""

import json
import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta

import celery
from django.db import connections
from django.utils import timezone

from runtime.jobs import queue, subprocess
from runtime.memory import give_back_memory
from runtime.models import Job
from runtime.troubles import note_error

POLL_SECONDS = 1.0
PROGRESS_SECONDS = 0.5

_log = logging.getLogger(__name__)
_current_job: ContextVar[Job] = ContextVar("the job whose task runs here")
_progress_at: ContextVar[float] = ContextVar("when the task last recorded its progress", default=0.0)
_running: set[Job] = set()


def current_job() -> Job:
    """Return the job whose task runs in this thread."""
    return _current_job.get()


def progress(made: int, of: int) -> None:
    """Record from inside a task that ``made`` of ``of`` is done: twice a second at most, and at the end."""
    if _current_job.get(None) is None or (made < of and time.monotonic() - _progress_at.get() < PROGRESS_SECONDS):
        return
    _progress_at.set(time.monotonic())
    queue.record_progress(current_job(), made, of)


def run(job: Job) -> None:
    """Run the job's task in this thread, and record how it ended."""
    with _lease_extended(job):
        task = celery.current_app.tasks.get(job.task)
        if task is None:
            error: BaseException | str = f"no task {job.task}"
        else:
            outcome = task.apply(kwargs=json.loads(job.arguments), task_id=str(job.pk))
            error = outcome.result if outcome.failed() else ""
        _record_end(job, error)
    give_back_memory()


def _record_end(job: Job, error: BaseException | str) -> None:
    now = timezone.now()
    if isinstance(error, subprocess.Interrupted):
        queue.put_back(job, now)
    elif error:
        message = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
        _log.error("job %s (%s) failed: %s", job.pk, job.key, message)
        queue.fail(job, now, message)
    else:
        queue.finish(job, now)


def drain(deadline: datetime) -> bool:
    """Stop the subprocesses, wait for the other tasks until ``deadline``, and put back the jobs that still run.

    Return whether no job had to be put back.
    """
    subprocess.stop()
    while _running and timezone.now() < deadline:
        time.sleep(0.05)
    left = list(_running)
    for job in left:
        queue.put_back(job, timezone.now())
    return not left


@contextmanager
def _lease_extended(job: Job) -> Iterator[None]:
    """Extend the job's lease from a thread of its own while the block runs."""
    over = threading.Event()

    def extend() -> None:
        while not over.wait(queue.LEASE.total_seconds() / 3):
            try:
                queue.extend_lease(job, timezone.now())
            except Exception as error:
                note_error(_log, "a lease could not be extended", error)
                connections.close_all()
        connections.close_all()

    extender = threading.Thread(target=extend, name=f"lease of job {job.pk}", daemon=True)
    extender.start()
    token = _current_job.set(job)
    _running.add(job)
    try:
        yield
    finally:
        _running.discard(job)
        _current_job.reset(token)
        over.set()
        extender.join()


class Workers:
    """Threads of this process that run jobs, each one at a time."""

    def __init__(self, threads: int = 2) -> None:
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, name=f"worker {n + 1}", daemon=True) for n in range(threads)
        ]

    def start(self) -> None:
        """Start the threads."""
        # Celery would check the whole installation once more, which takes longer than loading the tasks.
        os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
        celery.current_app.loader.import_default_modules()
        for thread in self._threads:
            thread.start()

    def finish(self) -> None:
        """Stop leasing jobs, and stop the subprocesses."""
        self._stopping.set()
        subprocess.stop()
        queue.wake()

    def stop(self, seconds: float) -> bool:
        """Stop leasing jobs and wait for running ones; put back those still running after ``seconds``.

        Return whether nothing was left.
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
                job = queue.lease(timezone.now())
                if job is not None:
                    run(job)
                    continue
            except Exception as error:
                note_error(_log, "a worker goes on after an error", error)
                connections.close_all()
            queue.wait(POLL_SECONDS, self._stopping)
        connections.close_all()
