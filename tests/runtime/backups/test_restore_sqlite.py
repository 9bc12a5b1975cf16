"""Restore on SQLite: every hostile backup is refused with its code and changes nothing; what is replaced is kept."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from tests.runtime.backups.content import fill
from tests.runtime.backups.hostile import CASES
from tests.served.servers import ROOT, Site, a_site

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="the backups are SQLite files")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An installation with an event that is half played; nothing runs on it."""
    with a_site(tmp_path_factory.mktemp("site"), processes=0) as made:
        fill(made)
        yield made


@pytest.fixture(scope="module")
def good(site: Site) -> Path:
    path = site.folder / "good.sqlite3"
    assert site.manage("backup", str(path)).returncode == 0
    return path


@pytest.fixture(scope="module")
def outcomes(site: Site, good: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, bool]]:
    """The outcome of each attempt: its code, and whether the data folder is as before."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, (make, _) in CASES.items():
        make(good, folder / name)
    tried = subprocess.run(
        [sys.executable, "-m", "tests.runtime.backups.tried", str(folder)], cwd=ROOT, env=site.environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert tried.returncode == 0, tried.stderr
    return {name: (code, unchanged) for name, (code, unchanged) in json.loads(tried.stdout).items()}


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_backup_is_refused_and_changes_nothing(outcomes: dict[str, tuple[str, bool]], name: str) -> None:
    assert outcomes[name] == (CASES[name][1], True)


def test_a_file_that_is_missing_is_named(site: Site) -> None:
    answer = site.manage("restore", str(site.folder / "auto-20261121.sqlite3"))

    assert answer.returncode == 1
    assert "backup.missing: There is no file auto-20261121.sqlite3. Nothing was changed." in answer.stderr


def test_each_replaced_state_keeps_its_own_name_and_the_last_five_remain(site: Site, good: Path) -> None:
    for number in range(7):
        mark(site.folder / "data" / "barpoint.sqlite3", number)
        answer = site.manage("restore", str(good))
        assert answer.returncode == 0, answer.stderr

    kept = sorted((site.folder / "data" / "replaced").iterdir())
    assert [marked(path) for path in kept] == [2, 3, 4, 5, 6]


def test_a_replaced_state_can_be_restored_again(site: Site, good: Path) -> None:
    mark(site.folder / "data" / "barpoint.sqlite3", 41)
    assert site.manage("restore", str(good)).returncode == 0
    kept = sorted((site.folder / "data" / "replaced").iterdir())[-1]

    assert site.manage("restore", str(kept)).returncode == 0

    assert marked(site.folder / "data" / "barpoint.sqlite3") == 41


def test_a_damaged_database_can_be_replaced_and_is_kept_too(site: Site, good: Path) -> None:
    database = site.folder / "data" / "barpoint.sqlite3"
    database.write_bytes(b"damaged by a failing disk")

    answer = site.manage("restore", str(good))

    assert answer.returncode == 0, answer.stderr
    assert sorted((site.folder / "data" / "replaced").iterdir())[-1].read_bytes() == b"damaged by a failing disk"
    assert site.manage("verify").stdout.startswith("whole: ")


def test_an_encrypted_backup_is_restored_with_its_passphrase_only(site: Site, tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("five old boards by the sea\n")
    mark(site.folder / "data" / "barpoint.sqlite3", 77)
    site.environment["BARPOINT_BACKUP_PASSPHRASE_FILE"] = str(words)
    made = site.manage("backup", str(tmp_path / "sealed"))
    del site.environment["BARPOINT_BACKUP_PASSPHRASE_FILE"]
    assert made.stdout == f"Backup: {tmp_path / 'sealed'}, encrypted\n"
    mark(site.folder / "data" / "barpoint.sqlite3", 78)
    (tmp_path / "wrong").write_text("five new boards by the sea")

    without = site.manage("restore", str(tmp_path / "sealed"))
    wrong = site.manage("restore", str(tmp_path / "sealed"), "--passphrase-file", str(tmp_path / "wrong"))
    assert marked(site.folder / "data" / "barpoint.sqlite3") == 78
    right = site.manage("restore", str(tmp_path / "sealed"), "--passphrase-file", str(words))

    assert "backup.locked: sealed is encrypted." in without.stderr
    assert "backup.passphrase: This is not the passphrase of sealed. Nothing was changed." in wrong.stderr
    assert right.returncode == 0, right.stderr
    assert marked(site.folder / "data" / "barpoint.sqlite3") == 77
    assert b"SQLite" not in (tmp_path / "sealed").read_bytes()
    assert not list((site.folder / "data").glob("*ing-*")), "no plain copy stays"


def test_nothing_in_the_data_folder_is_open_to_others(site: Site, good: Path) -> None:
    data = site.folder / "data"
    (data / "barpoint.sqlite3").chmod(0o644)
    data.chmod(0o755)

    assert site.manage("restore", str(good)).returncode == 0

    assert {
        path.name: oct(path.stat().st_mode) for path in [data, *data.rglob("*")] if path.stat().st_mode & 0o77
    } == {}


def mark(database: Path, number: int) -> None:
    """Write a number where the memory does not look."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("DELETE FROM clubs_ownerlink")
        opened.execute("INSERT INTO clubs_ownerlink (hash, ends_at) VALUES (?, '2026-11-21')", [f"mark {number}"])
        opened.commit()


def marked(database: Path) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as opened:
        return int(opened.execute("SELECT hash FROM clubs_ownerlink").fetchone()[0].removeprefix("mark "))
