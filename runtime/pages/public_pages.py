"""The public page cache: the event loop answers cached public pages, without a thread or a statement.

A page from ``runtime.pages.etags`` that was current within the last second is still current if the change feed has seen
nothing newer on its streams: the feed sees commits of this process at once, those of other processes within a second.
Where one process owns the database, a page stays current to the end of its minute while nothing at all is committed:
what a public page shows changes with a record, or with the minute.
When something changes, pages served a moment ago are refreshed at once, before subscribers are notified. Meanwhile a
client that accepts a stale page gets it (``Cache-Control: max-stale``, static/js/live.js), and so it does for ten times
as long as the page took to make, for half a second at most: however many results come in, no page takes a processor for
itself. The page names the positions of its streams, so a client that knows of newer ones asks again. Where no page is
recent enough, these clients wait together for the one that is being made. All others ask for it themselves.

Source: docs/decisions/0018-public-page-cache.md.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from heapq import nlargest
from typing import Any, Protocol

from cachetools import LRUCache
from django.conf import settings

from journal.models import Stream
from runtime.asgi import Asgi, Header, Message, Receive, Scope, Send
from runtime.live.change_feed import Place

# The key in a request's scope that marks its answer as public; the value holds the positions of its streams.
SHARED = "barpoint.shared"
# How long an answer counts as current while nothing changed, and how old a stale answer may be.
FRESH_SECONDS, STALE_SECONDS = 1.0, 2.0
# How many times as long as it took to make an answer is served to clients that accept it stale, and the most of this.
RESTS_TIMES, MOST_REST_SECONDS = 10, 0.5
# At most this many pages are refreshed at once: a hall looks at one draw and a wall.
MOST_REFRESHED = 4
ROOM_BYTES = 8 * 1024 * 1024

_log = logging.getLogger(__name__)

type Places = Sequence[tuple[str, Place]]
type Key = tuple[str, bytes, bytes, tuple[Header, ...]]

# The parts of a scope that repeat its request, and the headers on which a public answer depends, beside the language
# that a browser chose by a cookie.
_REPEATED = {
    "type", "asgi", "http_version", "server", "client", "scheme", "method", "root_path", "path", "raw_path",
    "query_string",
}  # fmt: skip
_VARY = {b"host", b"x-forwarded-proto", b"accept-language", b"accept-encoding", b"origin"}


@dataclass(slots=True)
class Answer:
    """A public answer, the positions of its streams, when it was requested (seconds) and how long it ``took`` to make.

    ``minute`` is that of the request. ``scope`` repeats the request. ``served_at`` is when the cache last served it.
    """

    headers: Sequence[Header]
    body: bytes
    tag: bytes
    places: Places
    requested_at: float
    took: float
    minute: int
    scope: Scope
    served_at: float = float("-inf")

    def rests(self, age: float) -> bool:
        """Whether it is too early to make an answer of this ``age`` (seconds) again for those who accept it stale."""
        return age < min(self.took * RESTS_TIMES, MOST_REST_SECONDS)

    async def serve(self, send: Send, etag: bytes, cache_status: bytes) -> None:
        """Send the answer, or 304 if the client's ``etag`` is that of the answer."""
        headers, status, body = [*self.headers, (b"cache-status", b"barpoint-public; " + cache_status)], 200, self.body
        if etag.removeprefix(b"W/") == self.tag:
            headers, status, body = [each for each in headers if not each[0].startswith(b"content-")], 304, b""
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class Memory(Protocol):
    """What is known of the memory without a statement."""

    def is_current(self, places: Places) -> bool:
        """Whether each stream is at this position."""
        ...

    def is_quiet(self, since: float) -> bool:
        """Whether nothing at all was committed since a moment (monotonic seconds)."""
        ...


class PublicPages:
    """ASGI middleware in front of ``app``, in the thread of the event loop.

    ``clock`` returns monotonic seconds, ``minute`` the number of the minute by the clock on the wall.
    """

    def __init__(
        self,
        app: Asgi,
        memory: Memory,
        clock: Callable[[], float] = time.monotonic,
        minute: Callable[[], int] = lambda: int(time.time() // 60),
    ) -> None:
        self._app, self._memory, self._clock, self._minute = app, memory, clock, minute
        self._answers: LRUCache[Key, Answer] = LRUCache(ROOM_BYTES, lambda answer: len(answer.body))
        # What is being requested, and what is set once that is done.
        self._requesting: dict[Key, asyncio.Event] = {}
        self._refreshing: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request from the cache, or pass it on."""
        headers = dict(scope["headers"])
        key = _key(scope, headers)
        if key is None:
            await self._app(scope, receive, send)
            return
        answer = self._answers.get(key)
        cache_status = self._cache_status(key, answer, headers.get(b"cache-control", b""))
        if answer is not None and cache_status:
            answer.served_at = self._clock()
            await answer.serve(send, headers.get(b"if-none-match", b""), cache_status)
        elif key in self._requesting and b"max-stale" in headers.get(b"cache-control", b""):
            await self._wait(key, scope, receive, send)
        else:
            await self._request(key, scope, receive, send)

    async def _wait(self, key: Key, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer that is being made to a client that accepts it stale; request it if none comes of that."""
        oldest, before = self._clock() - STALE_SECONDS, self._answers.get(key)
        while key in self._requesting:
            await self._requesting[key].wait()
            answer = self._answers.get(key)
            if answer is None or answer is before:
                break
            if answer.requested_at > oldest:
                answer.served_at = self._clock()
                await answer.serve(send, dict(scope["headers"]).get(b"if-none-match", b""), b"fwd=miss; collapsed")
                return
        await self._request(key, scope, receive, send)

    def refresh(self) -> None:
        """Request the pages again that were served a moment ago and are no longer current."""
        now = self._clock()
        since = now - STALE_SECONDS
        # Reading an entry counts as using it: a copy keeps the order in which entries are dropped.
        recent = [(key, each) for key, each in copy(self._answers).items() if each.served_at > since]
        for key, each in nlargest(MOST_REFRESHED, recent, key=lambda entry: entry[1].served_at):
            is_wanted = key not in self._requesting and not each.rests(now - each.requested_at)
            if is_wanted and not self._memory.is_current(each.places):
                self._requesting[key] = asyncio.Event()
                task = asyncio.create_task(self._refresh(key, dict(each.scope)))
                self._refreshing.add(task)
                task.add_done_callback(self._refreshing.discard)

    async def _refresh(self, key: Key, scope: Scope) -> None:
        try:
            await self._request(key, scope, _no_body, _discard)
        except Exception:
            _log.exception("a page could not be refreshed")
        finally:
            self._requested(key)

    def _requested(self, key: Key) -> None:
        """Let those go on who wait for an answer."""
        self._requesting.pop(key).set()

    async def finish(self) -> None:
        """Wait for the pages being refreshed, so that no thread is left with an answer that nobody reads."""
        await asyncio.gather(*self._refreshing, return_exceptions=True)

    def _cache_status(self, key: Key, answer: Answer | None, wish: bytes) -> bytes:
        """Return the Cache-Status (RFC 9211) of an answer that may be served, empty for one that may not."""
        age = self._clock() - answer.requested_at if answer else STALE_SECONDS
        if answer and b"no-cache" not in wish and self._is_fresh(answer, age):
            return b"hit"
        is_soon_new = key in self._requesting or (answer is not None and answer.rests(age))
        return b"hit; ttl=-1" if age < STALE_SECONDS and is_soon_new and b"max-stale" in wish else b""

    def _is_fresh(self, answer: Answer, age: float) -> bool:
        if self._memory.is_quiet(answer.requested_at):
            return answer.minute == self._minute()
        return age < FRESH_SECONDS and self._memory.is_current(answer.places)

    async def _request(self, key: Key, scope: Scope, receive: Receive, send: Send) -> None:
        requested_at, minute = self._clock(), self._minute()
        messages, is_first = list[Message](), key not in self._requesting

        async def record(message: Message) -> None:
            if SHARED in scope:
                messages.append(message)
                # Cached before it is sent, because the client may ask again the moment it has it; and only once.
                if _is_complete(messages):
                    with suppress(ValueError):  # it is larger than the cache
                        made = requested_at, self._clock() - requested_at, minute
                        self._answers[key] = _answer(messages, scope.pop(SHARED), made, scope)
            await send(message)

        if is_first:
            self._requesting[key] = asyncio.Event()
        try:
            await self._app(scope, receive, record)
        finally:
            if is_first:
                self._requested(key)


def share(meta: Mapping[str, Any], shown: Iterable[Stream]) -> None:
    """Mark the answer to the request with ``meta`` as public while its streams stay at the positions read."""
    if "asgi.scope" in meta:
        meta["asgi.scope"][SHARED] = tuple((each.name, Place(each.epoch, each.number)) for each in shown)


async def _no_body() -> Message:
    return {"type": "http.request", "body": b""}


async def _discard(message: Message) -> None:
    """Drop the message: nobody waits for it."""


def _is_complete(messages: Sequence[Message]) -> bool:
    """Whether the messages so far make a complete page."""
    start, *parts = messages
    length, received = dict(start["headers"]).get(b"content-length"), sum(len(part.get("body", b"")) for part in parts)
    is_last = bool(parts) and not parts[-1].get("more_body", False)
    return start["status"] == 200 and (is_last or (length is not None and received == int(length)))


def _answer(messages: Sequence[Message], places: Places, made: tuple[float, float, int], scope: Scope) -> Answer:
    headers: list[Header] = [each for each in messages[0]["headers"] if each[0] != b"cache-status"]
    body = b"".join(message.get("body", b"") for message in messages[1:])
    again = {name: value for name, value in scope.items() if name in _REPEATED}
    headers_again = [each for each in scope["headers"] if each[0] in _VARY]
    cookies = dict(scope["headers"]).get(b"cookie", b"")
    again["headers"] = headers_again + _language_cookie(cookies)
    return Answer(headers, body, dict(headers)[b"etag"].removeprefix(b"W/"), places, *made, again)


def _key(scope: Scope, headers: Mapping[bytes, bytes]) -> Key | None:
    """Return what an answer depends on beside its streams; None if the answer may be private."""
    cookies = headers.get(b"cookie", b"")
    private = settings.SESSION_COOKIE_NAME.encode() in cookies
    if scope["method"] != "GET" or private or b"authorization" in headers or b"content-length" in headers:
        return None
    varying = tuple(each for each in scope["headers"] if each[0] in _VARY)
    return scope["scheme"], scope["raw_path"], scope["query_string"], (*varying, *_language_cookie(cookies))


def _language_cookie(cookies: bytes) -> list[Header]:
    """Return the cookie of the language alone, none if this browser chose no language."""
    name = settings.LANGUAGE_COOKIE_NAME.encode() + b"="
    return [(b"cookie", each) for each in (part.strip() for part in cookies.split(b";")) if each.startswith(name)]
