"""Who gets a thread: a crowd of readers takes none from the reports, nor from the desk, and clients take turns."""

import asyncio
from collections.abc import Iterable
from threading import Event, Semaphore
from typing import Any

import pytest
from a2wsgi.wsgi_typing import Environ, StartResponse

from journal.refusals import TooOften
from runtime.server.desk_first import DeskFirst
from runtime.server.fair_use import RECOGNISED, Client, FairUse
from runtime.server.lanes import MOST_OF_CLIENT, MOST_WAITING, READERS, Lanes

CROWD = 30


class Hall:
    """An application in which all but reports wait until they are released; it counts the requests inside."""

    def __init__(self) -> None:
        self.go, self.inside, self.read = Event(), Semaphore(0), 0

    def __call__(self, environ: Environ, start_response: StartResponse, *more: Any) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "POST":
            self.inside.release()
            self.go.wait()
            self.read += 1
        start_response("200 OK", [("Content-Type", "text/plain")], None)
        return [b"done"]


async def answered(app: Any, method: str, address: str = "192.0.2.1", cookie: bytes = b"") -> int:
    """Return the status of the answer to a request."""
    rows: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        rows.append(message)

    scope = {
        "type": "http", "method": method, "path": "/", "root_path": "", "query_string": b"",
        "headers": [(b"cookie", cookie)] if cookie else [],
        "http_version": "1.1", "scheme": "http", "server": ("localhost", 80), "client": (address, 1),
    }  # fmt: skip
    await app(scope, receive, send)
    return int(rows[0]["status"])


async def full(hall: Hall, count: int) -> None:
    """Return once ``count`` readers are inside."""
    for _ in range(count):
        await asyncio.to_thread(hall.inside.acquire)


def test_a_report_is_answered_while_every_reader_is_busy_and_more_wait() -> None:
    hall = Hall()

    async def evening() -> tuple[int, int, list[int]]:
        app = Lanes(hall, FairUse(), DeskFirst())
        readers = [asyncio.create_task(answered(app, "GET", f"192.0.2.{place}")) for place in range(CROWD)]
        await full(hall, READERS)

        report = await answered(app, "POST")

        read_before = hall.read
        hall.go.set()
        return report, read_before, await asyncio.gather(*readers)

    assert asyncio.run(evening()) == (200, 0, [200] * CROWD)


def test_a_flood_from_one_address_leaves_room_for_another_reader() -> None:
    hall = Hall()

    async def evening() -> list[int]:
        app = Lanes(hall, FairUse(), DeskFirst())
        flood = [asyncio.create_task(answered(app, "GET")) for _ in range(CROWD)]
        await full(hall, MOST_OF_CLIENT)

        other = asyncio.create_task(answered(app, "GET", "192.0.2.9"))

        await full(hall, 1)
        hall.go.set()
        return [await other, *await asyncio.gather(*flood)]

    assert asyncio.run(evening()) == [200] * (CROWD + 1)


def test_more_requests_of_one_client_than_may_wait_are_refused() -> None:
    hall = Hall()

    async def evening() -> list[int]:
        app = Lanes(hall, FairUse(), DeskFirst())
        flood = [asyncio.create_task(answered(app, "GET")) for _ in range(MOST_OF_CLIENT + MOST_WAITING + 3)]
        await full(hall, MOST_OF_CLIENT)
        hall.go.set()
        return sorted(await asyncio.gather(*flood))

    assert asyncio.run(evening())[-4:] == [200, 503, 503, 503]


def test_while_the_desk_works_no_other_request_begins() -> None:
    hall = Hall()

    async def evening() -> tuple[int, int]:
        fair_use = FairUse()
        app = Lanes(hall, fair_use, DeskFirst(lambda: 100.0))
        fair_use.learn(request(b"session=d") | {RECOGNISED: Client("desk 4", is_desk=True, is_free=True)}, ADDRESS, 0.0)
        desk = asyncio.create_task(answered(app, "GET", cookie=b"session=d"))
        await full(hall, 1)
        crowd = [asyncio.create_task(answered(app, "GET", f"192.0.2.{place}")) for place in range(CROWD)]
        await asyncio.sleep(0)
        beside = app.running
        hall.go.set()
        await asyncio.gather(desk, *crowd)
        return beside, app.running

    assert asyncio.run(evening()) == (1, 0)


def test_two_sheets_being_printed_hold_up_no_result_of_the_desk() -> None:
    hall = Hall()

    async def evening() -> int:
        fair_use = FairUse()
        app = Lanes(hall, fair_use, DeskFirst())
        fair_use.learn(request(b"session=d") | {RECOGNISED: Client("desk 4", is_desk=True, is_free=True)}, ADDRESS, 0.0)
        sheets = [asyncio.create_task(answered(app, "GET", cookie=b"session=d")) for _ in range(2)]
        await full(hall, 2)
        result = await answered(app, "POST", cookie=b"session=d")
        hall.go.set()
        await asyncio.gather(*sheets)
        return result

    assert asyncio.run(evening()) == 200


def test_a_client_who_asks_too_much_is_refused_and_the_desk_never_is() -> None:
    now = 100.0
    fair_use = FairUse(lambda: now)
    stranger = fair_use.client_of(request(b""))
    desk = Client("desk 4", is_desk=True, is_free=True)

    waits = [fair_use.seconds_to_wait(stranger, "GET") for _ in range(3001)]

    assert (set(waits[:3000]), waits[3000]) == ({0}, 1)
    assert {fair_use.seconds_to_wait(desk, "POST") for _ in range(3001)} == {0}
    now += 1
    assert {fair_use.seconds_to_wait(stranger, "GET") for _ in range(300)} == {0}


def test_a_client_pays_for_the_seconds_of_a_thread() -> None:
    now = 100.0
    fair_use = FairUse(lambda: now)
    fair_use.learn(request(b""), ADDRESS, 10.6)
    assert fair_use.seconds_to_wait(ADDRESS, "GET") == 1
    now += 2
    assert fair_use.seconds_to_wait(ADDRESS, "GET") == 0


def test_a_player_changes_something_thirty_times_and_then_once_in_three_seconds() -> None:
    now = 100.0
    fair_use = FairUse(lambda: now)
    player = Client("player 23", is_player=True)
    for _ in range(30):
        fair_use.count_change(player)
    with pytest.raises(TooOften) as refused:
        fair_use.count_change(player)
    assert (refused.value.code, refused.value.facts) == ("requests.many", {"seconds": 3})
    fair_use.count_change(Client("player 24", is_player=True))
    now += 3
    fair_use.count_change(player)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.7", "192.0.2.8", False),
        ("2001:db8::1", "2001:db8::2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
    ],
)
def test_a_subscriber_of_ipv6_is_one_client_by_their_first_64_bits(one: str, other: str, same: bool) -> None:
    fair_use = FairUse()
    clients = [fair_use.client_of(request(b"", each)).name for each in (one, other)]
    assert (clients[0] == clients[1]) is same


def test_headers_that_django_recognised_are_known_the_next_time() -> None:
    fair_use = FairUse()
    player = Client("player 23", is_player=True)
    scope = request(b"csrf=1; player-23=secret")
    assert fair_use.client_of(scope) == ADDRESS
    fair_use.learn(scope | {RECOGNISED: player}, ADDRESS, 0.0)

    assert fair_use.client_of(request(b"csrf=2; player-23=secret", "192.0.2.99")) == player
    assert fair_use.client_of(request(b"player-23=guessed")) == ADDRESS


ADDRESS = Client("address 192.0.2.1")


def request(cookie: bytes, address: str = "192.0.2.1") -> dict[str, Any]:
    return {"headers": [(b"cookie", cookie)] if cookie else [], "client": (address, 1), "method": "GET"}


def test_a_long_change_of_the_desk_holds_up_the_next_for_a_moment_only() -> None:
    hall = Hall()

    async def evening() -> list[int]:
        fair_use = FairUse()
        app = Lanes(hall, fair_use, DeskFirst())
        fair_use.learn(request(b"session=d") | {RECOGNISED: Client("desk 4", is_desk=True, is_free=True)}, ADDRESS, 0.0)
        changes = [asyncio.create_task(answered(app, "DELETE", cookie=b"session=d")) for _ in range(2)]
        await asyncio.sleep(0)
        at_first = app.running
        await full(hall, 2)
        at_last = app.running
        hall.go.set()
        return [at_first, at_last, *await asyncio.gather(*changes)]

    assert asyncio.run(evening()) == [1, 2, 200, 200]


def test_where_desks_go_on_working_others_have_one_turn_and_wait_again() -> None:
    clock = [100.0]

    async def evening(requests: int) -> bool:
        desk, turn = DeskFirst(lambda: clock[0]), asyncio.Event()
        for _ in range(requests):
            desk.begin()
        desk.afterwards(turn.set)
        clock[0] += 60.0
        await turn.wait()
        return desk.is_held

    assert [asyncio.run(evening(1)), asyncio.run(evening(2))] == [False, True]


def test_desks_that_queue_without_a_pause_leave_others_their_turns() -> None:
    clock = [100.0]
    began: list[str] = []

    def hall(environ: Environ, start_response: StartResponse, *more: Any) -> Iterable[bytes]:
        began.append(environ["REQUEST_METHOD"])
        clock[0] += 0.03
        start_response("200 OK", [("Content-Type", "text/plain")], None)
        return [b"done"]

    async def evening() -> list[int]:
        fair_use = FairUse()
        app = Lanes(hall, fair_use, DeskFirst(lambda: clock[0]))
        fair_use.learn(request(b"session=d") | {RECOGNISED: Client("desk 4", is_desk=True, is_free=True)}, ADDRESS, 0.0)
        changes = [asyncio.create_task(answered(app, "POST", cookie=b"session=d")) for _ in range(40)]
        await asyncio.sleep(0)
        return await asyncio.gather(answered(app, "PUT"), *changes)

    assert asyncio.run(evening()) == [200] * 41
    # Seven changes of 0.03 s take the fifth of a second after which others are owed a turn: beside the eighth.
    assert began.index("PUT") in {7, 8}
