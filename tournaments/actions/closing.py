"""An event is over: nobody reports by a phone any longer. The desk still corrects what is wrong."""

from typing import Any

from journal import book
from journal.refusals import Refused
from tournaments.actions.steps import concerning, stream_of_event
from tournaments.models import Closing, Event, Phone


def close_event(event: int, caller: book.Caller) -> Event:
    """Close an event: its links, PINs and phones reach nothing. Raises Refused ``event.closed``."""
    with book.page(stream_of_event(event, caller), caller) as page:
        event_row = Event.objects.get(pk=event)
        if event_row.closed:
            raise Refused("event.closed", event=event)
        page.record("event.closed", [Closing(event=event_row, closed=True)], **_concerning(event))
        close_phones(page, event)
        return page.done(set_closed(event_row, True))


def reopen_event(event: int, caller: book.Caller) -> Event:
    """Open a closed event again: links and PINs count as before, each phone comes in anew. Raises ``event.open``."""
    with book.page(stream_of_event(event, caller), caller) as page:
        event_row = Event.objects.get(pk=event)
        if not event_row.closed:
            raise Refused("event.open", event=event)
        page.record("event.reopened", [Closing(event=event_row, closed=False)], **_concerning(event))
        return page.done(set_closed(event_row, False))


def undo_closing(page: book.OpenPage, event: int) -> None:
    """Step: an event is as the last closing or opening that still counts left it."""
    latest = Closing.objects.filter(event=event, record__undo__isnull=True).order_by("-record").first()
    event_row = set_closed(Event.objects.get(pk=event), latest is not None and latest.closed)
    if event_row.closed:
        close_phones(page, event)


def set_closed(event: Event, closed: bool) -> Event:
    """Step: keep beside the event what follows from its closings."""
    event.closed = closed
    event.save(update_fields=["closed"])
    return event


def close_phones(page: book.OpenPage, event: int) -> None:
    """Step: every phone of an event ends; it comes back by its link or PIN."""
    Phone.objects.filter(entrant__event=event, ended_at=None).update(ended_at=page.at)


def _concerning(event: int) -> dict[str, Any]:
    closing = [f"closing:{event}"]
    return concerning(event, makes=closing, needs=closing)
