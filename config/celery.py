"""Celery for servers: one queue, whose messages name jobs; on the embedded database one process does everything."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("barpoint", broker=settings.BROKER_URL or None)
app.conf.update(
    task_default_queue="barpoint",
    accept_content=["json"],
    # The job's row is the result.
    task_ignore_result=True,
    # A message is acknowledged when its job has ended; if this worker is killed, another gets it.
    task_acks_late=True,
    worker_prefetch_multiplier=1,
    # A worker survives a restart of its broker, and keeps running its jobs when the connection is lost.
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    worker_enable_prefetch_count_reduction=False,
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
)
if settings.BROKER_URL.startswith("redis"):
    # By default the messages of a killed worker return after an hour and two minutes. The relay sends a job again
    # when its lease runs out, so this only removes old messages.
    app.conf.broker_transport_options = {
        "visibility_timeout": 120,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 5,
    }
app.autodiscover_tasks()


@worker_init.connect  # type: ignore[untyped-decorator] # Celery has no types
def refuse_on_embedded(**kwargs: Any) -> None:
    """Refuse to start a worker, by any command, beside the process that owns the SQLite file."""
    if settings.EMBEDDED:
        raise SystemExit("worker.embedded: one process owns the SQLite file; set DATABASE_URL to run workers")
