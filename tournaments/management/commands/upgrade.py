"""``manage.py upgrade``: a backup, the tables of this version, and a check; all of it or nothing.

With ``--services`` it is the upgrade of a server: barpoint/services.py, which begins before any setting is read.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from journal.refusals import Refused
from runtime.backups.upgrading import upgrade
from runtime.backups.versions import State, state_of_data
from runtime.server.private import make_private
from tournaments.words.refusals import speak

STEPS = {"backup": "Writing a backup …", "migrations": "Upgrading and verifying …", "done": "Upgraded."}


class Command(BaseCommand):
    help = (
        "Upgrade the data to this version, after a backup. Refused while Barpoint runs on it; whatever fails, nothing"
        " has changed. `upgrade --services --help` explains the upgrade of a server."
    )
    requires_system_checks = ()  # its tables may be those of an older version

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--backup", type=Path, help="where the backup goes; a new file among the others by default")
        parser.add_argument("--look", action="store_true", help="only say what the data is: empty, older or current")

    def handle(self, *args: Any, backup: Path | None, look: bool, **options: Any) -> None:
        try:
            if look:
                self.stdout.write(state_of_data().value)
                return
            before = state_of_data()
            path = upgrade(self._report, backup and backup.absolute())
        except Refused as refused:
            raise CommandError(f"{refused.code}: {speak(refused.code, refused.facts)}") from None
        call_command("collectstatic", interactive=False, verbosity=0)
        make_private()
        if path is not None:
            self.stdout.write(f"Backup: {path}")
        words = {State.EMPTY: "ready", State.OLDER: "upgraded", State.CURRENT: "current"}
        self.stdout.write(f"The data is {words[before]}: Barpoint {settings.RELEASE}")

    def _report(self, step: str) -> None:
        """Print a step at once: whoever waits reads it, and so does what restarts services."""
        self.stdout.write(STEPS[step])
        self.stdout.flush()
