"""Forty-eight hours of a hall in ten minutes: events are played, pages read, sheets printed; the memory stays flat.

Each simulated hour plays an event of eight to its end, prints its sheet, reads every page of it, and lets phones come
and go on ``/live/``. The server's resident memory in the last third is compared with the second third, after it has
warmed up.
"""

import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.reliability.proofs import report
from tests.served.clients import Client
from tests.served.lines import Line
from tests.served.playing import Event, an_event
from tests.served.servers import Site, a_site

HOURS, SECONDS = 48, 600.0
SHORT_HOURS, SHORT_SECONDS = 12, 60.0
MOST_GROWTH = 1.10
LINES, READS = 8, 60


def resident(process: int) -> float:
    """Return the memory that a process holds now, in megabytes."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def an_hour(site: Site, desk: Client, number: int) -> None:
    """Play an event while phones look at it."""
    event = an_event(site, 8)
    lines = [Line(site.ports[0], f"stream=tournament:{event.tournament}") for _ in range(LINES)]
    with Client(site.ports[0]) as phone:
        while matches := event.matches(desk, status="open"):
            for match in matches:
                desk.made(f"matches/{match['id']}/result/", {"score": [match["length"], 0]}, 200)
            _read_all(phone, event, number)
    if desk.get(f"events/{event.id}/sheet.pdf").status != 200:
        raise RuntimeError("no sheet")
    for line in lines:
        line.close()


def _read_all(phone: Client, event: Event, number: int) -> None:
    paths = [f"/events/{event.id}/", f"/tournaments/{event.tournament}/", f"/tournaments/{event.tournament}/wall/"]
    for turn in range(READS):
        phone.get(f"{paths[turn % len(paths)]}?n={number}-{turn}")


def main() -> None:
    """Run the hours at an even pace, or as fast as the machine can."""
    hours, seconds = (SHORT_HOURS, SHORT_SECONDS) if "--short" in sys.argv else (HOURS, SECONDS)
    held = []
    with TemporaryDirectory(prefix="barpoint-days-") as name:
        made = {"BARPOINT_BACKUP_MINUTES": "0.2"}
        with a_site(Path(name) / "site", environment=made, processes=1) as site, site.client() as desk:
            process, began = site.servers[0].process.pid, time.monotonic()
            for hour in range(hours):
                an_hour(site, desk, hour)
                held.append(resident(process))
                time.sleep(max(0.0, began + (hour + 1) * seconds / hours - time.monotonic()))
    third = hours // 3
    before, after = median(held[third : 2 * third]), median(held[2 * third :])
    report(
        f"{hours} hours: {held[0]:.0f} MB after the first, then {before:.0f} MB, at last {after:.0f} MB",
        after <= MOST_GROWTH * before,
    )


if __name__ == "__main__":
    main()
