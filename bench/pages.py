"""Pages under load: eight clients at once on the draw of 128, rendered each time and unchanged."""

from collections.abc import Callable
from http.client import HTTPConnection
from itertools import count
from threading import Thread

from bench.measure import Figure, seconds
from bench.serving import Play
from tests.served.clients import Client
from tests.served.servers import Site

CLIENTS, REQUESTS = 8, 4
SHOWN = 128


def followed(client: Client, play: Play) -> str:
    """Return the address of a draw page that follows a player, to be ended by a number."""
    player = client.read(f"events/{play.event.id}/entrants/")[0]["id"]
    return f"/events/{play.event.id}/?player={player}&n="


class Page:
    """The draw of 128 with its consolation, half played, for eight clients at once.

    The baseline is a request that reads one row, by the same clients in the same run.
    """

    figures = (
        Figure("page", "×", f"{CLIENTS} clients on the draw of {SHOWN}, caches off / a request for one row", bound=90),
        Figure("page:kept", "×", "the same, made once and kept", bound=6),
        Figure("page:unchanged", "×", "the same with the page's ETag, answered 304", bound=3),
        Figure("page:ms", "ms", f"a page of {SHOWN} for one of {CLIENTS} clients, caches off"),
        Figure("page:kept:ms", "ms", "the same, made once and kept"),
    )

    def __init__(self, site: Site) -> None:
        self._site = site
        client = site.client()
        play = Play(site, client, SHOWN)
        play.half()
        self._path = f"/events/{play.event.id}/"
        # A page that follows a player is cached by its address, so another address makes the server render it again.
        self._followed = followed(client, play)
        self._turns = count()
        self.run()

    def run(self) -> tuple[float, ...]:
        """Return the figures of one round."""
        path = self._path
        nothing = self._crowd("/api/v1/clubs/", "", 200)
        made = self._crowd(self._followed, "", 200)
        tag = self._tag(path)  # requests the page, so that it is rendered and cached
        kept = self._crowd(path, "", 200)
        unchanged = self._crowd(path, tag, 304)
        milliseconds = 1000 * CLIENTS * made, 1000 * CLIENTS * kept
        return made / nothing, kept / nothing, unchanged / nothing, *milliseconds

    def _crowd(self, path: str, tag: str, status: int) -> float:
        """Return the seconds of a request while all clients send requests."""
        hands = [Thread(target=self._asking(path, tag, status)) for _ in range(CLIENTS)]

        def together() -> None:
            for hand in hands:
                hand.start()
            for hand in hands:
                hand.join()

        return seconds(together) / (CLIENTS * REQUESTS)

    def _asking(self, path: str, tag: str, status: int) -> Callable[[], None]:
        def ask() -> None:
            connection = HTTPConnection("127.0.0.1", self._site.ports[0], timeout=60)
            for _ in range(REQUESTS):
                connection.request("GET", self._at(path), headers={"If-None-Match": tag} if tag else {})
                answer = connection.getresponse()
                answer.read()
                if answer.status != status:
                    raise RuntimeError(f"{path}: {answer.status}")
            connection.close()

        return ask

    def _tag(self, path: str) -> str:
        connection = HTTPConnection("127.0.0.1", self._site.ports[0], timeout=60)
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.getheader("ETag") or ""

    def _at(self, path: str) -> str:
        """Return the path, with a new query if the page must be rendered again."""
        return f"{path}{next(self._turns)}" if path.endswith("&n=") else path
