"""Sends the due jobs of a server to its workers through a message broker.

A message names a job and nothing else; the row is the truth. A worker that receives a message leases the job in the
database, and ignores the message when another worker was quicker. So a message may arrive twice, late or never: a job
that no worker leased is sent again.

Source: docs/decisions/0014-workers-on-a-server.md.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import celery
from django.db import connections
from django.db.models import F, Q
from django.utils import timezone

from runtime.jobs import queue
from runtime.models import Job
from runtime.troubles import note_error

RUN_JOB = "runtime.tasks.run_job"
POLL_SECONDS = 1.0
# A job that was sent and that no worker leased: the message may be lost, or all workers are busy.
SEND_AGAIN = timedelta(seconds=60)
BATCH = 200
TIMEOUT_SECONDS = 3

_log = logging.getLogger(__name__)
_silent_since: datetime | None = None


class BrokerSilent(Exception):  # noqa: N818 -- a state of the broker, not an error of ours
    """The message broker does not answer."""


def silent_since() -> datetime | None:
    """Return since when the broker has not answered this process, None while it answers."""
    return _silent_since


def unsent(now: datetime) -> Q:
    """Return the condition for due jobs that were never sent, or so long ago that the message must be lost."""
    lost = Q(relayed_at=None) | Q(relayed_at__lt=now - SEND_AGAIN) | Q(relayed_at__gt=now + queue.AHEAD)
    return queue.due(now) & (lost | Q(state=Job.State.RUNNING, relayed_at__lt=F("lease_until")))


def mark_sent(job: Job, now: datetime) -> bool:
    """Mark a job as sent; return False if another process is sending it."""
    unchanged = Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts, relayed_at=job.relayed_at)
    return bool(unchanged.update(relayed_at=now))


def mark_all_unsent() -> int:
    """Mark all open jobs as unsent, because a broker that fell may have lost their messages; return how many."""
    open_jobs = Job.objects.filter(state__in=[Job.State.WAITING, Job.State.RUNNING], relayed_at__isnull=False)
    return open_jobs.update(relayed_at=None)


class Relay:
    """A thread that sends jobs to the workers. Requests never wait for it, nor for the broker."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="relay", daemon=True)
        self._connection: Any = None
        self._run: str | None = None

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def finish(self) -> None:
        """Stop sending jobs."""
        self._stopping.set()
        queue.wake()

    def stop(self, seconds: float) -> bool:
        """Stop sending jobs and wait up to ``seconds`` for the thread; return whether it ended."""
        self.finish()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                self._send_due_jobs()
            except BrokerSilent as silent:
                self._note_silence(silent)
            except Exception as error:
                note_error(_log, "the relay goes on after an error", error)
                connections.close_all()
            queue.wait(POLL_SECONDS, self._stopping)
        self._close()
        connections.close_all()

    def _send_due_jobs(self) -> None:
        """Send every due job. Connects first, so that a silent broker is noticed even when nothing is due."""
        self._connect()
        now = timezone.now()
        for job in Job.objects.filter(unsent(now)).order_by("due_at", "pk")[:BATCH]:
            if mark_sent(job, now):
                with self._broker_errors():
                    celery.current_app.send_task(
                        RUN_JOB,
                        args=[job.pk],
                        task_id=str(job.pk),
                        connection=self._connection,
                        retry=False,
                        confirm_timeout=TIMEOUT_SECONDS,
                    )

    def _connect(self) -> None:
        """Make sure that the broker answers, and notice whether it was restarted since it last did."""
        with self._broker_errors():
            if self._connection is None:
                address = celery.current_app.conf.broker_url
                self._connection = celery.current_app.connection_for_write(
                    connect_timeout=TIMEOUT_SECONDS, transport_options=short_timeouts(address)
                )
                self._connection.ensure_connection(max_retries=1, interval_start=0, timeout=TIMEOUT_SECONDS)
            channel = self._connection.default_channel
            # A request that only a running broker answers.
            celery.current_app.amqp.queues[celery.current_app.conf.task_default_queue](channel).declare()
            run = run_of(channel)
        global _silent_since
        if _silent_since is not None or run != self._run:
            unsent_again = mark_all_unsent()
            if self._run is not None:
                _log.warning("the broker answers again; %s jobs are sent again", unsent_again)
            self._run, _silent_since = run, None

    @contextmanager
    def _broker_errors(self) -> Iterator[None]:
        """Turn every error of the block into BrokerSilent."""
        try:
            yield
        except Exception as error:
            raise BrokerSilent(type(error).__name__) from error

    def _note_silence(self, silent: BrokerSilent) -> None:
        global _silent_since
        if _silent_since is None:
            _silent_since = timezone.now()
            # The broker's address holds a password, so the log names the error only.
            _log.warning("the broker does not answer (%s): jobs wait until it does", silent)
        self._close()

    def _close(self) -> None:
        if self._connection is not None:
            try:
                self._connection.release()
            except Exception as error:
                _log.info("the broker's connection ended with %s", type(error).__name__)
            self._connection = None


def run_of(channel: Any) -> str:
    """Return the id of this run of Redis, empty for other brokers.

    A Redis client reconnects silently after a restart; other brokers fail for a moment at least, which is noticed.
    """
    client = getattr(channel, "client", None)
    try:
        return str(client.info("server")["run_id"]) if client is not None else ""
    except channel.ResponseError:  # the server forbids this command
        return ""


def short_timeouts(address: str) -> dict[str, Any]:
    """Return transport options that give up on a silent broker after seconds, not when TCP does."""
    if address.startswith("redis"):
        return {"socket_timeout": TIMEOUT_SECONDS, "socket_connect_timeout": TIMEOUT_SECONDS}
    return {"confirm_publish": True, "read_timeout": TIMEOUT_SECONDS, "write_timeout": TIMEOUT_SECONDS}
