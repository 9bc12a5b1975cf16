"""A server with workers and a broker, each killed in the middle of the work: nothing is lost, nothing done twice."""

import re
import sqlite3
from collections import Counter
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.depth import ON_POSTGRESQL, and_long

from .brokers import MISSING, a_broker
from .counting import FOLDER
from .servers import Site, a_site, free_port, wait_until
from .workers import THREADS, Worker, a_worker

BATCHES, LONGEST_STOP = (80, 60, 60), 12.0
JOBS = sum(BATCHES)
ASK = """
from django.utils import timezone
from runtime.jobs import queue
for n in range(*{numbers}):
    queue.enqueue("tests.count", f"count {{n}}", timezone.now(), key=f"job-{{n}}")
"""
ASK_LONG = """
from django.utils import timezone
from runtime.jobs import queue
queue.enqueue("tests.long", "long", timezone.now())
"""

STATES = """
SELECT state, attempts, count(*) FROM runtime_job WHERE task = 'TASK' GROUP BY state, attempts ORDER BY state, attempts
"""


def reaches(worker: Worker, number: int) -> None:
    """Return once more than ``number`` jobs had their effect."""

    def reached() -> bool:
        assert worker.process.poll() is None, worker.log.read_text()
        return len(effects(worker.site)) > number

    wait_until(reached, f"{number} jobs done")


def effects(site: Site) -> set[str]:
    """Return the keys of the jobs that had their effect: one file each, so that no kill can come in its middle."""
    return {file.stem for file in (site.folder / "data" / FOLDER).glob("*.done")}


def ask(site: Site, script: str) -> None:
    query = site.manage("shell", "-c", script)
    assert query.returncode == 0, query.stderr


def ask_for(site: Site, batch: int) -> None:
    """Enqueue a batch of jobs that can be counted."""
    before = sum(BATCHES[:batch])
    ask(site, ASK.format(numbers=(before, before + BATCHES[batch])))


def states(site: Site, task: str) -> list[tuple[object, ...]]:
    """Return how many jobs of a task are in each state, by attempts."""
    query = STATES.replace("TASK", task)
    if site.database is None:
        with closing(sqlite3.connect(site.folder / "data" / "barpoint.sqlite3", timeout=30)) as file:
            return file.execute(query).fetchall()
    with site.connect() as session:
        return session.execute(query.encode()).fetchall()


def note_of_its_start_holds_no_password(worker: Worker) -> None:
    [note] = [line for line in worker.log.read_text().splitlines() if "worker started" in line]
    assert re.search(
        r" INFO barpoint worker started: Barpoint [\d.]+, Python [\d.]+, PostgreSQL [\d.]+, (amqp|redis)://127\.0\.0\.1:\d+$",
        note,
    )


@pytest.mark.skipif(not ON_POSTGRESQL, reason="workers need PostgreSQL")
@pytest.mark.parametrize("kind", and_long(["rabbitmq"], ["redis"]))  # Redis in CI: test_webhook_workers
def test_each_job_has_its_effect_once_although_worker_web_and_broker_are_killed(tmp_path: Path, kind: str) -> None:
    if MISSING[kind]:
        pytest.skip(str(MISSING[kind]))
    with (
        a_broker(kind, tmp_path / "broker") as broker,
        a_site(tmp_path / "site", environment={"BROKER_URL": broker.address}) as site,
        a_worker(site) as first,
    ):
        ask_for(site, 0)
        reaches(first, 30)
        note_of_its_start_holds_no_password(first)
        first.kill()
        with a_worker(site) as second:
            reaches(second, 60)
            broker.kill()
            ask_for(site, 1)
            with site.client() as client:
                assert client.get("clubs/").status == 200
            broker.start()
            reaches(second, 100)
            site.kill()
            ask_for(site, 2)
            site.start(1)

            wait_until(lambda: {state for state, *_ in states(site, "tests.count")} == {"done"}, "all jobs")

            taken = sum(int(str(attempts)) * int(str(count)) for _, attempts, count in states(site, "tests.count"))
            runs = Counter((site.folder / "data" / FOLDER / "runs").read_text().split())
            assert effects(site) == set(runs) == {f"job-{n}" for n in range(JOBS)}
            # Only jobs leased by killed workers were begun twice.
            assert sum(runs.values()) <= taken <= JOBS + THREADS
            ask(site, ASK_LONG)
            wait_until(lambda: states(site, "tests.long") == [("running", 1, 1)], "the long job")

            assert second.stop() < LONGEST_STOP
            assert states(site, "tests.long") == [("waiting", 0, 1)]


@pytest.mark.skipif(ON_POSTGRESQL, reason="the one process of a hall; workers stop in the test above")
def test_a_stop_puts_back_jobs_that_take_too_long(tmp_path: Path) -> None:
    with a_site(tmp_path / "site") as site:
        site.stop()
        ask(site, ASK_LONG)
        with a_worker(site, "run", "--host", "127.0.0.1", "--port", str(free_port())) as server:
            wait_until(lambda: states(site, "tests.long") == [("running", 1, 1)], "the long job")

            assert server.stop() < LONGEST_STOP

        assert states(site, "tests.long") == [("waiting", 0, 1)]


@pytest.mark.skipif(not ON_POSTGRESQL, reason="workers need PostgreSQL")
def test_the_page_of_jobs_says_when_the_last_worker_was_killed_and_when_one_runs_again(tmp_path: Path) -> None:
    if MISSING["redis"]:
        pytest.skip(str(MISSING["redis"]))
    with (
        a_broker("redis", tmp_path / "broker") as broker,
        a_site(tmp_path / "site", environment={"BROKER_URL": broker.address}, processes=1) as site,
        a_worker(site) as first,
    ):
        wait_until(lambda: not says_nobody_works(site), "the page knows the worker")
        ask(site, ASK_LONG)
        wait_until(lambda: states(site, "tests.long") == [("running", 1, 1)], "the long job")

        first.kill()

        wait_until(lambda: says_nobody_works(site), "the page says that nobody works", 10)
        with site.client() as client:
            assert b"barpoint_workers 0.0" in client.get("/metrics").body
        with a_worker(site):
            wait_until(lambda: not says_nobody_works(site), "the page knows the new worker")


@pytest.mark.skipif(not ON_POSTGRESQL, reason="workers need PostgreSQL")
def test_a_worker_that_is_stopped_while_it_starts_ends_cleanly(tmp_path: Path) -> None:
    if MISSING["redis"]:
        pytest.skip(str(MISSING["redis"]))
    with (
        a_broker("redis", tmp_path / "broker") as broker,
        a_site(tmp_path / "site", environment={"BROKER_URL": broker.address}, processes=1) as site,
        a_worker(site) as worker,
    ):
        wait_until(lambda: not says_nobody_works(site), "the page knows the worker")

        assert worker.stop() < LONGEST_STOP


def says_nobody_works(site: Site) -> bool:
    """Whether the page of jobs says that no worker runs."""
    with closing(HTTPConnection("127.0.0.1", site.ports[0], timeout=60)) as connection:
        connection.request("GET", "/jobs/", headers={"Cookie": f"session={site.session('desk@example.org')}"})
        page = connection.getresponse().read().decode()
    assert "Jobs – Barpoint" in " ".join(page.split()), page[:500]
    return "No worker is running" in page
