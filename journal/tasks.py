"""Tasks of the memory itself."""

from celery import shared_task

from journal.backups import make_backup


@shared_task(name="journal.tasks.backup")  # type: ignore[untyped-decorator]
def backup() -> str:
    """Write a backup and return its name."""
    return make_backup().name
