"""The worker of a server: runs the jobs that the relay sends, in threads, and stops cleanly."""

import gc
import os
import sys
import threading
import time
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from celery import Celery
from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string
from redis import Redis
from redis.exceptions import RedisError, ResponseError

from runtime.jobs import workers
from runtime.server.installation import SEARCHES, note_start, versions

STOP_SECONDS = 8
TICK_SECONDS, CHECK_SECONDS = 0.2, 1.0


def work(threads: int) -> None:
    """Work until a signal, then finish running jobs or put them back after STOP_SECONDS."""
    app: Celery = import_string(settings.CELERY_APPLICATION)
    app.set_current()
    gc.set_threshold(*SEARCHES)  # less was searched while loading (manage.py)
    worker_ready.connect(_look_after, weak=False)
    worker_shutting_down.connect(_drain_beside, weak=False)
    worker = app.Worker(
        pool="threads",
        concurrency=threads,
        loglevel="WARNING",
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        quiet=True,
    )
    worker.start()
    sys.exit(worker.exitcode)


def _look_after(sender: Any, **kwargs: Any) -> None:
    """Wake Celery's loop, which sleeps for seconds until a message comes and would delay a stop."""
    sender.hub.call_repeatedly(TICK_SECONDS, lambda: None)
    broker = urlsplit(settings.BROKER_URL)  # which may hold a password
    note_start("worker", versions(), f"{broker.scheme}://{broker.hostname}:{broker.port}")
    if settings.BROKER_URL.startswith("redis"):
        sender.hub.call_repeatedly(CHECK_SECONDS, RedisFell().check)


class RedisFell:
    """Notices from within Celery's loop that Redis was restarted.

    A worker that could not acknowledge its messages because Redis went down gets no further messages, and does not
    notice. This check uses a connection of its own, because Celery's is in use.
    """

    def __init__(self) -> None:
        self._line = Redis.from_url(settings.BROKER_URL, socket_timeout=1, socket_connect_timeout=1)
        self._run = ""

    def check(self) -> None:
        """Make the worker reconnect if Redis is down or was restarted. Raises ConnectionError."""
        try:
            run = str(self._line.info("server")["run_id"])
        except ResponseError:  # the command is forbidden
            return
        except RedisError as wrong:
            raise ConnectionError("the broker does not answer") from wrong
        before, self._run = self._run, run
        if before not in ("", run):
            raise ConnectionError("the broker was started again")


def _drain_beside(**kwargs: Any) -> None:
    """Limit the wait for running jobs, because Celery would wait for them without end."""
    threading.Thread(target=_drain, name="drain", daemon=True).start()


def _drain() -> None:
    """End the process when the time is up, whatever Celery does: it says goodbye to a broker that may not answer.

    Until then look again and again: a job whose thread has only just leased it does not count as running yet.
    """
    deadline = timezone.now() + timedelta(seconds=STOP_SECONDS)
    while workers.drain(deadline) and timezone.now() < deadline:
        time.sleep(TICK_SECONDS)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
