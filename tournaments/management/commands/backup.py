"""``manage.py backup``: a complete copy, even while the server runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from rules.errors import RuleBroken
from runtime.backups.copies import copy_to
from runtime.backups.files import SEALED_ENDING
from tournaments.words.refusals import speak


class Command(BaseCommand):
    help = "Write a whole copy of the data, also while Barpoint runs. Never copy the database file by hand."
    requires_system_checks = (Tags.security,)  # not of the pages, which take as long to load as all the rest

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="where to; a new file in the data folder by default")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        passphrase = settings.BACKUP_PASSPHRASE
        ending = ("sqlite3" if settings.EMBEDDED else "dump") + (SEALED_ENDING if passphrase else "")
        name = f"barpoint-{settings.RELEASE}-{timezone.now():%Y%m%d-%H%M%S}.{ending}"
        path = (file or settings.BACKUP_DIR / name).resolve()
        try:
            copy_to(path, passphrase)
        except RuleBroken as broken:
            raise CommandError(f"{broken.code}: {speak(broken.code, broken.facts)}") from None
        self.stdout.write(f"Backup: {path}{', encrypted' if passphrase else ''}")
