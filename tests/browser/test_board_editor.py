"""The board on which a position is set up: with the mouse, with keys alone, and by its ID, in English and in German."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import layout_faults, scrolls_sideways, shoot
from tests.browser.phones import Hall, Phone

START_ID = "4HPwATDgc/ABMA"


@dataclass(frozen=True, slots=True)
class Words:
    """What the editor says in a language; ``pips`` has the counts of both sides."""

    point: str
    own: str
    other: str
    remove: str
    start: str
    empty: str
    exchange: str
    by_text: str
    pips: str


WORDS = {
    "en": Words(
        "Point", "on roll", "opponent", "Remove", "Start of the game", "Empty board", "Exchange sides",
        "By ID, or as a list", "Pips: {} on roll, {} the opponent",
    ),
    "de": Words(
        "Feld", "am Zug", "Gegenseite", "Entfernen", "Grundstellung", "Leeres Brett", "Seiten tauschen",
        "Mit ID oder als Liste", "Pips: {} am Zug, {} Gegenseite",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Editor:
    """The form for a position on a player's phone."""

    page: Page
    words: Words

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def pen(self, name: str) -> Locator:
        return self.page.get_by_role("radio", name=name)

    def take_pen(self, name: str) -> None:
        self.page.locator(".pens label").filter(has_text=name).click()

    def target(self, place: str) -> Locator:
        """Return a point, or a place on the bar, whatever stands there."""
        return self.page.get_by_role("button", name=re.compile(rf"^{re.escape(place)}: "))

    def tap(self, *points: int) -> None:
        for point in points:
            self.target(f"{self.words.point} {point}").click()

    def must_hold(self, own: str, other: str, pips: tuple[int, int]) -> None:
        """Fail unless these checkers stand in the form, and the rule book read them so."""
        expect(self.page.locator("[name=own]")).to_have_value(own)
        expect(self.page.locator("[name=other]")).to_have_value(other)
        expect(self.page.locator("#meaning .pips")).to_have_text(self.words.pips.format(*pips))


@pytest.fixture(params=WORDS)
def editor(request: pytest.FixtureRequest, phone: Callable[..., Phone], hall: Hall) -> Editor:
    table = hall.tables[0]
    mine = phone(table.top, locale=request.param)
    mine.page.goto(urljoin(mine.page.url, f"positions/?match={table.match}"))
    return Editor(mine.page, WORDS[request.param])


def test_a_position_is_set_up_with_the_mouse(editor: Editor) -> None:
    words = editor.words
    editor.button(words.start).click()
    editor.must_hold("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", (167, 167))

    editor.button(words.empty).click()
    editor.tap(6, 6, 5)
    editor.take_pen(words.other)
    editor.tap(20, 20)
    editor.target(f"Bar, {words.other}").click()
    editor.must_hold("6:2 5:1", "bar:1 5:2", (17, 35))

    # A checker on a point of the other side takes its place, one of each side is removed.
    editor.tap(5)
    editor.take_pen(words.remove)
    editor.tap(6, 20)

    editor.must_hold("6:1", "bar:1 20:1 5:1", (6, 50))
    expect(editor.target(f"{words.point} 6")).to_have_accessible_name(f"{words.point} 6: 1 {words.own}")
    expect(editor.target(f"{words.point} 5")).to_have_accessible_name(f"{words.point} 5: 1 {words.other}")
    expect(editor.target(f"{words.point} 7")).to_have_accessible_name(f"{words.point} 7: 0")
    assert (layout_faults(editor.page), scrolls_sideways(editor.page)) == ([], False)
    shoot(editor.page, f"board-editor-{words.point}")


def test_a_position_is_set_up_with_keys_alone(editor: Editor) -> None:
    words, keys, focused = editor.words, editor.page.keyboard, editor.page.locator(":focus")
    editor.button(words.empty).press("Enter")
    editor.pen(words.own).focus()

    # From the pens Tab leads to the first point; a checker leaves the focus where it is.
    keys.press("Tab")
    keys.press("Enter")
    keys.press("Space")
    expect(focused).to_have_accessible_name(f"{words.point} 1: 2 {words.own}")
    keys.press("Tab")
    keys.press("Enter")
    expect(focused).to_have_accessible_name(f"{words.point} 2: 1 {words.own}")
    editor.pen(words.own).focus()
    keys.press("ArrowRight")
    for _ in range(3):
        keys.press("Tab")
    keys.press("Enter")
    expect(focused).to_have_accessible_name(f"{words.point} 3: 1 {words.other}")
    editor.must_hold("2:1 1:2", "22:1", (4, 22))

    editor.button(words.exchange).press("Enter")

    editor.must_hold("22:1", "2:1 1:2", (22, 4))


def test_an_id_that_is_typed_stands_on_the_board(editor: Editor) -> None:
    words = editor.words
    editor.page.get_by_text(words.by_text, exact=True).click()

    editor.page.locator("[name=position]").fill(START_ID)

    expect(editor.page.locator("#meaning .pips")).to_have_text(words.pips.format(167, 167))
    expect(editor.target(f"{words.point} 24")).to_have_accessible_name(f"{words.point} 24: 2 {words.own}")
    expect(editor.target(f"{words.point} 19")).to_have_accessible_name(f"{words.point} 19: 5 {words.other}")
