"""The desk behind nginx and behind Caddy, each with the configuration of docs/operators, beside hostile connections.

Everything goes through the proxy: stalled bodies, silence, half headers, a body that is too large, an honest one that
comes four seconds late, and a line of ``/live/``. A proxy that is not installed is left out.
"""

import json
import resource
import shutil
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.reliability.proofs import report
from tests.served.lines import Line
from tests.served.playing import an_event
from tests.served.proxies import HOST, PROXIES, UNCHECKED, Proxied, address, running, through
from tests.served.servers import Server, Site, a_site, wait_until

RESULTS, LONGEST_SECONDS, LATE_SECONDS = 8, 1.0, 4.0
HALF_BODY = f"POST /sign-in/ HTTP/1.1\r\nHost: {HOST}\r\nCookie: csrf=x\r\nContent-Length: 900\r\n\r\nname=".encode()
HALF_HEADERS = f"GET / HTTP/1.1\r\nHost: {HOST}\r\nX-Slow: ".encode()
# How many connections, what each sends, and whether it gets as far as TLS.
ATTACKS = {
    "2 stalled bodies": (2, HALF_BODY, True),
    "20 stalled bodies": (20, HALF_BODY, True),
    "200 stalled bodies": (200, HALF_BODY, True),
    "1,100 silent": (1100, b"", False),
    "300 half headers": (300, HALF_HEADERS, True),
}
TOO_LARGE = 3_000_000
# Longer than any limit of time for a request.
QUIET_SECONDS = 40.0


@contextmanager
def over_https(site: Site, ports: list[int]) -> Iterator[None]:
    """Run the servers of a site again, as behind a proxy."""
    more = {"BARPOINT_HTTPS": "yes", "BARPOINT_HOSTS": HOST}
    servers = [Server(site.environment | more, site.folder / f"server-https-{port}.log", port) for port in ports]
    try:
        for server in servers:
            wait_until(server.accepts, "the server")
        yield
    finally:
        for server in servers:
            server.terminate()
            server.process.wait(30)


@contextmanager
def held(port: int, count: int, sent: bytes, *, is_tls: bool) -> Iterator[None]:
    """Hold connections to the proxy that sent something and then nothing."""
    with ExitStack() as stack:
        for _ in range(count):
            bare = stack.enter_context(socket.create_connection((address(), port), 10))
            if is_tls:
                bare = stack.enter_context(UNCHECKED.wrap_socket(bare, server_hostname=HOST))
            if sent:
                bare.sendall(sent)
        yield


class Evening:
    """An evening behind a proxy: the desk enters results, and others do their worst."""

    def __init__(self, port: int, token: str, event: int, tournament: int) -> None:
        self._port, self._event, self._tournament = port, event, tournament
        self._desk = Proxied(port, token)

    def results(self, count: int = RESULTS) -> list[float]:
        """Enter results; return the seconds that each took."""
        seconds = []
        for match in self._desk.read(f"events/{self._event}/matches/?status=open")[:count]:
            began = time.perf_counter()
            self._desk.made(f"matches/{match['id']}/result/", {"score": [match["length"], 0]}, 200)
            seconds.append(time.perf_counter() - began)
            time.sleep(0.1)
        return seconds

    def longest(self) -> dict[str, float]:
        """Return the seconds of the slowest result alone and beside each attack."""
        seen = {"alone": max(self.results())}
        for what, (count, sent, is_tls) in ATTACKS.items():
            with held(self._port, count, sent, is_tls=is_tls):
                seen[what] = max(self.results())
        return seen

    def too_large(self) -> int:
        """Return the status of the answer to a body that is too large."""
        connection = through(self._port)
        connection.putrequest("POST", "/sign-in/")
        connection.putheader("Content-Length", str(TOO_LARGE))
        connection.endheaders()
        try:
            for _ in range(TOO_LARGE // 30_000):
                connection.send(bytes(30_000))
        except OSError:
            pass  # refused before it was complete
        status = connection.getresponse().status
        connection.close()
        return status

    def late(self) -> int:
        """Return the status of the answer to an honest result whose body comes four seconds late."""
        [match] = self._desk.read(f"events/{self._event}/matches/?status=open")[:1]
        connection, body = through(self._port), json.dumps({"score": [match["length"], 0]}).encode()
        connection.putrequest("POST", f"/api/v1/matches/{match['id']}/result/")
        for name, value in (("Content-Type", "application/json"), ("Authorization", f"Bearer {self._desk.token}")):
            connection.putheader(name, value)
        connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body[:5])
        time.sleep(LATE_SECONDS)
        connection.send(body[5:])
        status = connection.getresponse().status
        connection.close()
        return status

    def news(self, quiet: float) -> float:
        """Return the seconds until a line that was ``quiet`` for so long shows a result."""
        with Line(self._port, f"stream=tournament:{self._tournament}", through(self._port)) as line:
            line.news()
            time.sleep(quiet)
            began = time.perf_counter()
            self.results(1)
            line.news()
            return time.perf_counter() - began


def judged(port: int, token: str, event: int, tournament: int, quiet: float) -> tuple[str, bool]:
    """Return what one proxy did, in words, and whether the desk could work."""
    evening = Evening(port, token, event, tournament)
    longest = evening.longest()
    news, late, large = evening.news(quiet), evening.late(), evening.too_large()
    for what, seconds in longest.items():
        sys.stderr.write(f"{what:22} {1000 * seconds:6.0f} ms\n")
    worst = max(longest, key=lambda what: longest[what])
    text = (
        f"longest result {1000 * longest[worst]:.0f} ms ({worst}), news after {1000 * news:.0f} ms, "
        f"4 s late {late}, 3 MB {large}"
    )
    # Caddy may still be sending when the server refuses: then it is a bad gateway.
    is_refused = large in (413, 502)
    return text, max(longest[worst], news) < LONGEST_SECONDS and late == 200 and is_refused


def main() -> None:
    """Put each proxy that is installed in front of a site, and report."""
    quiet = 2.0 if "--short" in sys.argv else QUIET_SECONDS
    installed = [name for name in PROXIES if shutil.which(name)]
    if not installed:
        report("neither nginx nor Caddy is installed", None)
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))
    texts, ok = [], True
    with TemporaryDirectory(prefix="barpoint-proxies-") as name, a_site(Path(name) / "site") as site:
        events, token, ports = [an_event(site, 128) for _ in installed], site.token(), site.ports
        site.stop()
        with over_https(site, ports):
            for proxy, event in zip(installed, events, strict=True):
                with running(proxy, Path(name) / proxy, (ports * 2)[:2]) as port:
                    text, is_well = judged(port, token, event.id, event.tournament, quiet)
                texts.append(f"{proxy}: {text}")
                ok = ok and is_well
    missing = [name for name in PROXIES if name not in installed]
    report("; ".join(texts + [f"{name} is not installed" for name in missing]), ok)


if __name__ == "__main__":
    main()
