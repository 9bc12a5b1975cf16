"""Which streams a page shows, read before anything else of it."""

from django.db.models import Q

from clubs.models import Club
from journal.models import Stream
from tournaments.models import Tournament


def streams_of_club(club: Club) -> list[Stream]:
    """Return the stream of a club and those of all its tournaments, in one statement."""
    of_tournaments = Tournament.objects.filter(club=club).values("stream")
    return list(Stream.objects.filter(Q(pk=club.stream_id) | Q(pk__in=of_tournaments)).order_by("pk"))
