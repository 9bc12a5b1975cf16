"""Webhooks of a server with workers and a broker, and of a hall's one process: kills and outages lose no event."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from runtime.outward.signing import signature
from tests.clubs.webhooks.receivers import Receiver, a_receiver
from tests.depth import ON_POSTGRESQL, and_long

from .brokers import MISSING, a_broker
from .clients import Client
from .playing import Event, an_event
from .servers import Site, a_site, free_port, wait_until
from .workers import Worker, a_worker

INSIDE = {"BARPOINT_PRIVATE_WEBHOOKS": "1"}
EACH = ["match.called", "match.finished"]


def a_webhook(client: Client, event: Event, address: str) -> dict[str, Any]:
    """Add a webhook for results and calls, and return it with its secret."""
    club = client.read(f"tournaments/{event.tournament}/")["club"]
    made = client.made(f"clubs/{club}/webhooks/", {"address": address, "topics": ["results", "calls"]})
    webhook: dict[str, Any] = client.read(f"webhooks/{made['id']}/")
    return webhook


def play_open_matches(client: Client, event: Event) -> list[int]:
    """Call each open match to a table and enter its result; return the ids of the matches."""
    matches = event.matches(client, status="open")
    for match in matches:
        client.made(f"matches/{match['id']}/call/", {"table": str(match["id"])}, 200)
        client.made(f"matches/{match['id']}/result/", {"score": [match["length"], 2]}, 200)
    return [match["id"] for match in matches]


def by_match(*receivers: Receiver) -> dict[int, list[str]]:
    """Return the types of the events that came in for each match, each event once, in order."""
    types: dict[int, list[str]] = {}
    for receiver in receivers:
        for event in receiver.events:
            types.setdefault(event["data"]["match"]["id"], []).append(event["type"])
    return types


def ids(requests: Sequence[tuple[dict[str, str], bytes]]) -> list[str]:
    return [headers["webhook-id"] for headers, _ in requests]


def must_be_signed(webhook: dict[str, Any], *receivers: Receiver) -> None:
    for headers, body in (request for receiver in receivers for request in receiver.requests):
        at = int(headers["webhook-timestamp"])
        assert headers["webhook-signature"] == signature(webhook["secret"], headers["webhook-id"], at, body)
        assert json.loads(body)["data"]["club"]["name"] == "Wednesday Club"


def has_waiting_without_an_answer(client: Client, webhook: dict[str, Any]) -> bool:
    rows = client.read(f"webhooks/{webhook['id']}/")["deliveries"]
    return any(row["state"] == "waiting" and row["status"] == 0 for row in rows)


@contextmanager
def a_hall(site: Site) -> Iterator[tuple[Worker, Client]]:
    """Run the one process of an installation and yield it with a client."""
    port = free_port()
    with (
        a_worker(site, "run", "--host", "127.0.0.1", "--port", str(port)) as server,
        Client(port, site.token()) as client,
    ):
        wait_until(lambda: answers(server, client), "the process answers")
        yield server, client


def answers(server: Worker, client: Client) -> bool:
    assert server.process.poll() is None, server.log.read_text()
    try:
        return client.get("clubs/").status == 200
    except OSError:
        return False


@pytest.mark.skipif(not ON_POSTGRESQL, reason="workers need PostgreSQL")
@pytest.mark.parametrize("kind", and_long(["redis"], ["rabbitmq"]))  # RabbitMQ in CI: test_workers
def test_each_event_arrives_once_and_in_order_although_worker_and_broker_are_killed(tmp_path: Path, kind: str) -> None:
    if MISSING[kind]:
        pytest.skip(str(MISSING[kind]))
    with (
        a_receiver() as receiver,
        a_broker(kind, tmp_path / "broker") as broker,
        a_site(tmp_path / "site", environment=INSIDE | {"BROKER_URL": broker.address}) as site,
        a_worker(site) as first,
        site.client() as client,
    ):
        event = an_event(site, 16)
        webhook = a_webhook(client, event, receiver.address)
        receiver.opened.clear()
        played = play_open_matches(client, event)
        wait_until(lambda: bool(receiver.requests), "the worker posts")
        first.kill()
        unanswered = set(ids(receiver.requests))
        receiver.opened.set()
        with a_worker(site):
            wait_until(lambda: by_match(receiver) == dict.fromkeys(played, EACH), "the events of the killed worker")
            broker.kill()
            played += play_open_matches(client, event)
            broker.start()
            wait_until(lambda: by_match(receiver) == dict.fromkeys(played, EACH), "the events during the outage")

            all_are_delivered(client, webhook)
    must_be_signed(webhook, receiver)
    assert {id_ for id_ in ids(receiver.taken) if ids(receiver.taken).count(id_) > 1} <= unanswered


@pytest.mark.skipif(ON_POSTGRESQL, reason="the one process of a hall")
def test_each_event_arrives_once_and_in_order_although_the_process_of_a_hall_is_killed(tmp_path: Path) -> None:
    with a_receiver() as receiver, a_site(tmp_path / "site", environment=INSIDE) as site:
        event = an_event(site, 16)
        site.stop()
        with a_hall(site) as (first, client):
            webhook = a_webhook(client, event, receiver.address)
            receiver.opened.clear()
            played = play_open_matches(client, event)
            wait_until(lambda: bool(receiver.requests), "the process posts")
            first.kill()
        unanswered = set(ids(receiver.requests))
        receiver.opened.set()
        with a_hall(site) as (_, client):
            wait_until(lambda: by_match(receiver) == dict.fromkeys(played, EACH), "all events")
            all_are_delivered(client, webhook)
    must_be_signed(webhook, receiver)
    assert {id_ for id_ in ids(receiver.taken) if ids(receiver.taken).count(id_) > 1} <= unanswered


def test_a_receiver_that_was_down_gets_everything_in_order_and_once(tmp_path: Path) -> None:
    with a_site(tmp_path, environment=INSIDE) as site, site.client() as client:
        event = an_event(site, 8)
        with a_receiver() as before:
            webhook = a_webhook(client, event, before.address)
            played = play_open_matches(client, event)
            wait_until(lambda: by_match(before) == dict.fromkeys(played, EACH), "the events before")
            all_are_delivered(client, webhook)
        later = play_open_matches(client, event)
        wait_until(lambda: has_waiting_without_an_answer(client, webhook), "an attempt failed")

        with a_receiver(port=int(before.address.split(":")[2].removesuffix("/hook"))) as again:
            wait_until(lambda: by_match(again) == dict.fromkeys(later, EACH), "the events during the outage")
            all_are_delivered(client, webhook)

    must_be_signed(webhook, before, again)
    taken = ids(before.taken + again.taken)
    assert len(taken) == len(set(taken)) == 2 * len(played + later)


def all_are_delivered(client: Client, webhook: dict[str, Any]) -> None:
    """Return once the log says that everything was delivered."""

    def delivered() -> bool:
        rows = client.read(f"webhooks/{webhook['id']}/")["deliveries"]
        return {row["state"] for row in rows} == {"delivered"}

    wait_until(delivered, "the log says that all was delivered")
