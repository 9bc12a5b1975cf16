"""People's waits, over HTTP from a started server on SQLite: a result, and the sheets of a large draw."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from weasyprint import HTML

from bench.measure import Figure, processor_seconds, seconds
from tests.served.clients import Client
from tests.served.playing import Event, an_event, report
from tests.served.servers import Site, a_site

RESULTS_A_RUN = 24
SMALL_EVENTS = 3
SMALL, LARGE, PRINTED = 64, 256, 128


@contextmanager
def a_served_site() -> Iterator[Site]:
    """Yield a server with its own data."""
    with TemporaryDirectory(prefix="barpoint-bench-") as folder, a_site(Path(folder) / "site") as site:
        yield site


class Play:
    """An event with progressive consolation whose matches are reported one by one, in random order."""

    def __init__(self, site: Site, client: Client, entrants: int) -> None:
        self.event: Event = an_event(site, entrants)
        self.matches = 2 * entrants - 4
        self._client, self._chance = client, Random(entrants)  # noqa: S311 -- no secret
        self._open: list[dict[str, Any]] = []

    def half(self) -> None:
        """Play half of the matches."""
        for _ in range(self.matches // 2):
            self.next()

    def next(self) -> float:
        """Report a match and return how many seconds the server took, without the search for one."""
        if not self._open:
            self._open = self.event.matches(self._client, status="open")
            self._chance.shuffle(self._open)
        match = self._open.pop()
        return seconds(lambda: report(self._client, self.event, match, self._chance.choice(["top", "bottom"])))


class Result:
    """One more result in a half-played event, in turns in a small and a large one, and a request for comparison.

    There are several small events, so that every run has enough matches to report. Four times the entrants are four
    times the rows to read: nothing else of a result may grow with them.
    """

    figures = (
        Figure("result", "×", f"a result among {LARGE} / among {SMALL} entrants, over HTTP", bound=2.0),
        Figure("result:nothing", "×", f"a result among {LARGE} / a signed-in request that reads one row"),
        Figure("result:ms", "ms", f"a result among {LARGE} entrants"),
    )

    def __init__(self, site: Site) -> None:
        self._client = site.client()
        self._small = [Play(site, self._client, SMALL) for _ in range(SMALL_EVENTS)]
        self._large = Play(site, self._client, LARGE)
        for play in (*self._small, self._large):
            play.half()

    def run(self) -> tuple[float, float, float]:
        """Return the medians of one round."""
        nothing, small, large = [], [], []
        for turn in range(RESULTS_A_RUN):
            nothing.append(seconds(lambda: self._client.read("clubs/")))
            small.append(self._small[turn % SMALL_EVENTS].next())
            large.append(self._large.next())
        return median(large) / median(small), median(large) / median(nothing), 1000 * median(large)


def plain_table() -> float:
    """Print a match of a draw and its consolation a row: names, codes and points; return the processor time."""
    began = time.process_time()
    row = "<tr>" + "".join(f"<td>Name Surname {column}</td>" for column in range(6)) + "</tr>"
    HTML(string=f"<style>td {{ font-size: 7pt }}</style><table>{row * (2 * PRINTED - 2)}</table>").write_pdf()
    return time.process_time() - began


class Sheet:
    """Both sheets of a finished event, from a server that has printed before, and as many texts in a plain table."""

    # The sheets' memory is larger than the table's: where others share the machine's caches, 1.54 became 1.9 to 2.2.
    figures = (
        Figure(
            "sheet/plain",
            "×",
            f"processor time of main and consolation of {PRINTED} / WeasyPrint's table",
            bound=1.6,
            tolerance=1.5,
        ),
        Figure("sheet", "s", f"main and consolation of {PRINTED} entrants as PDF, over HTTP"),
    )

    def __init__(self, site: Site) -> None:
        self._client, self._server = site.client(), site.servers[0].process.pid
        play = Play(site, self._client, PRINTED)
        for _ in range(play.matches):
            play.next()
        self._event = play.event.id
        self._kept = site.folder / "data" / "sheets"
        self.run()

    def run(self) -> tuple[float, float]:
        """Return the processor time of both, none of them made ahead, over the plain table's; the seconds they take."""
        for kept in self._kept.glob("*.pdf"):
            kept.unlink(missing_ok=True)
        before = processor_seconds(self._server)
        both = seconds(self._print_both)
        used = processor_seconds(self._server) - before
        return used / plain_table(), both

    def _print_both(self) -> None:
        for bracket in ("main", "consolation"):
            self._print(bracket)

    def _print(self, bracket: str) -> None:
        answer = self._client.get(f"events/{self._event}/sheet.pdf?bracket={bracket}&paper=A4")
        if answer.status != 200 or not answer.body.startswith(b"%PDF-"):
            raise RuntimeError(f"no sheet: {answer.status}")
