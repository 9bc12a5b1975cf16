"""A copy of a database in use is whole: it waits for the transaction being written, and holds all of it or none."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from runtime.backups.copies import copy_sqlite

ROWS = 2000


def spilling(path: Path) -> sqlite3.Connection:
    """Return a connection whose transactions reach the file before they are committed, as large ones do."""
    opened = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    opened.execute("PRAGMA journal_mode = TRUNCATE")
    opened.execute("PRAGMA cache_size = 5")
    opened.execute("PRAGMA cache_spill = 1")
    return opened


@pytest.mark.parametrize("end", ["COMMIT", "ROLLBACK"])
def test_a_copy_made_while_a_transaction_is_written_holds_all_of_it_or_nothing(tmp_path: Path, end: str) -> None:
    live, copy = tmp_path / "live.sqlite3", tmp_path / "copy.sqlite3"
    with closing(spilling(live)) as writer:
        writer.execute("CREATE TABLE scores (id INTEGER PRIMARY KEY, points INTEGER, text TEXT)")
        writer.execute("BEGIN")  # a transaction for each row would wait for the disk each time
        writer.executemany("INSERT INTO scores VALUES (?, 0, ?)", [(number, "x" * 500) for number in range(ROWS)])
        writer.execute("COMMIT")
        before = live.read_bytes()
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE scores SET points = 1")
        assert live.read_bytes() != before, "half of the transaction is in the file"

        copying = threading.Thread(target=copy_sqlite, args=(live, copy))
        copying.start()
        copying.join(0.3)  # a copy of the file alone would be made by now
        writer.execute(end)
        copying.join(30)

    with closing(sqlite3.connect(copy)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        rows = opened.execute("SELECT points, count(*) FROM scores GROUP BY points").fetchall()
    assert rows == [(1 if end == "COMMIT" else 0, ROWS)]
