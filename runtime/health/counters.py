"""Count requests by kind and outcome, in the event loop: two additions a request, no lock and no library."""

import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable

from runtime.asgi import Asgi, Message, Receive, Scope, Send

# Upper bounds of the time to the first byte, in seconds.
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
READING = {"GET", "HEAD", "OPTIONS"}


class Requests:
    """The requests of this process: how many of each kind, with which status, and how long they took."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self.counts: Counter[tuple[str, str]] = Counter()
        # By kind: one count for each bound and one for all that took longer.
        self.times: dict[str, list[int]] = {}
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.in_progress: Counter[str] = Counter()

    async def count(self, app: Asgi, scope: Scope, receive: Receive, send: Send) -> None:
        """Have ``app`` answer a request, and count it; an answer that never began counts as 500."""
        kind, since, status = kind_of(scope), self._clock(), "500"

        async def noticing(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
                self._note(kind, self._clock() - since)
            await send(message)

        self.in_progress[kind] += 1
        try:
            await app(scope, receive, noticing)
        finally:
            self.in_progress[kind] -= 1
            self.counts[kind, status] += 1

    def _note(self, kind: str, seconds: float) -> None:
        times = self.times.setdefault(kind, [0] * (len(BOUNDS) + 1))
        times[bisect_left(BOUNDS, seconds)] += 1
        self.seconds[kind] += seconds


def kind_of(scope: Scope) -> str:
    """Return what a request is for: live, static, api_read, api_write, read or write."""
    path: str = scope["path"]
    if path == "/live/":
        return "live"
    if path.startswith("/static/"):
        return "static"
    kind = "read" if scope["method"] in READING else "write"
    return f"api_{kind}" if path.startswith("/api/") else kind


# The requests of this process.
requests = Requests()
