"""The memory as a Django app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class JournalConfig(AppConfig):
    """Installs the append-only triggers after every migration: a rebuilt table on SQLite drops them silently."""

    name = "journal"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the triggers."""
        from journal import triggers  # noqa: PLC0415 -- models must be loaded first

        post_migrate.connect(triggers.after_migrate, dispatch_uid="journal.triggers")
