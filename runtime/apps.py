"""The machine room as a Django app: jobs, backups, the change feed."""

from django.apps import AppConfig


class RuntimeConfig(AppConfig):
    """Registers the timers, the callback after each commit, and the system checks."""

    name = "runtime"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Wake the change feed after every commit of a page."""
        from journal import book  # noqa: PLC0415 -- models must be loaded first
        from runtime import checks  # noqa: F401, PLC0415 -- models must be loaded first
        from runtime.backups import automatic, second_place  # noqa: F401, PLC0415 -- models must be loaded first
        from runtime.health import marks  # noqa: F401, PLC0415 -- models must be loaded first
        from runtime.live import change_feed  # noqa: PLC0415 -- models must be loaded first

        book.after_commit(change_feed.feed.wake)
