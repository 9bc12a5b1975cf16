"""Only current public pages are answered by the cache in front of Django."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from runtime.asgi import Message, Receive, Send
from runtime.live.change_feed import Place
from runtime.pages.public_pages import SHARED, PublicPages

PLACE = ("tournament:7", Place("e", 4))
NEXT = ("tournament:7", Place("e", 5))
BROWSER = ((b"host", b"barpoint.example"), (b"accept-encoding", b"gzip"))


@dataclass
class Hall:
    """The cache with its clock and the position of its stream, in front of an application that counts requests."""

    at: tuple[str, Place] = PLACE
    now: float = 100.0
    is_shared: bool = True
    status: int = 200
    requested: list[str] = field(default_factory=list)
    held: asyncio.Event | None = None
    minute: int = 7
    # How long a page takes to make.
    takes: float = 0.0
    # When something was last committed, if this process would know it.
    committed_at: float | None = None

    def is_current(self, places: Sequence[tuple[str, Place]]) -> bool:
        return list(places) == [self.at]

    def is_quiet(self, since: float) -> bool:
        return self.committed_at is not None and self.committed_at < since

    def __post_init__(self) -> None:
        self.pages = PublicPages(self.behind, self, lambda: self.now, lambda: self.minute)

    async def behind(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Render the page at the position of the stream, once it is released."""
        at = self.at
        self.requested.append(scope["raw_path"].decode())
        if self.held is not None:
            await self.held.wait()
        self.now += self.takes
        if self.status == 500:
            raise RuntimeError("no page")
        if self.is_shared:
            scope[SHARED] = (at,)
        number = at[1].number
        headers = [(b"etag", b'"%d"' % number), (b"content-type", b"text/html")]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"page ", "more_body": True})
        await send({"type": "http.response.body", "body": b"%d" % number})

    async def get(self, *more: tuple[bytes, bytes], path: bytes = b"/", method: str = "GET") -> tuple[int, bytes, str]:
        """Return status, body and Cache-Status, which is empty if the application answered."""
        rows: list[Message] = []

        async def send(message: Message) -> None:
            rows.append(message)

        async def receive() -> Message:
            raise AssertionError("nothing is read")

        scope = {
            "method": method,
            "scheme": "http",
            "raw_path": path,
            "query_string": b"",
            "headers": [*BROWSER, *more],
        }
        await self.pages(scope, receive, send)
        text = dict(rows[0]["headers"]).get(b"cache-status", b"").decode()
        return rows[0]["status"], b"".join(each["body"] for each in rows[1:]), text

    def release(self) -> None:
        """Release the waiting requests."""
        if self.held is not None:
            self.held.set()

    async def change_during_a_request(self) -> "asyncio.Task[tuple[int, bytes, str]]":
        """Change the stream and start a request, which waits until ``held`` is set."""
        self.at, self.held = NEXT, asyncio.Event()
        first = asyncio.create_task(self.get(ACCEPTS_OLD))
        await asyncio.sleep(0)
        return first


HIT, BEFORE = "barpoint-public; hit", "barpoint-public; hit; ttl=-1"
ACCEPTS_OLD = (b"cache-control", b"max-stale=2")


def test_an_unchanged_page_is_rendered_once() -> None:
    async def evening() -> None:
        hall = Hall()
        assert await hall.get() == (200, b"page 4", "")

        assert [await hall.get() for _ in range(3)] == [(200, b"page 4", HIT)] * 3
        assert hall.requested == ["/"]

    asyncio.run(evening())


def test_a_changed_page_is_rendered_again() -> None:
    async def evening() -> None:
        hall = Hall()
        await hall.get()

        hall.at = NEXT

        assert await hall.get() == (200, b"page 5", "")
        assert await hall.get() == (200, b"page 5", HIT)

    asyncio.run(evening())


def test_after_a_second_the_page_is_checked_again() -> None:
    async def evening() -> None:
        hall = Hall()
        await hall.get()

        hall.now += 1

        assert (await hall.get())[2] == ""

    asyncio.run(evening())


def test_where_one_process_owns_the_data_a_page_lasts_a_minute_or_until_something_is_committed() -> None:
    async def evening() -> None:
        hall = Hall(committed_at=50.0)
        await hall.get()
        hall.now += 40
        assert (await hall.get())[2] == HIT

        hall.committed_at = hall.now
        assert (await hall.get())[2] == ""
        hall.now += 10
        assert (await hall.get())[2] == ""
        hall.now += 10
        assert (await hall.get())[2] == HIT

        hall.minute += 1
        assert (await hall.get())[2] == ""

    asyncio.run(evening())


@pytest.mark.parametrize("held", [b'"4"', b'W/"4"'])
def test_a_client_with_the_current_page_gets_304(held: bytes) -> None:
    async def evening() -> None:
        hall = Hall()
        await hall.get()

        assert await hall.get((b"if-none-match", held)) == (304, b"", HIT)
        assert (await hall.get((b"if-none-match", b'"3"')))[0] == 200

    asyncio.run(evening())


def test_during_a_refresh_only_clients_that_accept_it_get_the_stale_page() -> None:
    async def evening() -> None:
        hall = Hall()
        await hall.get()
        first = await hall.change_during_a_request()

        assert await hall.get(ACCEPTS_OLD) == (200, b"page 4", BEFORE)
        other = asyncio.create_task(hall.get())
        await asyncio.sleep(0)
        assert hall.requested == ["/"] * 3

        hall.release()
        assert await first == await other == (200, b"page 5", "")
        assert await hall.get(ACCEPTS_OLD) == (200, b"page 5", HIT)

    asyncio.run(evening())


def test_an_old_page_is_served_to_nobody() -> None:
    async def evening() -> None:
        hall = Hall()
        await hall.get()
        first = await hall.change_during_a_request()

        hall.now += 2
        late = asyncio.create_task(hall.get(ACCEPTS_OLD))
        await asyncio.sleep(0)
        hall.release()

        assert await late == await first == (200, b"page 5", "")

    asyncio.run(evening())


@pytest.mark.parametrize(
    "header",
    [
        (b"cookie", b"csrftoken=x; session=y"),
        (b"cookie", b"language=de"),
        (b"authorization", b"Bearer x"),
        (b"content-length", b"3"),
        (b"cache-control", b"no-cache"),
        (b"accept-language", b"de"),
        (b"x-forwarded-proto", b"https"),
    ],
    ids=lambda header: header[0].decode(),
)
def test_a_client_with_other_rights_bypasses_the_cache(header: tuple[bytes, bytes]) -> None:
    async def evening() -> None:
        hall = Hall()
        await hall.get()

        assert (await hall.get(header))[2] == ""
        assert (await hall.get(path=b"/other/"))[2] == ""
        assert (await hall.get(method="HEAD"))[2] == ""
        assert (await hall.get((b"cookie", b"csrftoken=x")))[2] == HIT

    asyncio.run(evening())


@pytest.mark.parametrize("not_everybodys", [{"is_shared": False}, {"status": 404}])
def test_a_private_page_is_not_cached(not_everybodys: dict[str, Any]) -> None:
    async def evening() -> None:
        hall = Hall(**not_everybodys)
        await hall.get()

        assert (await hall.get())[2] == ""
        assert hall.requested == ["/", "/"]

    asyncio.run(evening())


def test_a_page_that_fails_blocks_nobody() -> None:
    async def evening() -> None:
        hall = Hall()
        await hall.get()
        hall.at, hall.status = NEXT, 500
        with pytest.raises(RuntimeError, match="no page"):
            await hall.get()

        hall.status = 200

        assert await hall.get(ACCEPTS_OLD) == (200, b"page 5", "")

    asyncio.run(evening())


def test_the_page_requested_longest_ago_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        monkeypatch.setattr("runtime.pages.public_pages.ROOM_BYTES", 12)
        hall = Hall()
        await hall.get(path=b"/a/")
        await hall.get(path=b"/b/")
        await hall.get(path=b"/a/")

        await hall.get(path=b"/c/")

        assert [(await hall.get(path=path))[2] for path in (b"/a/", b"/b/")] == [HIT, ""]

    asyncio.run(evening())


def test_refreshing_a_page_does_not_count_as_a_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        monkeypatch.setattr("runtime.pages.public_pages.ROOM_BYTES", 12)
        hall = Hall()
        for path in (b"/a/", b"/b/", b"/a/"):
            await hall.get(path=path)
        hall.pages.refresh()

        await hall.get(path=b"/c/")

        assert [(await hall.get(path=path))[2] for path in (b"/a/", b"/b/")] == [HIT, ""]

    asyncio.run(evening())


def test_a_page_larger_than_the_cache_is_sent_and_not_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        monkeypatch.setattr("runtime.pages.public_pages.ROOM_BYTES", 5)
        hall = Hall()

        assert await hall.get() == (200, b"page 4", "")
        assert await hall.get() == (200, b"page 4", "")

    asyncio.run(evening())


def test_a_changed_page_is_refreshed_before_it_is_requested() -> None:
    async def evening() -> None:
        hall = Hall()
        await hall.get()
        await hall.get((b"if-none-match", b'"4"'))

        hall.at = NEXT
        hall.pages.refresh()
        await hall.pages.finish()

        assert hall.requested == ["/", "/"]
        assert await hall.get() == (200, b"page 5", HIT)

    asyncio.run(evening())


def test_only_recently_served_pages_that_changed_are_refreshed() -> None:
    async def evening() -> None:
        hall = Hall()
        for path in (b"/once/", b"/long-ago/", b"/long-ago/"):
            await hall.get(path=path)
        hall.now += 2
        for path in (b"/now/", b"/now/"):
            await hall.get(path=path)

        hall.pages.refresh()
        hall.at = NEXT
        hall.pages.refresh()
        hall.pages.refresh()
        await hall.pages.finish()

        assert hall.requested[-2:] == ["/now/", "/now/"]
        assert len(hall.requested) == 4

    asyncio.run(evening())
