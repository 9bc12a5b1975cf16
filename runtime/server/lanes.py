"""Lanes: which request gets a thread, and when. A crowd waits; the desk does not.

The desk has threads of its own, two for changes and three for reading, so that two sheets being printed hold up no
result. Its changes wait for each other in the database anyway, and two at once only take the interpreter from each
other: the second begins once the first has taken a tenth of a second. Everybody else's changes have two threads, their
reading six. In each lane the clients take turns, and one client has at most two threads, or one while the desk is at
work, so that a flood from one address leaves room for everyone else. While a request of the desk runs, no other begins,
for a tenth of a second at most.

Source: docs/decisions/0041-fair-use.md.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import Environ, StartResponse, WSGIApp

from runtime.asgi import Asgi, Receive, Scope, Send
from runtime.refusals import refuse
from runtime.server.desk_first import DeskFirst
from runtime.server.fair_use import READING, Client, FairUse

DESK_WRITERS, DESK_READERS, WRITERS, READERS = 2, 3, 2, 6
THREADS = DESK_WRITERS + DESK_READERS + WRITERS + READERS
MOST_OF_CLIENT = 2
# A change of the desk that takes longer does not hold up the next.
ALONE_SECONDS = 0.1
# More requests of one client than this do not wait; nor does any request for longer than this.
MOST_WAITING, WAIT_SECONDS = 256, 20.0
# A refused client waits for its answer, so that it does not ask again at once; only so many wait.
SLOW_SECONDS, MOST_SLOWED = 1.0, 64
# The key in a request's scope for the seconds of a thread that it took.
TOOK = "barpoint.seconds"


class Busy(Exception):  # noqa: N818 -- nothing went wrong
    """No thread was free in time."""


@dataclass(slots=True)
class Lane:
    """Requests of one kind: at most ``most`` run, the others wait; the clients take turns.

    Of two, the second begins ``alone`` seconds after the first.
    """

    most: int
    alone: float = 0.0
    alone_until: float = 0.0
    running: Counter[str] = field(default_factory=Counter)
    waiting: dict[str, deque[asyncio.Future[None]]] = field(default_factory=dict)

    def next(self, most_of_client: int) -> asyncio.Future[None] | None:
        """Return the request that is to run next, counted as running; None if there is none or no room."""
        running = self.running.total()
        if running >= self.most or (running and time.monotonic() < self.alone_until):
            return None
        for name in list(self.waiting):
            queue = self.waiting[name]
            while queue and queue[0].done():
                queue.popleft()
            if not queue:
                del self.waiting[name]
            elif self.running[name] < most_of_client:
                # Its next request goes behind those of all other clients.
                chosen = queue.popleft()
                del self.waiting[name]
                if queue:
                    self.waiting[name] = queue
                self.running[name] += 1
                self.alone_until = time.monotonic() + self.alone
                return chosen
        return None

    def end(self, name: str) -> None:
        """Count a request as ended."""
        self.running[name] -= 1
        if not self.running[name]:
            del self.running[name]


class Lanes:
    """ASGI middleware that gives each request its thread in time."""

    def __init__(self, app: WSGIApp, fair_use: FairUse, desk_first: DeskFirst) -> None:
        # The queue of an answer has no end, so a client that does not read its answer holds no thread.
        self._app: Asgi = WSGIMiddleware(_Timed(app), workers=THREADS, send_queue_size=0)  # type: ignore[assignment] # its types name the same messages differently
        self._fair_use, self._desk_first = fair_use, desk_first
        self._desk_changes, self._desk_reads = Lane(DESK_WRITERS, ALONE_SECONDS), Lane(DESK_READERS)
        self._changes, self._reads = Lane(WRITERS), Lane(READERS)
        self._slowed = 0
        # Whether the end of the desk's hold calls for others.
        self._others_wait = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request on a thread, or refuse it: 429, 503."""
        client, method = self._fair_use.client_of(scope), scope["method"]
        wait = self._fair_use.seconds_to_wait(client, method)
        if wait:
            await self._slow_down()
            await refuse(scope, send, 429, "requests.many", seconds=wait)
            return
        lane = self._lane(client, is_reading=method in READING)
        try:
            await self._enter(lane, client)
        except Busy:
            await refuse(scope, send, 503, "server.busy", seconds=5)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._fair_use.learn(scope, client, scope.pop(TOOK, 0.0))
            self._end(lane, client)

    def _lane(self, client: Client, *, is_reading: bool) -> Lane:
        if client.is_desk:
            return self._desk_reads if is_reading else self._desk_changes
        return self._reads if is_reading else self._changes

    @property
    def running(self) -> int:
        """How many requests have a thread."""
        return sum(lane.running.total() for lane in (self._desk_changes, self._desk_reads, self._changes, self._reads))

    async def when_quiet(self, scope: Scope) -> None:
        """Wait while a request of the desk runs, unless this is the desk too: even a cached answer takes time."""
        if self._desk_first.is_held and not self._fair_use.client_of(scope).is_desk:
            await self._desk_first.wait()

    async def _enter(self, lane: Lane, client: Client) -> None:
        """Wait for a thread. Raises Busy."""
        queue = lane.waiting.setdefault(client.name, deque())
        if len(queue) >= MOST_WAITING:
            raise Busy
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._start()
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await turn
        except TimeoutError:
            if turn.done() and not turn.cancelled():  # its turn came in the last moment
                self._end(lane, client)
            raise Busy from None

    def _end(self, lane: Lane, client: Client) -> None:
        lane.end(client.name)
        if client.is_desk:
            self._desk_first.end()
        self._start()

    def _start(self) -> None:
        """Start every request that has room: the desk's first, unless desks that queue owe others a turn."""
        if self._desk_first.owes_a_turn:
            self._start_others()
        for lane in (self._desk_changes, self._desk_reads):
            while (turn := lane.next(MOST_OF_CLIENT)) is not None:
                turn.set_result(None)
                self._desk_first.begin()
                if lane.alone:
                    asyncio.get_running_loop().call_later(lane.alone + 0.001, self._start)
        if not self._desk_first.is_held:
            self._start_others()
        elif not self._others_wait:
            self._others_wait = True
            self._desk_first.afterwards(self._start_again)

    def _start_again(self) -> None:
        self._others_wait = False
        self._start()

    def _start_others(self) -> None:
        """Start the requests of others that have room: this is their turn."""
        of_client = 1 if self._desk_first.is_busy else MOST_OF_CLIENT
        for lane in (self._changes, self._reads):
            while (turn := lane.next(of_client)) is not None:
                turn.set_result(None)
        self._desk_first.give_turn()

    async def _slow_down(self) -> None:
        if self._slowed < MOST_SLOWED:
            self._slowed += 1
            try:
                await asyncio.sleep(SLOW_SECONDS)
            finally:
                self._slowed -= 1


class _Timed:
    """A WSGI application whose answers are whole, and which notes the seconds of a thread that each took."""

    def __init__(self, app: WSGIApp) -> None:
        self._app = app

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        began, scope = time.thread_time(), cast("dict[str, Any]", environ)["asgi.scope"]
        answer: Any = self._app(environ, start_response)
        try:
            # One piece costs one switch between the thread and the event loop.
            return [b"".join(answer)]
        finally:
            getattr(answer, "close", lambda: None)()
            scope[TOOK] = time.thread_time() - began
