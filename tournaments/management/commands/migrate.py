"""``manage.py migrate``: Django's own, but never beside a running owner of the SQLite file or on newer data."""

from typing import Any

from django.conf import settings
from django.core.checks import Tags
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate

from journal.refusals import Refused
from runtime.backups.versions import must_not_be_newer_than_this
from runtime.server.process_lock import is_owned
from tournaments.words.refusals import speak


class Command(Migrate):
    def check(self, *args: Any, **options: Any) -> None:
        """Check what the tables need, not the pages, which take as long to load as all the rest."""
        super().check(*args, **{**options, "tags": [Tags.models, Tags.database, Tags.security]})

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.EMBEDDED and options["database"] == "default" and is_owned(settings.DATA_DIR):
            raise CommandError("data.owned: a running Barpoint owns this data; stop it first")
        if options["database"] == "default":
            try:
                must_not_be_newer_than_this()
            except Refused as refused:
                raise CommandError(f"{refused.code}: {speak(refused.code, refused.facts)}") from None
        super().handle(*args, **options)
