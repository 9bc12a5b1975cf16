"""``manage.py judge``: judge a match file that is kept and waits for it."""

import resource
import signal
from argparse import ArgumentParser
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from tournaments.actions.matches.files import TOO_SLOW, judge_kept, refuse_kept

# The longest file that is read takes a few seconds.
MOST_SECONDS, GRACE_SECONDS = 60, 10


class Command(BaseCommand):
    help = "Judge a match file that was sent in; a running Barpoint does so by itself."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=int, help="its number, as in its address")

    def handle(self, *args: Any, file: int, **options: Any) -> None:
        signal.signal(signal.SIGXCPU, _give_up)
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + GRACE_SECONDS))
        try:
            judge_kept(file)
        except TimeoutError:
            refuse_kept(file, TOO_SLOW)


def _give_up(number: int, frame: object) -> NoReturn:
    """End the judging when its time is over; any other failure is tried again, and forgets nothing."""
    raise TimeoutError
