"""Run an event over HTTP alone: enter, draw, report, and compare every match with the simulation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from .clients import Client
from .servers import Site
from .simulation import PHANTOM, Sheets, Spot, Who

GIVEN = [
    "Ada",
    "Ben",
    "Cleo",
    "Dag",
    "Eva",
    "Finn",
    "Gro",
    "Hugo",
    "Ida",
    "Jon",
    "Kira",
    "Leo",
    "Mia",
    "Nils",
    "Olga",
    "Per",
]
FAMILY = [
    "Aune",
    "Bakke",
    "Coll",
    "Dahl",
    "Eide",
    "Foss",
    "Gran",
    "Holm",
    "Iden",
    "Juul",
    "Krog",
    "Lund",
    "Moe",
    "Ness",
    "Omdal",
    "Ruud",
    "Skog",
    "Strand",
    "Tveit",
    "Ulven",
    "Vik",
    "Wold",
    "Ytre",
    "Aasen",
    "Berg",
    "Dybdal",
    "Engen",
    "Fjeld",
    "Haug",
    "Kvam",
    "Myhr",
    "Rust",
]


def names_for(entrants: int) -> list[str]:
    """Return different names, up to 512; none is part of another."""
    names = [f"{given} {family}" for family in FAMILY for given in GIVEN]
    assert entrants <= len(names)
    return names[:entrants]


@dataclass
class Event:
    """A drawn event: its id, the entrants on its lines, and the results so far."""

    id: int
    tournament: int
    consolation: str
    key: str
    names: Mapping[int, str]
    numbers: Mapping[int, int]
    lines: Sequence[int | None]
    made_with: int
    last_chance: bool = False
    decided: dict[Spot, Who] = field(default_factory=dict)
    given_up: set[Spot] = field(default_factory=set)

    def sheets(self) -> Sheets:
        return Sheets(self.lines, self.consolation, self.decided, self.last_chance, self.given_up)

    def matches(self, client: Client, **wanted: str) -> list[dict[str, Any]]:
        """Return the listed matches; ``status`` and ``bracket`` as in the address."""
        query = "&".join(f"{name}={value}" for name, value in wanted.items())
        rows: list[dict[str, Any]] = client.read(f"events/{self.id}/matches/?{query}")
        return rows

    def match(self, client: Client, bracket: str, round_: int, number: int) -> dict[str, Any]:
        """Return the match at a place of the draw."""
        spot = (bracket, round_, number)
        return next(each for each in self.matches(client, bracket=bracket) if spot_of(each) == spot)

    def won(self, match: Mapping[str, Any], side: str) -> None:
        """Note for the simulation that ``side`` of a match won."""
        self.decided[spot_of(match)] = match[side]["entrant"]


def spot_of(match: Mapping[str, Any]) -> Spot:
    return match["bracket"], match["round"], match["number"]


@cache
def _club(site: Site) -> int:
    with site.client() as client:
        return int(client.made("clubs/", {"name": "Wednesday Club"})["id"])


def an_event(
    site: Site, entrants: int, consolation: str = "progressive", *, draw: bool = True, last_chance: bool = False
) -> Event:
    """Make a tournament with one event, enter players and draw: four requests."""
    club, key = _club(site), f"2026-11-20 {entrants} {consolation}"
    with site.client() as client:
        tournament = client.made("tournaments/", {"club": club, "name": f"Cup of {entrants}"})["id"]
        format_ = {
            "main": "knockout",
            "consolation": consolation,
            "last_chance": last_chance,
            "length": {"main": 7, "consolation": {"default": 5, "last": [7]}, "last_chance": 3},
            "crawford": True,
            "holland": False,
        }
        event = client.made("events/", {"tournament": tournament, "name": "Open", "format": format_})["id"]
        field_ = [{"name": name} for name in names_for(entrants)]
        entered = client.made(f"events/{event}/entrants/", {"entrants": field_})["entrants"]
        lines: list[int | None] = []
        if draw:
            made = client.made(f"events/{event}/draw/", {"key": key})
            lines = [line["entrant"] for line in made["lines"]]
        names = {each["id"]: each["name"] for each in entered}
        numbers = {each["id"]: each["number"] for each in entered}
        return Event(event, tournament, consolation, key, names, numbers, lines, client.sent, last_chance)


def result_of(match: Mapping[str, Any], side: str, chance: Random | None = None) -> dict[str, Any]:
    """Return a result by which ``side`` wins this match."""
    lost = chance.randrange(match["length"]) if chance else 0
    return {"score": [match["length"], lost] if side == "top" else [lost, match["length"]]}


def report(client: Client, event: Event, match: Mapping[str, Any], side: str, body: Any = None) -> Any:
    """Report a match for ``side``; return the answer's data."""
    answer = client.made(f"matches/{match['id']}/result/", body or result_of(match, side), 200)
    event.won(match, side)
    return answer


def play_out(client: Client, event: Event, chance: Random, look_every: int = 3) -> int:
    """Report all matches in random order, comparing with the simulation now and then. Return how many were played."""
    played, turns = 0, 0
    while open_ := event.matches(client, status="open"):
        chance.shuffle(open_)
        for match in open_[: max(1, (2 * len(open_)) // 3)]:
            side = chance.choice(["top", "bottom"])
            report(client, event, match, side, result_of(match, side, chance))
            played += 1
        turns += 1
        if turns % look_every == 0:
            must_agree(client, event)
    must_agree(client, event)
    return played


def must_agree(client: Client, event: Event) -> None:
    """Fail unless the players and state of every match are those of the simulation."""
    foreseen = {
        spot: (_name(event, box.top), _name(event, box.bottom), box.status, _winner(box.status, box.top, box.winner))
        for spot, box in event.sheets().boxes.items()
    }
    listed = event.matches(client)
    posted = {
        spot_of(match): (_shown(match["top"]), _shown(match["bottom"]), match["status"], match["winner"])
        for match in listed
    }
    assert posted == foreseen
    assert len(listed) == len(foreseen)


def _winner(status: str, top: Who, winner: Who) -> str | None:
    if status != "finished" or winner is PHANTOM:
        return None
    return "top" if winner == top else "bottom"


def _name(event: Event, who: Who) -> tuple[int, str] | None:
    return (who, event.names[who]) if isinstance(who, int) else None


def _shown(player: dict[str, Any] | None) -> tuple[int, str] | None:
    return None if player is None else (player["entrant"], player["name"])
