"""Jobs with real threads and processes on a real database: each runs, and ends once."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.depth import STUCK_SECONDS, in_a_long_run

from .playing import an_event
from .servers import BEAROFF_AHEAD, ROOT, SHEETS_AHEAD, Site, a_site, wait_until

# Eight threads lease the same jobs; each prints the jobs it got.
REACH = """
import sys, threading, django
django.setup()
from datetime import UTC, datetime
from django.db import connections
from runtime.jobs import queue
now = datetime(2026, 11, 21, tzinfo=UTC)
for n in range(40):
    queue.enqueue("runtime.tasks.backup", f"reach {n}", now)
ready, got = threading.Barrier(8), []
def reach():
    ready.wait()
    while (job := queue.lease(now)) is not None:
        got.append(job.key)
        assert queue.finish(job, now)
    connections.close_all()
hands = [threading.Thread(target=reach) for _ in range(8)]
[hand.start() for hand in hands]
[hand.join() for hand in hands]
print(len(got), len(set(got)))
"""
# Threads like those of the server, which run the enqueued jobs and stop on request.
WORK = """
import sys, time, django
django.setup()
from config.celery import app
from django.utils import timezone
from runtime.jobs import queue, workers
from runtime.models import Job
app.set_current()
pool = workers.Workers(2)
pool.start()
for n in range(20):
    queue.enqueue("runtime.tasks.backup", f"work {n}", timezone.now())
deadline = time.monotonic() + 60
while Job.objects.filter(key__startswith="work", state="done").count() < 20 and time.monotonic() < deadline:
    time.sleep(0.02)
drained = pool.stop(10)
queue.enqueue("runtime.tasks.backup", "too late", timezone.now())
print(drained, *Job.objects.filter(key__startswith="work").values_list("state", "attempts", "error").distinct())
print(Job.objects.get(key="too late").state)
"""

# Whether a backup holds everything recorded now.
SAVED = """
from runtime.backups import automatic
from runtime.models import Job
print("saved", Job.objects.filter(key="backup:" + automatic.state(), state="done").exists())
"""


def python(site: Site, script: str) -> str:
    rows = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=site.environment | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
        timeout=STUCK_SECONDS,
    )
    assert rows.returncode == 0, rows.stderr
    return rows.stdout


def backups(site: Site) -> list[Path]:
    rows = (site.folder / "data" / "backups").glob("auto-*")
    return sorted(path for path in rows if path.suffix in (".sqlite3", ".dump"))


def test_of_eight_threads_leasing_forty_jobs_each_job_is_leased_once(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", processes=0) as site:
        assert python(site, REACH) == "40 40\n"


def test_threads_run_the_enqueued_jobs_and_stop_on_request(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", processes=0) as site:
        assert python(site, WORK).splitlines() == ["True ('done', 1, '')", "waiting"]


def test_the_drill_an_automatic_backup_is_restored_and_begins_a_new_epoch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BARPOINT_BACKUP_MINUTES", "0.01")
    with a_site(tmp_path / "site") as site:
        with site.client() as client:
            club = client.made("clubs/", {"name": "Bilbao"})
            tournament = client.made("tournaments/", {"club": club["id"], "name": "Open"})
            event = client.made("events/", {"tournament": tournament["id"], "name": "Main", "format": {}})
            before = client.read(f"events/{event['id']}/")
        wait_until(lambda: "saved True" in site.manage("shell", "-c", SAVED).stdout, "a backup of all this")
        site.kill()

        restored = site.manage("restore", str(backups(site)[-1]))
        site.start()

        assert restored.returncode == 0, restored.stderr
        with site.client() as client:
            after = client.read(f"events/{event['id']}/")
        assert after["epoch"] != before["epoch"]
        assert (after["number"], after["head"]) == (before["number"], before["head"])


def test_a_killed_server_reports_the_crash_at_its_next_start(tmp_path: Path) -> None:
    with a_site(tmp_path / "site") as site:
        if site.database is not None:
            return  # on PostgreSQL several processes serve, and none of them owns the data
        with site.client() as client:
            club = client.made("clubs/", {"name": "Bilbao"})
            client.made("tournaments/", {"club": club["id"], "name": "Open"})
            client.made("events/", {"tournament": 1, "name": "Main", "format": {}})
        os.kill(site.servers[0].process.pid, signal.SIGKILL)
        site.kill()
        site.start()
        posted = site.log()
        site.stop()
        site.start()

        assert "Barpoint stopped unexpectedly" in posted
        assert "Open: Main was made" in posted
        assert site.log().count("stopped unexpectedly") == 1


def test_sheets_are_made_ahead_by_a_process_beside_the_server(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", environment=SHEETS_AHEAD) as site:
        with site.client() as client:
            club = client.made("clubs/", {"name": "Bilbao"})
            tournament = client.made("tournaments/", {"club": club["id"], "name": "Open"})
            event = client.made("events/", {"tournament": tournament["id"], "name": "Main", "format": {}})
            client.made(f"events/{event['id']}/entrants/", {"entrants": [{"name": name} for name in ("Ann", "Bob")]})
            client.made(f"events/{event['id']}/draw/", {"key": "63"})
            wait_until(lambda: bool(client.read("jobs/?show=done")) and bool(sheets(site)), "a sheet made ahead")

            # An event of two has no consolation: one sheet, and the job reported it.
            wait_until(lambda: (1, 1) in [(job["made"], job["of"]) for job in client.read("jobs/")], "the job's word")

        assert sheets(site)[0].read_bytes()[:5] == b"%PDF-"


@in_a_long_run
def test_the_table_of_the_last_checkers_is_made_once_somebody_has_asked_about_a_position(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", before=("demo",), environment=BEAROFF_AHEAD) as site, site.client() as client:
        wait_until(lambda: any((site.folder / "data").glob("bearoff-*.table")), "the table", 240)

        wait_until(lambda: "tournaments.tasks.bearoff" in str(client.read("jobs/?show=done")), "the end of its job")


def test_a_server_that_stops_does_not_wait_for_a_sheet(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", environment=SHEETS_AHEAD) as site:
        an_event(site, 256)

        site.stop()  # fails unless it is quick

        assert "stopped unexpectedly" not in site.log()


def sheets(site: Site) -> list[Path]:
    return sorted((site.folder / "data" / "sheets").glob("[0-9]*.pdf"))
