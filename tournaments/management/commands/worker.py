"""``manage.py worker``: run the jobs of a server, beside its web processes."""

import os
import signal
from argparse import ArgumentParser
from importlib import import_module
from types import FrameType
from typing import Any, NoReturn

from django.conf import settings
from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from journal.refusals import Refused
from runtime.backups.versions import must_not_be_newer_than_this
from runtime.server.presence import WORKER, present
from runtime.server.private import make_private
from tournaments.words.refusals import speak

MOST_THREADS = 64


class Command(BaseCommand):
    requires_system_checks = ()  # the checks of this installation run once, below
    help = "Carry out jobs beside the web processes of a server; needs DATABASE_URL and BROKER_URL."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--threads", type=int, default=4, help="how many jobs at once (4)")

    def handle(self, *args: Any, threads: int, **options: Any) -> None:
        code = "worker.embedded" if settings.EMBEDDED else "" if settings.BROKER_URL else "worker.broker"
        if code:
            raise CommandError(f"{code}: {speak(code, {})}")
        if not 1 <= threads <= MOST_THREADS:
            raise CommandError(f"--threads wants a number from 1 to {MOST_THREADS}.")
        # Until Celery takes over the signal, which is after this worker counts as present.
        signal.signal(signal.SIGTERM, stop_at_once)
        make_private()
        self.check(tags=[Tags.security, Tags.database], databases=["default"])
        try:
            must_not_be_newer_than_this()
            with present(WORKER):
                import_module("runtime.server.worker").work(threads)
        except Refused as refused:
            raise CommandError(f"{refused.code}: {speak(refused.code, refused.facts)}") from None


def stop_at_once(number: int, frame: FrameType | None) -> NoReturn:
    """End cleanly: nothing runs yet. The first process of a container would ignore the signal otherwise.

    No exception: Python drops one that is raised while it clears a weak reference, and the worker would go on.
    """
    os._exit(0)
