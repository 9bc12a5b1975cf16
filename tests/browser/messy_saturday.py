"""The messy Saturday: what the director types, and the sheets of paper beside it that follow the rules by hand."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from rules.typed.names import folded
from tests.browser.halls import fewest_letters
from tests.browser.saturday import Day, Match
from tests.served.clients import Client
from tests.served.playing import spot_of
from tests.served.simulation import Sheets, Spot, Who

LIST, _, _PEOPLE = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").partition("=== people ===\n")
# Name and club of everybody on the list.
PEOPLE = [
    (name.strip(), club.strip()) for name, _, club in (line.partition(" / ") for line in _PEOPLE.strip().splitlines())
]
# What the page asks about, by a part of the question, and what the director says.
ANSWERS = {
    "Haddad, Noor": "Noor Haddad",
    "Vesela Angelova, Sofia": "Vesela Angelova · Sofia",
    "Jon Mendizabal +": "Jon Mendizabal",
}
FORMAT = {"main": "knockout", "consolation": "progressive", "length": {"main": 7, "consolation": 5}}
# What a typist has for names that are not on the keyboard; for the others, their number on the list.
IN_LATIN = {"Мария Иванова": "ivanova", "Γιώργος Παπαδόπουλος": "papadopoulos", "王伟": "wang"}
FEWEST_LETTERS = 3
SIDES = ("top", "bottom")


def an_empty_day(client: Client) -> Day:
    """Make the club, the tournament and its event, with nobody in it."""
    club = client.made("clubs/", {"name": "Messy Club"})["id"]
    tournament = client.made("tournaments/", {"club": club, "name": "Autumn Open", "timezone": "UTC"})["id"]
    event = client.made("events/", {"tournament": tournament, "name": "Main", "format": FORMAT})["id"]
    return Day(client, club, tournament, event)


@dataclass(slots=True)
class Slips:
    """The slips of the day, kept beside the program: who won which match, and the loser's points.

    ``lines`` are the entrants from the top of the draw, ``gone`` those who went home.
    """

    day: Day
    lines: list[int | None]
    chance: Random = field(default_factory=lambda: Random(48))
    decided: dict[Spot, Who] = field(default_factory=dict)
    points: dict[Spot, int] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    wave: int = 0
    written: int = 0

    def sheets(self) -> Sheets:
        """Return the sheets as they stand; whoever has gone home loses what they would play."""
        while True:
            sheets = Sheets(self.lines, "progressive", self.decided)
            missing = {
                spot: box.bottom if box.top in self.gone else box.top
                for spot, box in sheets.boxes.items()
                if box.status == "open" and self.gone & {box.top, box.bottom}
            }
            if not missing:
                return sheets
            self.decided |= missing

    def seat(self) -> None:
        """Take the lines as the first round has them: with everybody who came late or changed places."""
        numbers = {each["id"]: each["line"] for each in self.day.client.read(f"events/{self.day.event}/entrants/")}
        self.lines = [None] * len(self.lines)
        for entrant, line in numbers.items():
            if line is not None:
                self.lines[line - 1] = entrant

    def open(self) -> list[Match]:
        return self.day.matches(status="open")

    def won(self, rows: Match, side: str, points: int) -> None:
        spot = spot_of(rows)
        self.decided[spot], self.points[spot] = rows[side]["entrant"], points
        self.written += 1

    def next_wave(self, skipping: frozenset[str] = frozenset()) -> list[str]:
        """Decide every match that is open, and return what is typed for each, one slip a match."""
        self.wave += 1
        rows = [each for each in self.open() if each["code"] not in skipping]
        # Whoever won a moment ago may be the next to play, so a start must fit nobody else of the field.
        everybody = {
            each[side]["entrant"]: each[side]["name"] for each in self.day.matches() for side in SIDES if each[side]
        }
        names = [name.partition(" (")[0] for name in everybody.values()]
        numbers = {each["id"]: each["number"] for each in self.day.client.read(f"events/{self.day.event}/entrants/")}
        typed = []
        for each in rows:
            side = self.chance.choice(["top", "bottom"])
            points = (self.wave + self.chance.randrange(each["length"])) % each["length"]
            self.won(each, side, points)
            typed.append(slip(each, side, points, names, numbers[each[side]["entrant"]]))
        return typed

    def replays(self, codes: list[str]) -> None:
        """Strike the slips of matches that are played again."""
        for code in codes:
            self.decided.pop(spot_of(self.day.match(code)), None)


def slip(rows: Match, side: str, points: int, names: list[str], number: int) -> str:
    """Return what a typist enters for a result: a start of the winner's name, its Latin letters, a club or a number."""
    name = rows[side]["name"]
    bare, _, club = name.partition(" (")
    if bare in IN_LATIN:
        return f"{IN_LATIN[bare]} {points}"
    if not all(letter.isascii() for letter in folded(bare) if letter.isalpha()):
        return f"{number} {points}"
    if club and not club.startswith("#"):
        return f"{folded(bare.split()[-1])} {folded(club.rstrip(')'))} {points}"
    shortest = fewest_letters(bare, names)
    starts = folded(bare.split()[-1])[: max(len(shortest), FEWEST_LETTERS)]
    if sum(any(word.startswith(starts) for word in re.split(r"\W+", folded(other))) for other in names) > 1:
        score = (rows["length"], points) if side == "top" else (points, rows["length"])
        return f"{rows['code'].lower()} {score[0]}-{score[1]}"
    return f"{starts} {points}"


def answer_the_list(page: Page) -> None:
    """Answer every question on the list as it was read: a namesake is another person."""
    for question in page.locator("fieldset.ask").all():
        text = question.locator("legend").inner_text()
        answer = next((label for part, label in ANSWERS.items() if part in text), "Another person")
        question.locator("label").filter(has_text=answer).first.click()
    page.get_by_role("button", name="Check the list").click()


def type_slips(page: Page, slips: list[str], delay: int) -> None:
    """Type one slip after the other without looking up, then answer what the desk asks.

    It asks about a line that was typed a minute ago already: here that is another result of the same player.
    """
    for text in slips:
        page.keyboard.type(text, delay=delay)
        page.keyboard.press("Enter", delay=delay)
    unsettled, question = page.locator("#queue [data-line=waiting], #queue [data-line=asks]"), page.locator("#question")
    while unsettled.count():
        expect(page.locator("#queue [data-line=asks]").or_(page.locator("#queue:not(.busy)")).first).to_be_visible(
            timeout=60_000
        )
        if question.is_visible():
            expect(question.locator(".sentence")).to_have_attribute("data-kind", "reports")
            page.wait_for_timeout(450)  # a person reads before they answer
            page.keyboard.press("Enter")
            expect(question).to_be_hidden()


def plays_between(rows: dict[str, Any]) -> tuple[Any, Any]:
    """Return the two entrants of a match, None for a line without one."""
    top, bottom = rows["top"], rows["bottom"]
    return (top["entrant"] if top else None), (bottom["entrant"] if bottom else None)
