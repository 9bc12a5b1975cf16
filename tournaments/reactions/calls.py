"""Enqueue messages to the phones of the players of a match that was called, moved to another table or called back."""

from django.conf import settings

from journal.book import OpenPage, on
from journal.models import Record
from runtime.jobs.queue import enqueue_after

CALLS = "tournaments.tasks.calls"


@on("match.called", "record.undone")
def ask_for_messages(page: OpenPage, record: Record) -> None:
    """Ask for the messages about a call, or about the undoing of one, where phones can get them."""
    if settings.HTTPS:
        enqueue_after(page, CALLS, f"calls:{record.pk}", record=record.pk)
