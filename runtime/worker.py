"""The worker of a server: carries out what the relay tells of, in threads, and stops in order."""

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

from runtime import workers
from runtime.installation import note_start, versions

STOP_SECONDS = 8
TICK_SECONDS, LOOK_SECONDS = 0.2, 1.0


def work(threads: int) -> None:
    """Work until a signal; what runs then is finished first, or put back after STOP_SECONDS."""
    app: Celery = import_string(settings.CELERY_APPLICATION)
    app.set_current()
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
    """Look after Celery's loop, which sleeps for seconds until a message comes: a stop would wait for that."""
    sender.hub.call_repeatedly(TICK_SECONDS, lambda: None)
    broker = urlsplit(settings.BROKER_URL)  # which may hold a password
    note_start("worker", versions(), f"{broker.scheme}://{broker.hostname}:{broker.port}")
    if settings.BROKER_URL.startswith("redis"):
        sender.hub.call_repeatedly(LOOK_SECONDS, RedisFell().look)


class RedisFell:
    """Sees from within Celery's loop that Redis was started again.

    A worker that could not say of his messages that they are done, because Redis fell, gets no others and does not
    notice. This looks over a line of its own: Celery's is in use.
    """

    def __init__(self) -> None:
        self._line = Redis.from_url(settings.BROKER_URL, socket_timeout=1, socket_connect_timeout=1)
        self._run = ""

    def look(self) -> None:
        """Have the worker connect anew where Redis is down, or another run than before. Raises ConnectionError."""
        try:
            run = str(self._line.info("server")["run_id"])
        except ResponseError:  # it may not be asked
            return
        except RedisError as wrong:
            raise ConnectionError("the broker does not answer") from wrong
        before, self._run = self._run, run
        if before not in ("", run):
            raise ConnectionError("the broker was started again")


def _drain_beside(**kwargs: Any) -> None:
    """Celery waits for what runs, however long that takes: this does not."""
    threading.Thread(target=_drain, name="drain", daemon=True).start()


def _drain() -> None:
    deadline = timezone.now() + timedelta(seconds=STOP_SECONDS)
    if workers.drain(deadline):
        # Celery takes leave of the broker, which may be silent; this thread ends with the process.
        time.sleep(max(1.0, (deadline - timezone.now()).total_seconds()))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
