"""The upgrade of a server: one command, all of it or nothing, killed anywhere, and back with the backup."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from barpoint import __version__
from tests.depth import and_long, in_ci_on_a_server
from tests.served.servers import wait_until

from .test_upgrades import counts as counts_of_file
from .versions import FAILING, NEXT, Machine, a_machine, a_next_version, a_version, edit

# Where the command says what it does next, and so can be killed.
STEPS = ("  Upgrading and verifying", "link:")
OTHER_STEPS = ("stop:", "data:", "  Writing a backup", "  Upgraded.", "  Backup:", "start:")
# Tables whose rows a server writes by itself.
OWN = {"runtime_job", "django_session", "django_migrations"}


@dataclass(frozen=True, slots=True)
class Versions:
    """Folders of versions: this one, and the next one."""

    old: Path
    next: Path


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Versions]:
    folder = tmp_path_factory.mktemp("versions")
    yield Versions(a_version(folder / __version__), a_next_version(folder / NEXT))
    shutil.rmtree(folder)


@pytest.fixture
def machine(tmp_path: Path, versions: Versions) -> Iterator[Machine]:
    with a_machine(tmp_path, versions.old) as made:
        yield made


def counts(machine: Machine) -> dict[str, int]:
    """Return how many rows each table holds that only people fill."""
    if machine.site.database is None:
        rows = counts_of_file(machine.site.folder / "data" / "barpoint.sqlite3")
    else:
        with psycopg.connect(machine.site.database) as session:
            named = session.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
            rows = {name: _count(session, str(name)) for (name,) in named}
    return {name: number for name, number in rows.items() if name not in OWN}


def _count(session: "psycopg.Connection[tuple[object, ...]]", table: str) -> int:
    row = session.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone()
    assert row is not None
    return int(str(row[0]))


def serving(machine: Machine) -> str:
    """Return the version that the services run, as a process says that is ready."""
    with urlopen(f"http://127.0.0.1:{machine.port}/readyz", timeout=5) as answer:
        return str(json.load(answer)["release"])


def is_serving(machine: Machine, version: str) -> bool:
    """Whether a process of a version is ready."""
    try:
        return serving(machine) == version
    except OSError:
        return False


def stops(machine: Machine) -> int:
    """Return how often the services were stopped."""
    path = machine.folder / "stops"
    return len(path.read_text().splitlines()) if path.exists() else 0


@in_ci_on_a_server
def test_a_server_is_upgraded_and_goes_back_by_one_command_each(machine: Machine, versions: Versions) -> None:
    before = counts(machine)

    upgraded = machine.upgrade(versions.next)

    assert upgraded.returncode == 0, upgraded.stdout + upgraded.stderr
    assert (machine.link.resolve(), serving(machine)) == (versions.next, NEXT)
    assert counts(machine) == before

    downgrade = machine.upgrade(versions.old)

    assert (downgrade.returncode, stops(machine)) == (1, 1)
    assert "data.newer: A newer version of Barpoint has changed this data (runtime.0990_next)." in downgrade.stderr
    assert (machine.link.resolve(), serving(machine)) == (versions.next, NEXT)

    back = machine.upgrade(versions.next, "--back")

    assert back.returncode == 0, back.stdout + back.stderr
    assert (machine.link.resolve(), serving(machine)) == (versions.old, __version__)
    machine.stop()
    assert counts(machine) == before
    assert machine.run(versions.old, "upgrade", "--look") == "current\n"


@in_ci_on_a_server
@pytest.mark.parametrize("step", and_long(STEPS, OTHER_STEPS))
def test_a_killed_upgrade_leaves_one_version_whole_and_is_finished_by_the_same_command(
    machine: Machine, versions: Versions, step: str
) -> None:
    before = counts(machine)

    lines = machine.upgrade_killed_at(versions.next, step)

    assert lines[-1].startswith(step)
    whole = {"older\n": versions.old, "current\n": versions.next}[machine.run(versions.next, "upgrade", "--look")]
    assert machine.run(whole, "verify").startswith("whole: ")
    assert counts(machine) == before

    finished = machine.upgrade(versions.next)

    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert (machine.link.resolve(), serving(machine)) == (versions.next, NEXT)
    assert counts(machine) == before
    assert machine.upgrade(versions.next, "--back").returncode == 0
    assert serving(machine) == __version__


@in_ci_on_a_server
def test_a_migration_that_fails_changes_nothing_and_the_old_version_serves_again(
    machine: Machine, versions: Versions, tmp_path: Path
) -> None:
    failing, before = a_next_version(tmp_path / "failing", more=FAILING), counts(machine)

    answer = machine.upgrade(failing)

    assert answer.returncode == 1
    assert "upgrade.failed: The data could not be upgraded (OperationalError" in answer.stderr.replace(
        "ProgrammingError", "OperationalError"
    )
    assert "Nothing was changed. The old version serves." in answer.stderr
    assert machine.link.resolve() == versions.old
    assert machine.run(versions.old, "upgrade", "--look") == "current\n"
    assert counts(machine) == before
    assert machine.upgrade(versions.next).returncode == 0


@in_ci_on_a_server
def test_a_version_that_does_not_start_gives_the_link_and_the_data_back(
    machine: Machine, versions: Versions, tmp_path: Path
) -> None:
    mute, before = a_next_version(tmp_path / "mute"), counts(machine)
    edit(mute / "program" / "runtime" / "server" / "process.py", r"(?m)^def serve\(", "def _served(")

    answer = machine.upgrade(mute, "--seconds", "6")

    assert answer.returncode == 1
    assert "upgrade.silent: " in answer.stdout
    assert f"{versions.old} serves again. The data is that of " in answer.stderr
    assert (machine.link.resolve(), serving(machine)) == (versions.old, __version__)
    machine.stop()
    assert counts(machine) == before


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a laptop's database is an SQLite file")
def test_a_laptop_upgrades_when_it_starts_and_its_backup_suits_the_old_version(
    machine: Machine, versions: Versions
) -> None:
    before = counts(machine)
    machine.link.unlink()
    machine.link.symlink_to(versions.next)

    machine.start()
    wait_until(lambda: is_serving(machine, NEXT), "the next version")
    machine.stop()

    (backup,) = (machine.site.folder / "data" / "backups").glob(f"before-{NEXT}-*.sqlite3")
    log = (machine.folder / "server-1.log").read_text()
    assert f"The data is now that of Barpoint {NEXT}. Its backup from before: {backup}\n" in log
    assert counts(machine) == before
    refused = machine.tried(versions.old, "run", "--port", "1")
    assert refused.returncode == 1
    assert "data.newer: A newer version of Barpoint has changed this data (runtime.0990_next)." in refused.stderr
    assert "Restored: " in machine.run(versions.old, "restore", str(backup))
    assert counts(machine) == before
