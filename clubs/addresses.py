"""Under which addresses this machine is reached: they change when a laptop moves to another network."""

import socket
import time
from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest

LOOK_EVERY_SECONDS = 5.0


def lan_address() -> str:
    """Return the address under which the hall sees this machine now, without sending anything; empty for none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if is_loopback(address) else address


def own_names() -> list[str]:
    """Return the names and addresses under which this machine knows itself."""
    try:
        name = socket.gethostname()
        return sorted({name, *(str(each[4][0]) for each in socket.getaddrinfo(name, None, socket.AF_INET))})
    except OSError:
        return []


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine itself reaches ``host``."""
    return host.startswith("127.") or host in ("localhost", "[::1]", "::1")


class OwnHosts(list[str]):
    """The hosts of the settings, and the address that this machine has in the hall now.

    Phones that come to a new address are answered without a restart.
    """

    def __init__(self, told: list[str]) -> None:
        super().__init__(told)
        self._looked, self._address = float("-inf"), ""

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        address = self.address()
        if address:
            yield address

    def address(self) -> str:
        """Return the address in the hall, looked up every few seconds."""
        now = time.monotonic()
        if now - self._looked > LOOK_EVERY_SECONDS:
            self._looked, self._address = now, lan_address()
        return self._address


def addresses_of(request: HttpRequest) -> list[str]:
    """Return under which addresses (scheme, host, port) phones reach this site, the likeliest first.

    That by which the request came, unless it came from this very machine; then those that this machine has. Where it
    has none, the one by which the request came.
    """
    if settings.HTTPS:
        return [f"https://{request.get_host()}"]
    host, port = _asked(request)
    here = [each for each in (lan_address(), *own_names()) if each[:1].isdecimal() and not is_loopback(each)]
    hosts = dict.fromkeys([*([] if is_loopback(host) else [host]), *here]) or [host]
    return [f"http://{each}" if port == "80" else f"http://{each}:{port}" for each in hosts]


def is_reached(address: str, request: HttpRequest) -> bool:
    """Whether ``address``, printed some time ago, still leads to this site."""
    if settings.HTTPS:
        return True
    host, _, port = address.partition("://")[2].partition(":")
    here = {lan_address(), *own_names(), *settings.TOLD_HOSTS, _asked(request)[0]}
    return host in here and (port or "80") == _asked(request)[1]


def _asked(request: HttpRequest) -> tuple[str, str]:
    """Return the host and the port by which a request came."""
    host, _, port = request.get_host().rpartition(":")
    return (host, port) if host and port.isdecimal() else (request.get_host(), str(request.get_port()))
