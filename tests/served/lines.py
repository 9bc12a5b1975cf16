"""Clients of ``/live/``."""

import json
import socket
from http.client import HTTPConnection
from types import TracebackType
from typing import Any, Self

from .clients import PATIENCE_SECONDS


class Line:
    """One line to one server, or over a connection; ``query`` is such as ``stream=tournament:7``."""

    def __init__(self, port: int, query: str, connection: HTTPConnection | None = None) -> None:
        self._connection = connection or HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
        self._connection.request("GET", f"/live/?{query}")
        self._answer = self._connection.getresponse()
        self.status, self.headers = self._answer.status, dict(self._answer.getheaders())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        # The answer has no end, so only a closed socket ends the subscription.
        if self._connection.sock is not None:
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._answer.close()
        self._connection.close()

    def lines(self) -> list[str]:
        """Return the lines up to the next empty one; nothing once the connection has ended."""
        rows: list[str] = []
        while (line := self._answer.readline().decode().rstrip("\n")) or not rows:
            if not line:
                break
            rows.append(line)
        return rows

    def news(self) -> dict[str, Any]:
        """Return the next update, ignoring everything before it."""
        while posted := self.lines():
            data = [each.removeprefix("data: ") for each in posted if each.startswith("data: ")]
            if data and "event: beat" not in posted:
                rows: dict[str, Any] = json.loads(data[0])
                return rows
        raise EOFError("the line has ended")

    def rest(self) -> list[str]:
        """Return everything until the connection ends."""
        rows = []
        while posted := self.lines():
            rows += posted
        return rows
