"""Jobs of a server are carried out by workers: a relay tells them through a message broker which are due.

A message names a job and no more; the row is the truth. A worker that is told of a job takes it up in the database, and
leaves it when somebody else was quicker. So a message may come twice, late or never: what nobody took up is told again.

Source: docs/decisions/0014-workers-on-a-server.md.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.db import connections
from django.db.models import F, Q
from django.utils import timezone
from redis.exceptions import ResponseError

from runtime import jobs
from runtime.models import Job

CARRY_OUT = "runtime.tasks.carry_out"
LOOK_EVERY_SECONDS = 1.0
# A job that was told of and that nobody took up: the message may be lost, or all workers are busy.
AGAIN = timedelta(seconds=60)
AT_ONCE = 200
PATIENCE_SECONDS = 3

_log = logging.getLogger(__name__)
_silent_since: datetime | None = None


class BrokerSilent(Exception):  # noqa: N818 -- its mistake, not ours
    """The message broker does not answer."""


def silent_since() -> datetime | None:
    """Return since when the broker does not answer this process, None while it does."""
    return _silent_since


def untold(now: datetime) -> Q:
    """Which jobs are due and were not told of, or so long ago that the message must be lost."""
    lost = Q(relayed_at=None) | Q(relayed_at__lt=now - AGAIN)
    return jobs.due(now) & (lost | Q(state=Job.State.RUNNING, relayed_at__lt=F("lease_until")))


def mark(job: Job, now: datetime) -> bool:
    """Say that the workers are told of a job; False when another process is telling them."""
    same = Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts, relayed_at=job.relayed_at)
    return bool(same.update(relayed_at=now))


def forget_what_was_told() -> int:
    """The broker fell, or all did: what it was told may be lost, and is told again."""
    open_jobs = Job.objects.filter(state__in=[Job.State.WAITING, Job.State.RUNNING], relayed_at__isnull=False)
    return open_jobs.update(relayed_at=None)


class Relay:
    """A thread that tells workers of jobs. Requests never wait for it, nor for the broker."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="relay", daemon=True)
        self._connection: Any = None
        self._run: str | None = None

    def start(self) -> None:
        """Begin to tell."""
        self._thread.start()

    def finish(self) -> None:
        """Tell no more."""
        self._stopping.set()
        jobs.wake()

    def stop(self, seconds: float) -> bool:
        """Tell no more, and wait until what is being told is."""
        self.finish()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                self._tell()
            except BrokerSilent as silent:
                self._fell(silent)
            except Exception:
                _log.exception("the relay goes on after")
                connections.close_all()
            jobs.wait(LOOK_EVERY_SECONDS, self._stopping)
        self._close()
        connections.close_all()

    def _tell(self) -> None:
        """Tell the workers of all that is due; look whether the broker is there even when nothing is."""
        self._connect()
        now = timezone.now()
        for job in Job.objects.filter(untold(now)).order_by("due_at", "pk")[:AT_ONCE]:
            if mark(job, now):
                with self._speaking():
                    current_app.send_task(
                        CARRY_OUT,
                        args=[job.pk],
                        task_id=str(job.pk),
                        connection=self._connection,
                        retry=False,
                        confirm_timeout=PATIENCE_SECONDS,
                    )

    def _connect(self) -> None:
        """Be connected to a broker that answers, and see whether it fell since it did last."""
        with self._speaking():
            if self._connection is None:
                self._connection = current_app.connection_for_write(
                    connect_timeout=PATIENCE_SECONDS, transport_options=impatient(current_app.conf.broker_url)
                )
                self._connection.ensure_connection(max_retries=1, interval_start=0, timeout=PATIENCE_SECONDS)
            channel = self._connection.default_channel
            # A question that only a living broker answers.
            current_app.amqp.queues[current_app.conf.task_default_queue](channel).declare()
            run = run_of(channel)
        global _silent_since
        if _silent_since is not None or run != self._run:
            anew = forget_what_was_told()
            if self._run is not None:
                _log.warning("the broker answers again; %s jobs are told of anew", anew)
            self._run, _silent_since = run, None

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        """Speak with the broker. Raises BrokerSilent for whatever goes wrong with it."""
        try:
            yield
        except Exception as wrong:
            raise BrokerSilent(type(wrong).__name__) from wrong

    def _fell(self, silent: BrokerSilent) -> None:
        global _silent_since
        if _silent_since is None:
            _silent_since = timezone.now()
            # Its address holds a password: the log tells what went wrong only.
            _log.warning("the broker does not answer (%s): jobs wait until it does", silent)
        self._close()

    def _close(self) -> None:
        if self._connection is not None:
            try:
                self._connection.release()
            except Exception as wrong:
                _log.info("the broker's connection ended with %s", type(wrong).__name__)
            self._connection = None


def run_of(channel: Any) -> str:
    """Return what tells one run of Redis from the next, whose client connects anew without a word. Others are silent
    for a moment at least, which is seen.
    """
    client = getattr(channel, "client", None)
    try:
        return str(client.info("server")["run_id"]) if client is not None else ""
    except ResponseError:  # it may not be asked
        return ""


def impatient(address: str) -> dict[str, Any]:
    """Return options under which a broker that does not answer is given up soon, not when TCP does."""
    if address.startswith("redis"):
        return {"socket_timeout": PATIENCE_SECONDS, "socket_connect_timeout": PATIENCE_SECONDS}
    return {"confirm_publish": True, "read_timeout": PATIENCE_SECONDS, "write_timeout": PATIENCE_SECONDS}
