"""A club of 100,000 records: how long it takes to verify, to show the newest page of its memory, and to back up."""

import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.measure import seconds
from bench.reliability.proofs import report
from tests.served.playing import an_event
from tests.served.servers import ROOT, Site, a_site

RECORDS, SHORT_RECORDS = 100_000, 20_000
MOST_VERIFY, MOST_PAGE, MOST_BACKUP = 60.0, 0.2, 10.0


def main() -> None:
    """Fill the memory of a tournament, and measure."""
    count = SHORT_RECORDS if "--short" in sys.argv else RECORDS
    with TemporaryDirectory(prefix="barpoint-records-") as name, a_site(Path(name) / "site") as site:
        event = an_event(site, 64)
        ports = site.ports
        site.stop()
        words = [sys.executable, "-m", "bench.reliability.filler", str(event.id), str(count)]
        subprocess.run(words, cwd=ROOT, env=site.environment, check=True)  # noqa: S603 -- our own
        site.start(ports=ports)
        verify = seconds(lambda: _managed(site, "verify"))
        backup = seconds(lambda: _managed(site, "backup", str(Path(name) / "copy.sqlite3")))
        session = site.session("desk@example.org")
        connection = HTTPConnection("127.0.0.1", site.ports[0])
        pages = [seconds(lambda: _page(connection, event.tournament, session)) for _ in range(5)]
        connection.close()
    report(
        f"{count} records: verify {verify:.1f} s, memory page {1000 * median(pages):.0f} ms, backup {backup:.1f} s",
        verify <= MOST_VERIFY and median(pages) <= MOST_PAGE and backup <= MOST_BACKUP,
    )


def _managed(site: Site, *words: str) -> None:
    answer = site.manage(*words)
    if answer.returncode:
        raise RuntimeError(answer.stdout + answer.stderr)


def _page(connection: HTTPConnection, tournament: int, session: str) -> None:
    connection.request("GET", f"/tournaments/{tournament}/memory/", headers={"Cookie": f"session={session}"})
    answer = connection.getresponse()
    answer.read()
    if answer.status != 200:
        raise RuntimeError(str(answer.status))


if __name__ == "__main__":
    main()
