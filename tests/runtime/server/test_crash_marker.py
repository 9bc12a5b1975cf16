"""The crash marker: whether the last server stopped cleanly."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from runtime.server import crash_marker
from tests.factories import a_drawn_event, play_code
from tournaments.read.latest.recorded import last_recorded

ONE, TWO, THREE = (datetime(2026, 11, 21, hour, tzinfo=UTC) for hour in (13, 14, 15))


def test_the_first_start_reports_no_crash(tmp_path: Path) -> None:
    assert crash_marker.mark_start(tmp_path, ONE) is None
    assert crash_marker.last_crash(tmp_path) is None


def test_after_a_clean_stop_there_is_no_crash(tmp_path: Path) -> None:
    crash_marker.mark_start(tmp_path, ONE)
    crash_marker.mark_stop(tmp_path)

    assert crash_marker.mark_start(tmp_path, TWO) is None


def test_a_crash_is_reported_by_the_next_server_until_a_clean_stop(tmp_path: Path) -> None:
    crash_marker.mark_start(tmp_path, ONE)

    assert crash_marker.mark_start(tmp_path, TWO) == crash_marker.Crash(ONE, TWO)
    assert crash_marker.last_crash(tmp_path) == crash_marker.Crash(ONE, TWO)
    crash_marker.mark_stop(tmp_path)
    assert crash_marker.last_crash(tmp_path) is None


def test_after_two_crashes_the_last_is_reported(tmp_path: Path) -> None:
    crash_marker.mark_start(tmp_path, ONE)
    crash_marker.mark_start(tmp_path, TWO)

    assert crash_marker.mark_start(tmp_path, THREE) == crash_marker.Crash(TWO, THREE)


def test_a_dismissed_crash_is_no_longer_reported(tmp_path: Path) -> None:
    crash_marker.mark_start(tmp_path, ONE)
    crash_marker.mark_start(tmp_path, TWO)

    crash_marker.dismiss(tmp_path)

    assert crash_marker.last_crash(tmp_path) is None


@pytest.mark.parametrize("torn", ["", "{", "[1, 2]", '["x", "y"]', "null"])
def test_a_damaged_file_reports_nothing_and_breaks_nothing(tmp_path: Path, torn: str) -> None:
    (tmp_path / crash_marker.CRASHED).write_text(torn)

    assert crash_marker.last_crash(tmp_path) is None


def test_a_crash_while_the_start_was_noted_is_reported_without_a_time(tmp_path: Path) -> None:
    (tmp_path / crash_marker.RUNNING).write_text("")

    assert crash_marker.mark_start(tmp_path, TWO) == crash_marker.Crash(None, TWO)


@pytest.mark.django_db
def test_the_last_record_before_the_crash_is_shown(tmp_path: Path) -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    crash_marker.mark_start(tmp_path, ONE)
    crash_marker.mark_start(tmp_path, datetime(2100, 1, 1, tzinfo=UTC))

    posted = last_recorded(tmp_path)

    assert posted is not None
    assert (posted.tournament, posted.number, posted.sentence.verb) == ("Bilbao Autumn Open", 4, "match.finished")
    assert posted.back == "01:00"


@pytest.mark.django_db
def test_without_a_crash_nothing_is_shown(tmp_path: Path) -> None:
    a_drawn_event(4)
    crash_marker.mark_start(tmp_path, ONE)

    assert last_recorded(tmp_path) is None
