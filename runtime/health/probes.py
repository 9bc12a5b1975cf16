"""``/healthz``, ``/readyz`` and ``/metrics``: answered before Django, so that they tell what is wrong with it.

``/healthz`` needs neither thread nor database. The other two have a thread of their own, so that busy pools don't hold
them up, and a time limit, so that a database that hangs does not either.
"""

import asyncio
import hmac
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.db import connections

from runtime.asgi import Asgi, Receive, Scope, Send
from runtime.health.counters import requests
from runtime.health.readiness import readiness
from runtime.live.stream import limits
from runtime.refusals import refuse

SECONDS = 5.0
# The same answer for so long, however often it is asked for.
FRESH_SECONDS = 1.0
FORWARDED = (b"x-forwarded-for", b"forwarded", b"x-real-ip")

type Answer = tuple[int, bytes, bytes]


class Health:
    """ASGI middleware in front of ``app``: answers the three addresses and counts all other requests."""

    def __init__(self, app: Asgi) -> None:
        self._app = app
        self._addresses: dict[str, Callable[[Scope], Awaitable[Answer]]] = {
            "/healthz": self._alive,
            "/readyz": self._ready,
            "/metrics": self._metrics,
        }
        self._thread = ThreadPoolExecutor(1, "health")
        self._known: tuple[float, dict[str, str]] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a probe, or have the request answered and counted."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = self._addresses.get(scope["path"])
        if answer is None:
            await requests.count(self._app, scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD"):
            await refuse(scope, send, 405, "method", [(b"allow", b"GET, HEAD")])
        elif scope["path"] == "/metrics" and not may_read(scope):
            await refuse(scope, send, 403, "forbidden")
        else:
            await _send(scope, send, await answer(scope))

    async def _alive(self, scope: Scope) -> Answer:
        return 200, b"text/plain; charset=utf-8", b"alive\n"

    async def _ready(self, scope: Scope) -> Answer:
        """Say whether this process may serve; to others than this machine without what is wrong."""
        if self._known is None or time.monotonic() - self._known[0] > FRESH_SECONDS:
            outcome = await self._in_thread(readiness, {"database": "database.gone"})
            if not limits.is_open:
                outcome = outcome | {"server": "stopping"}
            self._known = time.monotonic(), outcome
        outcome = self._known[1]
        ready = not any(outcome.values())
        shown: dict[str, Any] = {"ready": ready}
        if may_read(scope):
            shown["release"] = settings.RELEASE
            shown["checks"] = {name: wrong or "ok" for name, wrong in outcome.items()}
        return 200 if ready else 503, b"application/json", json.dumps(shown).encode() + b"\n"

    async def _metrics(self, scope: Scope) -> Answer:
        text = await self._in_thread(_all_figures, b"")
        return 200 if text else 503, b"text/plain; version=1.0.0; charset=utf-8", text

    async def _in_thread[Value](self, act: Callable[[], Value], late: Value) -> Value:
        """Return what ``act`` returns in the thread of the probes, or ``late`` if that takes too long."""
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(asyncio.shield(loop.run_in_executor(self._thread, _and_close, act)), SECONDS)
        except TimeoutError:
            return late


def _and_close[Value](act: Callable[[], Value]) -> Value:
    """Return what ``act`` returns; its connection is closed, because the next probe may come in a minute."""
    try:
        return act()
    finally:
        connections.close_all()


def may_read(scope: Scope) -> bool:
    """Whether the client is this machine, has an address of the settings, or has the token."""
    headers: Mapping[bytes, bytes] = dict(scope["headers"])
    given = headers.get(b"authorization", b"").removeprefix(b"Bearer ")
    if settings.METRICS_TOKEN and hmac.compare_digest(given, settings.METRICS_TOKEN.encode()):
        return True
    try:
        client = ip_address(str((scope.get("client") or ("",))[0]))
    except ValueError:
        return False
    client = getattr(client, "ipv4_mapped", None) or client
    # A proxy on this machine forwards the requests of others.
    if client.is_loopback:
        return not any(name in headers for name in FORWARDED)
    return any(client in network for network in settings.METRICS_FROM)


def _all_figures() -> bytes:
    from runtime.health.metrics import metrics  # noqa: PLC0415 -- a laptop in a hall has no Prometheus

    return metrics()


async def _send(scope: Scope, send: Send, answer: Answer) -> None:
    status, kind, body = answer
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
