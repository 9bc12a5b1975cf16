"""Marks: what a director must know about the machine, found by a timer and shown at the desk at no cost.

Each mark is logged when it appears and when it is over.
"""

import logging
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection

from journal.models import Record, Stream
from runtime.backups import automatic
from runtime.backups.second_place import second_place
from runtime.health.readiness import LEAST_FREE, LOW_FREE, static_files_are_there
from runtime.health.wallclock import LEAST_BEHIND, WallClock
from runtime.jobs.clock import every
from runtime.jobs.relay import silent_since
from runtime.models import Job
from runtime.server.presence import WORKER, count_present
from runtime.troubles import troubles

# How long a trouble stays a mark after it last came, and a jump of the clock after it happened.
TROUBLE_SECONDS, JUMP_LASTS = 300.0, timedelta(hours=12)
# A place that has just failed is tried again first; a worker that is started again needs a moment.
PATIENCE = timedelta(minutes=2)
SECONDS = 10.0

_log = logging.getLogger("barpoint.mark")


@dataclass(frozen=True, slots=True)
class Mark:
    """What is wrong with the machine: a code, and facts for its sentence. Equal marks are the same trouble."""

    code: str
    facts: dict[str, Any] = field(default_factory=dict, compare=False, hash=False)


_current: tuple[Mark, ...] = ()
_wall_clock = WallClock()
_without_worker: datetime | None = None


def current() -> tuple[Mark, ...]:
    """Return the marks that the last check set."""
    return _current


@every(seconds=SECONDS)
def check(now: datetime) -> tuple[Mark, ...]:
    """Look for whatever a director must know, and return it; log what is new and what is over."""
    global _current
    marks = tuple({mark.code: mark for mark in _marks(now)}.values())
    for mark in marks:
        if mark not in _current:
            _log.warning("%s %s", mark.code, mark.facts)
    for mark in _current:
        if mark not in marks:
            _log.warning("%s is over", mark.code)
    _current = marks
    return marks


def _marks(now: datetime) -> Iterator[Mark]:
    yield from _disk()
    yield from _troubles()
    yield from _clock(now)
    yield from _jobs(now)
    yield from _backups(now)
    if not static_files_are_there():
        yield Mark("static.missing")


def _disk() -> Iterator[Mark]:
    for folder in dict.fromkeys([settings.DATA_DIR, settings.BACKUP_DIR]):
        if folder.is_dir():
            free = shutil.disk_usage(folder).free
            if free < LOW_FREE:
                code = "disk.full" if free < LEAST_FREE else "disk.low"
                yield Mark(code, {"free": free >> 20, "folder": str(folder)})


def _troubles() -> Iterator[Mark]:
    now = time.monotonic()
    for code, last in list(troubles.last.items()):
        if now - last < TROUBLE_SECONDS:
            yield Mark(code, {"times": troubles.counts[code]})


def _clock(now: datetime) -> Iterator[Mark]:
    _wall_clock.check(now)
    at, jump = _wall_clock.jumped_at, _wall_clock.jump
    if at is not None and timedelta(0) <= now - at < JUMP_LASTS:
        yield Mark("clock.jumped", {"seconds": round(jump.total_seconds()), "at": at})
    last = last_record_at()
    if last is not None and last > now + LEAST_BEHIND:
        yield Mark("clock.behind", {"record": last, "now": now})


def last_record_at() -> datetime | None:
    """Return the time of the latest of all streams' last records."""
    ends = [stream.record_id(stream.number) for stream in Stream.objects.filter(number__gt=0)]
    return max(Record.objects.filter(pk__in=ends).values_list("at", flat=True), default=None)


def _jobs(now: datetime) -> Iterator[Mark]:
    global _without_worker
    if not settings.BROKER_URL:
        return
    silent = silent_since()
    if silent is not None:
        yield Mark("broker.silent", {"since": silent})
    if workers_alive():
        _without_worker = None
        return
    _without_worker = _without_worker or now
    yield Mark("worker.none", {"since": _without_worker})


def workers_alive() -> int | None:
    """Return how many workers run beside the web processes of a server; None where these run the jobs themselves."""
    if not settings.BROKER_URL or connection.vendor != "postgresql":
        return None
    return count_present()[WORKER]


def _backups(now: datetime) -> Iterator[Mark]:
    last = Job.objects.filter(task=automatic.TASK).order_by("-pk").first()
    if settings.BACKUP_MINUTES and last is not None and last.state != Job.State.DONE and last.error:
        yield Mark("backup.failing", {"since": last.created_at, "error": _last_line(last.error)})
    place = second_place()
    if place is not None and place.failing_since is not None and now - place.failing_since > PATIENCE:
        yield Mark("second.failing", {"since": place.failing_since, "error": _last_line(place.error)})


def _last_line(error: str) -> str:
    return next((line.strip() for line in reversed(error.splitlines()) if line.strip()), "")[:200]
