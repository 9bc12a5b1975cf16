"""``/healthz``, ``/readyz`` and ``/metrics``: who gets which answer, and what is counted."""

import asyncio
import json
from ipaddress import ip_network
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from barpoint import __version__
from runtime.health import probes
from runtime.health.counters import Requests, kind_of
from runtime.health.probes import Health, may_read
from runtime.health.readiness import readiness
from runtime.live import stream

TOKEN = "a token of thirty-two characters."


def scope(path: str, client: str = "127.0.0.1", method: str = "GET", **headers: str) -> dict[str, Any]:
    rows = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "path": path, "method": method, "client": (client, 5000), "headers": rows}


def ask(health: Health, request_scope: dict[str, Any]) -> tuple[int, dict[bytes, bytes], bytes]:
    """Return status, headers and body of an answer."""
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    asyncio.run(health(request_scope, receive, send))
    return messages[0]["status"], dict(messages[0]["headers"]), b"".join(each["body"] for each in messages[1:])


async def page(scope: Any, receive: Any, send: Any) -> None:
    """Answer everything with 200, and ``/nothing/`` with 404."""
    await send({"type": "http.response.start", "status": 404 if scope["path"] == "/nothing/" else 200, "headers": []})
    await send({"type": "http.response.body", "body": b"page"})


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> Requests:
    """The requests that the probes count in this test."""
    requests = Requests()
    monkeypatch.setattr(probes, "requests", requests)
    return requests


def test_alive_needs_no_database() -> None:
    status, headers, body = ask(Health(page), scope("/healthz"))

    assert (status, body, headers[b"cache-control"]) == (200, b"alive\n", b"no-store")
    assert ask(Health(page), scope("/healthz", method="HEAD"))[2] == b""
    assert ask(Health(page), scope("/healthz", method="POST"))[0] == 405


@pytest.mark.django_db
def test_a_process_with_all_it_needs_is_ready() -> None:
    assert readiness() == {"database": "", "migrations": "", "static": "", "disk": ""}


@pytest.mark.django_db
def test_tables_of_another_version_are_not_ready() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("tournaments", "0099_next")
    newer = readiness()["migrations"]
    recorder.record_unapplied("tournaments", "0099_next")
    recorder.record_unapplied("tournaments", "0001_initial")

    assert (newer, readiness()["migrations"]) == ("database.newer", "database.version")


def test_a_process_without_its_database_static_files_or_disk_is_not_ready(settings: Settings) -> None:
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }

    # The thread of the probes may use no database in this test, as if there were none.
    status, _, body = ask(Health(page), scope("/readyz"))

    shown = json.loads(body)
    checks = shown["checks"]
    assert shown["release"] == __version__
    assert (status, checks["static"], checks["disk"]) == (503, "static.missing", "ok")
    assert checks["database"] != "ok"


def test_a_server_that_stops_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream.limits, "is_open", False)

    status, _, body = ask(Health(page), scope("/readyz"))

    assert (status, json.loads(body)["checks"]["server"]) == (503, "stopping")
    assert json.loads(ask(Health(page), scope("/readyz", client="192.0.2.7"))[2]) == {"ready": False}


@pytest.mark.parametrize(
    ("request_scope", "allowed"),
    [
        (scope("/metrics"), True),
        (scope("/metrics", "::1"), True),
        (scope("/metrics", "::ffff:127.0.0.1"), True),
        (scope("/metrics", x_forwarded_for="198.51.100.4"), False),
        (scope("/metrics", forwarded="for=198.51.100.4"), False),
        (scope("/metrics", "192.0.2.7"), False),
        (scope("/metrics", "10.8.3.4"), True),
        (scope("/metrics", "::ffff:10.8.3.4"), True),
        (scope("/metrics", "192.0.2.7", authorization=f"Bearer {TOKEN}"), True),
        (scope("/metrics", "192.0.2.7", authorization=f"Bearer {TOKEN[:-1]}"), False),
        (scope("/metrics", "192.0.2.7", authorization="Bearer "), False),
        (scope("/metrics", "not an address"), False),
    ],
)
def test_who_may_read_the_figures(settings: Settings, request_scope: dict[str, Any], allowed: bool) -> None:
    settings.METRICS_FROM, settings.METRICS_TOKEN = [ip_network("10.8.0.0/16")], TOKEN

    assert may_read(request_scope) is allowed


def test_others_are_refused_in_the_usual_shape() -> None:
    status, _, body = ask(Health(page), scope("/metrics", "192.0.2.7"))

    assert (status, json.loads(body)["code"]) == (403, "forbidden")


@pytest.mark.django_db
def test_the_figures_can_be_read_by_prometheus_and_name_what_was_counted(
    monkeypatch: pytest.MonkeyPatch, counted: Requests
) -> None:
    from runtime.health import metrics  # noqa: PLC0415 -- as the probe loads it

    monkeypatch.setattr(metrics, "requests", counted)
    health = Health(page)
    for path in ("/", "/", "/nothing/", "/api/v1/clubs/", "/static/css/base.css"):
        ask(health, scope(path))

    text = metrics.metrics().decode()

    figures = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert figures["barpoint_requests_total", "read", "200"] == 2
    assert figures["barpoint_requests_total", "read", "404"] == 1
    assert figures["barpoint_requests_total", "api_read", "200"] == 1
    assert figures["barpoint_request_seconds_count", "read"] == 3
    assert figures["barpoint_requests_in_progress", "read"] == 0
    wanted = {
        "barpoint_database_up", "barpoint_database_bytes", "barpoint_outbox_age_seconds", "barpoint_records_total",
        "barpoint_live_connections", "barpoint_info", "process_resident_memory_bytes",
    }  # fmt: skip
    assert wanted <= {name for name, *_ in figures}
    assert figures["barpoint_database_up",] == 1


def test_a_request_that_never_gets_an_answer_counts_as_500(counted: Requests) -> None:
    async def fails(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        ask(Health(fails), scope("/"))

    assert counted.counts == {("read", "500"): 1}
    assert counted.in_progress == {"read": 0}


@pytest.mark.parametrize(
    ("request_scope", "kind"),
    [
        (scope("/matches/7/"), "read"),
        (scope("/matches/7/result/", method="POST"), "write"),
        (scope("/api/v1/matches/7/", method="PUT"), "api_write"),
        (scope("/live/"), "live"),
        (scope("/static/js/live.js"), "static"),
    ],
)
def test_requests_are_counted_by_their_kind(request_scope: dict[str, Any], kind: str) -> None:
    assert kind_of(request_scope) == kind
