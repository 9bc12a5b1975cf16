"""Drawn events whose desk a browser opens."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from rules.typed.names import folded
from tests.rules.typed.halls import made_up
from tests.served.clients import Client
from tests.served.servers import Site

DESK_1, DESK_2 = "desk@example.org", "jon@example.org"
FORMAT = {"main": "knockout", "consolation": "none", "length": 5}


@dataclass(frozen=True, slots=True)
class Hall:
    """A drawn event and the address of its desk."""

    tournament: int
    event: int

    @property
    def desk(self) -> str:
        return f"/tournaments/{self.tournament}/desk/"

    def matches(self, client: Client, status: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = client.read(f"events/{self.event}/matches/?status={status}")
        return rows

    def results(self, client: Client) -> list[str]:
        """Return the verbs of all records of results, the oldest first."""
        records = client.read(f"tournaments/{self.tournament}/records/")
        return [each["verb"] for each in reversed(records) if each["verb"] in ("match.finished", "match.corrected")]


def make_hall(site: Site, players: int, drawn: bool = True, names: Sequence[str] = ()) -> Hall:
    """Make a tournament with one event of so many players, called ``names`` if given; ``drawn``: with its draw."""
    with site.client(DESK_1) as client:
        club = client.made("clubs/", {"name": "Hall Club"})["id"]
        tournament = client.made("tournaments/", {"club": club, "name": "Hall Open", "timezone": "UTC"})["id"]
        event = client.made("events/", {"tournament": tournament, "name": "Main", "format": FORMAT})["id"]
        entrants = [{"name": name} for name in names or made_up(players)]
        client.made(f"events/{event}/entrants/", {"entrants": entrants})
        if drawn:
            client.made(f"events/{event}/draw/", {"key": "63 55"})
    return Hall(tournament, event)


def press(page: Page, *keys: str) -> int:
    """Press keys, return how many."""
    for key in keys:
        page.keyboard.press(key)
    return len(keys)


def fewest_letters(name: str, names: list[str]) -> str:
    """Return the shortest start of a family name that starts no word of another name."""
    family = folded(name.split()[-1])
    others = [word for other in names if other != name for word in folded(other).split()]
    return next(
        (
            family[:end]
            for end in range(1, len(family) + 1)
            if not any(word.startswith(family[:end]) for word in others)
        ),
        family,
    )
