"""Whatever hangs on the server, the desk's result is recorded: stalled bodies, silent connections, half headers."""

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from .clients import Client, Request
from .playing import an_event, report
from .servers import Site

HALF_BODY = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrf=x\r\nContent-Length: 900\r\n\r\nname="
HALF_HEADERS = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_LINE = b"GET / HT"


@pytest.fixture(scope="module", autouse=True)
def _many_files() -> Iterator[None]:
    """Let this process, which plays the whole hostile hall, open enough files."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before[0], min(before[1], 8192)), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@contextmanager
def hanging(port: int, count: int, sent: bytes) -> Iterator[list[socket.socket]]:
    """Hold ``count`` connections that sent something and then nothing."""
    with ExitStack() as stack:
        held = [stack.enter_context(socket.create_connection(("127.0.0.1", port), 10)) for _ in range(count)]
        for each in held:
            each.sendall(sent)
        yield held


@pytest.mark.parametrize("count", [2, 20, 200])
def test_results_are_recorded_beside_stalled_bodies(site: Site, desk: Client, count: int) -> None:
    event = an_event(site, 8)
    with hanging(site.ports[0], count, HALF_BODY):
        for line in (1, 2, 3):
            report(desk, event, event.match(desk, "main", 1, line), "top")
    assert [each["state"] for each in event.matches(desk) if each["code"] in ("A1", "A2", "A3")] == ["final"] * 3


@pytest.mark.parametrize("sent", [b"", HALF_LINE, HALF_HEADERS], ids=["nothing", "half a line", "half the headers"])
def test_results_are_recorded_beside_2500_silent_connections(site: Site, desk: Client, sent: bytes) -> None:
    event = an_event(site, 4)
    with hanging(site.ports[0], 2500, sent):
        report(desk, event, event.match(desk, "main", 1, 1), "top")
        with Client(site.ports[0], site.token()) as another:
            report(another, event, event.match(another, "main", 1, 2), "top")


def test_a_request_with_two_lengths_is_refused(site: Site) -> None:
    with hanging(site.ports[0], 1, b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n") as (wire,):
        wire.sendall(b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        assert wire.recv(4096).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("path", ["/live/?stream=site", "/", "/api/v1/clubs/"])
def test_another_host_is_refused_everywhere_in_the_usual_shape(site: Site, path: str) -> None:
    with hanging(site.ports[0], 1, f"GET {path} HTTP/1.1\r\nHost: evil.example\r\n\r\n".encode()) as (wire,):
        answer = b""
        while b"}" not in answer:
            answer += wire.recv(4096)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b'"code":"host.unknown"' in answer
    assert "DisallowedHost" not in site.log()


def test_a_phone_that_claims_without_end_is_told_to_wait(site: Site, desk: Client) -> None:
    event = an_event(site, 8)
    slips = desk.made(f"events/{event.id}/links/", {})["slips"]
    match = event.match(desk, "main", 1, 1)
    loser = next(slip for slip in slips if slip["entrant"] == match["bottom"]["entrant"])
    with Client(site.ports[0], loser["path"].strip("/").split("/")[-1]) as phone:
        answers = [phone.send(Request(f"matches/{match['id']}/claim/", {"games": [], "n": n})) for n in range(40)]
    refused = [each for each in answers if each.status == 429]
    assert len(refused) >= 5
    assert (refused[0].code, refused[0].headers["retry-after"] in ("1", "2", "3")) == ("requests.many", True)
