"""When a club erases a person, tournaments erase who their entrants were: by a job, one page for each tournament."""

from journal.book import OpenPage, on
from journal.models import Record
from runtime.jobs.queue import enqueue_after

ERASURE = "tournaments.tasks.erasure"


@on("person.erased")
def ask_for_erasure(page: OpenPage, record: Record) -> None:
    """Ask for the erasure in tournaments; the job names rows only."""
    enqueue_after(page, ERASURE, f"erasure:{record.pk}", record=record.pk)
