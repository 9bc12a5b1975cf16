"""Under which addresses this machine is reached: they change when a laptop moves to another network."""

import socket
import struct
import sys
import time
from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest

try:
    import fcntl
except ImportError:  # no such thing on Windows
    fcntl = None  # type: ignore[assignment]

# Linux: the address of an interface.
SIOCGIFADDR = 0x8915
LOOK_EVERY_SECONDS = 5.0


def hall_addresses() -> list[str]:
    """Return the addresses that this machine has now, that under which the hall sees it first; none without a network.

    A laptop that spans a network of its own has no way out, so every interface is asked.
    """
    found = dict.fromkeys([_way_out(), *_of_interfaces(), *_of_name()])
    return [each for each in found if each and not is_loopback(each)]


def own_name() -> str:
    """Return what this machine is called."""
    return socket.gethostname()


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine itself reaches ``host``."""
    return host.startswith("127.") or host in ("localhost", "[::1]", "::1")


class OwnHosts(list[str]):
    """The hosts of the settings, and the addresses that this machine has in the hall now.

    Phones that come to a new address are answered without a restart.
    """

    def __init__(self, told: list[str]) -> None:
        super().__init__(told)
        self._looked, self._found = float("-inf"), list[str]()

    def __iter__(self) -> Iterator[str]:
        now = time.monotonic()
        if now - self._looked > LOOK_EVERY_SECONDS:
            self._looked, self._found = now, hall_addresses()
        yield from super().__iter__()
        yield from self._found


def addresses_of(request: HttpRequest) -> list[str]:
    """Return under which addresses (scheme, host, port) phones reach this site, the likeliest first.

    That by which the request came, unless it came from this very machine; the names that the operator told; the
    addresses that this machine has. Where there is none, the one by which the request came.
    """
    if settings.HTTPS:
        return [f"https://{request.get_host()}"]
    host, port = _asked(request)
    told = [each for each in settings.TOLD_HOSTS if not each.startswith(".")]
    hosts = dict.fromkeys([*([] if is_loopback(host) else [host]), *told, *hall_addresses()]) or [host]
    return [f"http://{each}" if port == "80" else f"http://{each}:{port}" for each in hosts]


def is_reached(address: str, request: HttpRequest) -> bool:
    """Whether ``address``, printed some time ago, still leads to this site."""
    if settings.HTTPS:
        return True
    host, _, port = address.partition("://")[2].partition(":")
    here = {own_name(), *hall_addresses(), *settings.TOLD_HOSTS, _asked(request)[0]}
    return host in here and (port or "80") == _asked(request)[1]


def _asked(request: HttpRequest) -> tuple[str, str]:
    """Return the host and the port by which a request came."""
    host, _, port = request.get_host().rpartition(":")
    return (host, port) if host and port.isdecimal() else (request.get_host(), str(request.get_port()))


def _way_out() -> str:
    """Return the address on the way out of this network, without sending anything; empty for none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _of_interfaces() -> list[str]:
    """Return the address of each interface, where the system tells them."""
    if fcntl is None or sys.platform != "linux":
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                told = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name[:15].encode()))
            except OSError:
                continue  # it has none
            found.append(socket.inet_ntoa(told[20:24]))
    return found


def _of_name() -> list[str]:
    """Return the addresses by which this machine knows itself."""
    try:
        return [str(each[4][0]) for each in socket.getaddrinfo(own_name(), None, socket.AF_INET)]
    except OSError:
        return []
