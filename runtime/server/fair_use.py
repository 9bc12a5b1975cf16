"""Fair use: who sends a request, and how much each client may ask for.

A client is the desk (a person or program that may run the desk of the club they work in), a member (who signed in and
may not), a player (by link or PIN), or else a network address. Django recognises people and looks up their rights; the
server remembers which headers it recognised, so that the next request is known before it takes a thread. Limits are
buckets in the memory of one process, filled evenly: they bound work, they do not guard a secret
(clubs/actions/tries.py does). The desk has no limit, nor has a request from the laptop itself.

Source: docs/decisions/0041-fair-use.md.
"""

import math
import re
import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache, TTLCache

from journal.refusals import TooOften
from runtime.networks import network_of
from runtime.server.addresses import is_loopback

# The keys in a request's scope under which Django leaves who sent it: a player, or the person who signed in; and
# whether that person may run the desk of the club that the request was about, if their rights were looked up.
RECOGNISED: Final = "barpoint.client"
PERSON, MAY_RUN_DESK = "barpoint.person", "barpoint.may_run_desk"
MOST_CLIENTS = 10_000
REMEMBER_SECONDS = 3600.0
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
# Our cookies have these names: the session, and one for each player or bidder on this phone.
_COOKIES = re.compile(rb"(?:^|; )((?:__Host-)?(?:session|(?:player|bidder)-[0-9]+)=[^;]*)")


@dataclass(frozen=True, slots=True)
class Client:
    """Who sends a request: ``desk 4``, ``member 5``, ``player 23`` or ``address 192.0.2.7``. ``is_free``: no limits."""

    name: str
    is_desk: bool = False
    is_player: bool = False
    is_member: bool = False
    is_free: bool = False


@dataclass(frozen=True, slots=True)
class Rate:
    """What a client may have: ``most`` at once, and ``a_second`` more every second."""

    most: float
    a_second: float


@dataclass(frozen=True, slots=True)
class Rates:
    """What one kind of client may have: requests, requests that change something, and seconds of a thread."""

    requests: Rate
    changes: Rate
    seconds: Rate


# A player sends a card after each game, and the whole outbox after a restore.
# A member is one device too, as a rule.
OF_PLAYER = Rates(requests=Rate(200, 20), changes=Rate(30, 1 / 3), seconds=Rate(5, 0.1))
# A hall behind one router is one address: 500 phones fetch 200 pages a second after a result.
OF_ADDRESS = Rates(requests=Rate(3000, 300), changes=Rate(500, 20), seconds=Rate(10, 0.6))


class Buckets:
    """One bucket for each client, of one rate. Safe for threads."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._levels: LRUCache[str, tuple[float, float]] = LRUCache(MOST_CLIENTS)
        self._lock = Lock()

    def take(self, name: str, rate: Rate) -> float:
        """Take one and return 0; or take nothing and return the seconds to wait."""
        with self._lock:
            level, now = self._level(name, rate)
            if level < 1:
                return (1 - level) / rate.a_second
            self._levels[name] = level - 1, now
            return 0.0

    def charge(self, name: str, rate: Rate, amount: float) -> None:
        """Take ``amount`` after it was used; the debt is at most what the bucket holds."""
        with self._lock:
            level, now = self._level(name, rate)
            self._levels[name] = max(level - amount, -rate.most), now

    def debt(self, name: str, rate: Rate) -> float:
        """Return the seconds until a client has no debt any more."""
        with self._lock:
            return max(0.0, -self._level(name, rate)[0] / rate.a_second)

    def _level(self, name: str, rate: Rate) -> tuple[float, float]:
        now = self._clock()
        level, at = self._levels.get(name, (rate.most, now))
        return min(rate.most, level + (now - at) * rate.a_second), now


class FairUse:
    """The clients of this process and their buckets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._known: TTLCache[bytes, Client] = TTLCache(MOST_CLIENTS, REMEMBER_SECONDS, clock)
        self._requests, self._changes, self._seconds = Buckets(clock), Buckets(clock), Buckets(clock)

    def client_of(self, scope: Mapping[str, Any]) -> Client:
        """Return who sends a request, as far as is known before Django looks at it."""
        credentials = _credentials(scope)
        if credentials and (known := self._known.get(credentials)):
            return known
        return _stranger(scope)

    def seconds_to_wait(self, client: Client, method: str) -> int:
        """Count a request; return 0 if it may be answered, else after how many seconds to try again."""
        if client.is_free:
            return 0
        rates = _rates(client)
        wait = self._requests.take(client.name, rates.requests) or self._seconds.debt(client.name, rates.seconds)
        if not wait and method not in READING and not client.is_player:
            wait = self._changes.take(client.name, rates.changes)
        return math.ceil(wait)

    def learn(self, scope: Mapping[str, Any], client: Client, seconds: float) -> None:
        """Note after a request who sent it, and charge the client for the seconds of a thread."""
        recognised = _recognised(scope, client)
        credentials = _credentials(scope)
        if credentials and recognised != client:
            self._known[credentials] = recognised
        if not recognised.is_free:
            rates = _rates(recognised)
            self._seconds.charge(recognised.name, rates.seconds, seconds)

    def count_change(self, client: Client) -> None:
        """Count a change by a player. Raises TooOften ``requests.many`` with the seconds to wait."""
        wait = self._changes.take(client.name, OF_PLAYER.changes)
        if wait:
            raise TooOften("requests.many", seconds=math.ceil(wait))


fair_use = FairUse()
# The scope of the request that this thread answers.
_answered: ContextVar[dict[str, Any] | None] = ContextVar("answered", default=None)


def begin(meta: Mapping[str, Any]) -> None:
    """Note that this thread answers the request with ``meta`` from now on."""
    _answered.set(meta.get("asgi.scope"))


def recognise_person(meta: Mapping[str, Any], user: int | None) -> None:
    """Note that a signed-in person sent the request with ``meta``; None for somebody who is not signed in."""
    if "asgi.scope" in meta:
        meta["asgi.scope"].setdefault(PERSON, user)


def note_rights(*, may_run_desk: bool) -> None:
    """Note whether who sent the request may run the desk of a club that it is about; one such club is enough."""
    scope = _answered.get()
    if scope is not None:
        scope[MAY_RUN_DESK] = may_run_desk or scope.get(MAY_RUN_DESK, False)


def recognise_player(meta: Mapping[str, Any], entrant: int) -> None:
    """Note that a player sent the request with ``meta``."""
    if "asgi.scope" in meta:
        meta["asgi.scope"][RECOGNISED] = _player(entrant)


def count_player_change(meta: Mapping[str, Any], entrant: int) -> None:
    """Count a request by which a player changes something. Raises TooOften ``requests.many``."""
    if "asgi.scope" in meta:
        fair_use.count_change(_player(entrant))


def _player(entrant: int) -> Client:
    return Client(f"player {entrant}", is_player=True)


def _recognised(scope: Mapping[str, Any], client: Client) -> Client:
    """Return who sent a request that was answered, ``client`` if nothing more is known now."""
    person = scope.get(PERSON)
    # A request for which no rights were looked up, such as one for the first page, leaves the desk the desk.
    if person is not None and scope.get(MAY_RUN_DESK, client.is_desk):
        return Client(f"desk {person}", is_desk=True, is_free=True)
    if RECOGNISED in scope:
        player: Client = scope[RECOGNISED]
        return player
    if PERSON not in scope:
        return client
    if person is None:  # a session that ended
        return _stranger(scope) if client.is_desk or client.is_member else client
    return Client(f"member {person}", is_member=True, is_free=is_loopback(_address(scope)))


def _stranger(scope: Mapping[str, Any]) -> Client:
    address = _address(scope)
    return Client(f"address {network_of(address)}", is_free=is_loopback(address))


def _address(scope: Mapping[str, Any]) -> str:
    return str((scope.get("client") or ("?",))[0])


def _rates(client: Client) -> Rates:
    return OF_PLAYER if client.is_player or client.is_member else OF_ADDRESS


def _credentials(scope: Mapping[str, Any]) -> bytes:
    """Return a digest of the headers by which Django could recognise a client; empty if there are none."""
    parts = []
    for name, value in scope["headers"]:
        if name == b"authorization":
            parts.append(value)
        elif name == b"cookie":
            parts += _COOKIES.findall(value)
    return sha256(b"\n".join(parts)).digest() if parts else b""
