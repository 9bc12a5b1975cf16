"""Automatic backups: a complete copy soon after something was recorded. Old copies are thinned out.

The newest copies are kept, one per hour of the last day, and one per day of the last month.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from journal.canon import canonical
from journal.models import Stream
from runtime.backups.copies import copy_to
from runtime.jobs import queue
from runtime.jobs.clock import every
from runtime.models import Job

TASK = "runtime.tasks.backup"
PREFIX = "auto-"
NEWEST = 30
HOURLY, DAILY = timedelta(days=1), timedelta(days=31)
ENDINGS = {True: ".sqlite3", False: ".dump"}
DRAFTS_KEPT = timedelta(hours=1)
_STAMP = "%Y%m%d-%H%M%S"


@every(seconds=5)
def enqueue_backup(now: datetime) -> bool:
    """Enqueue a backup if something was recorded since the last one, and that one is old enough."""
    if not settings.BACKUP_MINUTES or not _is_time(now):
        return False
    key = f"backup:{state()}"
    if Job.objects.filter(key=key).exists():
        return False
    with transaction.atomic():
        # Several web processes may get here at once: the lock lets only one of them enqueue a backup.
        Stream.objects.select_for_update().get(name="site")
        return _is_time(now) and queue.enqueue(TASK, key, now)


def _is_time(now: datetime) -> bool:
    last = Job.objects.filter(task=TASK).order_by("-pk").values_list("due_at", flat=True).first()
    return last is None or now >= last + timedelta(minutes=settings.BACKUP_MINUTES)


def make_backup() -> Path:
    """Write a backup, delete those no longer kept, and return its path."""
    now = timezone.now()
    path: Path = settings.BACKUP_DIR / f"{PREFIX}{now.strftime(_STAMP)}{ENDINGS[settings.EMBEDDED]}"
    copy_to(path)
    for draft in settings.BACKUP_DIR.glob(f"{PREFIX}*.part*"):  # left by a server that crashed while writing
        if _is_older(draft, now - DRAFTS_KEPT):
            draft.unlink(missing_ok=True)
    for each in not_kept(backups(), now):
        each.unlink(missing_ok=True)
    return path


def _is_older(draft: Path, than: datetime) -> bool:
    """Whether a draft was last written before ``than``; False if it was finished meanwhile."""
    try:
        return draft.stat().st_mtime < than.timestamp()
    except FileNotFoundError:
        return False


def backups() -> list[Path]:
    """Return the automatic backups, the oldest first."""
    return sorted(path for path in settings.BACKUP_DIR.glob(f"{PREFIX}*") if path.suffix in ENDINGS.values())


def not_kept(paths: Iterable[Path], now: datetime) -> list[Path]:
    """Return the backups that are no longer kept. A file without a time in its name is never among them."""
    dated = sorted((at, path) for path in paths if (at := _taken_at(path)) is not None)
    kept = {path for _, path in dated[-NEWEST:]}
    spans = ((HOURLY, "%Y%m%d%H"), (DAILY, "%Y%m%d"))
    for longest, span in spans:
        first: dict[str, Path] = {}
        for at, path in dated:
            if now - at <= longest:
                first.setdefault(at.strftime(span), path)
        kept |= set(first.values())
    return [path for _, path in dated if path not in kept]


def _taken_at(path: Path) -> datetime | None:
    try:
        return datetime.strptime(path.stem.removeprefix(PREFIX), _STAMP).replace(tzinfo=timezone.get_default_timezone())
    except ValueError:
        return None


def state() -> str:
    """Return a fingerprint of everything recorded so far, over all streams and their epochs."""
    streams = Stream.objects.order_by("pk").values_list("name", "epoch", "number")
    return sha256(canonical([list(stream) for stream in streams]).encode()).hexdigest()[:32]
