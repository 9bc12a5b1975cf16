"""``manage.py restore``: put a backup in the place of the data, in a new epoch."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from getpass import getpass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rules.errors import RuleBroken
from runtime.backups.restore import restore
from runtime.backups.second_place import fetched
from tournaments.words.refusals import speak


class Command(BaseCommand):
    help = (
        "Replace the data by a backup. The backup is verified first; the replaced data is kept. Refused while Barpoint"
        " runs on the data."
    )
    requires_system_checks = ()  # the data to be replaced may be damaged

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="", help="a file written by backup")
        parser.add_argument(
            "--second-place",
            action="store_true",
            help="take the newest backup in BARPOINT_SECOND_PLACE, or the one named FILE there",
        )
        parser.add_argument(
            "--passphrase-file",
            type=Path,
            help="its first line is the passphrase of an encrypted backup; else BARPOINT_BACKUP_PASSPHRASE or a prompt",
        )

    def handle(self, *args: Any, file: str, second_place: bool, passphrase_file: Path | None, **options: Any) -> None:
        if not file and not second_place:
            raise CommandError("Name the file of a backup, or say --second-place.")
        try:
            with fetched(file) if second_place else nullcontext(Path(file).absolute()) as path:
                restored = restore(path, _asking(passphrase_file))
        except RuleBroken as broken:
            raise CommandError(f"{broken.code}: {speak(broken.code, broken.facts)} Nothing was changed.") from None
        if restored.kept is not None:
            self.stdout.write(f"Kept: {restored.kept}")
        self.stdout.write(
            f"Restored: {path.name if second_place else file}, {restored.records} records, a new epoch has begun"
        )


def _asking(file: Path | None) -> Callable[[], str]:
    """Return what gives the passphrase: a file, the setting, or the person at the terminal."""
    if file is not None:
        try:
            return partial(str, file.read_text().partition("\n")[0])
        except (OSError, UnicodeDecodeError) as wrong:
            raise CommandError(f"The passphrase can't be read from {file}: {type(wrong).__name__}") from None
    if settings.BACKUP_PASSPHRASE or not sys.stdin.isatty():
        return partial(str, settings.BACKUP_PASSPHRASE)
    return partial(getpass, "Passphrase of the backup: ")
