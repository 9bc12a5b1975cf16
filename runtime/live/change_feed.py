"""The change feed: tells subscribers which streams changed, and which topics of them.

There is one feed in each process. A commit of its own process wakes it, and it polls once a second for commits of other
processes, commands and restores. A poll is one statement, or two if something changed; without subscribers or requests
for cached pages there are no polls. Everything here runs in the thread of the event loop except ``read_changes``, which
runs in a thread of its own, so that no statement blocks the loop.

Source: docs/live.md.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import batched
from threading import Lock

from django.db import close_old_connections, connections
from django.db.models import Q

from journal.models import Page, Stream
from runtime.troubles import note_error

POLL_SECONDS = 1.0
# Commits that come together are read in one poll.
PAUSE_SECONDS = 0.03
# Subscribers are notified in batches, so that requests are answered in between: (how many at once, seconds apart).
BATCH, BATCH_SECONDS = 25, 0.005
# How long a stream is polled after one of its cached pages was requested.
KEEP_SECONDS = 30.0
# A subscriber that missed more records than this refreshes everything.
MOST_MISSED = 200
MOST_TOPICS = 100
# A page is fetched at most once in two seconds; in a flood of results, measured over five seconds, in up to six.
APART_SECONDS, MOST_APART_SECONDS, MEASURED_SECONDS = 2.0, 6.0, 5.0
# The seconds between two fetches are the number of listeners times that of the records a second, divided by this.
CALM = 1000

type Topics = frozenset[str]
NOTHING: Topics = frozenset()
EVERYTHING: Topics = frozenset({"*"})

_log = logging.getLogger(__name__)
_RECORDS = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Place:
    """The position of a stream: the number of its last record, in its epoch."""

    epoch: str
    number: int

    def __str__(self) -> str:
        return f"{self.epoch}:{self.number}"


@dataclass(frozen=True, slots=True)
class Update:
    """What a subscriber learns of one stream: its position, and the topics that changed since the last update.

    ``apart`` is how many seconds a page should leave between two fetches, 0 for as many as usual.
    """

    stream: str
    at: Place
    topics: Topics
    apart: float = 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """A stream that changed: ``pages`` are those after record ``floor``, each with the number of its first record."""

    at: Place
    floor: int
    pages: tuple[tuple[int, Topics], ...]


def read_changes(known: Mapping[str, Place | None]) -> dict[str, Change]:
    """Return the streams whose position differs from the one in ``known``; None means not yet known."""
    rows = Stream.objects.filter(name__in=list(known)).values_list("pk", "name", "epoch", "number")
    spans: dict[int, tuple[str, Place, int]] = {}
    for pk, name, epoch, number in rows:
        before = known[name]
        if before is not None and before == Place(epoch, number):
            continue
        floor = max(number - MOST_MISSED, 0)
        if before is not None and before.epoch == epoch:
            floor = max(floor, before.number)
        spans[pk] = (name, Place(epoch, number), floor)
    pages: dict[int, list[tuple[int, Topics]]] = {pk: [] for pk in spans}
    wanted = Q()
    for pk, (_, at, floor) in spans.items():
        if at.number > floor:
            wanted |= Q(pk__gt=pk << 32 | floor, pk__lte=pk << 32 | at.number)
    if wanted:
        for page, topics in Page.objects.filter(wanted).order_by("pk").values_list("pk", "topics"):
            pages[page >> 32].append((page & _RECORDS, frozenset(topics.split()) or EVERYTHING))
    return {name: Change(at, floor, tuple(pages[pk])) for pk, (name, at, floor) in spans.items()}


class Subscriber:
    """Subscribes to a few streams. Topics that changed add up until the subscriber takes them."""

    def __init__(self, since: Mapping[str, Place | None]) -> None:
        self.since = since
        self.places: dict[str, Place] = {}
        self._apart: dict[str, float] = {}
        self.changed = asyncio.Event()
        self.ended = self.is_lost = False
        self._topics: dict[str, Topics] = {}

    def offer(self, update: Update) -> None:
        """Add an update to those that are not yet taken."""
        topics = self._topics.get(update.stream, NOTHING) | update.topics
        self._topics[update.stream] = EVERYTHING if len(topics) > MOST_TOPICS or "*" in topics else topics
        self.places[update.stream], self._apart[update.stream] = update.at, update.apart
        self.changed.set()

    def take(self) -> list[Update]:
        """Return the updates since the last call."""
        self.changed.clear()
        taken, self._topics = self._topics, {}
        return [Update(name, self.places[name], topics, self._apart[name]) for name, topics in taken.items()]

    def end(self, *, lost: bool = False) -> None:
        """End the subscription; ``lost`` means that a stream does not exist."""
        self.ended, self.is_lost = True, lost
        self.changed.set()

    @property
    def is_ready(self) -> bool:
        """Whether the position of every stream is known."""
        return len(self.places) == len(self.since)


def apart_seconds(listeners: int, records_a_second: float) -> float:
    """Return how many seconds a page should leave between two fetches, to half a second; 0 for as many as usual."""
    seconds = min(round(2 * listeners * records_a_second / CALM) / 2, MOST_APART_SECONDS)
    return seconds if seconds > APART_SECONDS else 0.0


class WatchedStream:
    """A stream with subscribers, and the topics of its latest pages."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.at: Place | None = None
        self.subscribers: set[Subscriber] = set()
        self._floor = 0
        self._pages: deque[tuple[int, Topics]] = deque()
        # When how many records came.
        self._records: deque[tuple[float, int]] = deque()

    def join(self, subscriber: Subscriber) -> None:
        """Add a subscriber, and offer what it missed if the position of the stream is known."""
        self.subscribers.add(subscriber)
        if self.at is not None:
            subscriber.offer(Update(self.name, self.at, self._since(subscriber.since[self.name])))

    def apply(self, change: Change, now: float) -> list[tuple[Subscriber, Update]]:
        """Apply a change at a moment (monotonic seconds); return each subscriber with its update."""
        before, self.at = self.at, change.at
        apart = apart_seconds(len(self.subscribers), self._records_a_second(before, now))
        if before is None or before.epoch != change.at.epoch or change.floor > before.number:
            self._pages.clear()
            self._floor = change.floor
        self._pages.extend(change.pages)
        while len(self._pages) > MOST_MISSED:
            self._floor = self._pages.popleft()[0]
        known = ((each, before if self.name in each.places else each.since[self.name]) for each in self.subscribers)
        return [(subscriber, Update(self.name, change.at, self._since(place), apart)) for subscriber, place in known]

    def _records_a_second(self, before: Place | None, now: float) -> float:
        """Count the records since ``before``; return how many came a second of late."""
        if before is not None and self.at is not None and before.epoch == self.at.epoch:
            self._records.append((now, self.at.number - before.number))
        while self._records and self._records[0][0] <= now - MEASURED_SECONDS:
            self._records.popleft()
        return sum(count for _, count in self._records) / MEASURED_SECONDS

    def _since(self, known: Place | None) -> Topics:
        """Return the topics that changed since ``known``: none if that is None, everything if it is too long ago."""
        if known is None or self.at is None:
            return NOTHING
        if known.epoch != self.at.epoch or known.number < self._floor:
            return EVERYTHING
        return NOTHING.union(*(topics for number, topics in self._pages if number > known.number))


class ChangeFeed:
    """Polls the streams that have subscribers, and offers each subscriber what changed."""

    def __init__(self) -> None:
        self.polls = 0
        # Whether no other process commits: where one process owns the database.
        self.is_alone = False
        # Called in the loop when something changed, before any subscriber is notified.
        self.before_notifying: Callable[[], None] = lambda: None
        # How many commits of this process woke the feed, and how many of them the last poll has read.
        self._commits = self._seen = 0
        self._committed_at = float("-inf")
        self._counting = Lock()
        self._watched: dict[str, WatchedStream] = {}
        # Until when streams are polled because their pages were requested.
        self._kept: dict[str, float] = {}
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._thread: ThreadPoolExecutor | None = None

    @property
    def is_running(self) -> bool:
        """Whether the feed runs and accepts subscribers."""
        return self._loop is not None

    async def start(self) -> None:
        """Start the feed in the running event loop."""
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "change feed")
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._run())

    async def stop(self) -> None:
        """End all subscriptions and stop polling, after the poll that runs."""
        self.end()
        if self._loop is None or self._thread is None or self._task is None:
            return
        self._task.cancel()
        await self._loop.run_in_executor(self._thread, connections.close_all)
        self._thread.shutdown()
        self._loop = None

    def end(self) -> None:
        """End all subscriptions: the server is about to stop."""
        for watched in self._watched.values():
            for subscriber in watched.subscribers:
                subscriber.end()

    def join(self, subscriber: Subscriber) -> None:
        """Add a subscriber."""
        for name in subscriber.since:
            watched = self._watched.setdefault(name, WatchedStream(name))
            watched.join(subscriber)
            if watched.at is None:
                self._wake.set()

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a subscriber; a stream without subscribers is no longer polled."""
        for name in subscriber.since:
            watched = self._watched.get(name)
            if watched is not None:
                watched.subscribers.discard(subscriber)
                self._forget(watched)

    def is_quiet(self, since: float) -> bool:
        """Whether nothing was committed since a moment (monotonic seconds), as far as this process can know."""
        return self.is_alone and self._committed_at < since

    def is_current(self, places: Iterable[tuple[str, Place]]) -> bool:
        """Whether each stream is at this position, as far as this process knows, and nothing was committed here since.

        A stream that nobody subscribed to is polled for a while from now on.
        """
        until = time.monotonic() + KEEP_SECONDS
        known = True
        for name, place in places:
            self._kept[name] = until
            watched = self._watched.get(name)
            if watched is None:
                self._watched[name] = WatchedStream(name)
                self._wake.set()
            known = known and watched is not None and watched.at == place
        return known and self._commits == self._seen

    def wake(self) -> None:
        """Poll soon, because something was committed. Can be called from any thread."""
        with self._counting:
            self._commits += 1
            self._committed_at = time.monotonic()
        loop = self._loop
        if loop is not None and self._watched:
            try:
                loop.call_soon_threadsafe(self._wake.set)
            except RuntimeError:  # the loop was closed meanwhile: there are no subscribers any more
                return

    def _forget(self, watched: WatchedStream) -> None:
        """Poll a stream no longer if it has no subscribers and none of its pages was requested for a while."""
        if not watched.subscribers and self._kept.get(watched.name, 0.0) < time.monotonic():
            self._watched.pop(watched.name, None)
            self._kept.pop(watched.name, None)

    async def _run(self) -> None:
        while True:
            try:
                async with asyncio.timeout(POLL_SECONDS if self._watched else None):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            if self._watched:
                await self._poll()
                await asyncio.sleep(PAUSE_SECONDS)

    async def _poll(self) -> None:
        if self._loop is None or self._thread is None:
            return
        known = {name: watched.at for name, watched in self._watched.items()}
        self.polls += 1
        commits = self._commits
        try:
            changes = await self._loop.run_in_executor(self._thread, _read_safely, known)
        except Exception as error:
            note_error(_log, "the change feed goes on after an error", error)
            await asyncio.sleep(POLL_SECONDS)
            return
        updates = self._apply(known, changes)
        for watched in list(self._watched.values()):
            self._forget(watched)
        self._seen = commits
        if changes:
            self.before_notifying()
        for batch in batched(updates, BATCH):
            for subscriber, update in batch:
                subscriber.offer(update)
            await asyncio.sleep(BATCH_SECONDS if len(updates) > BATCH else 0)

    def _apply(self, known: Iterable[str], changes: Mapping[str, Change]) -> list[tuple[Subscriber, Update]]:
        updates: list[tuple[Subscriber, Update]] = []
        for name in known:
            watched = self._watched.get(name)
            if watched is None:
                continue
            if name in changes:
                updates += watched.apply(changes[name], time.monotonic())
            elif watched.at is None:
                for subscriber in watched.subscribers:
                    subscriber.end(lost=True)
        return updates


def _read_safely(known: Mapping[str, Place | None]) -> dict[str, Change]:
    """Read the changes; a connection that failed is closed and not used again."""
    close_old_connections()
    try:
        return read_changes(known)
    except Exception:
        connections.close_all()
        raise


# The change feed of this process; it runs where the server's event loop does.
feed = ChangeFeed()
