"""The director's wait at the printer: the score cards of a round, and draw sheets of growing fields."""

from collections.abc import Mapping
from http.client import HTTPConnection

from bench.measure import Figure, quietest
from bench.serving import GROWTH, Play
from tests.served.playing import Event, an_event
from tests.served.servers import Site

CARDS_FOR = 32
TIMES = 2


class Paper:
    """A card for each player of a round, and both sheets of fields that are drawn, from a server that is warm.

    Every sheet is requested with an unusual paper and rows, so that none was made ahead.
    """

    figures = (
        Figure(
            "paper:cards", "s", f"the {CARDS_FOR} score cards of a round of {CARDS_FOR // 2} matches as PDF", bound=1.0
        ),
        Figure("paper:growth", "×", f"the sheet of {GROWTH[-1]} / of {GROWTH[0]} entrants"),
        *(Figure(f"paper:{entrants}", "s", f"the main sheet of {entrants} entrants on A3") for entrants in GROWTH),
    )

    def __init__(self, site: Site, plays: Mapping[int, Play]) -> None:
        self._port, self._session = site.ports[0], site.session("desk@example.org")
        self._cards: Event = an_event(site, CARDS_FOR)
        self._plays = plays
        self._print(f"/events/{self._cards.id}/cards.pdf")

    def run(self) -> tuple[float, ...]:
        """Return the figures of one round."""
        cards = quietest(lambda: self._print(f"/events/{self._cards.id}/cards.pdf"), TIMES)
        sheets = [self._sheet(self._plays[entrants]) for entrants in GROWTH]
        return cards, sheets[-1] / sheets[0], *sheets

    def _sheet(self, play: Play) -> float:
        play.next()  # another result, so that nothing is served from the cache
        path = f"/events/{play.event.id}/sheet.pdf?bracket=main&paper=A3"
        return quietest(lambda: self._print(path), 1)

    def _print(self, path: str) -> None:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=60)
        connection.request("GET", path, headers={"Cookie": f"session={self._session}"})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        if answer.status != 200 or not body.startswith(b"%PDF-"):
            raise RuntimeError(f"{path}: no sheet: {answer.status}")
