"""Data of an older version is upgraded after a backup, or stays as it is; that of a newer one is refused."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from journal.refusals import Refused
from runtime.backups.copies import copy_sqlite
from runtime.backups.versions import State, release_number, state_of_data

pytestmark = pytest.mark.django_db


def test_data_is_that_of_this_version_an_older_or_a_newer_one() -> None:
    recorder = MigrationRecorder(connection)
    now = state_of_data()
    recorder.record_unapplied("tournaments", "0001_initial")
    before = state_of_data()
    recorder.record_applied("tournaments", "0099_next")

    with pytest.raises(Refused) as refused:
        state_of_data()

    assert (now, before) == (State.CURRENT, State.OLDER)
    assert (refused.value.code, refused.value.facts) == ("data.newer", {"migration": "tournaments.0099_next"})


@pytest.mark.parametrize("command", ["migrate", "upgrade"])
def test_a_downgrade_is_refused_with_its_reason(command: str) -> None:
    MigrationRecorder(connection).record_applied("tournaments", "0099_next")

    with pytest.raises(CommandError, match=r"^data\.newer: A newer version .*\(tournaments\.0099_next\)"):
        call_command(command)


def test_only_a_copy_of_what_this_version_has_changed_is_refused_by_older_ones(
    tmp_path: Path, settings: Settings
) -> None:
    source = tmp_path / "source.sqlite3"
    with closing(sqlite3.connect(source)) as opened:
        opened.execute("CREATE TABLE score (points int)")
        opened.execute(f"PRAGMA user_version = {release_number('0.0.9')}")
    settings.RELEASE = "0.3.0"

    copy_sqlite(source, tmp_path / "stamped")
    copy_sqlite(source, tmp_path / "before", stamped=False)

    assert [_release(tmp_path / name) for name in ("stamped", "before")] == [3000, 9]


def _release(path: Path) -> int:
    with closing(sqlite3.connect(path)) as opened:
        return int(opened.execute("PRAGMA user_version").fetchone()[0])
