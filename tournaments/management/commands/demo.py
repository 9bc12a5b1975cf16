"""``manage.py demo``: load the demo event."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from runtime.server.process_lock import is_owned
from tournaments.management.demo import CLUB, load_demo
from tournaments.management.demo_auction import load_auctions
from tournaments.management.demo_chouette import load_chouette
from tournaments.management.demo_evenings import load_evenings
from tournaments.management.demo_ladder import load_ladder


class Command(BaseCommand):
    help = "Load half-played events, played evenings, auctions, a chouette and a ladder, once."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.EMBEDDED and is_owned(settings.DATA_DIR):
            raise CommandError("data.owned: a running Barpoint owns this data; stop it first")
        tournament = load_demo()
        load_evenings(CLUB)
        load_auctions(CLUB)
        load_chouette(CLUB)
        load_ladder(CLUB)
        self.stdout.write(f"Demo: {tournament.name}, event {tournament.events.order_by('pk')[0].pk}")
