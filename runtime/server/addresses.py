"""The addresses of this machine, which change when a laptop moves to another network.

Source: docs/decisions/0022-addresses-by-ifaddr.md.
"""

import socket
import time
from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest

REFRESH_SECONDS = 5.0


def hall_addresses() -> list[str]:
    """Return this machine's IPv4 addresses, the likeliest for the hall first; none without a network.

    A laptop that is itself the hotspot has no route out, so the addresses of all interfaces count.
    """
    addresses = dict.fromkeys([_route_address(), *_interface_addresses()])
    return [each for each in addresses if each and not is_loopback(each)]


def own_name() -> str:
    """Return the host name of this machine."""
    return socket.gethostname()


def is_loopback(host: str) -> bool:
    """Whether ``host`` can be reached only from this machine."""
    return host.startswith("127.") or host in ("localhost", "[::1]", "::1")


class OwnHosts(list[str]):
    """The allowed hosts: those of the settings, and this machine's current addresses in the hall.

    So a new address works without a restart.
    """

    def __init__(self, hosts: list[str]) -> None:
        super().__init__(hosts)
        self._refreshed, self._addresses = float("-inf"), list[str]()

    def __iter__(self) -> Iterator[str]:
        now = time.monotonic()
        if now - self._refreshed > REFRESH_SECONDS:
            self._refreshed, self._addresses = now, hall_addresses()
        yield from super().__iter__()
        yield from self._addresses


def addresses_of(request: HttpRequest) -> list[str]:
    """Return the addresses (scheme, host, port) at which phones reach this site, the likeliest first.

    They are the address of the request, unless it came from this machine; the names in the settings; this machine's
    addresses. If there are none of these, it is the address of the request.
    """
    if settings.HTTPS:
        return [f"https://{request.get_host()}"]
    host, port = _host_and_port(request)
    names = [each for each in settings.NAMED_HOSTS if not each.startswith(".")]
    hosts = dict.fromkeys([*([] if is_loopback(host) else [host]), *names, *hall_addresses()]) or [host]
    return [f"http://{each}" if port == "80" else f"http://{each}:{port}" for each in hosts]


def is_reached(address: str, request: HttpRequest) -> bool:
    """Whether ``address``, printed some time ago, still leads to this site."""
    if settings.HTTPS:
        return True
    host, _, port = address.partition("://")[2].partition(":")
    own_host, own_port = _host_and_port(request)
    return host in {own_name(), own_host, *hall_addresses(), *settings.NAMED_HOSTS} and (port or "80") == own_port


def _host_and_port(request: HttpRequest) -> tuple[str, str]:
    """Return the host and port to which a request was sent."""
    host, _, port = request.get_host().rpartition(":")
    return (host, port) if host and port.isdecimal() else (request.get_host(), str(request.get_port()))


def _route_address() -> str:
    """Return this machine's address on the route out, without sending anything; empty without a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _interface_addresses() -> list[str]:
    """Return the addresses of all interfaces; none if the system does not list them."""
    import ifaddr  # noqa: PLC0415 -- it looks for the C library, which a command that answers nobody can do without

    try:
        return [str(each.ip) for adapter in ifaddr.get_adapters() for each in adapter.ips if each.is_IPv4]
    except OSError:
        return []
