"""``manage.py opinion``: ask GNU Backgammon about a question."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.actions.positions.opinions import form_opinion


class Command(BaseCommand):
    help = "Ask GNU Backgammon about a position; a running Barpoint does so by itself."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", type=int, help="its number, as in its address")

    def handle(self, *args: Any, question: int, **options: Any) -> None:
        form_opinion(question)
