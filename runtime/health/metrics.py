"""The figures of this process and its installation, as Prometheus reads them.

Source: docs/operators/metrics.md.
"""

import platform
import shutil
import time
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Count, F, Sum
from django.utils import timezone
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from journal.models import Stream
from runtime.backups.automatic import newest_backup, taken_at
from runtime.backups.second_place import second_place
from runtime.health.counters import BOUNDS, requests
from runtime.health.marks import current, workers_alive
from runtime.jobs.queue import due
from runtime.jobs.relay import silent_since
from runtime.live.stream import limits
from runtime.models import Job
from runtime.troubles import troubles


def metrics() -> bytes:
    """Return all figures as text."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(_Figures())
    return generate_latest(registry)


class _Figures:
    """Reads the figures when Prometheus asks."""

    def collect(self) -> Iterable[Metric]:
        """Yield the figures of this process, then those of the installation if its database answers."""
        yield _gauge("barpoint_info", "Versions.", 1, version=settings.RELEASE, python=platform.python_version())
        yield from _requests()
        yield _gauge("barpoint_live_connections", "Open server-sent event streams.", limits.count)
        yield _gauge("barpoint_live_connections_most", "How many may be open.", limits.most)
        yield from _marks()
        yield from _disk()
        yield from _backups(timezone.now())
        since = time.perf_counter()
        try:
            rows = list(_rows(timezone.now()))
        except Exception:  # the figures of this process are wanted all the more
            rows = []
        yield _gauge("barpoint_database_up", "Whether the database answers.", bool(rows))
        yield _gauge("barpoint_database_seconds", "How long its figures took.", time.perf_counter() - since)
        yield from rows


def _requests() -> Iterator[Metric]:
    counts = CounterMetricFamily("barpoint_requests", "Requests, by kind and status.", labels=["kind", "status"])
    for (kind, status), count in requests.counts.copy().items():
        counts.add_metric([kind, status], count)
    times = HistogramMetricFamily("barpoint_request_seconds", "Time to the first byte.", labels=["kind"])
    for kind, row in list(requests.times.items()):
        sums, total = [], 0
        for bound, count in zip([*map(str, BOUNDS), "+Inf"], row, strict=True):
            total += count
            sums.append((bound, total))
        times.add_metric([kind], sums, requests.seconds[kind])
    progress = GaugeMetricFamily("barpoint_requests_in_progress", "Requests without an answer.", labels=["kind"])
    for kind, count in requests.in_progress.copy().items():
        progress.add_metric([kind], count)
    yield from (counts, times, progress)


def _marks() -> Iterator[Metric]:
    marks = GaugeMetricFamily("barpoint_mark", "What is wrong with the machine, by code.", labels=["code"])
    for mark in current():
        marks.add_metric([mark.code], 1)
    counts = CounterMetricFamily("barpoint_troubles", "Requests that failed through the machine.", labels=["code"])
    for code, count in troubles.counts.copy().items():
        counts.add_metric([code], count)
    yield from (marks, counts)


def _disk() -> Iterator[Metric]:
    free = GaugeMetricFamily("barpoint_disk_free_bytes", "Free on the disk of a folder.", labels=["folder"])
    for name, folder in (("data", settings.DATA_DIR), ("backups", settings.BACKUP_DIR)):
        if folder.is_dir():
            free.add_metric([name], shutil.disk_usage(folder).free)
    yield free


def _backups(now: datetime) -> Iterator[Metric]:
    newest = newest_backup(now) if settings.BACKUP_DIR.is_dir() else None
    at = taken_at(newest) if newest is not None else None
    if newest is not None and at is not None:
        yield _gauge("barpoint_backup_age_seconds", "Age of the newest backup.", (now - at).total_seconds())
        yield _gauge("barpoint_backup_bytes", "Its size.", _size(newest))


def _rows(now: datetime) -> Iterator[Metric]:
    """Yield what the database says."""
    jobs = GaugeMetricFamily("barpoint_jobs", "Jobs, by state.", labels=["state"])
    counts = dict(Job.objects.order_by().values_list("state").annotate(Count("pk")))
    for state in Job.State:
        jobs.add_metric([state.value], counts.get(state.value, 0))
    yield jobs
    oldest = Job.objects.filter(due(now)).order_by("due_at").values_list("due_at", flat=True).first()
    waited = max(now - oldest, timedelta(0)) if oldest is not None else timedelta(0)
    yield _gauge("barpoint_outbox_age_seconds", "How long the oldest due job has waited.", waited.total_seconds())
    records = Stream.objects.aggregate(sum=Sum(F("number")))["sum"] or 0
    yield CounterMetricFamily("barpoint_records", "Records of all streams.", value=records)
    yield _gauge("barpoint_database_bytes", "Size of the database.", _database_bytes())
    place = second_place()
    if place is not None:
        yield _gauge("barpoint_second_place_up", "Whether the last backup sent arrived.", place.failing_since is None)
        if place.arrived is not None:
            age = (now - place.arrived).total_seconds()
            yield _gauge("barpoint_second_place_age_seconds", "How long ago a backup arrived there.", age)
    workers = workers_alive()
    if workers is not None:
        yield _gauge("barpoint_workers", "Worker processes that run.", workers)
        yield _gauge("barpoint_broker_up", "Whether the broker answers.", silent_since() is None)


def _database_bytes() -> int:
    if connection.vendor == "sqlite":
        return _size(Path(connection.settings_dict["NAME"]))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _gauge(name: str, help_text: str, value: Any, **labels: str) -> GaugeMetricFamily:
    gauge = GaugeMetricFamily(name, help_text, labels=list(labels))
    gauge.add_metric(list(labels.values()), float(value))
    return gauge
