"""Two different reports by phone: the desk shows both, and rules by keys or touch, with and without scripts."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, axe, layout_faults, schemes, scrolls_sideways, shoot
from tests.served.clients import Client
from tests.served.playing import an_event
from tests.served.servers import Site

DESK = "demo@barpoint.example"
UPPER = [{"winner": "top", "cube": 2, "kind": "single"}, {"winner": "top", "cube": 4, "kind": "gammon"}]
LOWER = [{"winner": "top", "cube": 2, "kind": "single"}, {"winner": "bottom", "cube": 4, "kind": "gammon"}]


@dataclass(frozen=True, slots=True)
class Dispute:
    """A match with two different reports, game by game; the upper player's name comes first."""

    desk: str
    page: str
    names: tuple[str, str]


@pytest.fixture
def dispute(site: Site) -> Dispute:
    """Return a dispute in a new tournament."""
    event = an_event(site, 4)
    with site.client() as client:
        slips = client.made(f"events/{event.id}/links/", {})["slips"]
        match = next(each for each in event.matches(client) if each["status"] == "open")
        port = site.servers[0].port
    secrets = {slip["entrant"]: slip["path"].removeprefix("/l/").rstrip("/") for slip in slips}
    for side, games in (("top", UPPER), ("bottom", LOWER)):
        with Client(port, secrets[match[side]["entrant"]]) as phone:
            phone.made(f"matches/{match['id']}/claim/", {"games": games}, 200)
    names = match["top"]["name"], match["bottom"]["name"]
    return Dispute(f"/tournaments/{event.tournament}/desk/", f"/matches/{match['id']}/", names)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_dispute_is_ruled_by_keys_alone(open_page: OpenPage, dispute: Dispute, javascript: bool) -> None:
    page = open_page(dispute.desk, 1280, javascript=javascript, signed_in_as=DESK)
    expect(page.locator("#needs .desk-row")).to_contain_text("Two results")
    assert page.title().startswith("(1) Desk")
    if javascript:
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
    else:
        page.locator("#needs a.button").press("Enter")
    page.wait_for_url(f"**{dispute.page}ruling/")

    page.get_by_role("button", name=f"for {dispute.names[1]}").press("Enter")

    expect(page.locator("h1")).to_contain_text("final")
    expect(page.locator(".player").nth(1)).to_contain_text("7")


def test_enter_in_the_reason_chooses_neither(open_page: OpenPage, dispute: Dispute) -> None:
    page = open_page(f"{dispute.page}ruling/", 1280, signed_in_as=DESK)

    page.fill("#reason", "The card was signed")
    page.keyboard.press("Enter")

    expect(page.locator("h1")).to_contain_text("two results")
    assert page.input_value("#reason") == "The card was signed"


def test_a_dispute_is_ruled_by_touch(open_page: OpenPage, dispute: Dispute) -> None:
    page = open_page(dispute.desk, 360, signed_in_as=DESK, has_touch=True)
    page.locator("#needs a.button").tap()

    page.get_by_role("button", name=f"for {dispute.names[0]}").tap()

    expect(page.locator("h1")).to_contain_text("final")


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_both_reports_fit_every_window(open_page: OpenPage, dispute: Dispute, width: int) -> None:
    rows: list[str] = []
    for path in (dispute.desk, dispute.page, f"{dispute.page}ruling/"):
        for dark in schemes(width):
            page = open_page(path, width, dark=dark, signed_in_as=DESK)
            if scrolls_sideways(page):
                rows.append(f"{path} scrolls sideways")
            rows += [f"{path} {fault}" for fault in (*layout_faults(page), *axe(page))]
            name = path.strip("/").rpartition("/")[2]
            shoot(page, f"dispute-{name}-{width}-{'dark' if dark else 'light'}")

    assert rows == []
