"""Refusals before Django: in the usual shape, and counted, so that a flood costs one line of the log a minute.

A program gets ``{"code", "facts", "detail"}`` as from every other refusal, a browser a short page.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from journal.canon import canonical
from runtime.asgi import Header, Scope, Send

LOG_SECONDS = 60.0
# More addresses than this are counted together.
MOST_ADDRESSES = 200

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Words:
    """Puts a code into words, and makes a page of them; config/asgi.py sets both, because words are in higher rooms."""

    speak: Callable[[str, Mapping[str, Any]], str]
    page: Callable[[str], str]


words = Words(lambda code, facts: code, str)


class RefusalLog:
    """Counts refusals by code and address, and logs a sum: at once for the first, then once a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counts: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._logged_at = float("-inf")

    def count(self, code: str, address: str = "") -> None:
        """Count one refusal."""
        self._counts[code] += 1
        if address in self._addresses or len(self._addresses) < MOST_ADDRESSES:
            self._addresses[address] += 1
        self.log_sum()

    def log_sum(self) -> None:
        """Log what was refused since the last line, unless that line is younger than a minute."""
        if not self._counts or self._clock() - self._logged_at < LOG_SECONDS:
            return
        self._logged_at = self._clock()
        sums = ", ".join(f"{count} × {code}" for code, count in self._counts.most_common())
        address, most = self._addresses.most_common(1)[0]
        _log.warning("refused: %s; most of them (%d) from %s", sums, most, address or "?")
        self._counts.clear()
        self._addresses.clear()


log = RefusalLog()


async def refuse(scope: Scope, send: Send, status: int, code: str, more: Sequence[Header] = (), **facts: Any) -> None:
    """Answer with a refusal and ``more`` headers, and count it. The fact ``seconds`` becomes ``Retry-After``."""
    log.count(code, str((scope.get("client") or ("",))[0]))
    headers, body = answer(scope["path"], dict(scope["headers"]).get(b"accept", b""), code, facts)
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *more]})
    await send({"type": "http.response.body", "body": body})


def answer(path: str, accept: bytes, code: str, facts: Mapping[str, Any]) -> tuple[list[Header], bytes]:
    """Return the headers and the body of a refusal: JSON for a program, a page for a browser."""
    sentence = words.speak(code, facts)
    if path.startswith("/api/") or b"text/html" not in accept:
        kind, body = b"application/json", canonical({"code": code, "facts": facts, "detail": sentence}).encode()
    else:
        kind, body = b"text/html; charset=utf-8", words.page(sentence).encode()
    headers = [(b"content-type", kind), (b"content-length", b"%d" % len(body)), (b"cache-control", b"no-store")]
    headers.append((b"x-content-type-options", b"nosniff"))
    if "seconds" in facts:
        headers.append((b"retry-after", b"%d" % facts["seconds"]))
    return headers, body


def raw_answer(status: int, code: str) -> bytes:
    """Return a whole answer in bytes, for a connection whose request can't be read."""
    headers, body = answer("/api/", b"", code, {})
    lines = [b"HTTP/1.1 %d %s" % (status, HTTPStatus(status).phrase.encode()), b"connection: close"]
    return b"\r\n".join([*lines, *(b": ".join(each) for each in headers), b"", body])
