"""The director's wait at the printer: the score cards of a round."""

from http.client import HTTPConnection

from bench.measure import Figure, processor_seconds, seconds
from bench.serving import plain_table
from tests.served.playing import Event, an_event
from tests.served.servers import Site

CARDS_FOR = 32


def printed(site: Site, path: str) -> None:
    """Let a director print what is at ``path``."""
    connection = HTTPConnection("127.0.0.1", site.ports[0], timeout=60)
    connection.request("GET", path, headers={"Cookie": f"session={site.session('desk@example.org')}"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    if answer.status != 200 or not body.startswith(b"%PDF-"):
        raise RuntimeError(f"{path}: no sheet: {answer.status}")


class Paper:
    """A card for each player of a round, from a server that is warm, and a plain table for comparison."""

    figures = (
        Figure(
            "cards/plain",
            "×",
            f"processor time of {CARDS_FOR} score cards / WeasyPrint's table",
            bound=0.5,
            tolerance=1.5,
        ),
        Figure("cards", "s", f"the {CARDS_FOR} score cards of a round of {CARDS_FOR // 2} matches as PDF"),
    )

    def __init__(self, site: Site) -> None:
        event: Event = an_event(site, CARDS_FOR)
        self._site, self._path = site, f"/events/{event.id}/cards.pdf"
        printed(site, self._path)

    def run(self) -> tuple[float, float]:
        """Return the share of processor time, and the seconds."""
        server = self._site.servers[0].process.pid
        before = processor_seconds(server)
        waited = seconds(lambda: printed(self._site, self._path))
        used = processor_seconds(server) - before
        return used / plain_table(), waited
