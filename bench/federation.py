"""A federation's lists counted by workers over RabbitMQ and PostgreSQL: by one, by two, and by two of which one dies.

``WITH_AUTOVACUUM=on bin/with-postgres python -m bench.federation [MATCHES PLAYERS]`` runs it once and prints its values
as JSON.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from bench.hall import most_memory
from bench.measure import Figure
from tests.served import servers
from tests.served.brokers import MISSING, a_broker
from tests.served.servers import ROOT, Site, a_site, wait_until
from tests.served.workers import Worker, a_worker

MATCHES, PLAYERS = 50_000, 5_000
LISTS: dict[str, dict[str, Any]] = {
    "FIBS": {"preset": "fibs"},
    "Improved": {"preset": "improved"},
    "Glicko": {"kind": "glicko2", "period": "month"},
    "Long matches": {"preset": "fibs", "least_length": 7},
}
PATIENCE_SECONDS = 3600
VALUES = ("speed", "two", "killed", "differing", "memory")


class Federation:
    """Four lists of a club, counted from their first match on."""

    figures = (
        Figure("federation/speed", "/s", f"matches a second by one worker, {len(LISTS)} lists of {MATCHES:,} matches"),
        Figure("federation/two", "×", "the time of one worker over that of two; at least 1.6 is wanted"),
        Figure("federation/killed", "×", "the time of two of which one is killed in the middle, over that of two"),
        Figure("federation/differing", "", "values that differ from the rule book's, of all three counts", bound=0),
        Figure("federation/memory", "MB", "the most that a worker took", bound=200),
    )

    def run(self) -> tuple[float, ...]:
        """Return the figures once. Raises RuntimeError where RabbitMQ is missing."""
        if MISSING["rabbitmq"]:
            raise RuntimeError(MISSING["rabbitmq"])
        words = ["bin/with-postgres", sys.executable, "-m", "bench.federation"]
        environment = os.environ | {"WITH_AUTOVACUUM": "on"}  # as on any server: rows of a moment ago are counted
        finished = subprocess.run(  # noqa: S603 -- our own
            words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        measured = json.loads(finished.stdout)
        return tuple(float(measured[name]) for name in VALUES)


def measured(matches: int, players: int) -> dict[str, float]:
    """Return the values of one run on the PostgreSQL of the environment."""
    servers.PATIENCE_SECONDS = PATIENCE_SECONDS
    with (
        TemporaryDirectory(prefix="barpoint-federation-") as folder,
        a_broker("rabbitmq", Path(folder) / "broker") as broker,
        a_site(Path(folder) / "site", environment={"BROKER_URL": broker.address}, processes=1) as site,
    ):
        inside(site, f"fill({matches}, {players})")
        right = inside(site, "rule_book()")
        one, memory, first = _one(site)
        inside(site, "forget()")
        two, second = _two(site)
        inside(site, "forget()")
        killed, third = _two(site, kill_at=0.5)
        differing = sum(counted != right for counted in (first, second, third))
    return {
        "speed": matches * len(LISTS) / one, "two": one / two, "killed": killed / two, "differing": differing,
        "memory": memory,
    }  # fmt: skip


def _one(site: Site) -> tuple[float, float, str]:
    """Let one worker count; return the seconds, its most memory, and the digest of the values."""
    with a_worker(site, "worker", "--threads", "1") as worker:
        seconds = _until_counted(site, [worker])
        return seconds, most_memory(worker.process.pid), inside(site, "digest()")


def _two(site: Site, kill_at: float | None = None) -> tuple[float, str]:
    """Let two workers count, one of which may be killed when so much is done; return seconds and digest."""
    with a_worker(site, "worker", "--threads", "1") as first, a_worker(site, "worker", "--threads", "1") as second:
        seconds = _until_counted(site, [first, second], kill_at)
        return seconds, inside(site, "digest()")


def _until_counted(site: Site, workers: list[Worker], kill_at: float | None = None) -> float:
    """Return the seconds from the first match that is stored until every list is counted."""
    with site.connect() as session:
        session.autocommit = True
        wait_until(lambda: _share(session) > 0, "a count begins", PATIENCE_SECONDS)
        began = time.monotonic()
        if kill_at is not None:
            wait_until(lambda: _share(session) > kill_at, "half of it is done", PATIENCE_SECONDS)
            workers[0].kill()
        wait_until(lambda: _is_counted(session), "every list is counted", PATIENCE_SECONDS)
        return time.monotonic() - began


SHARE = """
SELECT coalesce(sum(CASE WHEN s.number > 0 THEN 1.0 WHEN s.run > 0 THEN 0.01 ELSE 0 END), 0)::float / count(*)
FROM clubs_ratinglist l LEFT JOIN clubs_ratingstate s ON s.rating_list_id = l.id
"""


def _share(session: "psycopg.Connection[tuple[object, ...]]") -> float:
    """Return how much of all lists is counted, from 0 to 1; a list that is begun is a hundredth."""
    row = session.execute(SHARE).fetchone()
    return float(str(row[0])) if row else 0.0


def _is_counted(session: "psycopg.Connection[tuple[object, ...]]") -> bool:
    time.sleep(0.05)
    return _share(session) == 1


def inside(site: Site, step: str) -> str:
    """Take a step of ``bench.beside.federation_rows`` inside the installation, and return its last line."""
    answer = site.manage("shell", "-c", f"from bench import federation_rows as rows; print(rows.{step})")
    if answer.returncode:
        raise RuntimeError(answer.stderr)
    return answer.stdout.strip().rpartition("\n")[2]


if __name__ == "__main__":
    sizes = [int(each) for each in sys.argv[1:]] or [MATCHES, PLAYERS]
    sys.stdout.write(json.dumps(measured(*sizes)))
