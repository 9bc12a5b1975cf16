"""From the QR code on the slip to a reported result: four taps on a small phone, without a scroll."""

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage, layout_faults, scrolls_sideways, shoot
from tests.served.clients import Client
from tests.served.servers import Site

# The window of a small phone, below the address line of its browser.
WIDTH, HEIGHT = 360, 640
NAMES = [
    "Maria del Carmen Fernández de Oñate", "Wolfgang Bergström-Hohenfels", "Petra Horvat", "Uwe Altmann",
    "Ömer Yıldırım", "Sten Kjærgaard", "Luan Berisha", "Nikolaos Papadimitriou",
]  # fmt: skip


@dataclass(slots=True)
class SmallPhone:
    """A phone whose owner taps and never scrolls."""

    page: Page
    taps: int = 0

    def taps_on(self, target: Locator) -> None:
        """Tap on the middle of what can be seen; fails where a finger would have to scroll first."""
        expect(target).to_be_visible()
        box = target.bounding_box()
        assert box is not None
        assert self.page.evaluate("window.scrollY") == 0
        assert 0 <= box["y"] <= box["y"] + box["height"] <= HEIGHT
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert target.evaluate("(it, [x, y]) => it.contains(document.elementFromPoint(x, y))", [x, y])
        self.page.mouse.click(x, y)
        self.taps += 1

    def label(self, name: str, value: str) -> Locator:
        return self.page.locator(f'form[data-final] label:has(> [name="{name}"][value="{value}"])')


def a_called_match(desk: Client, length: int) -> tuple[dict[str, Any], dict[int, str]]:
    """Draw eight players with long names and call A1; return it, and entrant → path of the slip's link."""
    club = desk.made("clubs/", {"name": "Graz"})["id"]
    tournament = desk.made("tournaments/", {"club": club, "name": "Spring Open of Graz", "timezone": "UTC"})["id"]
    format_ = {"main": "knockout", "consolation": "progressive", "length": length}
    event = desk.made("events/", {"tournament": tournament, "name": "Main", "format": format_})["id"]
    desk.made(f"events/{event}/entrants/", {"entrants": [{"name": name} for name in NAMES]})
    desk.made(f"events/{event}/draw/", {"key": "63 55 21"})
    slips = desk.made(f"events/{event}/links/", {})["slips"]
    match = next(each for each in desk.read(f"events/{event}/matches/") if each["code"] == "A1")
    desk.made(f"matches/{match['id']}/call/", {"table": "4"}, 200)
    return match, {each["entrant"]: each["path"] for each in slips}


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("length", [1, 7, 17, 25])
def test_from_the_code_to_a_reported_result_in_four_taps_without_a_scroll(
    site: Site, open_page: OpenPage, length: int, javascript: bool
) -> None:
    with site.client() as desk:
        match, paths = a_called_match(desk, length)
    page = open_page("/style/", WIDTH, javascript=javascript)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.goto(page.url.removesuffix("/style/") + paths[match["top"]["entrant"]])
    phone = SmallPhone(page)

    phone.taps_on(page.get_by_role("button", name="This is me"))
    page.wait_for_url("**/my/**")
    phone.taps_on(phone.label("winner", "top"))
    phone.taps_on(phone.label("loser", "0"))
    shoot(page, f"four-taps-{length}-{'scripts' if javascript else 'none'}")
    phone.taps_on(page.locator("form[data-final] button.main"))

    expect(page.locator("h1:visible")).to_contain_text(f"You won {length}–0")
    shoot(page, f"four-taps-{length}-{'scripts' if javascript else 'none'}-after")
    assert phone.taps == 4
    assert page.evaluate("window.scrollY") == 0
    what_is_next = page.locator("section.then")
    expect(what_is_next).to_contain_text("B1")
    expect(what_is_next).to_be_in_viewport()
    if javascript:
        expect(page.locator('[data-step="sent"]')).to_have_class("done")
        assert (layout_faults(page), scrolls_sideways(page)) == ([], False)
    with site.client() as desk:
        assert desk.read(f"matches/{match['id']}/")["score"] == [length, 0]
