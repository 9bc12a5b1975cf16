"""Places by address: one address may hold three quarters of them, a hall behind its router or a proxy included."""

from typing import cast

from runtime.server.connections import Connection, Crowd, Phase

HALL, GUEST, PROXY = "192.0.2.7", "198.51.100.4", "10.0.0.1"


class Client:
    """A client's connection as the crowd knows it."""

    def __init__(self, crowd: Crowd, address: str) -> None:
        self.address, self.phase, self.since = address, cast("Phase | None", None), 0.0
        self.is_dropped = False
        self._crowd = crowd

    def drop(self) -> None:
        self._crowd.leave(cast("Connection", self))
        self.is_dropped = True


class Door:
    """Lets clients in, with a crowd of ``most`` places."""

    def __init__(self, most: int, proxies: frozenset[str] = frozenset()) -> None:
        self.crowd = Crowd(most, proxies, lambda: 0.0)

    def comes(self, address: str, phase: Phase = Phase.HEAD) -> Client | None:
        client = Client(self.crowd, address)
        connection = cast("Connection", client)
        if not self.crowd.admit(connection):
            return None
        self.crowd.move(connection, phase)
        return client


def test_one_address_holds_three_quarters_of_the_places_and_others_still_come_in() -> None:
    door = Door(16)
    answered = [door.comes(HALL, Phase.ANSWER) for _ in range(12)]

    assert all(answered)
    assert door.comes(HALL) is None
    assert all(door.comes(GUEST, Phase.ANSWER) for _ in range(4))
    assert len(door.crowd) == 16


def test_an_address_with_all_its_places_gives_the_longest_silent_one_to_its_newcomer() -> None:
    door = Door(16)
    first, *others = [door.comes(HALL) for _ in range(12)]

    newcomer = door.comes(HALL)

    assert newcomer is not None
    assert [each.is_dropped for each in (first, *others) if each] == [True, *[False] * 11]
    assert len(door.crowd) == 12


def test_the_address_of_a_proxy_holds_all_places() -> None:
    door = Door(16, frozenset({PROXY}))

    assert all(door.comes(PROXY, Phase.ANSWER) for _ in range(16))
    assert door.comes(PROXY) is None


def test_five_hundred_phones_behind_one_router_have_their_places_on_a_laptop() -> None:
    laptop = 1024 - 192

    door = Door(laptop)

    assert all(door.comes(HALL, Phase.ANSWER) for _ in range(500))
    assert door.comes(GUEST) is not None
