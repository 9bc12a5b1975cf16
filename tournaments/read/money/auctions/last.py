"""The last records about an auction."""

from collections.abc import Iterable

from django.db.models import Q

from clubs.read.records import RawRecord, raw_records
from journal.models import Record
from tournaments.models import Tournament

# As many are looked through, so that other auctions of the tournament don't push out those of this one.
_MOST = 60


def latest_auction_records(tournament: Tournament, families: Iterable[str], auction: int, most: int) -> list[RawRecord]:
    """Return the latest records of these families about an auction, the last one first: one statement."""
    about = Q()
    for family in families:
        about |= Q(verb__startswith=f"{family}.")
    rows = raw_records(Record.objects.filter(about, stream=tournament.stream_id).order_by("-number")[:_MOST])
    return [each for each in rows if each.body.get("auction") == auction][:most]
