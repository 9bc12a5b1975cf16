"""When the books of a tournament are closed or opened again, the club's books follow: by a job, once a record."""

from journal.book import OpenPage, on
from journal.models import Record
from runtime.jobs.queue import enqueue_after

CLUB_BOOKS = "tournaments.tasks.club_books"


@on("books.closed", "books.reopened")
def ask_for_club_books(page: OpenPage, record: Record) -> None:
    """Ask for the posting in the club's books."""
    enqueue_after(page, CLUB_BOOKS, f"club-books:{record.pk}", record=record.pk)
