"""The change feed: one statement for each poll, and every subscriber learns everything that changed."""

import asyncio
import json
import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from journal.models import Page, Stream
from runtime.asgi import Message
from runtime.live.change_feed import (
    EVERYTHING,
    MOST_TOPICS,
    Change,
    ChangeFeed,
    Place,
    Subscriber,
    Update,
    WatchedStream,
    apart_seconds,
    read_changes,
)
from runtime.live.stream import MOST, MOST_OF_ADDRESS, MOST_OF_BROWSER, Limits, limits, rest_seconds, room, send_updates
from tests.factories import a_drawn_event, a_tournament, play_code


def place(stream: Stream) -> Place:
    stream.refresh_from_db()
    return Place(stream.epoch, stream.number)


@pytest.mark.django_db
def test_polling_unchanged_streams_is_one_statement() -> None:
    streams = [a_tournament().stream for _ in range(3)]
    known = {each.name: place(each) for each in streams}

    with CaptureQueriesContext(connection) as looked:
        rows = read_changes(known)

    assert (rows, len(looked)) == ({}, 1)


@pytest.mark.django_db
def test_polling_changed_streams_is_two_statements_and_returns_their_topics() -> None:
    event, other = a_drawn_event(4), a_drawn_event(2)
    streams = [event.tournament.stream, other.tournament.stream]
    known = {each.name: place(each) for each in streams}
    play_code(event, "A1")
    play_code(event, "A2")
    play_code(other, "A1")

    with CaptureQueriesContext(connection) as looked:
        rows = read_changes(known)

    assert len(looked) == 2
    assert {name: [number for number, _ in seen.pages] for name, seen in rows.items()} == {
        streams[0].name: [4, 5],
        streams[1].name: [4],
    }
    assert all(f"event:{event.pk}/main" in topics for _, topics in rows[streams[0].name].pages)


@pytest.mark.django_db
def test_an_unknown_stream_is_missing_from_the_changes() -> None:
    assert read_changes({"tournament:999": None}) == {}


@pytest.mark.django_db
def test_a_page_without_topics_counts_as_a_change_of_everything() -> None:
    event = a_drawn_event(2)
    Page.objects.bulk_create(
        [Page(id=event.tournament.stream.record_id(4), stream=event.tournament.stream, status=200)]
    )
    Stream.objects.filter(pk=event.tournament.stream_id).update(number=4)

    rows = read_changes({event.tournament.stream.name: Place(event.tournament.stream.epoch, 3)})

    assert [topics for _, topics in rows[event.tournament.stream.name].pages] == [EVERYTHING]


def test_without_subscribers_nothing_is_polled() -> None:
    async def quiet_evening() -> int:
        feed = ChangeFeed()
        await feed.start()
        for _ in range(3):
            feed.wake()  # a commit
            await asyncio.sleep(0)
        await feed.stop()
        return feed.polls

    assert asyncio.run(quiet_evening()) == 0


def test_only_a_process_alone_with_its_data_knows_that_nothing_was_committed() -> None:
    feed = ChangeFeed()
    assert not feed.is_quiet(time.monotonic())
    feed.is_alone = True
    before = time.monotonic()
    assert feed.is_quiet(before)
    feed.wake()
    assert not feed.is_quiet(before)


# --- What subscribers get, without a database


def topics(*words: str) -> frozenset[str]:
    return frozenset(words)


def seen(number: int, floor: int, *pages: tuple[int, str], epoch: str = "a") -> Change:
    return Change(Place(epoch, number), floor, tuple((first, topics(posted)) for first, posted in pages))


def settle(stream: WatchedStream, rows: Change, now: float = 0.0) -> None:
    """Apply a change and offer the updates to the subscribers."""
    for listener, news in stream.apply(rows, now):
        listener.offer(news)


def watched(*pages: tuple[int, str], floor: int = 0) -> WatchedStream:
    """Return a watched stream at the position of its last page."""
    rows = WatchedStream("s")
    settle(rows, seen(pages[-1][0], floor, *pages))
    return rows


def missed(stream: WatchedStream, since: Place | None) -> frozenset[str]:
    listener = Subscriber({"s": since})
    stream.join(listener)
    return listener.take()[0].topics


def test_a_subscriber_that_missed_two_pages_gets_the_union() -> None:
    stream = watched((8, "match:1"), (9, "match:2"), (10, "match:3"))

    assert missed(stream, Place("a", 8)) == topics("match:2", "match:3")


@pytest.mark.parametrize("since", [Place("a", 4), Place("b", 10)])
def test_a_subscriber_away_too_long_or_in_another_epoch_refreshes_everything(since: Place) -> None:
    stream = watched((8, "match:1"), (10, "match:3"), floor=7)

    assert missed(stream, since) == EVERYTHING


@pytest.mark.parametrize("since", [None, Place("a", 10), Place("a", 11)])
def test_a_subscriber_that_missed_nothing_gets_the_position(since: Place | None) -> None:
    assert missed(watched((10, "match:3")), since) == topics()


def test_a_slow_subscriber_gets_the_union_once() -> None:
    stream, slow = watched((3, "match:1")), Subscriber({"s": Place("a", 3)})
    stream.join(slow)
    slow.take()

    settle(stream, seen(4, 3, (4, "match:2")))
    settle(stream, seen(6, 4, (5, "match:3"), (6, "match:4")))

    assert slow.take() == [Update("s", Place("a", 6), topics("match:2", "match:3", "match:4"))]
    assert slow.take() == []


@pytest.mark.parametrize(
    ("listeners", "records_a_second", "seconds"),
    [
        (500, 1.7, 0.0),
        (500, 4.0, 0.0),
        (500, 6.7, 3.5),
        (500, 8.0, 4.0),
        (500, 13.3, 6.0),
        (500, 40.0, 6.0),
        (20, 40.0, 0.0),
    ],
)
def test_in_a_flood_of_results_pages_are_fetched_further_apart(
    listeners: int, records_a_second: float, seconds: float
) -> None:
    assert apart_seconds(listeners, records_a_second) == seconds


def test_the_flood_is_that_of_the_last_five_seconds() -> None:
    stream, listener = watched((3, "match:1")), Subscriber({"s": Place("a", 3)})
    stream.join(listener)
    for _ in range(499):
        stream.join(Subscriber({"s": Place("a", 3)}))
    apart = []
    for now, first, last in [(1.0, 4, 40), (5.0, 41, 50), (9.0, 51, 60), (20.0, 61, 62)]:
        settle(stream, seen(last, first - 1, *((number, "match:1") for number in range(first, last + 1))), now)
        apart.append(listener.take()[0].apart)

    assert apart == [3.5, 4.5, 0.0, 0.0]


def test_what_changes_while_a_line_rests_comes_in_one_event(monkeypatch: pytest.MonkeyPatch) -> None:
    listener, texts = Subscriber({"s": Place("a", 3)}), asyncio.Queue[str]()
    monkeypatch.setattr(limits, "count", 50)

    async def send(message: Message) -> None:
        await texts.put(message["body"].decode())

    async def listen() -> list[str]:
        sending = asyncio.create_task(send_updates(listener, send))
        listener.offer(Update("s", Place("a", 4), topics("match:1")))
        first = await texts.get()
        for number in (5, 6):
            listener.offer(Update("s", Place("a", number), topics(f"match:{number}")))
        second = await texts.get()
        listener.end()
        await sending
        return [first, second]

    events = [json.loads(text.partition("data: ")[2]) for text in asyncio.run(listen())]

    assert [each["topics"] for each in events] == [["match:1"], ["match:5", "match:6"]]
    assert events[1]["number"] == 6


@pytest.mark.parametrize(("lines", "seconds"), [(0, 0.0), (1, 0.001), (500, 0.5), (1000, 1.0)])
def test_a_line_rests_the_longer_the_fuller_the_hall_is(lines: int, seconds: float) -> None:
    assert rest_seconds(lines) == seconds


def test_a_new_epoch_refreshes_everything_for_subscribers() -> None:
    stream, listener = watched((3, "match:1")), Subscriber({"s": Place("a", 3)})
    stream.join(listener)
    listener.take()

    settle(stream, seen(3, 0, (3, "match:1"), epoch="b"))

    assert listener.take() == [Update("s", Place("b", 3), EVERYTHING)]


def test_too_many_topics_become_everything() -> None:
    listener = Subscriber({"s": None})
    listener.offer(Update("s", Place("a", 1), frozenset(f"match:{n}" for n in range(MOST_TOPICS))))

    listener.offer(Update("s", Place("a", 2), topics("entrant:1")))

    assert listener.take()[0].topics == EVERYTHING


def test_connections_are_limited_per_browser_per_address_and_in_all() -> None:
    limits = Limits()

    of_browser = [limits.enter("address a", "browser b") for _ in range(MOST_OF_BROWSER + 1)]
    of_address = [limits.enter("address a", "") for _ in range(MOST_OF_ADDRESS - MOST_OF_BROWSER + 1)]
    in_all = [limits.enter(f"address {n}", "") for n in range(MOST - MOST_OF_ADDRESS + 1)]

    assert [counted.count(False) for counted in (of_browser, of_address, in_all)] == [1, 1, 1]
    assert not of_browser[-1]
    assert not of_address[-1]
    assert not in_all[-1]
    limits.leave("address a", "browser b")
    assert limits.enter("address a", "browser b")


@pytest.mark.parametrize(("files", "lines"), [(65_536, 1000), (1_424, 1000), (1_024, 600), (424, 0), (64, 0)])
def test_connections_leave_open_files_for_the_desk(files: int, lines: int) -> None:
    assert room(files) == lines
