"""Post a body to an address that somebody entered: no redirect, one time limit for everything, little of the answer."""

import http.client
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from rules.errors import RuleBroken
from runtime.outward.addresses import Target, read_target, resolve

SECONDS = 10.0
# As much of an answer is read; a receiver that sends more talks to a closed connection.
MOST_BYTES = 2048


@dataclass(frozen=True, slots=True)
class Answer:
    """What a receiver answered: the status, 0 for no answer, and the beginning of its text or what went wrong."""

    status: int
    text: str

    @property
    def is_taken(self) -> bool:
        """Whether the receiver took it: 2xx. A redirect is an answer like any other."""
        return 200 <= self.status < 300


type Post = Callable[[str, bytes, Mapping[str, str]], Answer]


def post(
    address: str, body: bytes, headers: Mapping[str, str], *, private: bool = False, seconds: float = SECONDS
) -> Answer:
    """Post ``body`` to an address and return the answer, never an exception. ``private``: see ``read_target``."""
    try:
        target = read_target(address, private=private)
        return _exchange(target, resolve(target, private=private), body, headers, seconds)
    except RuleBroken as broken:
        return Answer(0, broken.code)
    except (OSError, http.client.HTTPException, UnicodeError) as wrong:
        # The text of such an error may name the inside of this network; its class says enough.
        return Answer(0, type(wrong).__name__)


def _exchange(
    target: Target, ips: tuple[str, ...], body: bytes, headers: Mapping[str, str], seconds: float
) -> Answer:  # fmt: skip
    with _connected(target, ips[0], seconds) as connection:
        connection.request("POST", target.path, body, dict(headers))
        answer = connection.getresponse()
        return Answer(answer.status, answer.read(MOST_BYTES).decode(errors="replace"))


@contextmanager
def _connected(target: Target, ip: str, seconds: float) -> Iterator[http.client.HTTPConnection]:
    """Connect to one checked IP address; after ``seconds`` the connection ends, however slowly the bytes drip."""
    plain = socket.create_connection((ip, target.port), timeout=seconds / 2)
    late = threading.Event()

    def end() -> None:
        late.set()
        _shut(plain)

    limit = threading.Timer(seconds, end)
    limit.daemon = True
    limit.start()
    connection = http.client.HTTPConnection(target.host, target.port)
    connection.auto_open = 0
    try:
        connection.sock = _secured(plain, target) if target.scheme == "https" else plain
        yield connection
    except (OSError, http.client.HTTPException):
        if late.is_set():
            raise TimeoutError from None
        raise
    finally:
        limit.cancel()
        connection.close()
        plain.close()


def _secured(plain: socket.socket, target: Target) -> ssl.SSLSocket:
    return ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)


def _shut(plain: socket.socket) -> None:
    try:
        plain.shutdown(socket.SHUT_RDWR)
    except OSError:
        plain.close()
