"""What counts as one client of the net."""

from ipaddress import IPv4Address, IPv6Network, ip_address


def network_of(address: str) -> str:
    """Return what one subscriber holds of the net, to count limits by: an IPv4 address, or the /64 of an IPv6 one."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or IPv6Network((parsed, 64), strict=False))
