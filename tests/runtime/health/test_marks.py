"""What a director must know: each mark appears when something is wrong, is logged once, and goes when it is over."""

import logging
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from runtime.backups import automatic, second_place
from runtime.health import marks
from runtime.health.wallclock import WallClock
from runtime.jobs import relay
from runtime.models import Job
from runtime.troubles import Trouble, troubles
from tests.factories import a_club

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _no_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "_current", ())
    monkeypatch.setattr(marks, "_wall_clock", WallClock())
    monkeypatch.setattr(marks, "_without_worker", None)
    monkeypatch.setattr(troubles, "last", {})


def codes(now: datetime) -> list[str]:
    return [mark.code for mark in marks.check(now)]


def test_a_machine_in_order_has_no_mark() -> None:
    a_club()

    assert codes(timezone.now()) == []


def test_a_mark_is_logged_when_it_appears_and_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    a_club()
    now = timezone.now()

    with caplog.at_level(logging.WARNING, "barpoint.mark"):
        assert codes(now - timedelta(days=3)) == ["clock.behind"]
        assert codes(now - timedelta(days=3)) == ["clock.behind"]
        assert marks.current() != ()
        monotonic_goes_on = WallClock(lambda: 0.0)
        marks._wall_clock = monotonic_goes_on
        assert codes(now) == []

    assert [record.getMessage().split()[0] for record in caplog.records] == ["clock.behind", "clock.behind"]
    assert caplog.records[-1].getMessage() == "clock.behind is over"


def test_a_clock_that_jumps_is_marked_for_hours() -> None:
    marks._wall_clock = WallClock(lambda: 0.0)

    assert codes(NOON) == []
    assert codes(NOON + timedelta(minutes=40)) == ["clock.jumped"]
    assert marks.current()[0].facts == {"seconds": 2400, "at": NOON + timedelta(minutes=40)}


def test_a_trouble_is_marked_for_a_while() -> None:
    troubles.note(Trouble("database.busy", 503, 5), "GET /")

    assert codes(NOON) == ["database.busy"]


def test_a_backup_that_fails_is_marked() -> None:
    Job.objects.create(task=automatic.TASK, key="backup:x", due_at=NOON, state=Job.State.WAITING, error="OSError: no")

    assert codes(NOON) == ["backup.failing"]
    assert marks.current()[0].facts["error"] == "OSError: no"


def test_a_second_place_that_fails_is_marked_after_two_minutes(settings: Settings) -> None:
    settings.SECOND_PLACE = settings.DATA_DIR / "no-stick"
    Job.objects.create(
        task=second_place.TASK, key="second:x", due_at=NOON, created_at=NOON, error="Refused: second.missing folder='x'"
    )

    assert codes(NOON + timedelta(minutes=1)) == []
    marks._wall_clock = WallClock()
    assert codes(NOON + timedelta(minutes=3)) == ["second.failing"]


def test_a_broker_that_does_not_answer_is_marked(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.BROKER_URL = "amqp://broker.example"
    monkeypatch.setattr(relay, "_silent_since", NOON)

    assert "broker.silent" in codes(NOON + timedelta(minutes=1))

    monkeypatch.setattr(relay, "_silent_since", None)
    assert "broker.silent" not in codes(NOON + timedelta(minutes=2))


def test_a_server_without_any_worker_is_marked_since_it_was_noticed(settings: Settings) -> None:
    settings.BROKER_URL = "amqp://broker.example"

    assert codes(NOON) == codes(NOON + timedelta(seconds=10)) == ["worker.none"]
    assert marks.current()[0].facts == {"since": NOON}


def test_a_full_disk_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "LOW_FREE", 1 << 60)
    assert codes(NOON) == ["disk.low"]

    monkeypatch.setattr(marks, "LEAST_FREE", 1 << 60)
    assert codes(NOON) == ["disk.full"]


def test_missing_static_files_are_marked(settings: Settings) -> None:
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }

    assert codes(NOON) == ["static.missing"]
