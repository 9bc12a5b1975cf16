"""``manage.py migrate``: Django's own, but never beside a running owner of the SQLite file."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate

from runtime.server.process_lock import is_owned


class Command(Migrate):
    def handle(self, *args: Any, **options: Any) -> None:
        if settings.EMBEDDED and options["database"] == "default" and is_owned(settings.DATA_DIR):
            raise CommandError("data.owned: a running Barpoint owns this data; stop it first")
        super().handle(*args, **options)
