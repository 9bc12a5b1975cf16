"""The door of the server: an address that connects far too often is turned away before a connection is made of it.

A connection that is opened and dropped costs the event loop much more than the one who does it. So many of them would
fill the queue of those that the system holds for us, and a newcomer for whom it has no room waits for seconds.

Source: docs/decisions/0040-connections.md.
"""

import errno
import os
import socket
import time
from collections.abc import Callable

from runtime.networks import network_of
from runtime.refusals import log
from runtime.server.addresses import is_loopback
from runtime.server.fair_use import Buckets, Rate

# A hall behind one router is one address: 500 phones that open a few connections each, and a new one after each result.
OF_ADDRESS = Rate(3000, 400)
# So many are turned away before the event loop goes on with something else.
MOST_AT_ONCE = 512


class Door(socket.socket):
    """A listening socket that accepts from each address what ``rate`` allows.

    From the laptop itself, and from the addresses ``free``, it accepts everything.
    """

    __slots__ = ("_buckets", "_free", "_rate")

    def __init__(
        self,
        family: int = socket.AF_INET,
        *,
        free: Callable[[str], bool],
        rate: Rate = OF_ADDRESS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        # asyncio sends without delay (TCP_NODELAY) only on sockets whose protocol is named.
        super().__init__(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._free, self._rate, self._buckets = free, rate, Buckets(clock)

    def accept(self) -> tuple[socket.socket, object]:
        """Return the next connection and its address; BlockingIOError if there is none or many were turned away."""
        for _ in range(MOST_AT_ONCE):
            handle, address = self._accept()  # type: ignore[attr-defined] # what socket.accept itself calls
            network = network_of(address[0])
            if self._free(address[0]) or not self._buckets.take(network, self._rate):
                return socket.socket(self.family, self.type, self.proto, fileno=handle), address
            os.close(handle)
            log.count("connections.often", network)
        raise BlockingIOError(errno.EAGAIN, "many were turned away")


def doors(host: str, port: int, proxies: frozenset[str]) -> list[Door]:
    """Return a bound socket for each address that ``host`` names. Raises OSError if one is taken."""
    made: list[Door] = []
    try:
        for family, _, _, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            made.append(Door(family, free=lambda each: is_loopback(each) or network_of(each) in proxies))
            made[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                made[-1].setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            made[-1].bind(address)
    except OSError:
        for each in made:
            each.close()
        raise
    return made
