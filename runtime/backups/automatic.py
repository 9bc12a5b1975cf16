"""Automatic backups: a complete copy soon after something was recorded. Old copies are thinned out.

The newest copies are kept, one per hour of the last day, and one per day of the last month. A copy that is dated in the
future was written when the clock ran ahead: it neither counts as the last one nor is it thinned out.
"""

import shutil
from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from journal.canon import canonical
from journal.models import Stream
from runtime.backups.copies import COPYING, copy_to
from runtime.backups.files import SEALED_ENDING
from runtime.jobs import queue
from runtime.jobs.clock import every
from runtime.models import Job

TASK = "runtime.tasks.backup"
PREFIX = "auto-"
NEWEST = 30
HOURLY, DAILY = timedelta(days=1), timedelta(days=31)
ENDINGS = {True: ".sqlite3", False: ".dump"}
# What is dated later than this from now was written by a clock that ran ahead.
AHEAD = timedelta(hours=1)
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
    return last is None or now >= last + timedelta(minutes=settings.BACKUP_MINUTES) or ahead(last, now)


def ahead(at: datetime, now: datetime) -> bool:
    """Whether a time was written by a clock that ran ahead, or the clock has gone back since."""
    return at > now + AHEAD


def make_backup() -> Path:
    """Write a backup, delete those no longer kept, and return its path."""
    now = timezone.now()
    sealed = SEALED_ENDING if settings.BACKUP_PASSPHRASE else ""
    path: Path = settings.BACKUP_DIR / f"{PREFIX}{now.strftime(_STAMP)}{ENDINGS[settings.EMBEDDED]}{sealed}"
    copy_to(path, settings.BACKUP_PASSPHRASE)
    for draft in settings.BACKUP_DIR.glob(f"{PREFIX}*.part*"):  # left by a server that crashed while writing
        if _is_older(draft, now - DRAFTS_KEPT):
            draft.unlink(missing_ok=True)
    for leftover in settings.DATA_DIR.glob(f"{COPYING}*"):
        if _is_older(leftover, now - DRAFTS_KEPT):
            shutil.rmtree(leftover, ignore_errors=True)
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
    endings = tuple(ending + sealed for ending in ENDINGS.values() for sealed in ("", SEALED_ENDING))
    return sorted(path for path in settings.BACKUP_DIR.glob(f"{PREFIX}*") if path.name.endswith(endings))


def newest_backup(now: datetime) -> Path | None:
    """Return the newest automatic backup; one dated in the future only if there is no other."""
    paths = backups()
    past = [path for path in paths if (at := taken_at(path)) is not None and not ahead(at, now)]
    return next(reversed(past or paths), None)


def not_kept(paths: Iterable[Path], now: datetime) -> list[Path]:
    """Return the backups that are no longer kept. A file without a time in its name is never among them."""
    dated = sorted((at, path) for path in paths if (at := taken_at(path)) is not None and not ahead(at, now))
    kept = {path for _, path in dated[-NEWEST:]}
    spans = ((HOURLY, "%Y%m%d%H"), (DAILY, "%Y%m%d"))
    for longest, span in spans:
        first: dict[str, Path] = {}
        for at, path in dated:
            if now - at <= longest:
                first.setdefault(at.strftime(span), path)
        kept |= set(first.values())
    return [path for _, path in dated if path not in kept]


def taken_at(path: Path) -> datetime | None:
    """Return the time in the name of an automatic backup, None for any other name."""
    try:
        return datetime.strptime(path.name.partition(".")[0].removeprefix(PREFIX), _STAMP).replace(
            tzinfo=timezone.get_default_timezone()
        )
    except ValueError:
        return None


def state() -> str:
    """Return a fingerprint of everything recorded so far, over all streams and their epochs."""
    streams = Stream.objects.order_by("pk").values_list("name", "epoch", "number")
    return sha256(canonical([list(stream) for stream in streams]).encode()).hexdigest()[:32]
