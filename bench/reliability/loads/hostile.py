"""The desk's result beside hostile connections: stalled bodies, silence, half headers, floods of twenty connections."""

import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from bench.reliability.proofs import report
from tests.served.playing import Event, an_event
from tests.served.servers import ROOT, Site, a_site

SECONDS, SHORT_SECONDS = 6.0, 3.0
RESULTS, SHORT_RESULTS = 25, 12
# A result beside an attack, the one in the middle, against one without; and the slowest of all.
MOST_RATIO, LONGEST_SECONDS = 2.0, 1.0
MOST_TIMES = 3
FLOODS = ("uncached", "cached", "missing", "forms", "garbage", "unread", "lines", "trickle", "all")
IN_SHORT = ("200 stalled bodies", "1,100 half lines", "flood: uncached", "flood: forms", "flood: all")
HALF_BODY = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrf=x\r\nContent-Length: 900\r\n\r\nname="
HELD = {
    "2 stalled bodies": (2, HALF_BODY),
    "20 stalled bodies": (20, HALF_BODY),
    "200 stalled bodies": (200, HALF_BODY),
    "1,100 silent": (1100, b""),
    "1,100 half lines": (1100, b"GET / HT"),
    "1,100 half headers": (1100, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "),
}


class Desk:
    """The desk of an evening: it enters one result after another, five a second."""

    def __init__(self, site: Site) -> None:
        self._site, self._client = site, site.client()
        self._matches: list[dict[str, Any]] = []
        self._event: Event | None = None

    def results(self, count: int) -> list[float]:
        """Enter results; return the seconds that each took."""
        seconds = []
        for _ in range(count):
            match = self._open_match()
            began = time.perf_counter()
            answer = self._client.post(f"matches/{match['id']}/result/", {"score": [match["length"], 0]})
            seconds.append(time.perf_counter() - began)
            if answer.status != 200:
                raise RuntimeError(f"{answer.status} {answer.body[:200]!r}")
            time.sleep(0.1)
        return seconds

    def _open_match(self) -> dict[str, Any]:
        if not self._matches and self._event is not None:
            self._matches = self._client.read(f"events/{self._event.id}/matches/?status=open")
        if not self._matches:
            self._event = an_event(self._site, 64)
            self._matches = self._client.read(f"events/{self._event.id}/matches/?status=open")
        return self._matches.pop()


@contextmanager
def held(port: int, count: int, sent: bytes) -> Iterator[None]:
    """Hold connections that sent something and then nothing."""
    with ExitStack() as stack:
        for _ in range(count):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), 10)).sendall(sent)
        yield


@contextmanager
def flooded(port: int, kind: str, seconds: float, page: str) -> Iterator[None]:
    """Let twenty connections do their worst."""
    words = [sys.executable, "-m", "bench.beside.attackers", str(port), kind, str(seconds), page]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL) as attackers:  # noqa: S603 -- our own
        time.sleep(0.7)
        yield
        attackers.kill()


@dataclass(frozen=True, slots=True)
class Seen:
    """Seconds of the desk's results beside an attack, and of those just before and after it."""

    beside: list[float]
    alone: list[float]

    @property
    def ratio(self) -> float:
        """How much longer a result takes beside the attack, the one in the middle."""
        return median(self.beside) / median(self.alone)


def main() -> None:
    """Measure the desk beside each attack, and alone before and after it."""
    count, seconds = (SHORT_RESULTS, SHORT_SECONDS) if "--short" in sys.argv else (RESULTS, SECONDS)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with TemporaryDirectory(prefix="barpoint-hostile-") as name:
        # The server inherits a laptop's limit of open files; this process needs more.
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, hard), hard))
        with a_site(Path(name) / "site", processes=1) as site:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard), hard))
            desk, port = Desk(site), site.ports[0]
            page = f"/events/{an_event(site, 64).id}/"
            desk.results(5)
            attacks: dict[str, Callable[[], AbstractContextManager[None]]] = {
                **{what: partial(held, port, *each) for what, each in HELD.items()},
                **{f"flood: {kind}": partial(flooded, port, kind, seconds + 60, page) for kind in FLOODS},
            }
            attacks["flood: claims"] = partial(flooded, port, "claims", seconds + 60, _phones(site))
            chosen = IN_SHORT if "--short" in sys.argv else tuple(attacks)
            if "--worst" in sys.argv:
                chosen = ("flood: all",)
            seen = {what: _seen(desk, attacks[what], count) for what in chosen}
    _report(seen)


def _phones(site: Site) -> str:
    """Return one ``MATCH SECRET`` a line: the phones of twenty players of an event, each with an open match."""
    event = an_event(site, 64)
    with site.client() as desk:
        slips = {each["entrant"]: each["path"] for each in desk.made(f"events/{event.id}/links/", {})["slips"]}
        matches = desk.read(f"events/{event.id}/matches/?status=open")[:20]
    secrets = [slips[each["top"]["entrant"]].strip("/").split("/")[-1] for each in matches]
    return "\n".join(f"{each['id']} {secret}" for each, secret in zip(matches, secrets, strict=True))


def _seen(desk: Desk, attack: Callable[[], AbstractContextManager[None]], count: int) -> Seen:
    """Measure one attack; once more if it seems to harm, because the machine has other work too."""
    best = None
    for _ in range(MOST_TIMES):
        before = desk.results(count)
        with attack():
            beside = desk.results(count)
        seen = Seen(beside, before + desk.results(count))
        best = seen if best is None or seen.ratio < best.ratio else best
        if best.ratio <= MOST_RATIO:
            break
    return best or Seen([], [])


def _report(seen: dict[str, Seen]) -> None:
    for what, each in seen.items():
        longest = 1000 * max(each.beside)
        sys.stderr.write(f"{what:22} {1000 * median(each.beside):6.0f} ms {each.ratio:5.2f} × longest {longest:6.0f}\n")
    worst = max(seen, key=lambda what: seen[what].ratio)
    longest = max(max(each.beside) for each in seen.values())
    idle = median(second for each in seen.values() for second in each.alone)
    report(
        f"a result alone {1000 * idle:.0f} ms; worst beside {worst}: {seen[worst].ratio:.2f} ×; "
        f"longest of all {1000 * longest:.0f} ms",
        seen[worst].ratio <= MOST_RATIO and longest < LONGEST_SECONDS,
    )


if __name__ == "__main__":
    main()
