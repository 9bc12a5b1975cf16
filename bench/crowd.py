"""A hall of phones in one process: lines that listen, pages asked for when something of theirs moved, reports.

``python -m bench.crowd`` reads what to do as JSON and writes what it saw as JSON. It is asyncio on bare sockets, so
that it measures the server and not itself.
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

# As static/js/live.js: after up to a second, at most once in two.
JITTER_SECONDS, APART_SECONDS = 1.0, 2.0
PATIENCE_SECONDS = 20.0
# The server closes what was idle for five seconds.
IDLE_SECONDS = 3.0
_TOLD = {name: re.compile(rb'data-%s="([^"]*)"' % name.encode()) for name in ("stream", "since", "topics")}
_NUMBER = re.compile(rb'data-since="[^":]*:([0-9]+)"')


@dataclass(slots=True)
class Answer:
    """What the server said, and how many seconds it took."""

    status: int
    headers: dict[str, str]
    body: bytes
    took: float

    @property
    def text(self) -> bytes:
        """What came, unpacked."""
        return gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body


class Caller:
    """One client with one connection, kept while it is used."""

    def __init__(self, port: int, token: str = "") -> None:
        self._port, self._token = port, token
        self._pipe: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def ask(self, path: str, body: Any = None, **headers: str) -> Answer:
        """Ask for ``path``, or post ``body`` to it."""
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
            status, told = await _head(reader)
            found = await reader.readexactly(int(told.get("content-length", 0))) if status != 304 else b""
            self._used = time.monotonic()
            if told.get("connection") == "close":
                self.close()
            return Answer(status, told, found, time.perf_counter() - began)

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._pipe is not None and time.monotonic() - self._used > IDLE_SECONDS:
            self.close()
        if self._pipe is None:
            self._pipe = await asyncio.open_connection("127.0.0.1", self._port)
        return self._pipe

    def close(self) -> None:
        """Hang up."""
        if self._pipe is not None:
            self._pipe[1].close()
        self._pipe = None


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    told = (line.partition(": ") for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name.lower(): value for name, _, value in told}


@dataclass(slots=True)
class Seen:
    """What the crowd saw: seconds of each report, each page, each result until a phone showed it; what went wrong."""

    reports: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    unchanged: int = 0
    errors: list[str] = field(default_factory=list)
    # When each result was sent, by its number in the memory.
    sent: dict[int, float] = field(default_factory=dict)


class Phone:
    """A phone that shows one page: it listens, and asks for the page when one of its topics is named.

    A page that is behind what it was told is asked for once more.
    """

    def __init__(self, port: int, path: str, seen: Seen) -> None:
        self._port, self._path, self._seen = port, path, seen
        self._caller = Caller(port)
        self._told: dict[str, str] = {}
        self._tag = ""
        self._asked = 0.0
        # Where the line stands, and where the page it shows.
        self._number = self._shows = 0
        # The numbers that it was told of and does not show yet.
        self._waiting: set[int] = set()
        self._moved = asyncio.Event()

    async def open(self) -> None:
        """Load the page for the first time; it says what it shows."""
        answer = await self._caller.ask(self._path)
        if answer.status != 200:
            raise RuntimeError(f"{self._path}: {answer.status}")
        self._take(answer)
        for name, pattern in _TOLD.items():
            found = pattern.findall(answer.text)
            self._told[name] = " ".join(each.decode() for each in found)

    async def listen(self) -> None:
        """Hold a line for ever; another is opened when it breaks."""
        topics = set(self._told["topics"].split())
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        asked = f"/live/?stream={self._told['stream']}&since={self._told['since']}"
        writer.write(f"GET {asked} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        status, _ = await _head(reader)
        if status != 200:
            self._seen.errors.append(f"a line: {status}")
            return
        try:
            while line := await reader.readline():
                if line.startswith(b'data: {"'):
                    self._hear(json.loads(line[6:]), topics)
        finally:
            writer.close()

    def _hear(self, news: dict[str, Any], topics: set[str]) -> None:
        before, self._number = self._number, news["number"]
        if topics & set(news["topics"]) or "*" in news["topics"]:
            self._waiting |= set(range(before + 1, self._number + 1)) if before else {self._number}
            self._moved.set()

    async def look(self) -> None:
        """Ask for the page whenever something of it moved."""
        while True:
            await self._moved.wait()
            chance = random.random()  # noqa: S311 -- no secret
            pause = max(JITTER_SECONDS * chance, self._asked + APART_SECONDS - time.monotonic())
            await asyncio.sleep(pause)
            self._moved.clear()
            self._asked = time.monotonic()
            waited, self._waiting = self._waiting, set()
            try:
                answer = await self._caller.ask(self._path, If_None_Match=self._tag, Cache_Control="max-stale=2")
            except (OSError, EOFError, TimeoutError) as wrong:
                self._seen.errors.append(f"{self._path}: {wrong!r}")
                self._caller.close()
                continue
            self._note(answer, waited)

    def _note(self, answer: Answer, waited: set[int]) -> None:
        if answer.status not in (200, 304):
            self._seen.errors.append(f"{self._path}: {answer.status}")
            return
        self._seen.pages.append(answer.took)
        self._seen.unchanged += answer.status == 304
        if answer.status == 200:
            self._take(answer)
        now, behind = time.perf_counter(), {each for each in waited if each > self._shows}
        self._seen.shown += [now - self._seen.sent[each] for each in waited - behind if each in self._seen.sent]
        if behind:
            self._waiting |= behind
            self._moved.set()

    def _take(self, answer: Answer) -> None:
        self._tag = answer.headers["etag"]
        self._shows = int(_NUMBER.findall(answer.text)[0])


class Reporters:
    """Players who report: the loser's own word, sent twice at once under one key, as a phone on bad Wi-Fi does."""

    def __init__(self, port: int, event: int, tokens: dict[str, str], seen: Seen) -> None:
        self._port, self._event, self._tokens, self._seen = port, event, tokens, seen
        self._desk = Caller(port)
        self._open: list[dict[str, Any]] = []
        self._reported: set[int] = set()
        self._looking = asyncio.Lock()

    async def report(self) -> None:
        """Report one match more."""
        match = await self._next()
        if match is None:
            self._seen.errors.append("no match is left to report")
            return
        path, body = f"/api/v1/matches/{match['id']}/claim/", {"score": [match["length"], 0]}
        began, loser = time.perf_counter(), str(match["bottom"]["entrant"])
        answers = await asyncio.gather(*(self._send(loser, path, body) for _ in range(2)), return_exceptions=True)
        told = [each for each in answers if isinstance(each, Answer)]
        if len(told) < 2 or {each.status for each in told} != {200} or told[0].text != told[1].text:
            self._seen.errors.append(f"{path}: {[each.text[:200] for each in told] or answers}")
            return
        self._seen.reports += [each.took for each in told]
        self._seen.sent[json.loads(told[0].text)["record"]] = began

    async def _next(self) -> dict[str, Any] | None:
        async with self._looking:
            if not self._open:
                found = await self._desk.ask(f"/api/v1/events/{self._event}/matches/?status=open")
                self._open = [each for each in json.loads(found.text) if each["id"] not in self._reported]
                random.shuffle(self._open)
            match = self._open.pop() if self._open else None
            if match is not None:
                self._reported.add(match["id"])
            return match

    async def _send(self, loser: str, path: str, body: Any) -> Answer:
        caller = Caller(self._port, self._tokens[loser])
        try:
            return await caller.ask(path, body, Idempotency_Key=f"hall{path.replace('/', '-')}")
        finally:
            caller.close()


async def hall(plan: dict[str, Any]) -> Seen:
    """Fill the hall, then report at an even pace for so many seconds, and wait until everything is shown."""
    seen = Seen()
    phones = [Phone(plan["port"], path, seen) for path in plan["paths"]]
    for start in range(0, len(phones), 50):
        await asyncio.gather(*(phone.open() for phone in phones[start : start + 50]))
    tasks = [asyncio.create_task(work) for phone in phones for work in (phone.listen(), phone.look())]
    await asyncio.sleep(1)
    reporters = Reporters(plan["port"], plan["event"], plan["tokens"], seen)
    loop, pause = asyncio.get_running_loop(), 60 / plan["reports_a_minute"]
    begun, under_way = loop.time(), list[asyncio.Task[None]]()
    for turn in range(round(plan["seconds"] / pause)):
        await asyncio.sleep(max(0.0, begun + turn * pause - loop.time()))
        under_way.append(asyncio.create_task(reporters.report()))
    await asyncio.gather(*under_way)
    await asyncio.sleep(APART_SECONDS + JITTER_SECONDS + 1)
    broken = [task for task in tasks if task.done()]
    seen.errors += [f"a phone gave up: {task.exception()!r}" for task in broken]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return seen


async def greedy(plan: dict[str, Any]) -> dict[str, list[float]]:
    """Return the seconds of reports alone, and beside readers who ask for new pages without a pause, by turns."""
    took: dict[str, list[float]] = {"alone": [], "beside": []}
    seen = Seen()
    reporters = Reporters(plan["port"], plan["event"], plan["tokens"], seen)
    for _ in range(plan["turns"]):
        for kind in took:
            readers = []
            if kind == "beside":
                readers = [asyncio.create_task(_read(plan["port"], path)) for path in plan["greedy"]]
                await asyncio.sleep(0.5)
            for _ in range(plan["reports"]):
                del seen.reports[:]
                await reporters.report()
                took[kind] += seen.reports
            for reader in readers:
                reader.cancel()
            await asyncio.gather(*readers, return_exceptions=True)
    if seen.errors:
        raise RuntimeError(seen.errors[0])
    return took


async def _read(port: int, path: str) -> None:
    caller = Caller(port)
    try:
        # Another address each time: nobody has asked for that page before.
        for turn in count():
            await caller.ask(f"{path}&turn={turn}")
    finally:
        caller.close()


def main() -> None:
    """Do what is asked on standard input."""
    plan = json.load(sys.stdin)
    told: dict[str, Any]
    if plan["what"] == "greedy":
        told = asyncio.run(greedy(plan))
    else:
        seen = asyncio.run(hall(plan))
        told = {name: getattr(seen, name) for name in ("reports", "pages", "shown", "unchanged", "errors")}
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
