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
    # A message goes when its job has ended; another worker gets it when this one is killed.
    task_acks_late=True,
    worker_prefetch_multiplier=1,
    # A worker outlives its broker, and what it is at is not lost when the connection is.
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    worker_enable_prefetch_count_reduction=False,
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
)
if settings.BROKER_URL.startswith("redis"):
    # Left alone, what a killed worker held comes back after an hour and two minutes. Jobs whose lease ran out are told
    # of anyway; this clears away what is left of them.
    app.conf.broker_transport_options = {
        "visibility_timeout": 120,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 5,
    }
app.autodiscover_tasks()


@worker_init.connect  # type: ignore[untyped-decorator]
def refuse_on_embedded(**kwargs: Any) -> None:
    """Refuse to start a worker beside the owner of the SQLite file, by whatever command."""
    if settings.EMBEDDED:
        raise SystemExit("worker.embedded: one process owns the SQLite file; set DATABASE_URL to run workers")
