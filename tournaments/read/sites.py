"""What of tournaments the sites of a club may show (``clubs.http.embeds``)."""

from tournaments.models import Event


def club_of_event(pk: int) -> int | None:
    """Return the club of an event, None for an unknown one."""
    return Event.objects.filter(pk=pk).values_list("tournament__club", flat=True).first()


def latest_events(club: int, most: int) -> list[Event]:
    """Return the latest events of a club with their tournaments, the newest first."""
    return list(Event.objects.filter(tournament__club=club).select_related("tournament").order_by("-pk")[:most])
