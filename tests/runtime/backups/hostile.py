"""Hostile backups, made from a good one: truncated, newer, tampered with, foreign, disguised."""

import gzip
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from runtime.backups.sealed import seal

type Make = Callable[[Path, Path], object]


def sql(*statements: str, where: str = "") -> Make:
    """Return what makes a copy of the good backup and carries out statements on it, with no trigger in the way.

    ``where`` is the end of the last one.
    """

    def make(good: Path, bad: Path) -> None:
        bad.write_bytes(good.read_bytes())
        with closing(sqlite3.connect(bad)) as opened:
            triggers = opened.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for name, _ in triggers:
                opened.execute(f"DROP TRIGGER {name}")
            for statement in [*statements[:-1], statements[-1] + where]:
                opened.execute(statement)
            for _, text in triggers:
                opened.execute(text)
            opened.commit()

    return make


def written(contents: Callable[[bytes], bytes]) -> Make:
    return lambda good, bad: bad.write_bytes(contents(good.read_bytes()))


def foreign(*statements: str) -> Make:
    """Return what makes a database of another program."""

    def make(good: Path, bad: Path) -> None:
        with closing(sqlite3.connect(bad)) as opened:
            for statement in statements:
                opened.execute(statement)
            opened.commit()

    return make


def beside(ending: str) -> Make:
    """Return what copies the good file as if by hand, with a file of SQLite left beside it."""

    def make(good: Path, bad: Path) -> None:
        bad.write_bytes(good.read_bytes())
        bad.with_name(bad.name + ending).write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(504))

    return make


def garbage_page(contents: bytes) -> bytes:
    """Overwrite the page at the middle, and a few more."""
    middle = len(contents) // 2 // 4096 * 4096
    return contents[:middle] + b"\xff" * 4096 * 8 + contents[middle + 4096 * 8 :]


def sparse(good: Path, bad: Path) -> None:
    """Make a file that says it is a terabyte long, and nearly all of it a hole."""
    with bad.open("wb") as file:
        header = bytearray(good.read_bytes()[:4096])
        header[28:32] = (1 << 28).to_bytes(4, "big")
        file.write(header)
        file.truncate(1 << 40)


NEWEST = " WHERE id = (SELECT max(id) FROM journal_record)"
FINISHED = " WHERE id = (SELECT min(id) FROM tournaments_match WHERE status = 2)"
UNREADABLE, NEWER, SCHEMA, FLAWED = "backup.unreadable", "backup.newer", "backup.schema", "backup.flawed"


def encrypted(good: Path, bad: Path) -> None:
    seal(good, bad, "a passphrase that was lost")


def cut_off(good: Path, bad: Path) -> None:
    encrypted(good, bad)
    bad.write_bytes(bad.read_bytes()[:40])


# By name: how it is made, and the code with which it is refused.
CASES: dict[str, tuple[Make, str]] = {
    "empty": (written(lambda good: b""), UNREADABLE),
    "text": (written(lambda good: b"Dear desk, the backup is on the other stick.\n"), UNREADABLE),
    "truncated to a half": (written(lambda good: good[: len(good) // 2]), UNREADABLE),
    "truncated by a byte": (written(lambda good: good[:-1]), UNREADABLE),
    "only a header": (written(lambda good: good[:100]), UNREADABLE),
    "longer than it says": (written(lambda good: good + bytes(4096)), UNREADABLE),
    "with pages of garbage": (written(garbage_page), UNREADABLE),
    "packed": (written(gzip.compress), UNREADABLE),
    "a bomb of zeros, packed": (written(lambda good: gzip.compress(bytes(1 << 26))), UNREADABLE),
    "a bomb with a hole": (sparse, "disk.full"),
    "encrypted, without its passphrase": (encrypted, "backup.locked"),
    "encrypted, cut off": (
        cut_off, "backup.locked",
    ),
    "zeros": (written(lambda good: bytes(1 << 20)), UNREADABLE),
    "a dump of PostgreSQL": (written(lambda good: b"PGDMP\x01\x0e\x00" + bytes(2000)), UNREADABLE),
    "a folder": (lambda good, bad: bad.mkdir(), UNREADABLE),
    "a pipe": (lambda good, bad: os.mkfifo(bad), UNREADABLE),
    "a symbolic link": (lambda good, bad: bad.symlink_to(good), UNREADABLE),
    "a symbolic link to nothing": (lambda good, bad: bad.symlink_to("/nothing"), UNREADABLE),
    "a device": (lambda good, bad: bad.symlink_to("/dev/zero"), UNREADABLE),
    "copied by hand, with a log": (beside("-wal"), "backup.leftovers"),
    "copied by hand, with a journal": (beside("-journal"), "backup.leftovers"),
    "foreign": (foreign("CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url TEXT)"), UNREADABLE),
    "foreign, disguised": (
        foreign("CREATE TABLE journal_stream (name TEXT)", "INSERT INTO journal_stream VALUES ('site')"),
        UNREADABLE,
    ),
    "newer, with the same tables": (sql("PRAGMA user_version = 2000"), NEWER),
    "newer, by us": (
        sql("INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '0099_next', '2027-01-01')"),
        NEWER,
    ),
    "newer, by Django": (
        sql("INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0099_next', '2027-01-01')"),
        NEWER,
    ),
    "newer, with an app more": (
        sql("INSERT INTO django_migrations (app, name, applied) VALUES ('swiss', '0001_initial', '2027-01-01')"),
        NEWER,
    ),
    "without a version": (sql("DELETE FROM django_migrations"), UNREADABLE),
    "with a column more": (sql("ALTER TABLE clubs_club ADD COLUMN motto TEXT"), SCHEMA),
    "with a table more": (sql("CREATE TABLE swiss_round (id INTEGER PRIMARY KEY)"), SCHEMA),
    "with a table less": (sql("DROP TABLE clubs_token"), SCHEMA),
    "with a view": (sql("CREATE VIEW clubs_rich AS SELECT * FROM clubs_club"), UNREADABLE),
    "with a stranger's trigger": (
        sql("CREATE TRIGGER t AFTER UPDATE ON journal_stream BEGIN DELETE FROM clubs_token; END"),
        UNREADABLE,
    ),
    "with a record changed": (
        sql("UPDATE journal_record SET verb = 'match.settled'", where=NEWEST), FLAWED,
    ),
    "with a record's body changed": (
        sql("UPDATE journal_record SET body = replace(body, '\"by\"', '\"By\"')", where=NEWEST), FLAWED,
    ),
    "with the end of the memory cut off": (
        sql("PRAGMA foreign_keys = OFF", "DELETE FROM journal_record", where=NEWEST), FLAWED,
    ),
    "with the head of the memory changed": (sql("UPDATE journal_stream SET head = 'aa' WHERE name = 'site'"), FLAWED),
    "with a winner changed": (
        sql("UPDATE tournaments_match SET goes_on_id = NULL", where=FINISHED), FLAWED,
    ),
    "with a role made up": (
        sql("INSERT INTO clubs_role (kind, record_id, club_id, user_id)"
            " SELECT 'owner', record_id, NULL, user_id FROM clubs_role LIMIT 1"), FLAWED,
    ),
    "with a password hash changed": (
        sql("UPDATE clubs_user SET password = 'md5$salt$5f4dcc3b5aa765d61d8327deb882cf99'"), FLAWED,
    ),
    "with a token made up": (
        sql("INSERT INTO clubs_token (hash, created_at, user_id) SELECT 'ab', '2026-11-21', min(id) FROM clubs_user"),
        FLAWED,
    ),
    "with a record torn out": (
        sql("PRAGMA foreign_keys = OFF", "DELETE FROM journal_record WHERE number = 2"), FLAWED,
    ),
}  # fmt: skip
