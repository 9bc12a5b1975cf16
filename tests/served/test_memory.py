"""The memory of a server stays flat however many documents it prints (2,000 with ``bin/test --long``)."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.depth import DEPTH, LONG, ON_POSTGRESQL, in_ci_on_sqlite

from .playing import an_event
from .servers import Site, a_site, wait_until

DOCUMENTS = 2000 if DEPTH >= LONG else 60
# A warm server, before it has printed for long, and what it may have grown by after all documents.
WARM, GROWTH_MEGABYTES = 16, 12
MOST_MEGABYTES = 150
# A server that has made an event of 32 and printed nothing, and one that has made its tables.
IDLE_MEGABYTES = 126


@pytest.fixture
def printing(tmp_path: Path) -> Iterator[tuple[Site, list[str]]]:
    """A site of its own, and addresses of documents of a field of 32."""
    with a_site(tmp_path / "site", processes=1) as site:
        event = an_event(site, 32)
        kinds = ("cards.pdf", "slips.pdf", "entry-list.pdf", "places.pdf", "rules.pdf", "sheet.pdf?bracket=main")
        yield site, [f"/events/{event.id}/{kind}" for kind in kinds]


@in_ci_on_sqlite
def test_memory_is_flat_over_many_documents(printing: tuple[Site, list[str]]) -> None:
    site, addresses = printing
    pid = site.servers[0].process.pid
    assert resident_megabytes(pid) <= IDLE_MEGABYTES

    before = 0
    for number in range(WARM + DOCUMENTS):
        address = addresses[number % len(addresses)]
        # Another paper each time, so that no sheet is served from its file.
        for sheet in (site.folder / "data" / "sheets").glob("*.pdf"):
            sheet.unlink()
        prints(site, address)
        if number == WARM:
            before = resident_megabytes(pid)

    after = resident_megabytes(pid)
    assert after - before <= GROWTH_MEGABYTES, f"{before} MB, then {after} MB after {DOCUMENTS} documents"
    assert after <= MOST_MEGABYTES


@pytest.mark.skipif(ON_POSTGRESQL, reason="the operator of a server makes the tables")
def test_a_first_start_takes_no_more_memory_than_a_later_one(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", processes=0) as site:
        data = site.folder / "data"
        shutil.rmtree(data)
        site.start(1)

        wait_until(lambda: any((data / "backups").glob("auto-*.sqlite3")), "the first backup")
        pid = site.servers[0].process.pid
        wait_until(lambda: resident_megabytes(pid) <= IDLE_MEGABYTES, f"at most {IDLE_MEGABYTES} MB")


def prints(site: Site, address: str) -> None:
    """Print a document as the director does."""
    with closing(HTTPConnection("127.0.0.1", site.ports[0], timeout=60)) as connection:
        connection.request("GET", address, headers={"Cookie": f"session={site.session('desk@example.org')}"})
        answer = connection.getresponse()
        body = answer.read()
    assert (answer.status, body[:5]) == (200, b"%PDF-"), body[:300]


def resident_megabytes(pid: int) -> int:
    """Return the resident memory of a process, without its children."""
    rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(row for row in rows if row.startswith("VmRSS:")).split()[1]) // 1024


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for path in tasks for child in path.read_text().split()]


def test_the_process_that_prints_ends_with_the_server_even_when_that_is_killed(
    printing: tuple[Site, list[str]],
) -> None:
    site, addresses = printing
    prints(site, addresses[0])
    child = children(site.servers[0].process.pid)

    site.kill()
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in child), "the child ends", 10)
    site.start(1)

    assert len(child) == 1
