"""A backup of every version since 0.1.0 is restored by this one: nothing is lost, and everything goes on.

A backup is made on the day of its release, never anew (docs/memory.md#upgrades). 0.1.0a1 was never released.
"""

import json
import lzma
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from barpoint import __version__
from tests.depth import and_long
from tests.migrated import MIGRATED

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="the backups are SQLite files")
FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
VERSIONS = sorted(path.name.removesuffix(".sqlite3.xz") for path in FOLDER.glob("*.sqlite3.xz"))
NEVER_RELEASED = "0.1.0a1"
# What an upgrade says about data that was so before.
UPGRADED = {"older": "upgraded", "current": "current"}
# What Django writes for itself while it migrates.
BOOKKEEPING = {"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence"}


@dataclass(frozen=True, slots=True)
class Upgraded:
    """The backup of a version, and the data folder into which it was restored; ``said`` by the command that did it."""

    version: str
    backup: Path
    folder: Path
    output: str

    @property
    def database(self) -> Path:
        return self.folder / "barpoint.sqlite3"


def manage(folder: Path, *words: str) -> str:
    """Return what a command says about the installation in ``folder``; it must succeed."""
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    ended = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment | {"BARPOINT_DATA": str(folder)}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module", params=VERSIONS)
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Upgraded:
    folder = tmp_path_factory.mktemp("upgraded")
    backup = folder / "backup.sqlite3"
    backup.write_bytes(lzma.decompress((FOLDER / f"{request.param}.sqlite3.xz").read_bytes()))
    data = folder / "data"
    data.mkdir()
    return Upgraded(request.param, backup, data, manage(data, "manage.py", "restore", str(backup)))


def counts(database: Path) -> dict[str, int]:
    """Return how many rows each table holds."""
    with closing(sqlite3.connect(database)) as opened:
        return {name: opened.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables(opened)}  # noqa: S608 -- a table's own name


def tables(opened: sqlite3.Connection) -> Iterator[str]:
    named = opened.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    yield from (name for (name,) in named if name not in BOOKKEEPING)


def schema(database: Path) -> dict[str, list[object]]:
    """Return the columns, constraints, indexes (unique or not, and of what) and triggers of each table."""
    with closing(sqlite3.connect(database)) as opened:
        return {name: [*_parts(opened, name)] for name in tables(opened)}


def _parts(opened: sqlite3.Connection, name: str) -> Iterator[object]:
    yield sorted((column, kind, needed) for _, column, kind, needed, _, _ in _pragma(opened, "table_info", name))
    (text,) = opened.execute("SELECT sql FROM sqlite_master WHERE name = ?", [name]).fetchone()
    yield sorted(re.findall(r'CONSTRAINT "(\w+)"', text))
    indexes = _pragma(opened, "index_list", name)
    yield sorted((index[2], *(column[2] for column in _pragma(opened, "index_info", index[1]))) for index in indexes)
    yield opened.execute(
        "SELECT name FROM sqlite_master WHERE tbl_name = ? AND type = 'trigger' ORDER BY name", [name]
    ).fetchall()


def _pragma(opened: sqlite3.Connection, what: str, name: str) -> list[tuple[Any, ...]]:
    return opened.execute(f'PRAGMA {what}("{name}")').fetchall()


def test_there_is_a_backup_of_every_version_and_of_one_before_the_first() -> None:
    assert VERSIONS[:2] == ["0.1.0", "0.1.0a1"]
    assert __version__ in VERSIONS


def test_a_backup_is_restored_without_a_flaw(upgraded: Upgraded) -> None:
    assert "a new epoch has begun" in upgraded.output
    assert manage(upgraded.folder, "manage.py", "verify").startswith("whole: ")


def test_no_row_is_lost(upgraded: Upgraded) -> None:
    before, after = counts(upgraded.backup), counts(upgraded.database)

    assert before["journal_record"] > 100
    assert {name: after.get(name) for name in before} == before


@pytest.fixture(scope="module")
def new_installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the SQLite file of one: that of the whole run, or one of its own."""
    if path := os.environ.get(MIGRATED):
        return Path(path)
    folder = tmp_path_factory.mktemp("new")
    manage(folder, "manage.py", "migrate", "--verbosity", "0")
    return folder / "barpoint.sqlite3"


def test_the_tables_are_those_of_a_new_installation(upgraded: Upgraded, new_installation: Path) -> None:
    fresh, now = schema(new_installation), schema(upgraded.database)

    changed = sorted(name for name in fresh.keys() | now.keys() if fresh.get(name) != now.get(name))
    assert changed == [], "an initial migration changed: add a migration instead"


@pytest.mark.parametrize("version", and_long([each for each in VERSIONS if each != NEVER_RELEASED], [NEVER_RELEASED]))
def test_the_data_of_a_version_is_upgraded_where_it_lies_after_a_backup_of_it(version: str, tmp_path: Path) -> None:
    database = tmp_path / "barpoint.sqlite3"
    database.write_bytes(lzma.decompress((FOLDER / f"{version}.sqlite3.xz").read_bytes()))
    before, was = counts(database), manage(tmp_path, "manage.py", "upgrade", "--look").strip()

    output = manage(tmp_path, "manage.py", "upgrade")

    assert output.endswith(f"The data is {UPGRADED[was]}: Barpoint {__version__}\n")
    backups = [counts(path) for path in (tmp_path / "backups").glob(f"before-{__version__}-*.sqlite3")]
    assert backups == ([before] if was == "older" else [])
    after = counts(database)
    assert {name: after.get(name) for name in before} == before
    assert manage(tmp_path, "manage.py", "verify").startswith("whole: ")


def test_every_page_opens_and_the_tournament_goes_on(upgraded: Upgraded) -> None:
    answered = json.loads(manage(upgraded.folder, "-m", "tests.upgrades.opened"))

    assert len(answered["pages"]) > 200
    assert {address: status for address, status in answered["pages"].items() if status != 200} == {}
    assert answered["flaws"] == []
    assert answered["draws"]
    assert {tuple(each) for each in answered["draws"]} == {(1 if upgraded.version == "0.1.0a1" else 2, True)}
