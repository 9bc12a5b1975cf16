"""Celery for servers; on the embedded database one process does everything, and a worker is refused."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("barpoint", broker=settings.BROKER_URL or None)
app.conf.update(task_ignore_result=True, task_acks_late=True, broker_connection_retry_on_startup=True)
app.autodiscover_tasks()


def refuse_on_embedded(**kwargs: Any) -> None:
    """Refuse to start a worker beside the owner of the SQLite file."""
    if settings.EMBEDDED:
        raise SystemExit("worker.embedded: one process owns the SQLite file; set DATABASE_URL to run workers")


worker_init.connect(refuse_on_embedded)
