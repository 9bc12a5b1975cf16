"""Servers are killed and stopped while results arrive: everything acknowledged is there, once."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest

from tests.depth import ON_POSTGRESQL, deeper

from .clients import Answer, Client, Request
from .playing import Event, an_event, must_agree, result_of
from .servers import STOP_SECONDS, Server, Site, a_site, wait_until

CLIENTS = 4


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_site(tmp_path_factory.mktemp("killed")) as started:
        yield started


class Stream:
    """A client that sends its requests one after another until the last, or until the server no longer answers."""

    def __init__(self, port: int, token: str, requests: list[Request]) -> None:
        self.requests, self.answers = requests, list[Answer]()
        self.lost: OSError | None = None
        self._client = Client(port, token)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with self._client as client:
            try:
                for request in self.requests:
                    self.answers.append(client.send(request))
            except OSError as problem:
                self.lost = problem

    def wait(self) -> None:
        self._thread.join(STOP_SECONDS)
        assert not self._thread.is_alive()


class Load:
    """All first-round results of an event, sent by several clients with different keys."""

    def __init__(self, site: Site, event: Event, name: str) -> None:
        with site.client() as client:
            self.matches = event.matches(client, bracket="main", status="open")
        self.requests = [
            Request(f"matches/{match['id']}/result/", result_of(match, "top"), key=f"{name}-{match['id']}")
            for match in self.matches
        ]
        self.event = event
        self.streams = [
            Stream(site.ports[place % len(site.ports)], site.token(), self.requests[place::CLIENTS])
            for place in range(CLIENTS)
        ]

    def acknowledged(self) -> dict[str, Answer]:
        """Return key → answer for all answered requests."""
        return {
            str(request.key): answer
            for stream in self.streams
            for request, answer in zip(stream.requests, stream.answers, strict=False)
        }

    def wait_for(self, answers: int) -> None:
        wait_until(lambda: len(self.acknowledged()) >= answers, f"{answers} answers")

    def wait(self) -> None:
        for stream in self.streams:
            stream.wait()


@pytest.mark.parametrize("turn", range(deeper(3)))
def test_a_kill_loses_and_doubles_nothing_acknowledged(site: Site, turn: int) -> None:
    event = an_event(site, 128)
    load = Load(site, event, f"kill-{turn}")
    load.wait_for(Random(turn).randrange(4, 40))

    site.kill()
    load.wait()
    acknowledged = load.acknowledged()
    site.start()

    assert len(acknowledged) < len(load.requests), "the kill came too late to matter"
    assert {answer.status for answer in acknowledged.values()} == {200}
    with site.client() as desk:
        must_hold(desk, load, acknowledged)
    assert site.manage("verify").returncode == 0


def must_hold(desk: Client, load: Load, acknowledged: dict[str, Answer]) -> None:
    """Fail unless everything acknowledged is there, and sending all again adds only what was lost."""
    event = load.event
    finished = {match["id"]: match for match in event.matches(desk, bracket="main", status="finished")}
    posted = {answer.data["id"]: answer.data for answer in acknowledged.values()}
    assert set(posted) <= set(finished)
    assert {pk: finished[pk]["score"] for pk in posted} == {pk: match["score"] for pk, match in posted.items()}
    # A client in the middle of a request can't know: at most one result of each client was stored without an answer.
    assert len(finished) - len(posted) <= CLIENTS
    number = desk.read(f"events/{event.id}/")["number"]

    for request in load.requests:
        answer = desk.send(request)
        assert answer.status == 200
        if request.key in acknowledged:
            assert answer.body == acknowledged[request.key].body
            assert answer.headers["idempotency-replayed"] == "true"

    for match in load.matches:
        event.won(match, "top")
    must_agree(desk, event)
    assert desk.read(f"events/{event.id}/")["number"] == number + len(load.requests) - len(finished)


@pytest.mark.skipif(ON_POSTGRESQL, reason="any number of processes may serve a PostgreSQL database")
def test_a_second_run_beside_an_owner_is_refused(site: Site) -> None:
    for words in (["run", "--port", "1"], ["migrate"], ["demo"]):
        refused = site.manage(*words)
        assert refused.returncode == 1
        assert "data.owned" in refused.stderr

    with site.client() as desk:
        assert desk.get("clubs/").status == 200


@pytest.mark.skipif(ON_POSTGRESQL, reason="any number of processes may serve a PostgreSQL database")
def test_a_killed_owner_leaves_no_lock_behind(site: Site) -> None:
    site.kill()

    site.start()

    with site.client() as desk:
        assert desk.get("clubs/").status == 200


def test_a_token_can_be_made_beside_running_servers(site: Site) -> None:
    address = "beside@example.org"

    token = site.token(address)

    with Client(site.ports[-1], token) as client:
        assert client.post("clubs/", {"name": "Beside"}).status == 201


def test_a_stop_under_load_loses_nothing_and_exits_with_0(site: Site) -> None:
    event = an_event(site, 128)
    load = Load(site, event, "stop")
    load.wait_for(20)

    site.stop()
    load.wait()
    acknowledged = load.acknowledged()
    site.start()

    assert len(acknowledged) < len(load.requests), "the stop came too late to matter"
    assert {answer.status for answer in acknowledged.values()} == {200}
    with site.client() as desk:
        must_hold(desk, load, acknowledged)


def test_a_stop_waits_for_the_request_in_flight(site: Site) -> None:
    event = an_event(site, 8)
    server = site.servers[0]
    with site.client() as desk, held_back(site, event) as (is_waiting, let_go):
        match = event.matches(desk, status="open")[0]
        desk.begin(Request(f"matches/{match['id']}/result/", result_of(match, "top"), key="in-flight"))
        wait_until(is_waiting, "the request to wait for its turn")

        server.terminate()
        wait_until(lambda: not server.accepts(), "the server to take no more connections")
        assert server.process.poll() is None
        let_go()
        answer = desk.finish()

    assert answer.status == 200
    assert server.process.wait(STOP_SECONDS) == 0
    site.stop()
    site.start()
    with site.client() as desk:
        event.won(match, "top")
        must_agree(desk, event)
        assert desk.post(f"matches/{match['id']}/result/", result_of(match, "top"), key="in-flight").body == answer.body


@contextmanager
def held_back(site: Site, event: Event) -> Iterator[tuple[Callable[[], bool], Callable[[], None]]]:
    """Block all changes. Yield a function that returns whether one waits, and one that releases it."""
    if ON_POSTGRESQL:
        with site.connect() as session, site.connect() as watch:
            watch.autocommit = True
            session.execute("SELECT 1 FROM journal_stream FOR UPDATE")
            waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = %s"
            yield lambda: watch.execute(waiting, [watch.info.dbname]).fetchone() != (0,), session.rollback
        return
    session_ = sqlite3.connect(site.folder / "data" / "barpoint.sqlite3", isolation_level=None)
    try:
        session_.execute("BEGIN IMMEDIATE")
        # The server reads requests in the order of arrival: once a later one is answered, ours is being processed.
        yield lambda: answers_reading(site.servers[0], event), session_.rollback
    finally:
        session_.close()


def answers_reading(server: Server, event: Event) -> bool:
    """Whether a read is answered, which needs no lock."""
    with Client(server.port) as reader:
        return reader.get(f"events/{event.id}/").status == 200
