"""No lock of the database keeps anyone waiting: ten times the load of a hall, with everything that reads beside it."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

from tests.depth import deeper

from .clients import Client
from .playing import an_event
from .servers import Site, a_site

# A hall reports 100 results a minute: what ten of them report in twelve seconds, as fast as it goes.
CHANGES = deeper(200)
LONGEST_WRITE = 5.0


def test_ten_halls_write_beside_sheets_backups_and_verify_without_a_locked_database(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", processes=1) as site:
        event = an_event(site, 64)
        written = threading.Event()
        statuses: Counter[int] = Counter()
        writes: list[float] = []
        errors: list[str] = []

        def writing(number: int) -> None:
            with Client(site.ports[0], site.token()) as client:
                while len(writes) < CHANGES:
                    began = time.monotonic()
                    statuses[client.post("clubs/", {"name": f"Club {number} {len(writes)}"}).status] += 1
                    writes.append(time.monotonic() - began)
            written.set()

        def reading(path: str) -> None:
            cookie = {"Cookie": f"session={site.session('desk@example.org')}"}
            while not written.is_set():
                with closing(HTTPConnection("127.0.0.1", site.ports[0], timeout=60)) as connection:
                    connection.request("GET", path, headers=cookie)
                    answer = connection.getresponse()
                    answer.read()
                    statuses[answer.status] += 1

        def commanding(*words: str) -> None:
            while not written.is_set():
                ended = site.manage(*words)
                if ended.returncode:
                    errors.append(ended.stdout + ended.stderr)

        together(
            site,
            *(lambda number=number: writing(number) for number in range(2)),
            lambda: reading(f"/events/{event.id}/sheet.pdf?bracket=main&paper=A3"),
            lambda: reading(f"/events/{event.id}/"),
            lambda: commanding("verify"),
            lambda: commanding("backup", str(tmp_path / "copy.sqlite3")),
            lambda: commanding("sheets", str(event.tournament)),
        )

    assert errors == []
    assert sorted(statuses) == [200, 201]
    assert statuses[201] >= CHANGES
    assert max(writes) < LONGEST_WRITE


def together(site: Site, *acts: Callable[[], None]) -> None:
    """Carry out all at once; the site's tokens and sessions are made before."""
    site.token()
    site.session("desk@example.org")
    threads = [threading.Thread(target=act) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
