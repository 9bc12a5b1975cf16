"""A Saturday with two people at desks: the event over the API, the desk and match pages in a browser."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.served.clients import Client

DIRECTOR = "desk@example.org"
PLAYERS = [
    "Petra Horvat", "Hannah Lindqvist", "Falk Brenner", "Sten Kjærgaard", "Vesela Angelova", "Ömer Yıldırım",
    "Wolfgang Bergström-Hohenfels", "Uwe Altmann", "Gorka Iturbe", "Tereza Nováková", "Nikolaos Papadimitriou",
    "Quentin Dubois", "Ilir Shehu", "Ainhoa Etxeberria", "Jon Mendizabal", "Luan Berisha", "Dimitar Petrov",
    "Rozafa Gjoni", "Carla Wiedemann", "Bekim Hoxha", "Maria del Carmen Fernández de Oñate", "Edona Krasniqi",
    "Katrin Vogelsang",
]  # fmt: skip
KEY = "63 55 21 64"
FORMAT = {"main": "knockout", "consolation": "progressive", "length": 5}

type Match = dict[str, Any]


@dataclass(slots=True)
class Day:
    """The event, and an API client for reports that need no page."""

    client: Client
    club: int
    tournament: int
    event: int

    @property
    def desk(self) -> str:
        return f"/tournaments/{self.tournament}/desk/"

    def matches(self, start: str = "", status: str = "") -> list[Match]:
        """Return the matches whose code begins with ``start``, in order of their codes."""
        address = f"?status={status}" if status else ""
        rows: list[Match] = self.client.read(f"events/{self.event}/matches/{address}")
        coded = [each for each in rows if each["code"].startswith(start)]
        return sorted(coded, key=lambda each: (each["code"][0], int(each["code"][1:])))

    def match(self, code: str) -> Match:
        return next(each for each in self.matches(code) if each["code"] == code)

    def names(self, code: str) -> list[str]:
        rows = self.match(code)
        return [rows[side]["name"] for side in ("top", "bottom")]

    def plays(self, rows: Match) -> None:
        """Report that the upper player has won 5–2."""
        answer = self.client.post(f"matches/{rows['id']}/result/", {"score": [5, 2]}, seen=rows["version"])
        assert answer.status == 200, answer.body

    def plays_round(self, letter: str) -> None:
        for each in self.matches(letter, "open"):
            self.plays(each)

    def plays_all(self) -> None:
        """Play all matches as they open."""
        while rows := self.matches(status="open"):
            for each in rows:
                self.plays(each)


def a_day(client: Client) -> Day:
    """Make an event of 23 players and draw it."""
    club = client.made("clubs/", {"name": "Saturday Club"})["id"]
    tournament = client.made("tournaments/", {"club": club, "name": "Winter Open", "timezone": "UTC"})["id"]
    event = client.made("events/", {"tournament": tournament, "name": "Main", "format": FORMAT})["id"]
    client.made(f"events/{event}/entrants/", {"entrants": [{"name": name} for name in PLAYERS]})
    client.made(f"events/{event}/draw/", {"key": KEY})
    return Day(client, club, tournament, event)


def types(page: Page, text: str) -> None:
    """Type into the entry line, by keys alone, and wait for the sentence."""
    page.keyboard.type(text)
    expect(sentence(page)).not_to_have_attribute("data-kind", "recorded")
    expect(sentence(page)).not_to_have_attribute("data-kind", "empty")


def enters(page: Page, text: str, posted: str, *, reading: bool = False) -> None:
    """Type a line and Enter, with ``reading`` before; the desk writes it, and says so in a sentence with ``posted``."""
    types(page, text)
    if reading:
        reads(page)
    page.keyboard.press("Enter")
    expect(page.locator(".sentence[data-kind=recorded]")).to_contain_text(posted)


def reads(page: Page) -> None:
    """Let a person read: what they did not read is asked about, and a second Enter at once is a bounce of the key."""
    page.wait_for_timeout(450)


def sentence(page: Page) -> Locator:
    return page.locator(".sentence")


def goes_to(page: Page, name: str) -> None:
    """Press the link or button of this name."""
    rows = page.get_by_role("link", name=name, exact=True).or_(page.get_by_role("button", name=name, exact=True))
    with page.expect_navigation():
        rows.click()


def opens(page: Page, code: str) -> None:
    """Enter the code of a match at the desk and follow the link in the answer."""
    types(page, code)
    with page.expect_navigation():
        sentence(page).get_by_role("link", name=code, exact=True).first.click()
