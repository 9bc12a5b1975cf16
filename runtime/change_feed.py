"""Watching streams for those who listen: where each stands, and what its latest pages told.

One watcher a process. It is woken by the commits of its own process, and looks once a second for what others wrote
(another process, a command, a restore); a look is one statement, and one more where something moved. While nobody
listens it makes none. Everything here runs in the thread of the event loop but ``look``, which runs in a thread of
its own: no statement ever holds the loop up.

Source: docs/live.md.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import batched
from threading import Lock

from django.db import close_old_connections, connections
from django.db.models import Q

from journal.models import Page, Stream

LOOK_SECONDS = 1.0
# Commits that come together are one look.
PAUSE_SECONDS = 0.03
# Those who listen are told in turns, so that requests are answered in between: (how many at once, seconds apart).
TURN, TURN_SECONDS = 25, 0.005
# Whoever missed more records than these looks at everything again.
KEPT = 200
MOST_TOPICS = 100

type Topics = frozenset[str]
NOTHING: Topics = frozenset()
EVERYTHING: Topics = frozenset({"*"})

_log = logging.getLogger(__name__)
_RECORDS = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stream stands: its number, in its epoch."""

    epoch: str
    number: int

    def __str__(self) -> str:
        return f"{self.epoch}:{self.number}"


@dataclass(frozen=True, slots=True)
class News:
    """What a listener is told of one stream: where it stands, and the topics that moved since he was told last."""

    stream: str
    at: Place
    topics: Topics


@dataclass(frozen=True, slots=True)
class Seen:
    """A stream as a look found it: ``pages`` are those after ``floor``, each by the number of its first record."""

    at: Place
    floor: int
    pages: tuple[tuple[int, Topics], ...]


def look(known: Mapping[str, Place | None]) -> dict[str, Seen]:
    """Return every stream of ``known`` that stands elsewhere than it says, None for one that is looked at first."""
    rows = Stream.objects.filter(name__in=list(known)).values_list("pk", "name", "epoch", "number")
    spans: dict[int, tuple[str, Place, int]] = {}
    for pk, name, epoch, number in rows:
        before = known[name]
        if before is not None and before == Place(epoch, number):
            continue
        floor = max(number - KEPT, 0)
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
    return {name: Seen(at, floor, tuple(pages[pk])) for pk, (name, at, floor) in spans.items()}


class Listener:
    """One who listens to a few streams. He is told the union of what moved since he last took it."""

    def __init__(self, asked: Mapping[str, Place | None]) -> None:
        self.asked = asked
        self.places: dict[str, Place] = {}
        self.moved = asyncio.Event()
        self.ended = self.is_lost = False
        self._topics: dict[str, Topics] = {}

    def offer(self, news: News) -> None:
        """Keep news until they are taken."""
        topics = self._topics.get(news.stream, NOTHING) | news.topics
        self._topics[news.stream] = EVERYTHING if len(topics) > MOST_TOPICS or "*" in topics else topics
        self.places[news.stream] = news.at
        self.moved.set()

    def take(self) -> list[News]:
        """Return all news that were not taken yet."""
        self.moved.clear()
        taken, self._topics = self._topics, {}
        return [News(name, self.places[name], topics) for name, topics in taken.items()]

    def end(self, *, lost: bool = False) -> None:
        """Tell no more; ``lost`` when a stream that was asked for does not exist."""
        self.ended, self.is_lost = True, lost
        self.moved.set()

    @property
    def is_placed(self) -> bool:
        """Whether every stream asked for was found."""
        return len(self.places) == len(self.asked)


class Watched:
    """A stream that somebody listens to, and what its latest pages told."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.at: Place | None = None
        self.listeners: set[Listener] = set()
        self._floor = 0
        self._pages: deque[tuple[int, Topics]] = deque()

    def join(self, listener: Listener) -> None:
        """Tell ``listener`` at once what he missed, when it is known where the stream stands."""
        self.listeners.add(listener)
        if self.at is not None:
            listener.offer(News(self.name, self.at, self._since(listener.asked[self.name])))

    def settle(self, seen: Seen) -> list[tuple[Listener, News]]:
        """Take in what a look found; return whom to tell what."""
        before, self.at = self.at, seen.at
        if before is None or before.epoch != seen.at.epoch or seen.floor > before.number:
            self._pages.clear()
            self._floor = seen.floor
        self._pages.extend(seen.pages)
        while len(self._pages) > KEPT:
            self._floor = self._pages.popleft()[0]
        told = ((each, before if self.name in each.places else each.asked[self.name]) for each in self.listeners)
        return [(listener, News(self.name, seen.at, self._since(place))) for listener, place in told]

    def _since(self, told: Place | None) -> Topics:
        """Return what moved since ``told``: nothing for one who says nothing, everything when it can't be known."""
        if told is None or self.at is None:
            return NOTHING
        if told.epoch != self.at.epoch or told.number < self._floor:
            return EVERYTHING
        return NOTHING.union(*(topics for number, topics in self._pages if number > told.number))


class Watcher:
    """Looks at the streams that are listened to, and tells their listeners what moved."""

    def __init__(self) -> None:
        self.looks = 0
        # Called in the loop when something moved, before anybody is told.
        self.before_telling: Callable[[], None] = lambda: None
        # Commits of this process that it was woken by, and those that the last look came after.
        self._commits = self._seen = 0
        self._counting = Lock()
        self._watched: dict[str, Watched] = {}
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._thread: ThreadPoolExecutor | None = None

    @property
    def is_running(self) -> bool:
        """Whether somebody can listen here."""
        return self._loop is not None

    async def start(self) -> None:
        """Begin to watch, in the loop that runs."""
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "watcher")
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._run())

    async def stop(self) -> None:
        """End every listener and look no more; a look that is under way ends first."""
        self.end()
        if self._loop is None or self._thread is None or self._task is None:
            return
        self._task.cancel()
        await self._loop.run_in_executor(self._thread, connections.close_all)
        self._thread.shutdown()
        self._loop = None

    def end(self) -> None:
        """End every listener: the server is about to stop."""
        for watched in self._watched.values():
            for listener in watched.listeners:
                listener.end()

    def join(self, listener: Listener) -> None:
        """Begin to tell ``listener``."""
        for name in listener.asked:
            watched = self._watched.setdefault(name, Watched(name))
            watched.join(listener)
            if watched.at is None:
                self._wake.set()

    def leave(self, listener: Listener) -> None:
        """Tell ``listener`` no more; a stream that nobody listens to is not watched."""
        for name in listener.asked:
            watched = self._watched.get(name)
            if watched is not None:
                watched.listeners.discard(listener)
                if not watched.listeners:
                    del self._watched[name]

    def stands(self, places: Iterable[tuple[str, Place]]) -> bool:
        """Whether each of these streams is listened to and stands just there, and nothing was committed here since."""
        if self._commits != self._seen:
            return False
        found = ((self._watched.get(name), place) for name, place in places)
        return all(watched is not None and watched.at == place for watched, place in found)

    def wake(self) -> None:
        """Something was committed, look soon; from any thread."""
        with self._counting:
            self._commits += 1
        loop = self._loop
        if loop is not None and self._watched:
            try:
                loop.call_soon_threadsafe(self._wake.set)
            except RuntimeError:  # the loop was closed meanwhile: nobody listens any more
                return

    async def _run(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK_SECONDS if self._watched else None):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            if self._watched:
                await self._look()
                await asyncio.sleep(PAUSE_SECONDS)

    async def _look(self) -> None:
        if self._loop is None or self._thread is None:
            return
        known = {name: watched.at for name, watched in self._watched.items()}
        self.looks += 1
        commits = self._commits
        try:
            found = await self._loop.run_in_executor(self._thread, _look_safely, known)
        except Exception:
            _log.exception("the watcher goes on after")
            await asyncio.sleep(LOOK_SECONDS)
            return
        told = self._settle(known, found)
        self._seen = commits
        if found:
            self.before_telling()
        for turn in batched(told, TURN):
            for listener, news in turn:
                listener.offer(news)
            await asyncio.sleep(TURN_SECONDS if len(told) > TURN else 0)

    def _settle(self, known: Iterable[str], found: Mapping[str, Seen]) -> list[tuple[Listener, News]]:
        told: list[tuple[Listener, News]] = []
        for name in known:
            watched = self._watched.get(name)
            if watched is None:
                continue
            if name in found:
                told += watched.settle(found[name])
            elif watched.at is None:
                for listener in watched.listeners:
                    listener.end(lost=True)
        return told


def _look_safely(known: Mapping[str, Place | None]) -> dict[str, Seen]:
    """Look with a connection that works; one that failed is not used again."""
    close_old_connections()
    try:
        return look(known)
    except Exception:
        connections.close_all()
        raise


# The watcher of this process; it runs where the server's event loop does.
watcher = Watcher()
