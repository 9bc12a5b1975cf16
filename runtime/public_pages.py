"""What everybody sees, answered in front of Django by the event loop: no thread and no statement while nothing moved.

A page of ``runtime.etags`` that was right within the last second is right still when the watcher has seen nothing
newer on the streams that it shows: what this process commits it sees at once, what another one writes within a second.
When something moved, pages that were given a moment ago are asked for at once, before anybody is told. Until they have
come, whoever accepts one of a moment ago has it (``Cache-Control: max-stale``, static/js/live.js). It says where its
streams stood: who was told of more asks again. Everybody else waits for the new one.

Source: docs/decisions/0018-at-hand.md.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from heapq import nlargest
from typing import Any

from cachetools import LRUCache
from django.conf import settings

from journal.models import Stream
from runtime.change_feed import Place
from runtime.live import Message, Receive, Send

# Where the scope of a request says that its answer is everybody's: the places of the streams that it shows.
SHARED = "barpoint.shared"
# For how long an answer counts as right while nothing moved, and how old one may be that is given meanwhile.
KNOWN_SECONDS, LINGER_SECONDS = 1.0, 2.0
# So many pages are asked for ahead: a hall looks at one draw and a wall.
MOST_AHEAD = 4
ROOM_BYTES = 8 * 1024 * 1024

_log = logging.getLogger(__name__)

type Scope = dict[str, Any]
type Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]
type Header = tuple[bytes, bytes]
type Places = Sequence[tuple[str, Place]]
type Key = tuple[str, bytes, bytes, tuple[Header, ...]]

# What of a request asks for its page again, and the headers on which an answer to a passer-by depends.
_ASKS = {
    "type", "asgi", "http_version", "server", "client", "scheme", "method", "root_path", "path", "raw_path",
    "query_string",
}  # fmt: skip
_DEPENDS = {b"host", b"x-forwarded-proto", b"accept-language", b"accept-encoding"}


@dataclass(slots=True)
class Answer:
    """An answer that everybody had, the places of the streams it shows, and when it was asked for (seconds).

    ``scope`` asks for it again. ``given`` is when it was given last from here.
    """

    headers: Sequence[Header]
    body: bytes
    tag: bytes
    places: Places
    asked: float
    scope: Scope
    given: float = float("-inf")

    async def give(self, send: Send, held: bytes, said: bytes) -> None:
        """Send it to who holds the page with the tag ``held``: 304 when that is this one."""
        headers, status, body = [*self.headers, (b"cache-status", b"at-hand; " + said)], 200, self.body
        if held.removeprefix(b"W/") == self.tag:
            headers, status, body = [each for each in headers if not each[0].startswith(b"content-")], 304, b""
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class AtHand:
    """Stands before ``app``, in the thread of the event loop.

    ``stands`` says whether streams are where a page shows them; ``clock`` returns seconds that never go back.
    """

    def __init__(
        self, app: Asgi, stands: Callable[[Places], bool], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app, self._stands, self._clock = app, stands, clock
        self._answers: LRUCache[Key, Answer] = LRUCache(ROOM_BYTES, lambda answer: len(answer.body))
        self._asking: set[Key] = set()
        self._ahead: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it through."""
        headers = dict(scope["headers"])
        key = _key(scope, headers)
        if key is None:
            await self._app(scope, receive, send)
            return
        found = self._answers.get(key)
        said = self._said(key, found, headers.get(b"cache-control", b""))
        if found is not None and said:
            found.given = self._clock()
            await found.give(send, headers.get(b"if-none-match", b""), said)
        else:
            await self._ask(key, scope, receive, send)

    def look_ahead(self) -> None:
        """Something moved: ask for the pages of it that were given a moment ago."""
        since = self._clock() - LINGER_SECONDS
        # To read an entry is to use it: a copy keeps the order in which entries give way.
        recent = [(key, each) for key, each in copy(self._answers).items() if each.given > since]
        for key, each in nlargest(MOST_AHEAD, recent, key=lambda entry: entry[1].given):
            if key not in self._asking and not self._stands(each.places):
                self._asking.add(key)
                task = asyncio.create_task(self._ask_ahead(key, dict(each.scope)))
                self._ahead.add(task)
                task.add_done_callback(self._ahead.discard)

    async def _ask_ahead(self, key: Key, scope: Scope) -> None:
        try:
            await self._ask(key, scope, _nothing, _nowhere)
        except Exception:
            _log.exception("a page that was asked for ahead")
        finally:
            self._asking.discard(key)

    async def rest(self) -> None:
        """Wait for what was asked ahead: no thread may be left with an answer that nobody takes."""
        await asyncio.gather(*self._ahead, return_exceptions=True)

    def _said(self, key: Key, found: Answer | None, wish: bytes) -> bytes:
        """Return what is said of an answer that may be given (RFC 9211), nothing of one that may not."""
        age = self._clock() - found.asked if found else LINGER_SECONDS
        if found and age < KNOWN_SECONDS and b"no-cache" not in wish and self._stands(found.places):
            return b"hit"
        return b"hit; ttl=-1" if age < LINGER_SECONDS and key in self._asking and b"max-stale" in wish else b""

    async def _ask(self, key: Key, scope: Scope, receive: Receive, send: Send) -> None:
        asked, told, is_first = self._clock(), list[Message](), key not in self._asking

        async def noting(message: Message) -> None:
            if SHARED in scope:
                told.append(message)
                # Before it is sent, for he may ask again the moment he has it; and once.
                if _is_whole(told):
                    with suppress(ValueError):  # it is larger than the cache
                        self._answers[key] = _answer(told, scope.pop(SHARED), asked, scope)
            await send(message)

        self._asking.add(key)
        try:
            await self._app(scope, receive, noting)
        finally:
            if is_first:
                self._asking.discard(key)


def share(meta: Mapping[str, Any], shown: Iterable[Stream]) -> None:
    """Say that the answer to the request with ``meta`` is everybody's, while the streams stand where they were read."""
    if "asgi.scope" in meta:
        meta["asgi.scope"][SHARED] = tuple((each.name, Place(each.epoch, each.number)) for each in shown)


async def _nothing() -> Message:
    return {"type": "http.request", "body": b""}


async def _nowhere(message: Message) -> None:
    """Nobody waits for it."""


def _is_whole(told: Sequence[Message]) -> bool:
    """Whether this is a whole page by now."""
    start, *parts = told
    length, come = dict(start["headers"]).get(b"content-length"), sum(len(part.get("body", b"")) for part in parts)
    is_last = bool(parts) and not parts[-1].get("more_body", False)
    return start["status"] == 200 and (is_last or (length is not None and come == int(length)))


def _answer(told: Sequence[Message], places: Places, asked: float, scope: Scope) -> Answer:
    headers: list[Header] = [each for each in told[0]["headers"] if each[0] != b"cache-status"]
    body = b"".join(message.get("body", b"") for message in told[1:])
    again = {name: value for name, value in scope.items() if name in _ASKS}
    again["headers"] = [each for each in scope["headers"] if each[0] in _DEPENDS]
    return Answer(headers, body, dict(headers)[b"etag"].removeprefix(b"W/"), places, asked, again)


def _key(scope: Scope, headers: Mapping[bytes, bytes]) -> Key | None:
    """Return what an answer depends on beside the streams; None where it may be somebody's own."""
    cookies = headers.get(b"cookie", b"")
    own = any(name.encode() in cookies for name in (settings.SESSION_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME))
    if scope["method"] != "GET" or own or b"authorization" in headers or b"content-length" in headers:
        return None
    told = tuple(each for each in scope["headers"] if each[0] in _DEPENDS)
    return scope["scheme"], scope["raw_path"], scope["query_string"], told
