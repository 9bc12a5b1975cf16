"""How sheets and pages grow with the field."""

from itertools import count
from statistics import median
from typing import Final

from bench.measure import Figure, quietest, seconds
from bench.pages import followed
from bench.paper import printed
from bench.serving import Play
from tests.served.servers import Site

FIELDS: Final = (16, 32, 64, 128, 256, 512)
HALF_PLAYED = 128
TIMES = 3


class Growth:
    """The main sheet and the page of drawn fields, those up to 128 half played; nothing is served from a cache.

    Every sheet is requested with an unusual paper, so that none was made ahead.
    """

    figures = (
        Figure("growth/sheet", "×", f"the sheet of {FIELDS[-1]} / of {FIELDS[0]} entrants"),
        *(Figure(f"sheet:{entrants}", "s", f"the main sheet of {entrants} entrants on A3") for entrants in FIELDS),
        *(Figure(f"page:{entrants}", "ms", f"a page of {entrants}, one client, caches off") for entrants in FIELDS),
    )

    def __init__(self, site: Site) -> None:
        self._site, self._client, self._turns = site, site.client(), count()
        self._plays = [Play(site, self._client, entrants) for entrants in FIELDS]
        for play, entrants in zip(self._plays, FIELDS, strict=True):
            if entrants <= HALF_PLAYED:
                play.half()
        self._pages = [followed(self._client, play) for play in self._plays]
        self._sheet(self._plays[0])  # The first sheet starts the process that prints.

    def run(self) -> tuple[float, ...]:
        """Return the figures of one round."""
        sheets = [self._sheet(play) for play in self._plays]
        pages = [self._milliseconds(path) for path in self._pages]
        return sheets[-1] / sheets[0], *sheets, *pages

    def _sheet(self, play: Play) -> float:
        play.next()  # another result, so that nothing is served from the cache
        path = f"/events/{play.event.id}/sheet.pdf?bracket=main&paper=A3"
        return quietest(lambda: printed(self._site, path), 1)

    def _milliseconds(self, path: str) -> float:
        """Return how long a page takes that is made again each time."""
        return 1000 * median(seconds(lambda: self._client.get(f"{path}{next(self._turns)}")) for _ in range(TIMES))
