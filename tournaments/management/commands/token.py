"""``manage.py token``: make or revoke tokens for programs."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from clubs.actions.people import give_token, make_owner, revoke_tokens
from clubs.models import User
from journal.actors import SYSTEM
from journal.book import Caller
from rules.errors import RuleBroken
from tournaments.words.refusals import speak

# It may write beside a running server, and waits for the lock longer than a request.
PATIENCE_SECONDS = 30


class Command(BaseCommand):
    help = "Make a token (its text is the last word printed), or revoke all tokens of an address."
    requires_system_checks = (Tags.security,)  # not of the pages, which take as long to load as all the rest

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--create", metavar="EMAIL", help="give EMAIL a token; make an owner if need be")
        what.add_argument("--revoke", metavar="EMAIL", help="revoke all tokens of EMAIL")

    def handle(self, *args: Any, create: str | None, revoke: str | None, **options: Any) -> None:
        if settings.EMBEDDED:
            connection.settings_dict["OPTIONS"]["timeout"] = PATIENCE_SECONDS
        try:
            if revoke:
                self.stdout.write(f"Revoked: {revoke_tokens(revoke, Caller(actor=SYSTEM))}")
                return
            address = (create or "").strip().lower()
            if not User.objects.filter(email=address).exists():
                make_owner(address, "", None, Caller(actor=SYSTEM))
            _, secret = give_token(address, Caller(actor=SYSTEM))
        except RuleBroken as broken:
            raise CommandError(f"{broken.code}: {speak(broken.code, broken.facts)}") from None
        self.stdout.write(f"Token of {address}, shown this once: {secret}")
