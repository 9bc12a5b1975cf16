"""The second place: a folder, or a bucket whose server checks every signature; sent by the clock until it arrives."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from rules.errors import RuleBroken
from runtime.backups import second_place
from runtime.backups.places import S3, Bucket, Folder
from runtime.jobs import queue, workers
from runtime.models import Job
from tests.runtime.backups.s3_server import BUCKET, KEY, REGION, SECRET, Store, a_store

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def store() -> Iterator[Store]:
    with a_store() as running:
        yield running


@pytest.fixture
def bucket(store: Store) -> Bucket:
    return Bucket(store.address, BUCKET, "hall/", KEY, SECRET, REGION, is_https=False)


@pytest.fixture
def backup(settings: Settings, tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    settings.BACKUP_DIR = folder
    path = folder / f"auto-{timezone.now():%Y%m%d-%H%M%S}.sqlite3.enc"
    path.write_bytes(b"the evening" * 1000)
    return path


# --- a folder


def test_a_folder_gets_the_file_and_is_never_made(tmp_path: Path) -> None:
    (tmp_path / "auto-1.sqlite3").write_bytes(b"the evening")
    stick = tmp_path / "stick"

    with pytest.raises(RuleBroken, match=r"second\.missing"):
        Folder(stick).send(tmp_path / "auto-1.sqlite3")
    assert not stick.exists()
    stick.mkdir()
    Folder(stick).send(tmp_path / "auto-1.sqlite3")

    assert [(path.name, path.read_bytes()) for path in stick.iterdir()] == [("auto-1.sqlite3", b"the evening")]


def test_a_full_stick_refuses_and_keeps_no_part(tmp_path: Path) -> None:
    with (tmp_path / "auto-1.sqlite3").open("wb") as file:
        file.truncate(1 << 43)
    (tmp_path / "stick").mkdir()

    with pytest.raises(RuleBroken, match=r"disk\.full"):
        Folder(tmp_path / "stick").send(tmp_path / "auto-1.sqlite3")

    assert list((tmp_path / "stick").iterdir()) == []


# --- a bucket


def test_a_bucket_takes_lists_and_removes_with_a_right_signature(bucket: Bucket, store: Store, tmp_path: Path) -> None:
    (tmp_path / "auto 1.sqlite3").write_bytes(b"the evening")

    S3(bucket).send(tmp_path / "auto 1.sqlite3")

    assert store.stored == {"hall/auto 1.sqlite3": b"the evening"}
    assert S3(bucket).names() == ["auto 1.sqlite3"]
    S3(bucket).remove("auto 1.sqlite3")
    assert store.stored == {}
    assert store.checked == 4


def test_a_large_backup_goes_in_parts(bucket: Bucket, store: Store, tmp_path: Path) -> None:
    contents = bytes(range(256)) * (12 << 12)
    (tmp_path / "auto-1.dump").write_bytes(contents)

    S3(bucket).send(tmp_path / "auto-1.dump")

    assert store.stored["hall/auto-1.dump"] == contents
    assert store.checked == 6


@pytest.mark.parametrize("change", [("wrong", KEY, REGION), (SECRET, "SOMEBODY", REGION), (SECRET, KEY, "us-east-1")])
def test_a_wrong_signature_is_refused_without_naming_the_key(
    bucket: Bucket, store: Store, tmp_path: Path, change: tuple[str, str, str]
) -> None:
    (tmp_path / "auto-1.sqlite3").write_bytes(b"the evening")
    secret, key, region = change

    with pytest.raises(RuleBroken) as refused:
        S3(replace(bucket, secret=secret, key=key, region=region)).send(tmp_path / "auto-1.sqlite3")

    assert (refused.value.code, refused.value.facts) == ("second.refused", {"why": "SignatureDoesNotMatch"})
    assert store.stored == {}


def test_a_bucket_that_does_not_answer_is_refused(bucket: Bucket, tmp_path: Path) -> None:
    (tmp_path / "auto-1.sqlite3").write_bytes(b"the evening")

    with pytest.raises(RuleBroken) as refused:
        S3(replace(bucket, host="127.0.0.1:9")).send(tmp_path / "auto-1.sqlite3")

    assert (refused.value.code, refused.value.facts) == ("second.refused", {"why": "MaxRetryError"})


@pytest.mark.django_db
def test_the_newest_backup_is_fetched_from_either_place(
    settings: Settings, backup: Path, bucket: Bucket, store: Store, tmp_path: Path
) -> None:
    (tmp_path / "stick").mkdir()
    for place in (bucket, tmp_path / "stick"):
        settings.SECOND_PLACE = place
        second_place.send_newest()

        with second_place.fetched() as path:
            assert (path.name, path.read_bytes()) == (backup.name, backup.read_bytes())
        assert not path.exists()
        with pytest.raises(RuleBroken, match=r"backup\.missing"), second_place.fetched("auto-20200101-000000.sqlite3"):
            pass


# --- by the clock


@pytest.mark.django_db
def test_the_newest_backup_is_sent_once_and_the_next_one_after_the_interval(
    settings: Settings, backup: Path, tmp_path: Path
) -> None:
    settings.SECOND_PLACE, settings.SECOND_MINUTES = tmp_path / "stick", 5
    settings.SECOND_PLACE.mkdir()
    now = timezone.now()

    rows = [second_place.enqueue_sending(now), second_place.enqueue_sending(now + MINUTE)]
    workers.run(leased(now))
    later = backup.with_name(f"auto-{now + MINUTE:%Y%m%d-%H%M%S}.sqlite3.enc")
    later.write_bytes(b"later")
    rows += [second_place.enqueue_sending(now + 2 * MINUTE), second_place.enqueue_sending(now + 6 * MINUTE)]

    assert rows == [True, False, False, True]
    assert [path.name for path in settings.SECOND_PLACE.iterdir()] == [backup.name]


@pytest.mark.django_db
def test_a_place_that_fails_is_a_mark_and_is_tried_until_it_is_back(
    settings: Settings, backup: Path, tmp_path: Path
) -> None:
    settings.SECOND_PLACE, settings.SECOND_MINUTES = tmp_path / "stick", 5
    now = timezone.now()
    second_place.enqueue_sending(now)

    for attempt in range(20):
        workers.run(leased(now + attempt * timedelta(minutes=11)))
    failing = second_place.second_place()
    settings.SECOND_PLACE.mkdir()
    workers.run(leased(now + timedelta(hours=5)))
    after = second_place.second_place()

    assert failing is not None
    assert after is not None
    assert failing.failing_since is not None
    assert "second.missing" in failing.error
    assert (after.failing_since, after.error) == (None, "")
    assert after.arrived is not None
    assert (tmp_path / "stick" / backup.name).read_bytes() == backup.read_bytes()


@pytest.mark.django_db
def test_old_backups_are_thinned_out_in_a_bucket_too(
    settings: Settings, backup: Path, bucket: Bucket, store: Store
) -> None:
    settings.SECOND_PLACE = bucket
    old = timezone.now() - timedelta(days=60)
    for number in range(40):
        store.stored[f"hall/auto-{old + number * MINUTE:%Y%m%d-%H%M%S}.sqlite3.enc"] = b"old"
    store.stored["hall/saturday.sqlite3"] = b"by hand"

    assert second_place.send_newest() == backup.name

    assert len(store.stored) == 30 + 1
    assert store.stored[f"hall/{backup.name}"] == backup.read_bytes()


@pytest.mark.django_db
def test_a_job_of_a_clock_that_ran_ahead_does_not_end_the_sending(settings: Settings, backup: Path) -> None:
    settings.SECOND_PLACE, settings.SECOND_MINUTES = backup.parent, 5
    ahead = NOON + timedelta(days=400)
    Job.objects.create(task=second_place.TASK, key="second:x", due_at=ahead, state=Job.State.DONE)

    assert second_place.enqueue_sending(NOON)


def leased(now: datetime) -> Job:
    job = queue.lease(now)
    assert job is not None
    return job
