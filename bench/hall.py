"""A hall of 500 phones that listen, and 100 reports a minute, each sent twice: on one process, on both databases.

``python -m bench.hall SECONDS`` runs it once, on the database of the environment, and prints its values as JSON.
"""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from bench.measure import Figure
from tests.served.clients import Client
from tests.served.playing import Event, an_event
from tests.served.servers import ROOT, SHEETS_AHEAD, Site, a_site

PHONES, PLAYERS, REPORTS_A_MINUTE = 500, 128, 100
GREEDY, TURNS, REPORTS_A_TURN = 30, 3, 10
DATABASES = ("sqlite", "postgresql")
# A shorter run prints its figures, but only its errors are judged, and greedy readers stay away.
JUDGED_SECONDS = 30
TICK = os.sysconf("SC_CLK_TCK")
VALUES = ("errors", "report:p50", "report:p99", "page:p99", "shown:p99", "pages", "cpu", "memory", "load")


class Hall:
    """One evening's busiest minute, on one database."""

    def __init__(self, database: str, seconds: float) -> None:
        self._database, self._seconds = database, seconds
        name, judged = f"hall:{database}", seconds >= JUDGED_SECONDS
        self.figures: Sequence[Figure] = (
            Figure(
                f"{name}:errors", "", f"{PHONES} phones, {REPORTS_A_MINUTE} reports a minute, each sent twice", bound=0
            ),
            Figure(f"{name}:p50", "ms", "a report, the one in the middle"),
            Figure(f"{name}:p99", "ms", "a report, the slowest but one in a hundred", bound=250 if judged else None),
            Figure(f"{name}:page", "ms", "a page, the slowest but one in a hundred", bound=100 if judged else None),
            Figure(
                f"{name}:shown",
                "s",
                "a result on all phones, the slowest but one in a hundred",
                bound=3 if judged else None,
            ),
            Figure(f"{name}:pages", "/s", "pages fetched"),
            Figure(f"{name}:cpu", "%", "of one processor, the server"),
            Figure(f"{name}:memory", "MB", "the server, at its most"),
            Figure(f"{name}:load", "", "load average of the machine meanwhile"),
        )
        self._values: Sequence[str] = VALUES
        if judged:
            greedy = Figure(f"{name}:greedy", "×", f"a report's p99 beside {GREEDY} greedy readers / without")
            self.figures, self._values = (*self.figures, greedy), (*VALUES, "greedy")

    def run(self) -> tuple[float, ...]:
        """Return the figures; the database of a server is made for the run."""
        words = [sys.executable, "-m", "bench.hall", str(self._seconds)]
        if self._database == "postgresql":
            words = ["bin/with-postgres", *words]
        finished = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 -- our own
        measured = json.loads(finished.stdout)
        return tuple(float(measured[name]) for name in self._values)


def measured(seconds: float, *, greedy: bool = True, hostile: bool = False) -> dict[str, float]:
    """Return the values of one run on the database of the environment, ``hostile`` beside twenty bad connections."""
    with (
        TemporaryDirectory(prefix="barpoint-hall-") as folder,
        a_site(Path(folder) / "site", environment=SHEETS_AHEAD, processes=1) as site,
    ):
        event, tokens = an_evening(site)
        process = site.servers[0].process.pid
        began, used = time.monotonic(), _processor_seconds(process)
        with _hostile(site, event) if hostile else nullcontext():
            seen = crowd(plan(site, event, tokens, seconds))
        share = (_processor_seconds(process) - used) / (time.monotonic() - began)
        more = {}
        if greedy and seconds >= JUDGED_SECONDS:
            took = crowd(_greedy_plan(site, *an_evening(site), event))
            more = {"greedy": percentile(took["beside"], 99) / percentile(took["alone"], 99)}
        memory = most_memory(process)
    for error in seen["errors"][:5]:
        sys.stderr.write(f"{error}\n")
    return {
        "errors": len(seen["errors"]),
        "report:p50": 1000 * percentile(seen["reports"], 50),
        "report:p99": 1000 * percentile(seen["reports"], 99),
        "page:p99": 1000 * percentile(seen["pages"], 99),
        "shown:p99": percentile(seen["shown"], 99),
        "pages": len(seen["pages"]) / seconds,
        "cpu": 100 * share,
        "memory": memory,
        "load": os.getloadavg()[0],
    } | more


@contextmanager
def _hostile(site: Site, event: Event) -> Iterator[None]:
    """Let twenty connections do their worst, in a process of their own."""
    words = [sys.executable, "-m", "bench.beside.attackers", str(site.ports[0]), "all", "3600", f"/events/{event.id}/"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL) as attackers:  # noqa: S603 -- our own
        try:
            yield
        finally:
            attackers.kill()


def an_evening(site: Site) -> tuple[Event, dict[str, str]]:
    """Return an event that is drawn, and the token of every player."""
    event = an_event(site, PLAYERS)
    with site.client() as client:
        slips = client.made(f"events/{event.id}/links/", {})["slips"]
    return event, {str(slip["entrant"]): slip["path"].strip("/").split("/")[-1] for slip in slips}


def plan(
    site: Site, event: Event, tokens: dict[str, str], seconds: float, reports_a_minute: float = REPORTS_A_MINUTE
) -> dict[str, Any]:
    """Return the plan of the crowd: each player looks at their own page, all others at the draw."""
    paths = [f"/players/{entrant}/" for entrant in tokens]
    paths += [f"/events/{event.id}/"] * (PHONES - len(paths))
    return {
        "what": "hall", "port": site.ports[0], "event": event.id, "tokens": tokens, "paths": paths, "seconds": seconds,
        "reports_a_minute": reports_a_minute,
    }  # fmt: skip


def _greedy_plan(site: Site, event: Event, tokens: dict[str, str], played: Event) -> dict[str, Any]:
    """Return the plan of greedy readers: each follows another player, so that no page is shared."""
    with Client(site.ports[0]) as client:
        entrants = [each["id"] for each in client.read(f"events/{played.id}/entrants/")][:GREEDY]
    return {
        "what": "greedy", "port": site.ports[0], "event": event.id, "tokens": tokens, "turns": TURNS,
        "reports": REPORTS_A_TURN, "greedy": [f"/events/{played.id}/?player={each}" for each in entrants],
    }  # fmt: skip


def crowd(planned: dict[str, Any]) -> dict[str, Any]:
    """Let the crowd carry out a plan in a process of its own, and return its measurements."""
    words = [sys.executable, "-m", "bench.beside.crowd"]
    finished = subprocess.run(  # noqa: S603 -- our own
        words, cwd=ROOT, input=json.dumps(planned), stdout=subprocess.PIPE, text=True, check=True
    )
    measured: dict[str, Any] = json.loads(finished.stdout)
    return measured


def percentile(values: Sequence[float], which: int) -> float:
    """Return a percentile; infinity for less than two values."""
    return quantiles(values, n=100, method="inclusive")[which - 1] if len(values) > 1 else float("inf")


def _processor_seconds(process: int) -> float:
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICK


def most_memory(process: int) -> float:
    """Return the most memory that a process held so far, in megabytes."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


if __name__ == "__main__":
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    sys.stdout.write(json.dumps(measured(float(sys.argv[1]))))
