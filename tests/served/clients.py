"""A client of the API with one open connection, and crowds of client processes that send at the same instant."""

import json
import multiprocessing
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from multiprocessing.connection import Connection
from typing import Any, Self

PATIENCE_SECONDS = 60
# The server closes a connection after 5 idle seconds; one with fewer is used again.
IDLE_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the server, byte for byte."""

    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(self.data["code"])


@dataclass(frozen=True, slots=True)
class Request:
    """One request below ``/api/v1/``, or anywhere with a path from the root.

    ``body`` is sent as JSON, bytes unchanged; ``key`` is the idempotency key, ``seen`` the version for If-Match.
    """

    path: str
    body: Any = None
    method: str = "POST"
    key: str | None = None
    seen: int | None = None
    token: str | None = None


class Client:
    """A client of one server process with one open connection; counts its requests."""

    def __init__(self, port: int, token: str = "", patience: float = PATIENCE_SECONDS) -> None:
        self.token, self.sent = token, 0
        self._connection = HTTPConnection("127.0.0.1", port, timeout=patience)
        self._used_at = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def open(self) -> None:
        """Connect ahead of the next request."""
        if time.monotonic() - self._used_at > IDLE_SECONDS:
            self._connection.close()
        if self._connection.sock is None:
            self._connection.connect()

    def begin(self, request: Request) -> None:
        """Send a request without waiting for its answer."""
        self.open()
        headers = {"Accept": "application/json"}
        token = self.token if request.token is None else request.token
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if request.key is not None:
            headers["Idempotency-Key"] = request.key
        if request.seen is not None:
            headers["If-Match"] = f'"{request.seen}"'
        body = None
        if request.body is not None:
            posted = request.body
            body = posted if isinstance(posted, bytes) else json.dumps(posted, ensure_ascii=False).encode()
            headers["Content-Type"] = "application/json"
        address = request.path if request.path.startswith("/") else f"/api/v1/{request.path}"
        self._connection.request(request.method, address, body, headers)

    def finish(self) -> Answer:
        """Return the answer to the request begun last."""
        rows = self._connection.getresponse()
        body = rows.read()
        self._used_at = time.monotonic()
        self.sent += 1
        return Answer(rows.status, body, {name.lower(): value for name, value in rows.getheaders()})

    def send(self, request: Request) -> Answer:
        try:
            self.begin(request)
            return self.finish()
        except OSError:
            self._connection.close()
            raise
        except HTTPException as cut:
            # Half an answer is none: the server was killed while sending.
            self._connection.close()
            raise ConnectionError(repr(cut)) from cut

    def get(self, path: str) -> Answer:
        return self.send(Request(path, method="GET"))

    def post(self, path: str, body: Any = None, *, key: str | None = None, seen: int | None = None) -> Answer:
        return self.send(Request(path, body, key=key, seen=seen))

    def patch(self, path: str, body: Any, *, seen: int | None = None) -> Answer:
        return self.send(Request(path, body, "PATCH", seen=seen))

    def made(self, path: str, body: Any, status: int = 201) -> Any:
        """Post a request that must succeed, and return its data."""
        answer = self.post(path, body)
        assert answer.status == status, f"{path}: {answer.status} {answer.body[:400]!r}"
        return answer.data

    def read(self, path: str) -> Any:
        """Get an address that must exist, and return its data."""
        answer = self.get(path)
        assert answer.status == 200, f"{path}: {answer.status} {answer.body[:400]!r}"
        return answer.data


class Crowd:
    """Client processes, each with its own connection; they take the servers' ports in turn."""

    def __init__(self, size: int, ports: Sequence[int]) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        for place in range(size):
            ours, theirs = spawning.Pipe()
            process = spawning.Process(target=_stand_ready, args=(theirs, ports[place % len(ports)]), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(PATIENCE_SECONDS)
            process.close()

    def together(self, requests: Sequence[Request]) -> list[Answer]:
        """Send all ``requests`` at once, each by another process; return their answers in the same order."""
        pipes = self._pipes[: len(requests)]
        assert len(pipes) == len(requests), "more requests than processes"
        for pipe, request in zip(pipes, requests, strict=True):
            pipe.send(request)
        for pipe in pipes:
            pipe.recv()
        for pipe in pipes:
            pipe.send("go")
        return [self._answer(pipe) for pipe in pipes]

    @staticmethod
    def _answer(pipe: Connection) -> Answer:
        assert pipe.poll(PATIENCE_SECONDS), "a client process got no answer"
        answer = pipe.recv()
        assert isinstance(answer, Answer), answer
        return answer


def _stand_ready(pipe: Connection, port: int) -> None:
    """Take one request after another: connect, report ready, and send on the signal."""
    with Client(port) as client:
        while True:
            try:
                request = pipe.recv()
            except EOFError:
                return
            client.open()
            pipe.send("ready")
            pipe.recv()
            try:
                pipe.send(client.send(request))
            except OSError as problem:
                pipe.send(repr(problem))
