"""Owners list the sites that may show a club's embeds."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from clubs.actions.roles import club_of
from clubs.models import EmbedHosts
from clubs.permissions import may_own_club, must
from clubs.read.embeds import hosts_of
from journal import book
from rules.errors import RuleBroken

MOST = 20
LONGEST = 253
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?")


def list_hosts(club: int, hosts: Iterable[str], caller: book.Caller) -> tuple[str, ...]:
    """Let pages of these hosts show the embeds of a club, and no others; return them as they are kept.

    Nothing happens if they are so already. Raises Unknown ``club.unknown``, RuleBroken ``host.unreadable`` or
    ``host.many``.
    """
    row = club_of(club)
    with book.page(row.stream.name, caller) as page:
        must(may_own_club(caller.actor, club))
        listed = tuple(dict.fromkeys(read_host(each) for each in hosts))
        if len(listed) > MOST:
            raise RuleBroken("host.many", most=MOST)
        if listed != hosts_of(club):
            fact = EmbedHosts(club=row, hosts=" ".join(listed))
            mine = ["embeds"]
            page.record("embeds.changed", [fact], makes=mine, needs=mine)
        return page.done(listed)


def read_host(text: str) -> str:
    """Return the host of an address, or of what stands for it: lower case, in ASCII.

    Raises RuleBroken ``host.unreadable``.
    """
    text = text.strip()
    try:
        parts = urlsplit(text if "//" in text else f"//{text}")
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except (ValueError, UnicodeError):
        raise RuleBroken("host.unreadable", got=text[:60]) from None
    host = f"{host}:{port}" if port not in (None, 80, 443) else host
    if not _HOST.fullmatch(host) or len(host) > LONGEST or parts.username:
        raise RuleBroken("host.unreadable", got=text[:60])
    return host
