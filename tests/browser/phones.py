"""Two players at a table with their phones: a match, and the cookies for the players' own pages."""

import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

from tests.served.servers import Site, wait_until

# Runs beside the server: makes links without slips, and signs phones in with them.
SEAT = """
import json
from django.utils import timezone
from clubs.models import hash_of
from tests.factories import a_drawn_event, a_caller, match_of
from tournaments.actions.matches.calls import call_match
from tournaments.actions.phones.links import take_link
from tournaments.models import Link
def phone_of(entrant):
    secret = Link.new()
    Link.objects.create(entrant_id=entrant, hash=hash_of(secret), made_at=timezone.now())
    return [entrant, take_link(secret).secret]
found = []
for length in {lengths}:
    event = a_drawn_event(2, "none", length=length)
    match = match_of(event, "A1")
    call_match(match.pk, "4", a_caller())
    two = [phone_of(who) for who in (match.top_id, match.bottom_id)]
    found.append([length, event.pk, event.tournament_id, match.pk, two])
print("seated " + json.dumps(found))
"""


@dataclass(frozen=True, slots=True)
class Seat:
    """One of the two players: the entrant, and the secret of the phone."""

    entrant: int
    secret: str

    @property
    def address(self) -> str:
        return f"/my/{self.entrant}/"


@dataclass(frozen=True, slots=True)
class Table:
    """A match to ``length`` points, called to table 4."""

    length: int
    event: int
    tournament: int
    match: int
    top: Seat
    bottom: Seat


def seated(site: Site, lengths: list[int]) -> Iterator[Table]:
    """Make one event of two players for each of the lengths, and call its match."""
    answer = site.manage("shell", "-c", SEAT.format(lengths=lengths))
    assert answer.returncode == 0, answer.stderr
    for length, event, tournament, match, two in json.loads(answer.stdout.split("seated ")[-1]):
        yield Table(length, event, tournament, match, *(Seat(*each) for each in two))


class Phone:
    """A player's own page on a phone, and the number of taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    @classmethod
    def of(cls, open_page: Callable[..., Page], base: str, seat: Seat, width: int = 360, **more: Any) -> "Phone":
        """Return a signed-in phone with the player's page open."""
        page: Page = open_page("/style/", width, **more)
        cookie = {"name": f"player-{seat.entrant}", "value": seat.secret, "url": base + seat.address}
        page.context.add_cookies([cookie])  # type: ignore[list-item] # Playwright reads a plain dict
        page.goto(base + seat.address)
        return cls(page)

    def tap(self, what: str) -> None:
        self.page.locator(what).first.click()
        self.taps += 1

    def open_games(self) -> None:
        """Open the part in which games are entered; the page keeps it open for the rest of the match."""
        if self.page.locator("#by-game:not([open])").is_visible():
            self.tap("#by-game summary")

    def open_list(self) -> None:
        """Open the list of the games so far, under which the last one is removed."""
        if self.page.locator("#games:not([open])").is_visible():
            self.tap("#games summary")

    def choose(self, name: str, value: str, form: str = "form[data-entry]") -> None:
        if form == "form[data-entry]":
            self.open_games()
        self.tap(f'{form} label:has(> [name="{name}"][value="{value}"])')

    def write(self, form: str = "form[data-entry]") -> None:
        if form == "form[data-entry]":
            self.open_games()
        self.tap(f"{form} button.main")

    def game(self, winner: str, cube: str = "1", kind: str = "single") -> None:
        """Enter one game; ``winner`` is top or bottom."""
        self.choose("winner", winner)
        if cube != "1":
            self.choose("cube", cube)
        if kind != "single":
            self.choose("kind", kind)
        self.write()

    def final(self, winner: str, loser: int) -> None:
        """Enter the final score; ``winner`` is top or bottom, ``loser`` the points of the other."""
        self.choose("winner", winner, "form[data-final]")
        self.choose("loser", str(loser), "form[data-final]")
        self.write("form[data-final]")

    @property
    def button(self) -> Locator:
        return self.page.locator("form[data-entry] button.main")

    @property
    def kept(self) -> Locator:
        """The strip that shows unsent entries."""
        return self.page.locator("#outbox")

    def step(self, name: str) -> Locator:
        return self.page.locator(f'[data-step="{name}"]')

    def outbox(self) -> list[dict[str, Any]]:
        """Return the entries stored on the phone."""
        rows: list[dict[str, Any]] = self.page.evaluate("window.barpoint.outbox.all()")
        return rows

    def wait_until_sent(self) -> None:
        """Return once all stored entries are acknowledged."""
        wait_until(lambda: all(each["state"] == "sent" for each in self.outbox()), "all is sent")


LENGTHS = [*[7] * 60, 1, 3, 17, 25]


class Hall:
    """Tables, each given out once."""

    def __init__(self, site: Site, lengths: Sequence[int] = LENGTHS) -> None:
        self.site, self.base = site, f"http://127.0.0.1:{site.ports[0]}"
        self.tables = list(seated(site, list(lengths)))

    def table(self, length: int = 7) -> Table:
        rows = next(each for each in self.tables if each.length == length)
        self.tables.remove(rows)
        return rows

    def card(self, table: Table) -> dict[str, Any]:
        """Return the match from the API."""
        with self.site.client() as client:
            rows: dict[str, Any] = client.read(f"matches/{table.match}/")
            return rows

    def verbs(self, table: Table) -> list[str]:
        """Return the verbs recorded for a table's tournament since the phones signed in, oldest first."""
        with self.site.client() as client:
            posted = client.read(f"tournaments/{table.tournament}/records/")
        verbs = [each["verb"] for each in reversed(posted)]
        return verbs[len(verbs) - verbs[::-1].index("phone.joined") :]


def first_view_in(page: Page, languages: Sequence[str]) -> dict[str, int]:
    """Return how many compressed bytes come before anything can be tapped, by language: the page and its styles."""
    linked = page.locator('link[rel="stylesheet"]:not([media])').evaluate_all("all => all.map((each) => each.href)")
    styles = sum(_compressed(page, address) for address in linked)
    return {each: styles + _compressed(page, page.url, each) for each in languages}


def _compressed(page: Page, address: str, language: str = "en") -> int:
    return len(gzip.compress(page.request.get(address, headers={"Accept-Language": language}).body()))
