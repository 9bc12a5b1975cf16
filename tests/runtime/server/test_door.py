"""The door: who connects far too often is turned away, and nobody else waits for it."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from runtime.server.door import Door, doors
from runtime.server.fair_use import Rate

FLOODING, ANOTHER = "127.0.0.2", "127.0.0.3"


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(clock: Clock) -> Iterator[Door]:
    """A door that lets an address in three times at once, and once a second."""
    with Door(free=lambda address: address == "127.0.0.1", rate=Rate(3, 1), clock=clock) as made:
        made.bind(("127.0.0.1", 0))
        made.listen(100)
        made.setblocking(False)
        yield made


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as made:
        yield made


def connect(stack: ExitStack, door: Door, address: str, count: int) -> list[socket.socket]:
    where = door.getsockname()
    return [stack.enter_context(socket.create_connection(where, 10, (address, 0))) for _ in range(count)]


def accepted(stack: ExitStack, door: Door) -> list[str]:
    """Accept whoever waits; return their addresses."""
    addresses: list[str] = []
    while True:
        try:
            connection, _ = door.accept()
        except BlockingIOError:
            return addresses
        stack.enter_context(connection)
        addresses.append(connection.getpeername()[0])


def test_a_flood_of_connections_is_turned_away_and_another_address_is_not(stack: ExitStack, door: Door) -> None:
    flood = connect(stack, door, FLOODING, 20)
    connect(stack, door, ANOTHER, 1)

    assert accepted(stack, door) == [FLOODING, FLOODING, FLOODING, ANOTHER]
    assert flood[3].recv(10) == b""


def test_who_was_turned_away_may_come_again_a_little_later(stack: ExitStack, door: Door, clock: Clock) -> None:
    connect(stack, door, FLOODING, 4)
    assert len(accepted(stack, door)) == 3

    clock.now = 2.0
    connect(stack, door, FLOODING, 4)

    assert accepted(stack, door) == [FLOODING, FLOODING]


def test_the_laptop_itself_and_a_proxy_are_never_turned_away(stack: ExitStack, door: Door) -> None:
    connect(stack, door, "127.0.0.1", 20)

    assert accepted(stack, door) == ["127.0.0.1"] * 20


def test_a_connection_that_was_let_in_works_as_any_other(stack: ExitStack, door: Door) -> None:
    (phone,) = connect(stack, door, ANOTHER, 1)
    connection, _ = door.accept()
    stack.enter_context(connection)

    phone.sendall(b"GET")

    assert (connection.recv(10), connection.family) == (b"GET", socket.AF_INET)


def test_a_port_that_is_taken_is_refused_and_every_address_of_a_host_is_listened_at(stack: ExitStack) -> None:
    (first,) = [stack.enter_context(each) for each in doors("127.0.0.1", 0, frozenset())]
    first.listen()

    with pytest.raises(OSError, match="Address already in use"):
        doors("127.0.0.1", first.getsockname()[1], frozenset())


def test_an_answer_in_two_pieces_does_not_wait_for_the_reader_to_acknowledge_the_first(
    stack: ExitStack, door: Door
) -> None:
    async def delays() -> int:
        connected: asyncio.Future[asyncio.BaseTransport] = asyncio.get_running_loop().create_future()

        class Protocol(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                connected.set_result(transport)

        server = await asyncio.get_running_loop().create_server(Protocol, sock=door)
        connect(stack, door, ANOTHER, 1)
        transport = await connected
        without_delay: int = transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        transport.close()
        server.close()
        await server.wait_closed()
        return without_delay

    assert asyncio.run(delays()) == 1
