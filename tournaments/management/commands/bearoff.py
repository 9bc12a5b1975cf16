"""``manage.py bearoff``: make the table of the last checkers."""

from typing import Any

from django.core.management.base import BaseCommand

from runtime.bearoff_file import make_bearoff_file

# A line of progress for each of so many places.
EVERY = 33


class Command(BaseCommand):
    help = "Work out the exact values of races of up to six checkers a side; a running Barpoint does so by itself."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(str(make_bearoff_file(self._progress)))

    def _progress(self, done: int, of: int) -> None:
        if done % EVERY == 0:
            self.stdout.write(f"{done} of {of}")
            self.stdout.flush()
