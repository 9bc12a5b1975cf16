"""``GET /live/``: server-sent events with the position of each stream and the topics that changed.

Raw ASGI, outside the thread pools: a phone that only listens costs no thread. Events hold numbers and ids only, which
are public; a page then fetches its contents with its own rights.

Source: docs/live.md.
"""

import asyncio
import json
import random
import re
import resource
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from urllib.parse import parse_qs

from runtime.asgi import Receive, Scope, Send
from runtime.live.change_feed import Place, Subscriber, Update, feed
from runtime.networks import network_of
from runtime.refusals import refuse

BEAT_SECONDS = 15.0
# A client that reads nothing for this long is gone.
PATIENCE_SECONDS = 30.0
# How long the change feed may take to read the position of a stream.
FIND_SECONDS = 10.0
RETRY_MILLISECONDS = 2000
# All lines together send so many events a second: one of 500 lines rests for half a second after each of its events.
EVENTS_A_SECOND = 1000
MOST, MOST_OF_ADDRESS, MOST_OF_BROWSER = 1000, 600, 4
MOST_STREAMS = 8
# Open files reserved for everything else: listening phones must never keep the desk from being answered.
SPARE_FILES = 424

# Scripts cannot see a comment, so the heartbeat is an event too: it shows them that the connection is alive.
BEAT = b": beat\nevent: beat\ndata: {}\n\n"

_NAME = re.compile(r"[a-z]{1,20}(:[0-9]{1,18})?")
_PLACE = re.compile(r"([0-9a-f]{1,16}):([0-9]{1,18})")
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Limits:
    """Counts open connections against three limits: in all, per address, per browser."""

    def __init__(self, most: int = MOST) -> None:
        self.is_open = True
        self.most, self.count = most, 0
        self._by: Counter[str] = Counter()

    def enter(self, address: str, browser: str) -> bool:
        """Count a connection; return False, and do not count it, if a limit is reached."""
        full = self.count >= self.most or self._by[address] >= MOST_OF_ADDRESS
        if not self.is_open or full or (browser and self._by[browser] >= MOST_OF_BROWSER):
            return False
        self.count += 1
        for who in (address, browser):
            self._by[who] += 1
        return True

    def leave(self, address: str, browser: str) -> None:
        """Stop counting a connection."""
        self.count -= 1
        for who in (address, browser):
            self._by[who] -= 1
            if not self._by[who]:
                del self._by[who]


limits = Limits()


async def start() -> None:
    """Start accepting connections, in the running event loop."""
    limits.is_open, limits.most = True, room(_open_files())
    await feed.start()


def room(files: int) -> int:
    """Return how many connections are allowed in a process that may hold ``files`` files open."""
    return max(0, min(MOST, files - SPARE_FILES))


def _open_files() -> int:
    """Return how many files this process may hold open, after raising its own limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft


async def end() -> None:
    """End all connections and refuse new ones, because the server is about to stop."""
    limits.is_open = False
    feed.end()


async def stop() -> None:
    """Stop the change feed, because the server has stopped."""
    await end()
    await feed.stop()


async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request for ``/live/``."""
    if scope["method"] != "GET":
        await refuse(scope, send, 405, "method", [(b"allow", b"GET")])
        return
    query = parse_qs(scope["query_string"].decode("ascii", "replace"))
    since = _requested(query, dict(scope["headers"]).get(b"last-event-id", b"").decode("ascii", "replace"))
    if not since:
        await refuse(scope, send, 404, "stream.unknown", stream="?")
        return
    address = "address " + network_of(str((scope.get("client") or ["?"])[0]))
    browser = "browser " + query["browser"][0][:64] if "browser" in query else ""
    if not limits.enter(address, browser):
        await refuse(scope, send, 503, "live.full", seconds=30)
        return
    subscriber = Subscriber(since)
    gone = asyncio.ensure_future(_gone(receive, subscriber))
    try:
        feed.join(subscriber)
        await _answer(scope, subscriber, send)
    finally:
        feed.leave(subscriber)
        limits.leave(address, browser)
        gone.cancel()


async def _answer(scope: Scope, subscriber: Subscriber, send: Send) -> None:
    try:
        async with asyncio.timeout(FIND_SECONDS):
            while not (subscriber.is_ready or subscriber.ended):
                subscriber.changed.clear()
                await subscriber.changed.wait()
    except TimeoutError:
        await refuse(scope, send, 503, "server.busy", seconds=5)
        return
    if subscriber.is_lost:
        await refuse(scope, send, 404, "stream.unknown", stream=", ".join(subscriber.since))
        return
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await _write(send, b"retry: %d\n\n" % RETRY_MILLISECONDS)
    await send_updates(subscriber, send)
    # Spread the reconnections over some seconds.
    await _write(send, b"retry: %d\n\n" % random.randint(1000, 5000), more=False)  # noqa: S311 -- no secret


async def send_updates(subscriber: Subscriber, send: Send) -> None:
    """Send updates and heartbeats until the subscription ends."""
    while not subscriber.ended:
        try:
            async with asyncio.timeout(BEAT_SECONDS):
                await subscriber.changed.wait()
        except TimeoutError:
            await _write(send, BEAT)
            continue
        text = "".join(_event(subscriber, update) for update in subscriber.take())
        if text:
            await _write(send, text.encode())
            # What is recorded meanwhile comes in one event.
            await asyncio.sleep(rest_seconds(limits.count))


def rest_seconds(lines: int) -> float:
    """Return for how many seconds a line rests after an event while so many ``lines`` are open."""
    return lines / EVENTS_A_SECOND


async def _write(send: Send, text: bytes, *, more: bool = True) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await send({"type": "http.response.body", "body": text, "more_body": more})


async def _gone(receive: Receive, subscriber: Subscriber) -> None:
    """End the subscription when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    subscriber.end()


def _event(subscriber: Subscriber, update: Update) -> str:
    """Return an update as an event; its id holds the positions of all streams, in the order requested."""
    return _text(",".join(str(subscriber.places[name]) for name in subscriber.since), update)


# All subscribers receive the same text.
@lru_cache(maxsize=64)
def _text(at: str, update: Update) -> str:
    fields = {
        "stream": update.stream,
        "epoch": update.at.epoch,
        "number": update.at.number,
        "topics": sorted(update.topics),
    } | ({"apart": update.apart} if update.apart else {})
    return f"id: {at}\ndata: {json.dumps(fields, separators=(',', ':'))}\n\n"


def _requested(query: Mapping[str, Sequence[str]], last: str) -> dict[str, Place | None]:
    """Return the requested streams, each with the position that the client knows; empty if the request is malformed.

    A position that cannot be read counts as very old.
    """
    names = list(dict.fromkeys(query.get("stream", ())))
    if not 0 < len(names) <= MOST_STREAMS or not all(_NAME.fullmatch(name) for name in names):
        return {}
    since = last.split(",") if last else [each for text in query.get("since", ()) for each in text.split(",")]
    return {name: _place(since[at]) if at < len(since) else None for at, name in enumerate(names)}


def _place(text: str) -> Place:
    match = _PLACE.fullmatch(text)
    return Place(match[1], int(match[2])) if match else Place("", 0)
