"""``manage.py verify``: check that the memory is intact and that every row follows from the facts."""

from argparse import ArgumentParser
from typing import Any

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from journal.models import Record, Stream
from journal.verify import Anchor, verify
from runtime.backups.snapshot import one_state


class Command(BaseCommand):
    help = "Check the chain of records, the facts against it, and every derived row. Exit 1 when anything is wrong."
    requires_system_checks = (Tags.security,)  # not of the pages, which take as long to load as all the rest

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--anchor",
            action="append",
            default=[],
            nargs=3,
            metavar=("STREAM", "NUMBER", "HEAD"),
            help="number and head as printed on a sheet: tournament:1 118 9f3c71a2",
        )

    def handle(self, *args: Any, anchor: list[list[str]], **options: Any) -> None:
        try:
            anchors = [Anchor(stream, int(number), head) for stream, number, head in anchor]
        except ValueError:
            raise CommandError("anchor.unreadable: STREAM NUMBER HEAD, such as tournament:1 118 9f3c71a2") from None
        with one_state():
            flaws = verify(anchors)
            streams, records = Stream.objects.count(), Record.objects.count()
        for flaw in flaws:
            self.stdout.write(f"{flaw.code}: {flaw.where}")
        if flaws:
            raise CommandError(f"{len(flaws)} flaws in {records} records of {streams} streams", returncode=1)
        self.stdout.write(f"whole: {records} records of {streams} streams, rows follow from the facts")
