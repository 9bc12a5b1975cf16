"""A crowd of readers takes no thread from the reports."""

import asyncio
from collections.abc import Iterable
from threading import Event, Semaphore
from typing import Any

from a2wsgi.wsgi_typing import Environ, StartResponse

from runtime.server.pools import READERS, in_two_pools

CROWD = 30


class Hall:
    """An application whose readers wait until they are released; it counts the requests inside."""

    def __init__(self) -> None:
        self.go, self.inside, self.read = Event(), Semaphore(0), 0

    def __call__(self, environ: Environ, start_response: StartResponse, *more: Any) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "GET":
            self.inside.release()
            self.go.wait()
            self.read += 1
        start_response("200 OK", [("Content-Type", "text/plain")], None)
        return [b"done"]


async def answered(app: Any, method: str) -> int:
    """Return the status of the answer to a request."""
    rows: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        rows.append(message)

    scope = {
        "type": "http", "method": method, "path": "/", "root_path": "", "query_string": b"", "headers": [],
        "http_version": "1.1", "scheme": "http", "server": ("localhost", 80), "client": ("127.0.0.1", 1),
    }  # fmt: skip
    await app(scope, receive, send)
    return int(rows[0]["status"])


def test_a_report_is_answered_while_every_reader_is_busy_and_more_wait() -> None:
    hall = Hall()

    async def evening() -> tuple[int, int, list[int]]:
        app = in_two_pools(hall)
        readers = [asyncio.create_task(answered(app, "GET")) for _ in range(CROWD)]
        for _ in range(READERS):
            await asyncio.to_thread(hall.inside.acquire)

        report = await answered(app, "POST")

        read_before = hall.read
        hall.go.set()
        return report, read_before, await asyncio.gather(*readers)

    assert asyncio.run(evening()) == (200, 0, [200] * CROWD)
