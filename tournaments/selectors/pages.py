"""What the public pages show."""

from dataclasses import dataclass
from datetime import date

from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class EventLink:
    """An event as the front page lists it."""

    id: int
    name: str
    tournament: str
    starts_on: date | None
    drawn: bool


def event_links() -> list[EventLink]:
    """Return every event, the newest tournament first."""
    found = Event.objects.select_related("tournament").order_by("-tournament", "pk")
    return [
        EventLink(
            event.pk, event.name, event.tournament.name, event.tournament.starts_on, event.current_draw_id is not None
        )
        for event in found
    ]
