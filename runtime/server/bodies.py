"""Request bodies are read in the event loop, before a thread is taken: no connection can hold a thread.

A body must arrive within 30 seconds. Large ones share a limited room, so that many of them cannot fill the memory.
"""

import asyncio
import re
from collections.abc import Mapping

from runtime.asgi import Asgi, Message, Receive, Scope, Send
from runtime.refusals import refuse

MOST_BYTES = 2 * 1024 * 1024
SECONDS = 30.0
# A body longer than this is large, and only so many of those are read at once.
LARGE_BYTES, MOST_LARGE = 64 * 1024, 16
# Match files and photos may be longer (10 MB and the form around them), few of them at once.
TAKES_FILES = re.compile(
    r"/(api/v1/)?matches/[0-9]+/files?/|/my/[0-9]+/(file|positions)/|/(api/v1/)?tournaments/[0-9]+/positions/"
)
MOST_FILE_BYTES, MOST_HUGE = 11 * 1024 * 1024, 4


class WholeBodies:
    """ASGI middleware that passes a request on once its body is complete."""

    def __init__(self, app: Asgi, seconds: float = SECONDS) -> None:
        self._app, self._seconds = app, seconds
        self._large = self._huge = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request with its whole body, or refuse it: 408, 413, 503."""
        length = _length(dict(scope["headers"]))
        most = MOST_FILE_BYTES if TAKES_FILES.fullmatch(scope.get("path", "")) else MOST_BYTES
        if length == 0:
            await self._app(scope, receive, send)
        elif length is not None and length > most:
            await refuse(scope, send, 413, "request.large", most=most)
        elif length is not None and length <= LARGE_BYTES:
            await self._read(scope, receive, send, LARGE_BYTES)
        else:
            # Without a length it may be as long as is allowed here.
            huge = most > MOST_BYTES and (length is None or length > MOST_BYTES)
            await self._read_large(scope, receive, send, most if huge else MOST_BYTES, huge=huge)

    async def _read_large(self, scope: Scope, receive: Receive, send: Send, most: int, *, huge: bool) -> None:
        """Read a large body while there is room for it."""
        if self._large >= MOST_LARGE or (huge and self._huge >= MOST_HUGE):
            await refuse(scope, send, 503, "server.busy", seconds=5)
            return
        self._large += 1
        self._huge += huge
        try:
            await self._read(scope, receive, send, most)
        finally:
            self._large -= 1
            self._huge -= huge

    async def _read(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        body = bytearray()
        try:
            async with asyncio.timeout(self._seconds):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > most:
                        await refuse(scope, send, 413, "request.large", most=most)
                        return
        except TimeoutError:
            await refuse(scope, send, 408, "request.slow")
            return
        await self._app(scope, _received(bytes(body), receive), send)


def _length(headers: Mapping[bytes, bytes]) -> int | None:
    """Return the length of a body, 0 for none, None if only its end will tell."""
    if b"transfer-encoding" in headers:
        return None
    text = headers.get(b"content-length", b"0")
    return int(text) if text.isdigit() and len(text) < 16 else None


def _received(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that gives the whole body, then waits for the client to leave."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
