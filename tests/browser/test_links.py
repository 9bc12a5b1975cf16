"""A player's slip: the link opens the player's page with one tap, the PIN without scripts."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, axe, scrolls_sideways
from tests.served.clients import Client
from tests.served.servers import Site

HELD_UP_TO = "Petra Horvat"


@dataclass(frozen=True, slots=True)
class Held:
    """The contents of a slip."""

    event: int
    entrant: int
    path: str
    pin: str


@pytest.fixture
def slip(site: Site) -> Held:
    with site.client() as desk:
        event = an_event(desk)
        answer = desk.made(f"events/{event}/links/", {})["slips"][0]
    return Held(event, answer["entrant"], answer["path"], answer["pin"])


def an_event(desk: Client) -> int:
    club = desk.made("clubs/", {"name": "Graz"})["id"]
    tournament = desk.made("tournaments/", {"club": club, "name": "Spring", "timezone": "UTC"})["id"]
    format_ = {"main": "knockout", "consolation": "none", "length": 5}
    event: int = desk.made("events/", {"tournament": tournament, "name": "Main", "format": format_})["id"]
    desk.made(f"events/{event}/entrants/", {"entrants": [{"name": HELD_UP_TO}, {"name": "Uwe Altmann"}]})
    return event


def test_a_link_is_one_tap_and_its_cookie_goes_to_the_players_own_pages_only(open_page: OpenPage, slip: Held) -> None:
    page = open_page(slip.path)
    expect(page.locator("h1")).to_have_text(HELD_UP_TO)
    faults = [scrolls_sideways(page), axe(page)]

    page.get_by_role("button", name="This is me").click()
    page.wait_for_url(f"**/my/{slip.entrant}/")

    [cookie] = [each for each in page.context.cookies() if each["name"].startswith("player-")]
    assert faults == [False, []]
    assert (cookie["path"], cookie["httpOnly"]) == (f"/my/{slip.entrant}/", True)
    page.go_back()
    expect(page.locator("h1")).to_have_text(HELD_UP_TO)


def test_a_pin_is_typed_without_a_script(open_page: OpenPage, slip: Held) -> None:
    page = open_page(f"/p/{slip.event}/", javascript=False)

    page.get_by_label("Your name").select_option(label=f"1 {HELD_UP_TO}")
    page.get_by_label("PIN").fill(f"{slip.pin[:3]} {slip.pin[3:]}")
    page.get_by_role("button", name="Open my matches").click()

    page.wait_for_url(f"**/my/{slip.entrant}/")


def test_a_tap_in_flight_mode_stays_and_says_why(open_page: OpenPage, slip: Held) -> None:
    page = open_page(slip.path)
    page.context.set_offline(True)

    page.get_by_role("button", name="This is me").click()

    expect(page.get_by_role("alert")).to_have_text("This needs the Wi-Fi of the hall. What you typed stays here.")
    assert axe(page) == []
    page.context.set_offline(False)
    page.get_by_role("button", name="This is me").click()
    page.wait_for_url(f"**/my/{slip.entrant}/")


def test_a_mail_address_typed_in_flight_mode_stays_until_it_is_saved(open_page: OpenPage, slip: Held) -> None:
    page = open_page(slip.path)
    page.get_by_role("button", name="This is me").click()
    page.get_by_role("link", name="Mail settings").click()
    page.get_by_label("Mail address").fill("petra@example.org")
    page.context.set_offline(True)

    page.get_by_role("button", name="Save").dblclick()
    expect(page.get_by_role("alert")).to_contain_text("What you typed stays here.")
    page.get_by_role("link", name="Back to your matches").click()
    expect(page.get_by_label("Mail address")).to_have_value("petra@example.org")

    page.context.set_offline(False)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.get_by_label("Mail address")).to_have_value("petra@example.org")
