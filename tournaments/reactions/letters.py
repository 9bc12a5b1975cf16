"""Enqueue letters to the players of a match about calls and reports, if their addresses are known."""

from django.conf import settings

from journal.book import OpenPage, on
from journal.models import Record
from runtime.jobs.queue import enqueue_after

LETTERS = "tournaments.tasks.letters"


@on("match.called", "match.finished", "match.claimed", "match.contested", "match.corrected")
def ask_for_letters(page: OpenPage, record: Record) -> None:
    """Ask for the letters of a record, once; for none where mail is not set up."""
    if settings.MAIL:
        enqueue_after(page, LETTERS, f"letters:{record.pk}", record=record.pk)
