"""Restore on PostgreSQL: foreign, newer and tampered dumps change nothing; the present state is kept."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from tests.depth import and_long, in_a_long_run
from tests.runtime.backups.content import fill
from tests.served.servers import ROOT, Site, a_site, wait_until

pytestmark = pytest.mark.skipif(connection.vendor != "postgresql", reason="the backups are dumps of PostgreSQL")

TRIGGERS = "SELECT tgname, relname FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid WHERE NOT tgisinternal"
# Statements by which a dump becomes a hostile one, and the code of its refusal.
TAMPERED = {
    "a record's verb": ("UPDATE journal_record SET verb = 'match.settled' WHERE number = 2", "backup.flawed"),
    "the end of the memory": ("UPDATE journal_stream SET number = number + 1 WHERE name = 'site'", "backup.flawed"),
    "a winner": (
        "UPDATE tournaments_match SET goes_on_id = NULL WHERE id ="
        " (SELECT min(id) FROM tournaments_match WHERE status = 2)", "backup.flawed",
    ),
    "a migration of a newer version": (
        "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '0099_next', now())", "backup.newer",
    ),
    "no version": ("DELETE FROM django_migrations", "backup.unreadable"),
    "a column": ("ALTER TABLE clubs_club ADD COLUMN motto text", "backup.unreadable"),
    "a table with rows": ("CREATE TABLE swiss_round (id int); INSERT INTO swiss_round VALUES (1)", "backup.unreadable"),
    "no memory": ("DROP TABLE journal_stream CASCADE", "backup.unreadable"),
}  # fmt: skip
# Each is a backup and a restore: CI tries one of each code, a long run all.
IN_CI = ("a record's verb", "a migration of a newer version", "a table with rows")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An installation with an event that is half played; nothing runs on it."""
    with a_site(tmp_path_factory.mktemp("site"), processes=0) as made:
        fill(made)
        yield made


@pytest.fixture(scope="module")
def good(site: Site) -> Path:
    path = site.folder / "good.dump"
    assert site.manage("backup", str(path)).returncode == 0
    return path


def contents(site: Site) -> str:
    """Return a hash of every row of every table."""
    with site.connect() as session:
        tables = session.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1").fetchall()
        rows = [
            (
                name,
                session.execute(
                    sql.SQL("SELECT t::text FROM {} t ORDER BY 1").format(sql.Identifier(str(name)))
                ).fetchall(),
            )
            for (name,) in tables
        ]
    return sha256(repr(rows).encode()).hexdigest()


def refusal(site: Site, path: Path) -> str:
    """Return the code with which a backup is refused; nothing may have changed, and nothing is kept."""
    before, kept = contents(site), kept_states(site)
    answer = site.manage("restore", str(path))
    assert answer.returncode == 1, answer.stdout
    assert (contents(site), kept_states(site)) == (before, kept)
    return str(re.findall(r"CommandError: ([a-z_.]+):", answer.stderr)[0])


def kept_states(site: Site) -> list[str]:
    return sorted(path.name for path in (site.folder / "data" / "replaced").glob("*"))


def tampered_dump(site: Site, path: Path, statements: str) -> Path:
    """Return a dump of a copy of the database, with statements carried out on it first."""
    assert site.database is not None
    name = f"tampered_{os.getpid()}"
    of = site.database.rpartition("/")[2]
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as session:
        session.execute(f"CREATE DATABASE {name} TEMPLATE {of}")
        try:
            with psycopg.connect(site.database.replace(of, name), autocommit=True) as copy:
                for trigger, table in copy.execute(TRIGGERS).fetchall():
                    copy.execute(f"DROP TRIGGER {trigger} ON {table}")
                copy.execute(statements)
            subprocess.run(
                [sys.executable, "manage.py", "backup", str(path)], cwd=ROOT, check=True, capture_output=True,
                env=site.environment | {"DATABASE_URL": site.database.replace(of, name)},
            )  # fmt: skip
        finally:
            # Not by force: a superuser's automatic vacuum of it may run, which only PostgreSQL itself may end.
            session.execute(f"DROP DATABASE {name}")
    return path


@pytest.fixture
def tampered(site: Site, tmp_path: Path) -> Callable[[str], Path]:
    return partial(tampered_dump, site, tmp_path / "tampered.dump")


@pytest.mark.parametrize("what", and_long(IN_CI, sorted(TAMPERED.keys() - set(IN_CI))))
def test_a_hostile_dump_is_refused_and_changes_nothing(site: Site, tampered: Callable[[str], Path], what: str) -> None:
    statements, code = TAMPERED[what]

    assert refusal(site, tampered(statements)) == code


def test_a_foreign_dump_is_refused_and_none_of_its_statements_is_carried_out(
    site: Site, tampered: Callable[[str], Path]
) -> None:
    dump = tampered(
        "DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE rows (id int); INSERT INTO rows VALUES (1)"
    )

    assert refusal(site, dump) == "backup.unreadable"


@pytest.mark.parametrize(
    "change",
    [
        lambda good: b"",
        lambda good: good[: len(good) // 2],
        lambda good: good[:-2000],
        lambda good: b"PGDMP" + bytes(3000),
        lambda good: good.replace(b"journal_record", b"journal_rec0rd"),
        lambda good: b"SQLite format 3\x00" + bytes(4096),
    ],
)
def test_a_damaged_dump_is_refused_and_changes_nothing(
    site: Site, good: Path, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "damaged.dump"
    path.write_bytes(change(good.read_bytes()))

    assert refusal(site, path) == "backup.unreadable"


def test_a_restore_brings_everything_back_and_keeps_what_it_replaced(site: Site, good: Path) -> None:
    before = site.manage("verify").stdout
    assert site.manage("token", "--create", "late@barpoint.example").returncode == 0

    answer = site.manage("restore", str(good))

    assert answer.returncode == 0, answer.stderr
    assert site.manage("verify").stdout == before
    kept = sorted((site.folder / "data" / "replaced").iterdir())[-1]
    assert kept.stat().st_mode & 0o777 == 0o600
    assert site.manage("token", "--create", "new@barpoint.example").returncode == 0, "numbers go on after the last"
    assert site.manage("restore", str(kept)).returncode == 0
    assert site.manage("token", "--revoke", "late@barpoint.example").stdout == "Revoked: 1\n"


@in_a_long_run
def test_a_dump_of_an_older_version_is_upgraded(tmp_path: Path) -> None:
    """The older version knew no lengths of single matches, and nobody had two lines of a draw."""
    with a_site(tmp_path / "site", processes=0) as site:
        before = site.manage("verify").stdout
        older = tampered_dump(
            site,
            tmp_path / "older.dump",
            "DROP TABLE tournaments_length;"
            " ALTER TABLE tournaments_line ADD CONSTRAINT one_line_per_entrant_and_draw UNIQUE (draw_id, entrant_id);"
            " DELETE FROM django_migrations WHERE name = '0011_shape' OR name LIKE '%squashed%'",
        )

        answer = site.manage("restore", str(older))

        assert answer.returncode == 0, answer.stderr
        assert site.manage("verify").stdout == before
        assert "[ ]" not in site.manage("showmigrations").stdout
        with site.connect() as session:
            assert session.execute("SELECT count(*) FROM tournaments_length").fetchone() == (0,)


def test_the_last_five_replaced_states_are_kept(site: Site, good: Path) -> None:
    assert site.manage("restore", str(good)).returncode == 0
    first, _, when = kept_states(site)[-1].partition("-")
    folder = site.folder / "data" / "replaced"
    for number in range(1, 6):
        shutil.copy(folder / f"{first}-{when}", folder / f"{int(first) + number:04}-{when}")

    assert site.manage("restore", str(good)).returncode == 0

    kept = [int(name.partition("-")[0]) - int(first) for name in kept_states(site)]
    assert kept == [2, 3, 4, 5, 6]


def test_a_restore_beside_running_processes_is_refused(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", processes=2) as site:
        dump = tmp_path / "while-running.dump"
        assert site.manage("backup", str(dump)).returncode == 0

        answer = site.manage("restore", str(dump))

        assert answer.returncode == 1
        assert re.search(r"data\.in_use: Barpoint runs on this database \(2 processes", answer.stderr), answer.stderr
        site.stop()
        assert site.manage("restore", str(dump)).returncode == 0


def test_a_process_shows_itself_again_after_its_connection_was_cut(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", processes=1) as site:
        dump = tmp_path / "while-running.dump"
        assert site.manage("backup", str(dump)).returncode == 0
        with site.connect() as session:
            cut = (
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
            )
            assert session.execute(cut).fetchall()

            locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
            wait_until(lambda: session.execute(locks).fetchone() == (2,), "the locks are taken again")
