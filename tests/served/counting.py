"""``python -m tests.served.counting worker|run …``: like ``manage.py``, with tasks whose effects can be counted.

The lease of a job and the claim of a webhook's attempt are short, so that a test need not wait a minute for the work of
a killed worker.
"""

import os
import sys
import time
from datetime import timedelta

from celery import shared_task
from django.core.management import execute_from_command_line

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
LEASE = timedelta(seconds=4)
FOLDER = "counted"


@shared_task(name="tests.count")  # type: ignore[untyped-decorator] # Celery has no types
def count(key: str) -> None:
    """Wait a moment, then do something that can be done only once, in one step; every run is counted."""
    from django.conf import settings  # noqa: PLC0415 -- the environment is read by then

    folder = settings.DATA_DIR / FOLDER
    folder.mkdir(exist_ok=True)
    with (folder / "runs").open("a") as runs:
        runs.write(f"{key}\n")
    time.sleep(0.06)
    (folder / f"{key}.done").touch()


@shared_task(name="tests.long")  # type: ignore[untyped-decorator] # Celery has no types
def long() -> None:
    """Run longer than any stop waits."""
    time.sleep(60)


if __name__ == "__main__":
    import django

    django.setup()
    from clubs.actions.webhooks import delivering
    from runtime.jobs import queue

    queue.LEASE = delivering.CLAIM = LEASE
    execute_from_command_line(["manage.py", *sys.argv[1:]])
