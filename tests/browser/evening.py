"""An evening of eight players with phones, the desk and the wall, and everything that the phones showed as sent."""

import re
from dataclasses import dataclass, field
from io import BytesIO

from playwright.sync_api import Locator, Page, Route, expect
from pypdf import PdfReader

from tests.browser.conftest import OpenPage, axe, layout_faults, scrolls_sideways
from tests.browser.phones import Phone
from tests.browser.saturday import DIRECTOR, Day, Match, goes_to
from tests.served.clients import Client
from tests.served.servers import Site

PLAYERS = [
    "Petra Horvat", "Sten Kjærgaard", "Ömer Yıldırım", "Maria del Carmen Fernández de Oñate", "Luan Berisha",
    "Νίκος Παπαδόπουλος", "Екатерина Иванова", "Jon Mendizabal",
]  # fmt: skip
LENGTH = 5
FORMAT = {"main": "knockout", "consolation": "progressive", "length": LENGTH}
# Changes appear within seconds; a shared machine may take longer.
SOON_MILLISECONDS = 30_000
FINAL, CONTEST = "form[data-final]", 'form[data-answer="contest"]'


class Player(Phone):
    """One of the eight players with their page; ``entrant`` follows from its address."""

    @property
    def entrant(self) -> int:
        return int(self.page.url.partition("/my/")[2].partition("/")[0])

    @property
    def title(self) -> Locator:
        return self.page.locator("#my h1:visible")

    def tap(self, what: str) -> None:
        # Of two pages on one phone the browser draws the hidden one once a second.
        self.page.bring_to_front()
        super().tap(what)

    def sits_at(self, match: Match) -> None:
        """Wait until the page is for this match, to be played."""
        open_to_play = ':is([data-state="ready"], [data-state="called"], [data-state="playing"])'
        my = self.page.locator(f'#my[data-match="{match["id"]}"]{open_to_play}')
        expect(my).to_have_count(1, timeout=SOON_MILLISECONDS)

    def reports(self, match: Match, score: tuple[int, int]) -> None:
        """Write the final score, upper player first, with three taps."""
        self.sits_at(match)
        self.taps = 0
        self._fills(FINAL, score)
        assert self.taps == 3

    def contests(self, score: tuple[int, int]) -> None:
        """Contest the opponent's report and give the right score."""
        self.tap("#wrong summary")
        self._fills(CONTEST, score)

    def _fills(self, form: str, score: tuple[int, int]) -> None:
        self.choose("winner", "top" if score[0] > score[1] else "bottom", form)
        self.choose("loser", str(min(score)), form)
        self.write(form)

    def is_in_the_list(self, code: str, score: str) -> None:
        """Wait until the page lists this match as played, the player's own points first."""
        played = self.page.locator(".played li").filter(has=self.page.get_by_text(code, exact=True))
        expect(played.locator(".score")).to_contain_text(score, timeout=SOON_MILLISECONDS)


@dataclass(slots=True)
class Evening:
    """``promised`` is match → score of all that phones showed as sent or confirmed; ``looked`` the states checked."""

    site: Site
    open_page: OpenPage
    base: str
    day: Day
    desk: Page
    wall: Page
    players: dict[int, Player] = field(default_factory=dict)
    promised: dict[int, tuple[int, int]] = field(default_factory=dict)
    faults: dict[str, list[str]] = field(default_factory=dict)

    def looks(self, page: Page, what: str) -> None:
        """Check the accessibility of a page in this state once."""
        if what not in self.faults:
            sideways = ["scrolls sideways"] if scrolls_sideways(page) else []
            self.faults[what] = [*axe(page), *layout_faults(page), *sideways]

    def two_of(self, match: Match) -> tuple[Player, Player]:
        return self.players[match["top"]["entrant"]], self.players[match["bottom"]["entrant"]]

    def winner_reports(self, match: Match, score: tuple[int, int]) -> None:
        """Let the winner report; the phone shows that it was sent."""
        winner = self.two_of(match)[score[1] > score[0]]
        winner.reports(match, score)
        self.is_sent(winner, match, score)

    def is_sent(self, winner: Player, match: Match, score: tuple[int, int]) -> None:
        expect(winner.title).to_contain_text(f"You won {max(score)}–{min(score)}", timeout=SOON_MILLISECONDS)
        expect(winner.step("sent")).to_have_class("done", timeout=SOON_MILLISECONDS)
        self.promised[match["id"]] = score

    def loser_confirms(self, match: Match, score: tuple[int, int]) -> None:
        """Let the loser see the winner's report and tap *Right*."""
        loser = self.two_of(match)[score[0] > score[1]]
        expect(loser.title).to_contain_text(f"says {max(score)}–{min(score)}", timeout=SOON_MILLISECONDS)
        self.looks(loser.page, "asked")
        loser.taps = 0
        loser.tap('form[data-answer="confirm"] button')
        assert loser.taps == 1
        self.is_settled(match, score)

    def loser_reports(self, match: Match, score: tuple[int, int]) -> None:
        """Let the loser report, which settles the result."""
        self.two_of(match)[score[0] > score[1]].reports(match, score)
        self.is_settled(match, score)

    def is_settled(self, match: Match, score: tuple[int, int]) -> None:
        """Wait until both phones list the match as played."""
        for player, own in zip(self.two_of(match), (score, score[::-1]), strict=True):
            player.is_in_the_list(match["code"], "{}–{}".format(*own))
        self.promised[match["id"]] = score

    def calls_all(self) -> None:
        """Call all ready matches at the desk, with Enter alone."""
        self.desk.reload()
        ready = self.desk.locator("#ready .desk-row")
        for left in reversed(range(ready.count())):
            self.desk.keyboard.press("Enter")
            expect(ready).to_have_count(left)


def an_evening(site: Site, open_page: OpenPage, client: Client) -> Evening:
    """Make an event of eight, draw it, and open the desk and the wall."""
    club = client.made("clubs/", {"name": "Friday Club"})["id"]
    posted = {"club": club, "name": "Autumn Open", "timezone": "UTC", "tables": 4}
    tournament = client.made("tournaments/", posted)["id"]
    event = client.made("events/", {"tournament": tournament, "name": "Main", "format": FORMAT})["id"]
    client.made(f"events/{event}/entrants/", {"entrants": [{"name": name} for name in PLAYERS]})
    client.made(f"events/{event}/draw/", {"key": "63 55 21 64"})
    day = Day(client, club, tournament, event)
    desk = open_page(day.desk, 1280, signed_in_as=DIRECTOR)
    wall = open_page(f"/tournaments/{tournament}/wall/", 1280)
    return Evening(site, open_page, f"http://127.0.0.1:{site.ports[0]}", day, desk, wall)


def pins_printed(evening: Evening) -> dict[str, str]:
    """Print the slips at the desk; return name → PIN as printed."""
    came: list[bytes] = []
    evening.desk.goto(f"{evening.base}/events/{evening.day.event}/slips/")
    evening.looks(evening.desk, "slips")

    def keep(route: Route) -> None:
        # Otherwise the browser's viewer would take the file.
        if route.request.method == "POST":
            came.append(route.fetch().body())
            route.fulfill(status=204)
        else:
            route.continue_()

    evening.desk.route("**/slips/", keep)
    evening.desk.get_by_role("button", name="Print all 8 slips").click()
    expect(evening.desk.get_by_role("heading", level=1)).to_be_visible()
    evening.desk.unroute("**/slips/")
    # On paper the spaces in a number and a PIN do not break.
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(came[0])).pages).replace("\xa0", " ")
    names = "|".join(re.escape(name) for name in PLAYERS)
    hits = re.findall(rf"({names})\s+number \d+.*?PIN (\d{{3}} \d{{3}})", text, re.DOTALL)
    evening.desk.goto(evening.base + evening.day.desk)
    return dict(hits)


def joins_by_link(evening: Evening, page: Page, path: str) -> None:
    """Open the link behind a slip's code, and press *This is me*."""
    page.goto(evening.base + path)
    evening.looks(page, "link")
    goes_to(page, "This is me")
    joins(evening, page)


def joins_by_pin(evening: Evening, page: Page, entrant: int, pin: str) -> None:
    """Type the short address of the slip, choose the name and type the PIN."""
    page.goto(f"{evening.base}/p/{evening.day.event}/")
    evening.looks(page, "pin")
    page.get_by_label("Your name").select_option(str(entrant))
    page.get_by_label("PIN").fill(pin)
    goes_to(page, "Open my matches")
    joins(evening, page)


def joins(evening: Evening, page: Page) -> None:
    expect(page).to_have_url(re.compile(r"/my/\d+/$"))
    player = Player(page)
    evening.players[player.entrant] = player
