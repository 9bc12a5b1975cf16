"""Which addresses this site sends requests to: public ones, over https.

An address that somebody entered may point into the network of this machine: at a router, a database, the metadata
service of a cloud. So a name is resolved once, all its addresses must be public, and the connection goes to the very
address that was checked.

Source: docs/decisions/0119-webhooks.md.
"""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from rules.errors import RuleBroken

LONGEST = 500
PORTS = {"https": 443, "http": 80}
# An IPv4 address inside an IPv6 one, which a gateway would unpack.
_TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"), IPv6Network("::/96"))


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes; ``path`` includes the query."""

    scheme: str
    host: str
    port: int
    path: str


def read_target(address: str, *, private: bool) -> Target:
    """Return where an address leads; with ``private`` it may be in this machine's network and plain http.

    Raises RuleBroken ``address.unreadable``, ``address.https`` or ``address.private``.
    """
    try:
        parts = urlsplit(address.strip())
        host, port = parts.hostname or "", parts.port
        host = host if ":" in host else host.encode("idna").decode()
    except (ValueError, UnicodeError):
        raise RuleBroken("address.unreadable") from None
    if parts.scheme not in PORTS or not host or parts.username or parts.password or len(address) > LONGEST:
        raise RuleBroken("address.unreadable")
    if not address.isascii() or any(letter.isspace() for letter in address.strip()):
        raise RuleBroken("address.unreadable")
    if parts.scheme != "https" and not private:
        raise RuleBroken("address.https")
    if _is_ip(host) and not private and not is_public(host):
        raise RuleBroken("address.private")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port or PORTS[parts.scheme], path)


def is_public(ip: str) -> bool:
    """Whether an IP address is one of the public internet, also where it is wrapped in another."""
    address = ip_address(ip.partition("%")[0])
    return all(each.is_global and not each.is_multicast for each in _unwrapped(address))


def resolve(target: Target, *, private: bool) -> tuple[str, ...]:
    """Return the IP addresses of a target, checked. Raises RuleBroken ``address.private``, OSError."""
    rows = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    hosts = tuple(dict.fromkeys(str(row[4][0]) for row in rows))
    # One address inside is enough to refuse all: which of them is taken is not ours to choose.
    if not private and not all(is_public(each) for each in hosts):
        raise RuleBroken("address.private")
    return hosts


def _unwrapped(address: IPv4Address | IPv6Address) -> list[IPv4Address | IPv6Address]:
    """Return an address and those that are wrapped in it."""
    if isinstance(address, IPv4Address):
        return [address]
    inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if any(address in network for network in _TRANSLATED):
        inner.append(IPv4Address(int(address) & 0xFFFFFFFF))
    wrapped = [each for each in inner if each is not None]
    # A mapped address says about itself what its inner one says, in some versions of Python.
    return wrapped if address.ipv4_mapped else [address, *wrapped]


def _is_ip(host: str) -> bool:
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True
