"""``manage.py run``: Barpoint in one process."""

import secrets
from argparse import ArgumentParser
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from clubs.actions.people import make_owner_link, set_password
from clubs.words.records import plain_sentence
from journal.actors import SYSTEM
from journal.book import Caller
from journal.refusals import Refused
from paper.pdf import print_in_a_child
from paper.pdf import stop as stop_printing
from runtime.backups.upgrading import upgrade_alone
from runtime.backups.versions import State, state_of_data
from runtime.server import crash_marker
from runtime.server.addresses import hall_addresses
from runtime.server.apart import apart
from runtime.server.presence import WEB, present
from runtime.server.private import make_private
from runtime.server.process_lock import owning
from runtime.server.static_files import are_collected
from tournaments.read.latest.recorded import last_recorded
from tournaments.words.refusals import speak

LAN_DESK_RISK = (
    "--lan-desk: passwords and sessions cross the hall's network unprotected. Whoever listens there can take them "
    "and run the desk as you. Use it on a network of your own only, never on a hotel's."
)


def _nothing(step: str) -> None:
    """Say nothing of a step: a laptop's upgrade takes a moment."""


def _prepared(state: State) -> Path | None:
    """Make tables and static files where they are missing or old; return the backup from before, None without one.

    A copy of the process does it: this one would keep 23 MB of it.
    """
    if state is State.CURRENT and are_collected():
        return upgrade_alone(state, _nothing)
    return apart(partial(_prepare, state))


def _prepare(state: State) -> Path | None:
    backup = upgrade_alone(state, _nothing)
    call_command("collectstatic", interactive=False, verbosity=0)
    return backup


def _load_demo() -> tuple[str, str]:
    """Load the demo; return with which address and password its director signs in."""
    from tournaments.management.demo import DEMO_ADDRESS  # noqa: PLC0415 -- few starts load the demo
    from tournaments.management.demo_club import load_demo_club  # noqa: PLC0415 -- see above

    load_demo_club()
    password = secrets.token_urlsafe(9)
    set_password(DEMO_ADDRESS, password, Caller(actor=SYSTEM))
    return DEMO_ADDRESS, password


class Command(BaseCommand):
    help = "Serve Barpoint: web and API in one process."
    requires_system_checks = ()  # the checks of this installation run once, below

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on")  # noqa: S104 -- the hall's phones
        parser.add_argument(
            "--lan-desk", action="store_true", help="take passwords and run the desk over the hall's plain http"
        )
        parser.add_argument("--demo", action="store_true", help="show a half-played event")

    def handle(self, *args: Any, port: int, host: str, demo: bool, lan_desk: bool, **options: Any) -> None:
        settings.LAN_DESK = lan_desk
        with ExitStack() as stack:
            fall = None
            try:
                if settings.EMBEDDED:
                    stack.enter_context(owning(settings.DATA_DIR))
                state = state_of_data()
                if settings.EMBEDDED:
                    fall = crash_marker.mark_start(settings.DATA_DIR, timezone.now())
                    self._say_backup(_prepared(state))
                else:
                    stack.enter_context(present(WEB))
            except Refused as refused:
                raise CommandError(f"{refused.code}: {speak(refused.code, refused.facts)}") from None
            make_private()
            self.check(tags=[Tags.security, Tags.database], databases=["default"])
            if demo:
                self._say_demo()
            self._say_where(host, port)
            self._say_owner_link(port)
            if fall is not None:
                self._say_fall()
            self.stdout.flush()
            print_in_a_child()
            try:
                import_module("runtime.server.process").serve(host, port)
            finally:
                stop_printing()
            if settings.EMBEDDED:
                crash_marker.mark_stop(settings.DATA_DIR)

    def _say_backup(self, backup: Path | None) -> None:
        if backup is not None:
            self.stdout.write(f"The data is now that of Barpoint {settings.RELEASE}. Its backup from before: {backup}")

    def _say_demo(self) -> None:
        # A server of PostgreSQL has a second thread and its connection by now, which a copy must not have.
        address, password = apart(_load_demo) if settings.EMBEDDED else _load_demo()
        self.stdout.write(f"Demo: sign in with {address} and the password {password}")

    def _say_fall(self) -> None:
        self.stdout.write("Barpoint stopped unexpectedly. Everything it had acknowledged is safe.")
        last = last_recorded(settings.DATA_DIR)
        if last is not None:
            sentence = plain_sentence(last.sentence.verb, last.sentence.words, last.sentence.variant)
            self.stdout.write(f"Last recorded: {last.number}, {last.at}, {last.tournament}: {sentence}")

    def _say_where(self, host: str, port: int) -> None:
        self.stdout.write(f"Barpoint: http://localhost:{port}/  sign in: http://localhost:{port}/sign-in/")
        addresses = hall_addresses() if host == "0.0.0.0" else []  # noqa: S104 -- a comparison
        if addresses:
            self.stdout.write(f"In the hall: http://{addresses[0]}:{port}/")
        if settings.LAN_DESK and not settings.HTTPS:
            self.stdout.write(LAN_DESK_RISK)
        self.stdout.write("Stop with Ctrl-C.")

    def _say_owner_link(self, port: int) -> None:
        secret = make_owner_link(timezone.now())
        if secret:
            self.stdout.write("Nobody owns this installation yet. This link works once, for 24 hours:")
            self.stdout.write(f"  http://localhost:{port}/owner/{secret}/")
