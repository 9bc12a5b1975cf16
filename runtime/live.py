"""``GET /live/``: a stream of server-sent events that says which stream is at which number, and which topics moved.

Raw ASGI, beside the pools of threads: a phone that only listens costs no thread. It tells public facts only, numbers
and ids; what they mean a page asks for in its own right.

Source: docs/live.md.
"""

import asyncio
import json
import random
import re
import resource
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs

from runtime.change_feed import Listener, News, Place, watcher

BEAT_SECONDS = 15.0
# A reader that took nothing for so long is gone.
PATIENCE_SECONDS = 30.0
# How long the watcher may take to find a stream.
FIND_SECONDS = 10.0
RETRY_MILLISECONDS = 2000
MOST, MOST_OF_ADDRESS, MOST_OF_BROWSER = 1000, 600, 4
MOST_STREAMS = 8
# Files that lines leave for everything else: a phone that listens must never cost the desk its answer.
SPARE_FILES = 256

# A page can't see a comment; so that it knows the line is alive, the beat is an event too.
BEAT = b": beat\nevent: beat\ndata: {}\n\n"

type Message = MutableMapping[str, Any]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]

_NAME = re.compile(r"[a-z]{1,20}(:[0-9]{1,18})?")
_PLACE = re.compile(r"([0-9a-f]{1,16}):([0-9]{1,18})")
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Doors:
    """Who listens: so many in all, from one address, from one browser."""

    def __init__(self, most: int = MOST) -> None:
        self.is_open = True
        self.most, self.within = most, 0
        self._of: Counter[str] = Counter()

    def enter(self, address: str, browser: str) -> bool:
        """Let somebody in, unless there are enough."""
        full = self.within >= self.most or self._of[address] >= MOST_OF_ADDRESS
        if not self.is_open or full or (browser and self._of[browser] >= MOST_OF_BROWSER):
            return False
        self.within += 1
        for who in (address, browser):
            self._of[who] += 1
        return True

    def leave(self, address: str, browser: str) -> None:
        """Let somebody out."""
        self.within -= 1
        for who in (address, browser):
            self._of[who] -= 1
            if not self._of[who]:
                del self._of[who]


doors = Doors()


async def start() -> None:
    """Begin to tell; the server's event loop runs."""
    doors.is_open, doors.most = True, room(_open_files())
    await watcher.start()


def room(files: int) -> int:
    """Return how many may listen in a process that may hold so many files open."""
    return max(0, min(MOST, files - SPARE_FILES))


def _open_files() -> int:
    """Return how many files this process may hold open, once it has asked for enough."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft


async def end() -> None:
    """The server is about to stop: every stream ends, and none begins."""
    doors.is_open = False
    watcher.end()


async def stop() -> None:
    """The server has stopped."""
    await end()
    await watcher.stop()


async def live(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
    """Answer a request for ``/live/``."""
    if scope["method"] != "GET":
        await _refuse(send, 405, "only GET", (b"allow", b"GET"))
        return
    query = parse_qs(scope["query_string"].decode("ascii", "replace"))
    asked = _asked(query, dict(scope["headers"]).get(b"last-event-id", b"").decode("ascii", "replace"))
    if not asked:
        await _refuse(send, 404, "no such stream")
        return
    address = "address " + str((scope.get("client") or ["?"])[0])
    browser = "browser " + query["browser"][0][:64] if "browser" in query else ""
    if not doors.enter(address, browser):
        await _refuse(send, 503, "enough listen already: ask for the page itself", (b"retry-after", b"30"))
        return
    listener = Listener(asked)
    gone = asyncio.ensure_future(_gone(receive, listener))
    try:
        watcher.join(listener)
        await _answer(listener, send)
    finally:
        watcher.leave(listener)
        doors.leave(address, browser)
        gone.cancel()


async def _answer(listener: Listener, send: Send) -> None:
    try:
        async with asyncio.timeout(FIND_SECONDS):
            while not (listener.is_placed or listener.ended):
                listener.moved.clear()
                await listener.moved.wait()
    except TimeoutError:
        await _refuse(send, 503, "not now", (b"retry-after", b"5"))
        return
    if listener.is_lost:
        await _refuse(send, 404, "no such stream")
        return
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await _write(send, b"retry: %d\n\n" % RETRY_MILLISECONDS)
    await _tell(listener, send)
    # Those who come back come one after the other.
    await _write(send, b"retry: %d\n\n" % random.randint(1000, 5000), more=False)  # noqa: S311 -- no secret


async def _tell(listener: Listener, send: Send) -> None:
    """Tell what moves until the listener ends."""
    while not listener.ended:
        try:
            async with asyncio.timeout(BEAT_SECONDS):
                await listener.moved.wait()
        except TimeoutError:
            await _write(send, BEAT)
            continue
        text = "".join(_event(listener, news) for news in listener.take())
        if text:
            await _write(send, text.encode())


async def _write(send: Send, text: bytes, *, more: bool = True) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await send({"type": "http.response.body", "body": text, "more_body": more})


async def _gone(receive: Receive, listener: Listener) -> None:
    """End the listener once the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()


def _event(listener: Listener, news: News) -> str:
    """Return news as an event; its id says where every stream of the listener stands, in the order he asked."""
    return _text(",".join(str(listener.places[name]) for name in listener.asked), news)


# All who listen are told the same.
@lru_cache(maxsize=64)
def _text(at: str, news: News) -> str:
    told = {"stream": news.stream, "epoch": news.at.epoch, "number": news.at.number, "topics": sorted(news.topics)}
    return f"id: {at}\ndata: {json.dumps(told, separators=(',', ':'))}\n\n"


def _asked(query: Mapping[str, Sequence[str]], last: str) -> dict[str, Place | None]:
    """Return the streams asked for, each with where the client says it stood; empty when they can't be.

    What can't be read as a place stands for one of long ago.
    """
    names = list(dict.fromkeys(query.get("stream", ())))
    if not 0 < len(names) <= MOST_STREAMS or not all(_NAME.fullmatch(name) for name in names):
        return {}
    since = last.split(",") if last else [each for text in query.get("since", ()) for each in text.split(",")]
    return {name: _place(since[at]) if at < len(since) else None for at, name in enumerate(names)}


def _place(text: str) -> Place:
    found = _PLACE.fullmatch(text)
    return Place(found[1], int(found[2])) if found else Place("", 0)


async def _refuse(send: Send, status: int, why: str, *headers: tuple[bytes, bytes]) -> None:
    told = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), *headers]
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": why.encode() + b"\n"})
