"""Automatic backups: when one is enqueued, which are kept, and that one can be restored."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from runtime import tasks
from runtime.backups.automatic import enqueue_backup, newest_backup, not_kept
from runtime.jobs import queue, workers
from runtime.models import Job
from tests.factories import a_club

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def name(at: datetime) -> Path:
    return Path(f"auto-{at:%Y%m%d-%H%M%S}.sqlite3")


def test_a_backup_is_enqueued_when_something_new_was_recorded(settings: Settings) -> None:
    settings.BACKUP_MINUTES = 1
    a_club()

    rows = [enqueue_backup(NOON), enqueue_backup(NOON + MINUTE)]
    a_club("Another")
    rows += [enqueue_backup(NOON + 2 * MINUTE), enqueue_backup(NOON + 3 * MINUTE)]

    assert rows == [True, False, True, False]


def test_a_backup_is_not_enqueued_too_soon_after_the_last(settings: Settings) -> None:
    settings.BACKUP_MINUTES = 5
    enqueue_backup(NOON)
    a_club()

    assert not enqueue_backup(NOON + 4 * MINUTE)
    assert enqueue_backup(NOON + 5 * MINUTE)


def test_zero_minutes_mean_never(settings: Settings) -> None:
    settings.BACKUP_MINUTES = 0
    a_club()

    assert not enqueue_backup(NOON)


def test_the_newest_and_one_an_hour_and_one_a_day_are_kept() -> None:
    made = [name(NOON - n * 10 * MINUTE) for n in range(6 * 24 * 40)]

    gone = set(not_kept(made, NOON))

    left = sorted(set(made) - gone)
    assert len(left) == 30 + 20 + 31
    assert name(NOON) in left
    assert name(NOON - 23 * 60 * MINUTE) in left
    assert name(NOON.replace(hour=0) - timedelta(days=30)) in left
    assert name(NOON - timedelta(days=33)) not in left


def test_a_file_without_a_time_in_its_name_is_left_alone() -> None:
    assert not_kept([Path("auto-mine.sqlite3"), Path("saturday.sqlite3")], NOON) == []


def test_a_missing_usb_stick_is_reported_and_tried_again(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "stick").write_text("a file, no folder")
    settings.BACKUP_DIR = tmp_path / "stick"
    a_club()
    enqueue_backup(NOON)
    job = queue.lease(NOON)
    assert job is not None

    workers.run(job)

    assert tasks.backup.name == job.task
    job = Job.objects.get()
    assert job.state == Job.State.WAITING
    assert job.error.startswith(("FileExistsError", "NotADirectoryError"))


def test_the_default_folder_is_in_the_data_folder() -> None:
    assert django_settings.BACKUP_DIR.name == "backups"


# --- a clock that ran ahead


def test_a_clock_that_ran_ahead_does_not_end_automatic_backups(settings: Settings) -> None:
    settings.BACKUP_MINUTES = 1
    enqueue_backup(NOON + timedelta(days=400))
    a_club()

    assert enqueue_backup(NOON)
    a_club("Another")
    assert not enqueue_backup(NOON + MINUTE / 2)
    assert enqueue_backup(NOON + MINUTE)


def test_a_job_enqueued_by_a_clock_that_ran_ahead_runs_now() -> None:
    queue.enqueue("runtime.tasks.backup", "ahead", NOON + timedelta(days=400))

    job = queue.lease(NOON)

    assert job is not None
    assert queue.lease(NOON) is None
    assert queue.lease(NOON - timedelta(days=400)) is not None, "its lease was written by a clock that ran ahead"


def test_backups_dated_in_the_future_neither_crowd_out_new_ones_nor_are_deleted() -> None:
    future = [name(NOON + timedelta(days=400) + n * MINUTE) for n in range(60)]
    made = [name(NOON - n * MINUTE) for n in range(10)]

    assert not_kept([*future, *made], NOON) == []


def test_the_newest_backup_is_not_the_one_dated_in_the_future(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_DIR = tmp_path
    for at in (NOON, NOON - MINUTE, NOON + timedelta(days=400)):
        (tmp_path / name(at)).touch()

    assert newest_backup(NOON) == tmp_path / name(NOON)
