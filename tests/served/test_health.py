"""The probes of a running server, and what becomes of them when its database or disk is in trouble."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.depth import ON_POSTGRESQL

from .clients import Client
from .servers import Site, a_site, wait_until


def test_a_server_says_that_it_lives_may_serve_and_what_it_did(site: Site) -> None:
    with Client(site.ports[0]) as client:
        assert client.get("clubs/").status == 200
        alive, ready, figures = (client.get(path) for path in ("/healthz", "/readyz", "/metrics"))

    assert (alive.status, alive.body) == (200, b"alive\n")
    assert (ready.status, json.loads(ready.body)["ready"]) == (200, True)
    assert figures.status == 200
    assert b"barpoint_database_up 1.0" in figures.body
    assert b'barpoint_requests_total{kind="api_read",status="200"}' in figures.body


def test_a_start_closes_what_others_could_read(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", processes=0) as site:
        data = site.folder / "data"
        for path in [data, *data.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)

        site.start(1)

        assert [path.name for path in [data, *data.rglob("*")] if path.stat().st_mode & 0o077] == []


@pytest.mark.skipif(ON_POSTGRESQL, reason="the lock is SQLite's")
def test_a_locked_database_is_said_with_a_code_and_marked_and_it_goes_on_afterwards(tmp_path: Path) -> None:
    with a_site(tmp_path / "site") as site, site.client() as client:
        site.expects_trouble = True
        database = site.folder / "data" / "barpoint.sqlite3"
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")

            refused = client.post("clubs/", {"name": "Bilbao"})

            assert (refused.status, refused.data["code"]) == (503, "database.busy")
            assert client.get("clubs/").status == 200, "reading goes on"
            other.execute("ROLLBACK")
        assert client.made("clubs/", {"name": "Bilbao"})
        wait_until(lambda: b'barpoint_mark{code="database.busy"} 1.0' in client.get("/metrics").body, "the mark")
        log = site.log()

    assert log.count("barpoint.trouble database.busy: POST /api/v1/clubs/") == 1
    assert "Traceback" not in log
