"""Send the newest automatic backup to the second place, by the clock, and try again until it has arrived.

Source: docs/decisions/0052-second-place.md.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from journal.models import Stream
from journal.refusals import Refused
from runtime.backups.automatic import PREFIX, ahead, newest_backup, not_kept, taken_at
from runtime.backups.copies import COPYING
from runtime.backups.files import full_disk_refused, private_folder
from runtime.backups.places import Place, place_of
from runtime.jobs import queue
from runtime.jobs.clock import every
from runtime.models import Job

TASK = "runtime.tasks.second_place"
# With pauses of ten minutes at most, a week.
MOST_ATTEMPTS = 1000
OPEN = (Job.State.WAITING, Job.State.RUNNING)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SecondPlace:
    """The state of the second place: when a backup last arrived, and since when and why none arrives."""

    arrived: datetime | None
    failing_since: datetime | None
    error: str


@every(seconds=5)
def enqueue_sending(now: datetime) -> bool:
    """Enqueue a job that sends the newest backup, if there is a new one and the last was sent long enough ago."""
    if settings.SECOND_PLACE is None or not (newest := newest_backup(now)) or not _is_time(now):
        return False
    key = f"second:{newest.name}"
    if Job.objects.filter(key=key).exists():
        return False
    with transaction.atomic():
        # Several web processes may get here at once: the lock lets only one of them enqueue.
        Stream.objects.select_for_update().get(name="site")
        return _is_time(now) and queue.enqueue(TASK, key, now)


def _is_time(now: datetime) -> bool:
    last = Job.objects.filter(task=TASK).order_by("-pk").first()
    if last is None:
        return True
    if last.state in OPEN:  # it sends the newest backup whenever it succeeds
        return False
    return now >= last.due_at + timedelta(minutes=settings.SECOND_MINUTES) or ahead(last.due_at, now)


def send_newest() -> str:
    """Send the newest backup, remove those no longer kept, and return its name. Raises Refused ``second.…``."""
    newest = newest_backup(timezone.now())
    if settings.SECOND_PLACE is None or newest is None:
        return ""
    place = place_of(settings.SECOND_PLACE)
    try:
        place.send(newest)
    except Refused as refused:
        _log.error("the backup did not reach the second place: %s %s", refused.code, refused.facts)
        raise
    _thin(place)
    return newest.name


@contextmanager
def fetched(name: str = "") -> Iterator[Path]:
    """Yield the path of a copy of a backup in the second place, the newest by default; it is deleted afterwards.

    Raises Refused ``second.…``, ``backup.missing``, ``disk.full``.
    """
    if settings.SECOND_PLACE is None:
        raise Refused("second.none")
    place = place_of(settings.SECOND_PLACE)
    names = sorted(each for each in place.names() if taken_at(Path(each)) is not None or each == name)
    now = timezone.now()
    past = [each for each in names if (at := taken_at(Path(each))) is not None and not ahead(at, now)]
    chosen = name or next(reversed(past or names), "")
    if chosen not in names:
        raise Refused("backup.missing", file=chosen or PREFIX + "…")
    private_folder(settings.DATA_DIR)
    with full_disk_refused(settings.DATA_DIR), TemporaryDirectory(prefix=COPYING, dir=settings.DATA_DIR) as folder:
        path = Path(folder) / Path(chosen).name
        place.fetch(chosen, path)
        yield path


def _thin(place: Place) -> None:
    """Remove the backups that are no longer kept; a place that only takes may refuse it."""
    try:
        for path in not_kept([Path(name) for name in place.names()], timezone.now()):
            place.remove(path.name)
    except Refused as refused:
        _log.info("old backups stay in the second place: %s", refused.facts)


def second_place() -> SecondPlace | None:
    """Return the state of the second place, None if there is none."""
    if settings.SECOND_PLACE is None:
        return None
    jobs = Job.objects.filter(task=TASK).order_by("-pk")
    arrived = jobs.filter(state=Job.State.DONE).values_list("ended_at", flat=True).first()
    last = jobs.first()
    failing = last is not None and bool(last.error) and last.state != Job.State.DONE
    return SecondPlace(
        arrived=arrived,
        failing_since=last.created_at if last is not None and failing else None,
        error=last.error if last is not None and failing else "",
    )
