"""``manage.py sheets``: make the latest draw sheets of a tournament ahead."""

import os
import sys
import threading
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.papers.ahead import render_ahead

# Everything else on the machine goes first.
NICE = 15


class Command(BaseCommand):
    help = "Make the newest draw sheets of a tournament ahead; a running Barpoint does so by itself."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", type=int, help="its number, as in its address")
        parser.add_argument("--at-once", action="store_true", help="do not give way to other work")

    def handle(self, *args: Any, tournament: int, at_once: bool, **options: Any) -> None:
        tournament_row = Tournament.objects.select_related("stream").filter(pk=tournament).first()
        if tournament_row is None:
            raise CommandError("tournament.unknown")
        # Only the thread that computes gives way. While the database is read, a process that gives way would hold its
        # lock for as long as the machine is busy, and nobody could write.
        with ThreadPoolExecutor(1, initializer=None if at_once else _give_way) as computing:
            for name in render_ahead(tournament_row, self._report, lambda make: computing.submit(make).result()):
                self.stdout.write(name)

    def _report(self, made: int, of: int) -> None:
        """Print the progress."""
        self.stdout.write(f"{made} of {of}")
        self.stdout.flush()


def _give_way() -> None:
    """Have everything else on the machine go before this thread."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id() if sys.platform == "linux" else 0, NICE)
