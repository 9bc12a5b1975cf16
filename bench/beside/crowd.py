"""A hall of phones in one process: they listen, fetch their page when one of its topics changed, and report.

``python -m bench.beside.crowd`` reads a plan as JSON and writes measurements as JSON. It is asyncio on bare sockets, so
that it measures the server and not itself.

Source: docs/decisions/0026-the-hall-bench.md.
"""

import asyncio
import gzip
import json
import random
import re
import sys
import time
from dataclasses import dataclass, field
from itertools import count
from typing import Any

# As static/js/live.js: a page is fetched at most once in two seconds, up to half of that after the news.
APART_SECONDS = 2.0
PATIENCE_SECONDS = 20.0
# The server closes a connection that was idle for five seconds.
IDLE_SECONDS = 3.0
_ATTRIBUTES = {name: re.compile(rb'data-%s="([^"]*)"' % name.encode()) for name in ("stream", "since", "topics")}
_NUMBER = re.compile(rb'data-since="[^":]*:([0-9]+)"')


@dataclass(slots=True)
class Answer:
    """An answer of the server, and how many seconds it took."""

    status: int
    headers: dict[str, str]
    body: bytes
    took: float

    @property
    def text(self) -> bytes:
        """The body, decompressed."""
        return gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body


class Client:
    """A client with one connection, open while it is used."""

    def __init__(self, port: int, token: str = "") -> None:
        self._port, self._token = port, token
        self._pipe: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def request(self, path: str, body: Any = None, **headers: str) -> Answer:
        """Get ``path``, or post ``body`` to it."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            reader, writer = await self._connected()
            text = b"" if body is None else json.dumps(body).encode()
            words = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip"]
            if body is not None:
                words += ["Content-Type: application/json", f"Content-Length: {len(text)}"]
            if self._token:
                words.append(f"Authorization: Bearer {self._token}")
            words += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
            began = time.perf_counter()
            writer.write("\r\n".join([*words, "", ""]).encode() + text)
            status, received = await _head(reader)
            content = await reader.readexactly(int(received.get("content-length", 0))) if status != 304 else b""
            self._used = time.monotonic()
            if received.get("connection") == "close":
                self.close()
            return Answer(status, received, content, time.perf_counter() - began)

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._pipe is not None and time.monotonic() - self._used > IDLE_SECONDS:
            self.close()
        if self._pipe is None:
            self._pipe = await asyncio.open_connection("127.0.0.1", self._port)
        return self._pipe

    def close(self) -> None:
        """Close the connection."""
        if self._pipe is not None:
            self._pipe[1].close()
        self._pipe = None


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = (line.partition(": ") for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name.lower(): value for name, _, value in headers}


@dataclass(slots=True)
class Measurements:
    """Seconds of each report, of each page, and of each result until a phone showed it; and the errors."""

    reports: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    unchanged: int = 0
    errors: list[str] = field(default_factory=list)
    # When each report was sent, by the number of its record.
    sent: dict[int, float] = field(default_factory=dict)


class Phone:
    """A phone that shows one page: it listens, and fetches the page again when one of its topics changed.

    A page that is older than the news is fetched once more.
    """

    def __init__(self, port: int, path: str, measured: Measurements) -> None:
        self._port, self._path, self._measured = port, path, measured
        self._client = Client(port)
        self._attributes: dict[str, str] = {}
        self._tag = ""
        self._fetched = 0.0
        # How many seconds the server wants between two fetches.
        self.apart = APART_SECONDS
        # The last number on the line, and the number of the page on the screen.
        self._number = self._shows = 0
        # The numbers from the line that the screen does not show yet.
        self._waiting: set[int] = set()
        self._moved = asyncio.Event()

    async def open(self) -> None:
        """Load the page for the first time; its attributes name the stream and the topics."""
        answer = await self._client.request(self._path)
        if answer.status != 200:
            raise RuntimeError(f"{self._path}: {answer.status}")
        self._show(answer)
        for name, pattern in _ATTRIBUTES.items():
            self._attributes[name] = " ".join(each.decode() for each in pattern.findall(answer.text))

    async def listen(self) -> None:
        """Read news until the phone is switched off; a line that ends is an error of the run."""
        topics = set(self._attributes["topics"].split())
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        path = f"/live/?stream={self._attributes['stream']}&since={self._attributes['since']}"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        status, _ = await _head(reader)
        if status != 200:
            self._measured.errors.append(f"a line: {status}")
            return
        try:
            while line := await reader.readline():
                if line.startswith(b'data: {"'):
                    self._hear(json.loads(line[6:]), topics)
        finally:
            writer.close()

    def _hear(self, news: dict[str, Any], topics: set[str]) -> None:
        before, self._number = self._number, news["number"]
        self.apart = max(APART_SECONDS, news.get("apart", 0.0))
        if topics & set(news["topics"]) or "*" in news["topics"]:
            self._waiting |= set(range(before + 1, self._number + 1)) if before else {self._number}
            self._moved.set()

    async def refresh(self) -> None:
        """Fetch the page whenever one of its topics changed."""
        while True:
            await self._moved.wait()
            chance = random.random()  # noqa: S311 -- no secret
            longer = 1 + chance / 2 if self.apart > APART_SECONDS else 1
            pause = max(self.apart / 2 * chance, self._fetched + self.apart * longer - time.monotonic())
            await asyncio.sleep(pause)
            self._moved.clear()
            self._fetched = time.monotonic()
            waited, self._waiting = self._waiting, set()
            try:
                answer = await self._client.request(self._path, If_None_Match=self._tag, Cache_Control="max-stale=2")
            except (OSError, EOFError, TimeoutError) as wrong:
                self._measured.errors.append(f"{self._path}: {wrong!r}")
                self._client.close()
                continue
            self._note(answer, waited)

    def _note(self, answer: Answer, waited: set[int]) -> None:
        if answer.status not in (200, 304):
            self._measured.errors.append(f"{self._path}: {answer.status}")
            return
        self._measured.pages.append(answer.took)
        self._measured.unchanged += answer.status == 304
        if answer.status == 200:
            self._show(answer)
        now, behind = time.perf_counter(), {each for each in waited if each > self._shows}
        self._measured.shown += [
            now - self._measured.sent[each] for each in waited - behind if each in self._measured.sent
        ]
        if behind:
            self._waiting |= behind
            self._moved.set()

    def _show(self, answer: Answer) -> None:
        self._tag = answer.headers["etag"]
        self._shows = int(_NUMBER.findall(answer.text)[0])


class Reporters:
    """Players: the loser of a match reports, twice at once under one key, as a phone on bad Wi-Fi does."""

    def __init__(self, port: int, event: int, tokens: dict[str, str], measured: Measurements) -> None:
        self._port, self._event, self._tokens, self._measured = port, event, tokens, measured
        self._desk = Client(port)
        self._open: list[dict[str, Any]] = []
        self._reported: set[int] = set()
        self._choosing = asyncio.Lock()

    async def report(self) -> None:
        """Report one more match."""
        match = await self._open_match()
        if match is None:
            self._measured.errors.append("no match is left to report")
            return
        path, body = f"/api/v1/matches/{match['id']}/claim/", {"score": [match["length"], 0]}
        began, loser = time.perf_counter(), str(match["bottom"]["entrant"])
        answers = await asyncio.gather(*(self._send(loser, path, body) for _ in range(2)), return_exceptions=True)
        received = [each for each in answers if isinstance(each, Answer)]
        if len(received) < 2 or {each.status for each in received} != {200} or received[0].text != received[1].text:
            self._measured.errors.append(f"{path}: {[each.text[:200] for each in received] or answers}")
            return
        self._measured.reports += [each.took for each in received]
        self._measured.sent[json.loads(received[0].text)["record"]] = began

    async def _open_match(self) -> dict[str, Any] | None:
        async with self._choosing:
            if not self._open:
                answer = await self._desk.request(f"/api/v1/events/{self._event}/matches/?status=open")
                self._open = [each for each in json.loads(answer.text) if each["id"] not in self._reported]
                random.shuffle(self._open)
            match = self._open.pop() if self._open else None
            if match is not None:
                self._reported.add(match["id"])
            return match

    async def _send(self, loser: str, path: str, body: Any) -> Answer:
        client = Client(self._port, self._tokens[loser])
        try:
            return await client.request(path, body, Idempotency_Key=f"hall{path.replace('/', '-')}")
        finally:
            client.close()


async def hall(plan: dict[str, Any]) -> Measurements:
    """Fill the hall, report at an even pace for the seconds of the plan, and wait until everything is shown."""
    measurements = Measurements()
    phones = [Phone(plan["port"], path, measurements) for path in plan["paths"]]
    for start in range(0, len(phones), 50):
        await asyncio.gather(*(phone.open() for phone in phones[start : start + 50]))
    tasks = [asyncio.create_task(work) for phone in phones for work in (phone.listen(), phone.refresh())]
    await asyncio.sleep(1)
    reporters = Reporters(plan["port"], plan["event"], plan["tokens"], measurements)
    loop, pause = asyncio.get_running_loop(), 60 / plan["reports_a_minute"]
    begun, under_way = loop.time(), list[asyncio.Task[None]]()
    for turn in range(round(plan["seconds"] / pause)):
        await asyncio.sleep(max(0.0, begun + turn * pause - loop.time()))
        under_way.append(asyncio.create_task(reporters.report()))
    await asyncio.gather(*under_way)
    await asyncio.sleep(2 * max(phone.apart for phone in phones) + 1)
    broken = [task for task in tasks if task.done()]
    measurements.errors += [f"a phone gave up: {task.exception()!r}" for task in broken]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return measurements


async def greedy(plan: dict[str, Any]) -> dict[str, list[float]]:
    """Return the seconds of reports, in turns alone and beside readers who fetch new pages without a pause."""
    took: dict[str, list[float]] = {"alone": [], "beside": []}
    measurements = Measurements()
    reporters = Reporters(plan["port"], plan["event"], plan["tokens"], measurements)
    for _ in range(plan["turns"]):
        for kind in took:
            readers = []
            if kind == "beside":
                readers = [asyncio.create_task(_read(plan["port"], path)) for path in plan["greedy"]]
                await asyncio.sleep(0.5)
            for _ in range(plan["reports"]):
                del measurements.reports[:]
                await reporters.report()
                took[kind] += measurements.reports
            for reader in readers:
                reader.cancel()
            await asyncio.gather(*readers, return_exceptions=True)
    if measurements.errors:
        raise RuntimeError(measurements.errors[0])
    return took


async def _read(port: int, path: str) -> None:
    client = Client(port)
    try:
        # Another address each time, so that no page is cached.
        for turn in count():
            await client.request(f"{path}&turn={turn}")
    finally:
        client.close()


def main() -> None:
    """Carry out the plan on standard input."""
    plan = json.load(sys.stdin)
    measured: dict[str, Any]
    if plan["what"] == "greedy":
        measured = asyncio.run(greedy(plan))
    else:
        measurements = asyncio.run(hall(plan))
        measured = {name: getattr(measurements, name) for name in ("reports", "pages", "shown", "unchanged", "errors")}
    json.dump(measured, sys.stdout)


if __name__ == "__main__":
    main()
