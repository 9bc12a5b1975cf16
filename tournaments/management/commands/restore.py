"""``manage.py restore``: put a backup in the place of the data, in a new epoch."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.errors import RuleBroken
from runtime.backups.restore import restore
from tournaments.words.refusals import speak


class Command(BaseCommand):
    help = (
        "Replace the data by a backup. The backup is verified first; the replaced data is kept. Refused while Barpoint"
        " runs on the data."
    )
    requires_system_checks = ()  # the data to be replaced may be damaged

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by backup")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            restored = restore(file.absolute())
        except RuleBroken as broken:
            raise CommandError(f"{broken.code}: {speak(broken.code, broken.facts)} Nothing was changed.") from None
        if restored.kept is not None:
            self.stdout.write(f"Kept: {restored.kept}")
        self.stdout.write(f"Restored: {file}, {restored.records} records, a new epoch has begun")
