"""``manage.py demo``: load the demo event."""

from typing import Any

from django.conf import settings
from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from runtime.server.process_lock import is_owned
from tournaments.management.demo_club import load_demo_club


class Command(BaseCommand):
    help = "Load half-played events, played evenings, auctions, a chouette and a ladder, once."
    requires_system_checks = (Tags.security,)  # not of the pages, which take as long to load as all the rest

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.EMBEDDED and is_owned(settings.DATA_DIR):
            raise CommandError("data.owned: a running Barpoint owns this data; stop it first")
        tournament = load_demo_club()
        self.stdout.write(f"Demo: {tournament.name}, event {tournament.events.order_by('pk')[0].pk}")
