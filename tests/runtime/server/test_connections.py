"""No connection holds its place for nothing: uvicorn with our protocol, on real sockets, with a clock of our own."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from runtime.asgi import Receive, Scope, Send
from runtime.server.bodies import LARGE_BYTES, MOST_BYTES, MOST_LARGE, WholeBodies
from runtime.server.connections import IDLE_SECONDS, MOST_HEAD_BYTES, Connection, Crowd, Phase

GET = b"GET /page HTTP/1.1\r\nHost: hall\r\n\r\n"
PATIENCE_SECONDS = 10


class CountingCrowd(Crowd):
    """A crowd that counts who came."""

    came = 0

    def admit(self, newcomer: Connection) -> bool:
        self.came += 1
        return super().admit(newcomer)


@dataclass
class Hall:
    """A server with its clock; ``reached`` are the bodies that got as far as a thread would."""

    crowd: CountingCrowd
    port: int
    reached: list[bytes] = field(default_factory=list)
    now: float = 100.0
    held: asyncio.Event | None = None
    wires: list["Wire"] = field(default_factory=list)

    async def behind(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.reached.append((await receive()).get("body", b"") if scope["method"] == "POST" else b"")
        if self.held is not None:
            await self.held.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
        await send({"type": "http.response.body", "body": b"done"})

    async def open(self) -> "Wire":
        self.wires.append(Wire(*await asyncio.open_connection("127.0.0.1", self.port)))
        return self.wires[-1]

    async def connect(self) -> "Wire":
        """Connect, and wait until the server has noticed."""
        before = self.crowd.came
        wire = await self.open()
        await until(lambda: self.crowd.came > before)
        return wire

    async def later(self, seconds: float) -> None:
        """Let time pass, and let the server look after its connections."""
        await asyncio.sleep(0)
        self.now += seconds
        self.crowd.sweep()


@dataclass
class Wire:
    """A client's end of a connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def answer(self, sent: bytes = b"") -> tuple[int, bytes]:
        """Send bytes and return the status and the body of the answer; (0, b"") if the connection just ends."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            self.writer.write(sent)
            try:
                head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
            except (asyncio.IncompleteReadError, ConnectionError):
                return 0, b""
            length = int(head.split("content-length: ")[1].split("\r\n")[0])
            return int(head.split()[1]), await self.reader.readexactly(length)

    async def is_closed(self) -> bool:
        async with asyncio.timeout(PATIENCE_SECONDS):
            try:
                return await self.reader.read(1) == b""
            except ConnectionError:
                return True


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not happened():
            await asyncio.sleep(0)


@asynccontextmanager
async def a_hall(
    most: int = 8, body_seconds: float = PATIENCE_SECONDS, idle_seconds: int = IDLE_SECONDS
) -> AsyncIterator[Hall]:
    hall = Hall(CountingCrowd(most), 0)
    hall.crowd.clock = lambda: hall.now
    behind = WholeBodies(hall.behind, body_seconds)
    config = uvicorn.Config(behind, log_config=None, lifespan="off", ws="none", timeout_keep_alive=idle_seconds)
    config.load()
    made = partial(Connection, hall.crowd, config=config, server_state=ServerState(), app_state={})
    server = await asyncio.get_running_loop().create_server(made, "127.0.0.1", 0)
    hall.port = server.sockets[0].getsockname()[1]
    with closing(server):
        try:
            yield hall
        finally:
            for wire in hall.wires:
                wire.writer.close()
            await asyncio.gather(*(wire.writer.wait_closed() for wire in hall.wires), return_exceptions=True)
            # The server's ends of the connections close a few turns of the loop later.
            for _ in range(100):
                await asyncio.sleep(0)


def in_a_hall(evening: Callable[[Hall], Awaitable[None]], **limits: Any) -> None:
    async def run() -> None:
        async with a_hall(**limits) as hall:
            await evening(hall)

    asyncio.run(run())


def test_half_a_request_line_is_refused_after_ten_seconds() -> None:
    async def evening(hall: Hall) -> None:
        wire = await hall.connect()
        wire.writer.write(b"GET /page HT")
        await until(lambda: any(each._begun for each in connections(hall)))

        await hall.later(9)
        assert len(hall.crowd) == 1
        await hall.later(2)

        assert (await wire.answer())[0] == 408
        assert await wire.is_closed()
        assert len(hall.crowd) == 0

    in_a_hall(evening)


def test_a_drop_at_a_time_does_not_make_a_request_line_last_longer() -> None:
    async def evening(hall: Hall) -> None:
        wire = await hall.connect()
        for byte in (b"G", b"E", b"T"):
            wire.writer.write(byte)
            await until(lambda: any(each._begun for each in connections(hall)))
            await hall.later(4)

        assert (await wire.answer())[0] == 408

    in_a_hall(evening)


def test_a_silent_connection_is_closed_after_ten_seconds() -> None:
    async def evening(hall: Hall) -> None:
        wire = await hall.connect()

        await hall.later(11)

        assert await wire.is_closed()
        assert len(hall.crowd) == 0

    in_a_hall(evening)


def test_a_body_is_passed_on_only_when_it_is_complete() -> None:
    async def evening(hall: Hall) -> None:
        wire = await hall.connect()
        wire.writer.write(b"POST /page HTTP/1.1\r\nHost: hall\r\nContent-Length: 10\r\n\r\nhalf ")
        await until(lambda: phases(hall) == [Phase.BODY])
        await hall.later(4)
        assert hall.reached == []

        assert await wire.answer(b"whole") == (200, b"done")
        assert hall.reached == [b"half whole"]

    in_a_hall(evening)


def test_an_unfinished_body_is_refused_and_reaches_no_thread() -> None:
    async def evening(hall: Hall) -> None:
        wire = await hall.connect()
        status, body = await wire.answer(b"POST /page HTTP/1.1\r\nHost: hall\r\nContent-Length: 900\r\n\r\nname=")

        assert (status, b'"code":"request.slow"' in body, hall.reached) == (408, True, [])
        await hall.later(36)
        assert await wire.is_closed()

    in_a_hall(evening, body_seconds=0.0)


@pytest.mark.parametrize(
    "head", [b"Content-Length: %d\r\n\r\n" % (MOST_BYTES + 1), b"Content-Length: 99999999999999999999\r\n\r\n"]
)
def test_a_body_that_is_announced_too_large_is_refused_at_once(head: bytes) -> None:
    async def evening(hall: Hall) -> None:
        wire = await hall.connect()
        assert (await wire.answer(b"POST /page HTTP/1.1\r\nHost: hall\r\n" + head))[0] in (413, 400)
        assert hall.reached == []

    in_a_hall(evening)


def test_a_body_in_pieces_that_grows_too_large_is_refused() -> None:
    piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"

    async def evening(hall: Hall) -> None:
        wire = await hall.connect()
        sent = b"POST /page HTTP/1.1\r\nHost: hall\r\nTransfer-Encoding: chunked\r\n\r\n" + piece * 33
        assert (await wire.answer(sent))[0] == 413
        assert hall.reached == []

    in_a_hall(evening)


def test_large_bodies_share_a_limited_room_and_small_ones_do_not_wait_for_it() -> None:
    head = b"POST /page HTTP/1.1\r\nHost: hall\r\nContent-Length: %d\r\n\r\n"

    async def evening(hall: Hall) -> None:
        for _ in range(MOST_LARGE):
            (await hall.connect()).writer.write(head % (LARGE_BYTES + 1))
        await until(lambda: phases(hall).count(Phase.BODY) == MOST_LARGE)

        large, small = await hall.connect(), await hall.connect()

        assert (await large.answer(head % (LARGE_BYTES + 1)))[0] == 503
        assert await small.answer(head % 4 + b"tiny") == (200, b"done")

    in_a_hall(evening, most=MOST_LARGE * 2)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: hall\r\nX: " + b"x" * MOST_HEAD_BYTES + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: hall\r\nX: " + b"x" * 10 * MOST_HEAD_BYTES, 431),
        (b"GET /" + b"x" * 2 * MOST_HEAD_BYTES + b" HTTP/1.1\r\nHost: hall\r\n\r\n", 431),
    ],
    ids=["two lengths", "no http", "long headers", "endless headers", "long address"],
)
def test_a_request_that_is_none_is_refused_and_reaches_no_thread(sent: bytes, status: int) -> None:
    async def evening(hall: Hall) -> None:
        wire = await hall.connect()
        assert (await wire.answer(sent))[0] == status
        assert hall.reached == []
        await until(lambda: len(hall.crowd) == 0)

    in_a_hall(evening)


def test_requests_that_do_not_wait_for_their_answers_end_the_connection() -> None:
    async def evening(hall: Hall) -> None:
        hall.held = asyncio.Event()
        wire = await hall.connect()
        wire.writer.write(GET * 50)
        await until(lambda: len(hall.crowd) == 0)
        hall.held.set()
        assert len(hall.reached) <= 1

    in_a_hall(evening)


def test_a_newcomer_gets_the_place_of_the_one_who_waited_longest_without_a_request() -> None:
    async def evening(hall: Hall) -> None:
        hall.held = asyncio.Event()
        working = await hall.connect()
        working.writer.write(GET)
        await until(lambda: phases(hall) == [Phase.ANSWER])
        first, second = await hall.connect(), await hall.connect()

        newcomer = await hall.connect()

        assert await first.is_closed()
        hall.held.set()
        assert await newcomer.answer(GET) == (200, b"done")
        assert await second.answer(GET) == (200, b"done")
        assert await working.answer() == (200, b"done")

    in_a_hall(evening, most=4)


def test_a_thousand_silent_connections_leave_a_place_for_the_desk() -> None:
    async def evening(hall: Hall) -> None:
        silent = [await hall.open() for _ in range(300)]
        await until(lambda: hall.crowd.came == 300)

        for _ in range(3):
            assert await (await hall.connect()).answer(GET) == (200, b"done")

        assert len(hall.crowd) <= 30
        assert sum(each.reader.at_eof() or bool(each.reader.exception()) for each in silent) >= 265

    in_a_hall(evening, most=30)


def test_a_newcomer_is_refused_only_if_everybody_is_being_answered() -> None:
    async def evening(hall: Hall) -> None:
        hall.held = asyncio.Event()
        working = [await hall.connect() for _ in range(3)]
        for wire in working:
            wire.writer.write(GET)
        await until(lambda: phases(hall) == [Phase.ANSWER] * 3)

        refused = await hall.connect()

        status, body = await refused.answer()
        assert (status, b'"code":"connections.full"' in body) == (503, True)
        hall.held.set()
        assert [await wire.answer() for wire in working] == [(200, b"done")] * 3

    in_a_hall(evening, most=4)


def test_a_slow_body_gives_way_when_all_places_are_taken() -> None:
    head = b"POST /page HTTP/1.1\r\nHost: hall\r\nContent-Length: 9\r\n\r\n"

    async def evening(hall: Hall) -> None:
        hall.crowd.most_of_address = hall.crowd.most
        slow = [await hall.connect() for _ in range(4)]
        for wire in slow:
            wire.writer.write(head)
        await until(lambda: phases(hall) == [Phase.BODY] * 4)
        hall.now += 7

        assert await (await hall.connect()).answer(GET) == (200, b"done")
        assert await slow[0].is_closed()

    in_a_hall(evening, most=4)


def test_a_client_that_reads_nothing_of_its_answer_is_dropped_after_thirty_seconds() -> None:
    async def evening(hall: Hall) -> None:
        hall.held = asyncio.Event()
        wire = await hall.connect()
        wire.writer.write(GET)
        await until(lambda: phases(hall) == [Phase.ANSWER])
        (connection,) = connections(hall)
        connection.pause_writing()
        await hall.later(29)
        assert len(hall.crowd) == 1
        await hall.later(2)
        assert await wire.is_closed()
        hall.held.set()

    in_a_hall(evening)


def test_a_connection_that_is_idle_after_a_request_is_closed() -> None:
    async def evening(hall: Hall) -> None:
        wire = await hall.connect()
        assert await wire.answer(GET) == (200, b"done")

        assert await wire.is_closed()
        assert len(hall.crowd) == 0

    assert IDLE_SECONDS <= 30
    in_a_hall(evening, idle_seconds=0)


def test_a_connection_serves_one_request_after_another() -> None:
    async def evening(hall: Hall) -> None:
        wire = await hall.connect()
        for _ in range(3):
            assert await wire.answer(GET) == (200, b"done")
            assert phases(hall) == [Phase.HEAD]
            await hall.later(5)
        wire.writer.close()
        await until(lambda: len(hall.crowd) == 0)

    in_a_hall(evening)


def connections(hall: Hall) -> list[Connection]:
    return [each for places in hall.crowd._by_address.values() for each in places]


def phases(hall: Hall) -> list[Phase | None]:
    return [each.phase for each in connections(hall)]
