"""A person new to Barpoint, who reads each page and presses what it offers, from the owner's link to the print."""

from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, Route, expect

ENTRANTS = [
    "Petra Horvat", "Sten Kjærgaard", "Ömer Yıldırım", "Maria del Carmen Fernández de Oñate", "Luan Berisha",
    "Νίκος Παπαδόπουλος", "Екатерина Иванова", "Jon Mendizabal",
]  # fmt: skip
PASSWORD = "with the grain of dice"
KEY = "63 55 21 64"


@dataclass(slots=True)
class Newcomer:
    """``steps`` are the fields filled and buttons pressed; ``look`` gets every page with a name before it is left."""

    page: Page
    look: Callable[[Page, str], None]
    steps: list[str] = field(default_factory=list)

    def fills(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).fill(text)
        self.steps.append(label)

    def chooses(self, word: str) -> None:
        self.content.get_by_role("radiogroup").get_by_text(word, exact=True).click()
        self.steps.append(word)

    def presses(self, name: str) -> None:
        """Press the only button or link of this name in the content, and wait for the next page."""
        rows = self.content.get_by_role("button", name=name, exact=True)
        rows = rows.or_(self.content.get_by_role("link", name=name, exact=True))
        expect(rows).to_be_visible()
        with self.page.expect_navigation():
            rows.click()
        self.steps.append(name)

    def prints(self, what: str, name: str) -> bytes:
        """Press the link of this name beside ``what``; return the sheet that the browser got."""
        came: list[bytes] = []

        def keep(route: Route) -> None:
            # Otherwise the browser's viewer would take the file.
            answer = route.fetch()
            assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
            came.append(answer.body())
            route.fulfill(response=answer)

        self.page.route("**/*.pdf?*", keep)
        line = self.content.get_by_role("listitem").filter(has=self.page.get_by_text(what))
        with self.page.expect_response(lambda answer: ".pdf" in answer.url):
            line.get_by_role("link", name=name, exact=True).click()
        self.steps.append(name)
        return came[0]

    @property
    def content(self) -> Locator:
        return self.page.get_by_role("main")


def first_event(newcomer: Newcomer, *, javascript: bool) -> bytes:
    """Go from the owner's link, which is open, to the printed draw of eight entrants; return its sheet."""
    page = newcomer.page
    newcomer.fills("Your name", "Itziar Agirre")
    newcomer.fills("E-mail", "itziar@club.example")
    newcomer.fills("Password, at least 10 characters", PASSWORD)
    newcomer.look(page, "owner")
    newcomer.presses("Become the owner")

    newcomer.fills("Name of the club", "Bilbao Backgammon Club")
    newcomer.look(page, "club")
    newcomer.presses("Create the club")
    newcomer.look(page, "club-made")
    newcomer.presses("New tournament")

    newcomer.fills("Name", "Tuesday Cup")
    newcomer.look(page, "tournament")
    newcomer.presses("Make the tournament")

    newcomer.chooses("First match")
    if javascript:
        expect(page.locator("#consequences tr[aria-current]")).to_contain_text("First match")
    newcomer.look(page, "event")
    newcomer.presses("Save")

    newcomer.fills("One entrant a line", "\n".join(ENTRANTS))
    if not javascript:
        newcomer.presses("Check the list")
    expect(page.locator(".read-line")).to_have_count(len(ENTRANTS))
    newcomer.look(page, "entrants")
    newcomer.presses("Enter 8")
    newcomer.look(page, "entered")
    newcomer.presses("Make the draw")

    newcomer.fills("Draw key", KEY)
    newcomer.look(page, "key")
    newcomer.presses("Draw")
    newcomer.look(page, "drawn")
    newcomer.presses("Print the sheets")
    newcomer.look(page, "papers")
    return newcomer.prints("Main draw", "As it stands")
