"""Connections of the server: none may hold a place for nothing.

uvicorn reads requests without any limit in time or number. This protocol adds them: a request line with its headers
must arrive within 10 seconds and its body within 30, an idle connection is closed after 20, and so is a client that
reads nothing of its answer for 30. When all places are taken, the newcomer gets the place of the connection that has
waited longest without a request, of the address that holds most of them.

Source: docs/decisions/0040-connections.md.
"""

import asyncio
import logging
import resource
import time
from collections.abc import Callable
from enum import Enum
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from runtime.networks import network_of
from runtime.refusals import log, raw_answer
from runtime.server.desk_first import desk_first

HEAD_SECONDS, IDLE_SECONDS, UNREAD_SECONDS = 10.0, 20, 30.0
# runtime/server/bodies.py answers a slow body after 30 seconds; what is still sent afterwards is read for 5 more.
BODY_SECONDS = 35.0
# A body that has been arriving for longer than this may lose its place to a newcomer.
PATIENT_SECONDS = 6.0
MOST_HEAD_BYTES = 32 * 1024
# No browser sends a request before the answer to its last one.
MOST_PIPELINED = 4
MOST_CONNECTIONS = 2000
# Open files for everything else: the database, pages read from disk, jobs in processes of their own.
SPARE_FILES = 192


class Phase(Enum):
    """What a connection waits for."""

    HEAD = "a request"
    BODY = "the rest of a request"
    ANSWER = "our answer"


class Crowd:
    """All connections of the process, and who may have a place: ``most`` in all, three quarters of them one address.

    ``proxies`` are addresses from which many people come.
    """

    def __init__(
        self, most: int, proxies: frozenset[str] = frozenset(), clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most, self.most_of_address = most, most * 3 // 4
        self.clock = clock
        self._proxies = proxies
        self._by_address: dict[str, dict[Connection, None]] = {}
        # Connections that wait for a request, and those whose body arrives, the longest wait first.
        self._waiting: dict[str, dict[Connection, None]] = {}
        self._sending: dict[Connection, None] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def admit(self, newcomer: "Connection") -> bool:
        """Give a newcomer a place, if need be that of another; return False if there is none."""
        address = newcomer.address
        own = len(self._by_address.get(address, ()))
        if own >= self.most_of_address and address not in self._proxies and not self._make_room(address):
            return False
        if self._count >= self.most and not self._make_room(self._heaviest(address)):
            return False
        self._by_address.setdefault(address, {})[newcomer] = None
        self._count += 1
        self.enter(newcomer)
        return True

    def leave(self, connection: "Connection") -> None:
        """Take back the place of a connection that ended."""
        places = self._by_address.get(connection.address)
        if places is None or connection not in places:
            return
        self.move(connection, None)
        del places[connection]
        if not places:
            del self._by_address[connection.address]
        self._count -= 1

    def enter(self, connection: "Connection") -> None:
        """Count a connection as waiting for its first request."""
        connection.phase = None
        self.move(connection, Phase.HEAD)

    def move(self, connection: "Connection", phase: Phase | None) -> None:
        """Note what a connection waits for from now on; None if it ended."""
        if connection.phase is Phase.HEAD:
            waiting = self._waiting[connection.address]
            del waiting[connection]
            if not waiting:
                del self._waiting[connection.address]
        elif connection.phase is Phase.BODY:
            del self._sending[connection]
        connection.phase, connection.since = phase, self.clock()
        if phase is Phase.HEAD:
            self._waiting.setdefault(connection.address, {})[connection] = None
        elif phase is Phase.BODY:
            self._sending[connection] = None

    def sweep(self) -> None:
        """Close every connection that has had its time."""
        now = self.clock()
        for connection in [each for places in self._by_address.values() for each in places]:
            connection.close_if_late(now)

    def _heaviest(self, address: str) -> str:
        """Return the address with most waiting connections; the newcomer's own if it holds many of them."""
        if len(self._waiting.get(address, ())) * 4 >= self.most:
            return address
        return max(self._waiting, key=lambda each: len(self._waiting[each]), default=address)

    def _make_room(self, address: str) -> bool:
        """Close the connection of ``address`` that has waited longest for a request, or else the slowest body.

        Return whether there was one.
        """
        longest, slowest = next(iter(self._waiting.get(address, ())), None), next(iter(self._sending), None)
        if longest is not None:
            log.count("connections.many", longest.address)
            longest.drop()
        elif slowest is not None and self.clock() - slowest.since > PATIENT_SECONDS:
            log.count("request.slow", slowest.address)
            slowest.drop()
        else:
            return False
        return True


class Connection(HttpToolsProtocol):
    """A connection that keeps to the limits of its crowd."""

    def __init__(self, crowd: Crowd, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self.logger = _protocol_log
        self.address = ""
        self.phase: Phase | None = None
        self.since = 0.0
        self._crowd = crowd
        self._head_bytes = 0
        self._unread_since: float | None = None
        # Whether the last request arrived whole, and whether the next one has begun.
        self._complete, self._begun = True, False
        self._used = False
        self._problem = 400, "request.unreadable"

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn itself
        """Take a place in the crowd, or answer 503 and close."""
        super().connection_made(transport)
        self.address = network_of(self.client[0]) if self.client else ""
        if not self._crowd.admit(self):
            log.count("connections.full", self.address)
            transport.write(raw_answer(503, "connections.full"))
            transport.close()
        elif desk_first.is_held:
            transport.pause_reading()
            desk_first.afterwards(self._read_on)

    def _read_on(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the crowd."""
        self._crowd.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read, but not more than a request line with headers may be long."""
        if self.transport.is_closing():
            return
        if self._complete and not self._begun:
            self._begun = True
            self._crowd.move(self, Phase.HEAD)
        super().data_received(data)
        if self._begun and self._complete:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES:
                self._problem = 431, "request.head"
                self.send_400_response("")

    def on_headers_complete(self) -> None:
        """Begin to answer; the body may still arrive."""
        self._head_bytes, self._complete = 0, False
        if sum(len(name) + len(value) for name, value in self.headers) + len(self.url) > MOST_HEAD_BYTES:
            self._stop_reading(431, "request.head")
        if len(self.pipeline) >= MOST_PIPELINED:
            self._stop_reading(429, "request.pipelined")
        self._used = True
        self._crowd.move(self, Phase.BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Note that the whole request arrived."""
        super().on_message_complete()
        self._complete, self._begun = True, False
        if self.phase is Phase.BODY:
            self._crowd.move(self, Phase.HEAD if self.cycle.response_complete else Phase.ANSWER)

    def on_response_complete(self) -> None:
        """Wait for the next request, unless the body of this one is still on its way."""
        super().on_response_complete()
        if self.phase is Phase.ANSWER and not self.pipeline:
            self._crowd.move(self, Phase.HEAD)

    def pause_writing(self) -> None:
        """Note that the client stopped reading."""
        self._unread_since = self._crowd.clock()
        super().pause_writing()

    def resume_writing(self) -> None:
        """Note that the client reads again."""
        self._unread_since = None
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are no request, in the usual shape, and close."""
        status, code = self._problem
        log.count(code, self.address)
        if not self._used or self.cycle.response_complete:
            self.transport.write(raw_answer(status, code))
        self._crowd.leave(self)
        self.transport.close()

    def close_if_late(self, now: float) -> None:
        """Close this connection if what it waits for is overdue at ``now``."""
        took = now - self.since
        if self._unread_since is not None and now - self._unread_since > UNREAD_SECONDS:
            log.count("answer.unread", self.address)
            self.drop()
        elif self.phase is Phase.BODY and took > BODY_SECONDS:
            self.drop()
        elif self.phase is Phase.HEAD and took > HEAD_SECONDS:
            if self._begun:
                self._problem = 408, "request.slow"
                self.send_400_response("")
            elif not self._used:  # uvicorn closes a connection that is idle after a request
                self.drop()

    def drop(self) -> None:
        """End the connection at once."""
        self._crowd.leave(self)
        self.transport.abort()

    def _stop_reading(self, status: int, code: str) -> None:
        """Refuse the request that is being read: the parser turns any exception into ``send_400_response``."""
        self._problem = status, code
        raise ValueError(code)


class _Noisy(logging.Filter):
    """Drops what a hostile client can have logged without end: the refusals are counted instead."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith(("Invalid HTTP request", "Unsupported upgrade", "No supported WebS"))


_protocol_log = logging.getLogger("uvicorn.error.connections")
_protocol_log.addFilter(_Noisy())


def places() -> int:
    """Return how many connections fit into the open files of this process, after raising its own limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    files = wanted if soft == resource.RLIM_INFINITY else soft
    return max(16, min(MOST_CONNECTIONS, files - SPARE_FILES))
