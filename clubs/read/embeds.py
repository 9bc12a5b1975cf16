"""Which sites may show the embeds of a club."""

from clubs.models import EmbedHosts
from journal.models import counts


def hosts_of(club: int) -> tuple[str, ...]:
    """Return the hosts that an owner listed, each with its port unless it is the usual one: one statement."""
    rows = EmbedHosts.objects.filter(counts(), club=club).order_by("-record", "-pk")
    hosts = rows.values_list("hosts", flat=True).first() or ""
    return tuple(hosts.split())
