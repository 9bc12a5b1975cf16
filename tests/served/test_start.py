"""The start of a server: a line in the log, first the pages, then the background work."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.depth import ON_POSTGRESQL
from tests.served.servers import ROOT, Server, a_site, wait_until

# A module for each thing that only programs, workers and printers need.
NOT_FOR_PAGES = {
    "celery.app.base", "django.test", "drf_spectacular.utils", "kombu", "redis", "rest_framework.views", "weasyprint",
} | (set() if ON_POSTGRESQL else {"psycopg"})  # fmt: skip
STARTED = re.compile(
    r"INFO barpoint server started: Barpoint \d+\.\d+\.\d+, Python 3\.\d+\.\d+, "
    r"(SQLite|PostgreSQL) \d+\.[\d.]+, http://127\.0\.0\.1:\d+$",
    re.MULTILINE,
)


def test_a_start_is_logged_once_with_versions_and_address(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", processes=1) as site:
        [started] = STARTED.finditer(site.log())

        assert started[1] == ("PostgreSQL" if ON_POSTGRESQL else "SQLite")
        assert started[0].endswith(f":{site.ports[0]}")


@pytest.mark.skipif(ON_POSTGRESQL, reason="the operator of a server collects the files")
def test_a_first_start_collects_the_files_that_pages_name(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", processes=0) as site:
        shutil.rmtree(tmp_path / "site" / "data" / "static")
        site.start(1)

        with site.client() as client:
            style = re.findall(r"/static/[\w./-]+\.css", client.get("/clubs/").body.decode())[0]
            assert client.get(style).status == 200


def test_a_server_without_requests_does_its_background_work(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", processes=0, environment={"BARPOINT_BACKUP_MINUTES": "0.01"}) as site:
        server = Server(site.environment, tmp_path / "unasked.log")
        try:
            wait_until(lambda: any((tmp_path / "site" / "data" / "backups").glob("auto-*")), "a backup")
        finally:
            server.terminate()

        assert server.process.wait(20) == 0


def test_a_server_stops_cleanly_while_it_starts(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", processes=0) as site:
        server = Server(site.environment, tmp_path / "stopped.log")
        wait_until(server.accepts, "the server listens")
        server.terminate()

        assert server.process.wait(20) == 0
        assert "Traceback" not in server.log.read_text()


def test_pages_load_without_the_code_of_programs_and_workers() -> None:
    loaded = modules_after("import config.page_urls, runtime.server.process, tournaments.management.commands.run")

    assert "tournaments.pages.home.view" in loaded
    assert NOT_FOR_PAGES & loaded == set()


@pytest.mark.skipif(ON_POSTGRESQL, reason="there the driver is needed")
def test_on_sqlite_the_driver_of_postgresql_is_never_loaded() -> None:
    loaded = modules_after("from runtime.server.process import load_the_rest; load_the_rest()")

    assert "rest_framework.views" in loaded
    assert "psycopg" not in loaded


def modules_after(script: str) -> set[str]:
    """Return the modules of a new process of Barpoint that has run ``script``."""
    begin = "import os, sys, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; django.setup();"
    command = [sys.executable, "-c", f"{begin}{script}\nprint(*sys.modules)"]
    return set(
        subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=True).stdout.split()
    )
