"""Prizes in a browser: the designer by keyboard, and an evening from the award to the closing page without scripts."""

from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, axe, layout_faults
from tests.browser.halls import DESK_1, Hall, make_hall
from tests.served.clients import Client, Request
from tests.served.servers import Site
from tournaments.management.demo_evenings import MASTERS, OCTOBER

STAFF = "demo@barpoint.example"
PLAYERS = 8


@pytest.fixture(scope="module")
def hall(site: Site) -> Hall:
    """Eight people with an entry of 60.00 each, who have paid; nothing is drawn."""
    hall = make_hall(site, PLAYERS, drawn=False)
    fees = [
        {"code": "main", "kind": "entry", "name": "Main, entry", "amount": 6000, "event": hall.event, "prices": []},
    ]  # fmt: skip
    with site.client(DESK_1) as client:
        wanted = {"currency": "EUR", "fees": fees}
        assert client.send(Request(f"tournaments/{hall.tournament}/fees/", wanted, "PUT")).status == 200
        for payer in client.read(f"tournaments/{hall.tournament}/payers/"):
            client.made(f"payers/{payer['id']}/take/", {})
    return hall


def wrong_with(page: Page) -> Iterator[str]:
    """Yield the faults of layout and what axe finds, narrow and light, wide and dark."""
    for width, scheme in ((360, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        yield from (f"{width} {scheme}: {each}" for each in [*layout_faults(page), *axe(page)])


def play_out(client: Client, hall: Hall) -> None:
    client.made(f"events/{hall.event}/draw/", {"key": "63 55"})
    while ready := client.read(f"events/{hall.event}/matches/?status=open"):
        for match in ready:
            score = [match["length"], 0]
            assert client.send(Request(f"matches/{match['id']}/result/", {"score": score})).status == 200


def test_a_fund_is_divided_by_keyboard_and_then_paid_and_closed_without_scripts(
    open_page: OpenPage, site: Site, hall: Hall
) -> None:
    page = open_page(f"/events/{hall.event}/prizes/", 1280, signed_in_as=DESK_1)

    # The preview follows the keys; nothing is saved before Enter.
    page.locator("#id_percent").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("10")
    expect(page.locator("#prize-preview")).to_contain_text("less house 48, is 432")
    page.keyboard.press("Enter")
    expect(page.locator("[role=status]")).to_be_visible()
    assert list(wrong_with(page)) == []

    with site.client(DESK_1) as client:
        play_out(client, hall)

    plain = open_page(f"/events/{hall.event}/payouts/", signed_in_as=DESK_1, javascript=False)
    expect(plain.locator("h1")).to_have_text("432.00 can be awarded")
    plain.get_by_role("button", name="Award 432.00").click()
    expect(plain.locator("[role=status]")).to_be_visible()
    plain.get_by_text("Chop or hedge").click()
    plain.get_by_role("button", name="Move the money").click()
    expect(plain.locator("details.chop")).to_have_attribute("open", "")
    assert layout_faults(plain) == []

    plain.goto(plain.url.replace(f"/events/{hall.event}/payouts/", f"/tournaments/{hall.tournament}/closing/"))
    expect(plain.locator("h1")).to_have_text("Not closed")
    expect(plain.get_by_text("Drawer 1 was not counted")).to_be_visible()
    assert layout_faults(plain) == []


def test_the_evenings_of_the_demo_fit_every_window(open_page: OpenPage) -> None:
    page = open_page("/", signed_in_as=STAFF)
    masters, october = (numbers(page, name) for name in (MASTERS, OCTOBER))
    paths = [
        f"/events/{masters[1]}/prizes/", f"/events/{masters[1]}/prizes/?pot=pool&change=1",
        f"/events/{masters[1]}/payouts/", f"/tournaments/{masters[0]}/closing/", f"/tournaments/{october[0]}/closing/",
        f"/events/{october[1]}/payouts/",
    ]  # fmt: skip

    wrong = {}
    for path in paths:
        answer = page.goto(urljoin(page.url, path))
        assert answer is not None
        assert answer.status == 200, path
        wrong[path] = list(wrong_with(page))

    assert {path: each for path, each in wrong.items() if each} == {}


def numbers(page: Page, name: str) -> tuple[str, str]:
    """Return the numbers of a tournament of the demo and of its event."""
    page.goto(urljoin(page.url, "/"))
    page.get_by_role("link", name=name).first.click()
    tournament = page.url.rstrip("/").rpartition("/")[2]
    event = page.locator("a[href^='/events/']").first.get_attribute("href") or ""
    return tournament, event.split("/")[2]
