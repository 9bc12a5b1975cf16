"""``manage.py judge``: judge a match file that is kept and waits for it."""

import resource
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.actions.match_files import judge_kept

# The longest file that is read takes a few seconds.
MOST_SECONDS = 60


class Command(BaseCommand):
    help = "Judge a match file that was sent in; a running Barpoint does so by itself."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=int, help="its number, as in its address")

    def handle(self, *args: Any, file: int, **options: Any) -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        judge_kept(file)
