"""``manage.py restore``: put a copy back, in a new epoch."""

from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.management.commands.migrate import Command as Migrate

from journal.verify import verify
from rules.errors import RuleBroken
from runtime.backups.copies import put_back
from runtime.server.process_lock import owning
from tournaments.words.refusals import speak


class Command(BaseCommand):
    help = "Replace the data by a backup. Refused while Barpoint runs on it; the replaced file is kept beside it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what backup wrote")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        with ExitStack() as stack:
            try:
                if settings.EMBEDDED:
                    stack.enter_context(owning(settings.DATA_DIR))
                kept = put_back(file.resolve())
            except RuleBroken as broken:
                raise CommandError(f"{broken.code}: {speak(broken.code, broken.facts)}") from None
            call_command(Migrate(), verbosity=0, skip_checks=True)
            flaws = verify()
        if kept is not None:
            self.stdout.write(f"Kept: {kept}")
        self.stdout.write(f"Restored: {file}, a new epoch has begun")
        if flaws:
            raise CommandError(f"the restored memory has {len(flaws)} flaws; run verify")
