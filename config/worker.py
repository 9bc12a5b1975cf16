"""The worker of a server: carries out what the relay tells of, in threads, and stops in order."""

import logging
import os
import sys
import threading
import time
from datetime import timedelta
from typing import Any

from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings
from django.utils import timezone

from config.celery import app
from journal import working
from journal.relay import PATIENCE_SECONDS, impatient, run_of

STOP_SECONDS = 8
TICK_SECONDS, LOOK_SECONDS = 0.2, 1.0

_log = logging.getLogger(__name__)


def work(threads: int) -> None:
    """Work until a signal; what runs then is finished first, or put back after STOP_SECONDS."""
    app.set_current()
    worker_ready.connect(_keep_awake, weak=False)
    worker_shutting_down.connect(_drain_beside, weak=False)
    if settings.BROKER_URL.startswith("redis"):
        threading.Thread(target=_watch_redis, name="watch of Redis", daemon=True).start()
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


def _keep_awake(sender: Any, **kwargs: Any) -> None:
    """Wake Celery's loop, which sleeps for seconds until a message comes: a stop would wait for that."""
    sender.hub.call_repeatedly(TICK_SECONDS, lambda: None)


def _watch_redis() -> None:
    """Begin anew once Redis was started again.

    A worker that could not say of his messages that they are done, because Redis fell, gets no others and does not
    notice. This looks over a line of its own, from a thread of its own.
    """
    line, known = None, None
    while True:
        time.sleep(LOOK_SECONDS)
        try:
            if line is None:
                line = app.connection_for_read(transport_options=impatient(app.conf.broker_url))
                line.ensure_connection(max_retries=1, interval_start=0, timeout=PATIENCE_SECONDS)
            run = run_of(line.default_channel)
        except Exception:
            line = None
            continue
        known = known or run
        if run != known:
            _log.warning("Redis was started again: the worker begins anew")
            working.drain(timezone.now() + timedelta(seconds=STOP_SECONDS))
            os.execv(sys.executable, sys.orig_argv)  # noqa: S606 -- this very program


def _drain_beside(**kwargs: Any) -> None:
    """Celery waits for what runs, however long that takes: this does not."""
    threading.Thread(target=_drain, name="drain", daemon=True).start()


def _drain() -> None:
    deadline = timezone.now() + timedelta(seconds=STOP_SECONDS)
    if working.drain(deadline):
        # Celery takes leave of the broker, which may be silent; this thread ends with the process.
        time.sleep(max(1.0, (deadline - timezone.now()).total_seconds()))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
