"""The pages of a match and the memory in a browser: layout, results by keys, two desks at one match."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, axe, layout_faults, schemes, scrolls_sideways, shoot
from tests.served.playing import an_event
from tests.served.servers import Site

DESK = "demo@barpoint.example"
FILE = Path("tests/rules/data/selfplay/mat/m133_L07.mat")
WIDTHS = {360: 740, 768: 1024, 1280: 800}
GAMES = "?way=games&winner_1=top&cube_1=2&kind_1=single&winner_2=bottom&cube_2=2&kind_2=gammon"
PATHS = [
    "/matches/25/", "/matches/17/", "/matches/25/result/", f"/matches/25/result/{GAMES}",
    "/matches/25/result/?way=forfeit", "/matches/17/correction/", "/matches/17/correction/?way=score&top=3&bottom=5",
    "/matches/17/clear/", "/matches/25/call/", "/matches/25/penalty/", "/matches/25/start/",
    "/tournaments/1/memory/", "/tournaments/1/memory/?q=berisha", "/tournaments/1/memory/24/",
    "/tournaments/1/memory/24/undo/", "/matches/25/file/", "/files/1/?at=2.f",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_a_page_of_the_desk_fits_every_window_in_light_and_dark_rooms(open_page: OpenPage, path: str) -> None:
    page = open_page(path, signed_in_as=DESK)
    rows: list[str] = []

    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        rows += [f"{width}: {fault}" for fault in layout_faults(page)] + [f"{width}: scrolls"] * scrolls_sideways(page)
        for dark in schemes(width):
            page.emulate_media(color_scheme="dark" if dark else "light")
            if width in (360, 1280):
                rows += [f"{width}: {finding}" for finding in axe(page)]
                name = re.sub(r"\W+", "-", path).strip("-")
                shoot(page, f"{name}-{width}-{'dark' if dark else 'light'}")

    assert rows == []


def test_the_arrow_keys_step_through_a_match_file(open_page: OpenPage) -> None:
    page = open_page("/files/1/?at=2.0", 1280, signed_in_as=DESK)

    for key, at in (("ArrowRight", "2.1"), ("ArrowRight", "2.2"), ("ArrowLeft", "2.1")):
        page.keyboard.press(key)
        page.wait_for_url(f"**/files/1/?at={at}")

    expect(page.locator(".plays .current")).to_have_count(1)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_match_file_is_pasted_and_its_result_entered(open_page: OpenPage, site: Site, javascript: bool) -> None:
    page = open_page(f"{open_match(site)}file/", 360, javascript=javascript, signed_in_as=DESK)
    page.locator("#text").fill(FILE.read_text())

    page.get_by_role("button", name="Send the file").click()
    page.get_by_role("link", name=re.compile("^Enter 7–")).click()

    expect(page.locator("h1")).to_be_visible()
    assert "/result/?way=score" in page.url


def open_match(site: Site) -> str:
    """Return the page of the first open match in a new tournament."""
    event = an_event(site, 4)
    with site.client() as client:
        return next(f"/matches/{each['id']}/" for each in event.matches(client) if each["status"] == "open")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_result_is_written_by_keys_alone(open_page: OpenPage, site: Site, javascript: bool) -> None:
    match = open_match(site)
    page = open_page(f"{match}result/", 1280, javascript=javascript, signed_in_as=DESK)
    if not javascript:
        page.locator("#top").focus()
    expect(page.locator("#top")).to_be_focused()

    for key in ("7", "Tab", "3", "Enter"):
        page.keyboard.press(key)

    expect(page.locator("h1")).to_contain_text("final")
    expect(page.locator(".changed")).to_contain_text("7–3")


def test_a_game_is_added_by_keys_alone(open_page: OpenPage, site: Site) -> None:
    page = open_page(f"{open_match(site)}result/?way=games", signed_in_as=DESK)
    expect(page.locator("#winner_1")).to_be_focused()

    for key in ("Space", "Tab", "2", "Tab", "g", "Tab", "Enter"):
        page.keyboard.press(key)

    expect(page.locator("#games")).to_contain_text("It stands 4–0.")
    expect(page.locator("#winner_2")).to_be_focused()


def test_two_desks_enter_one_match_and_no_typing_is_lost(open_page: OpenPage, site: Site) -> None:
    match = open_match(site)
    here, there = (open_page(f"{match}result/", 1280, signed_in_as=DESK) for _ in range(2))
    for page, points in ((there, ("7", "3")), (here, ("5", "7"))):
        page.fill("#top", points[0])
        page.fill("#bottom", points[1])
    there.keyboard.press("Enter")
    expect(there.locator("h1")).to_contain_text("final")

    here.keyboard.press("Enter")
    expect(here.locator(".versions")).to_contain_text("7–3")
    expect(here.locator(".versions")).to_contain_text("5–7")
    shoot(here, "stale-1280")
    here.get_by_role("button", name="Replace it with yours").click()

    expect(here.locator(".changed")).to_contain_text("ruled")
    expect(here.locator(".changed")).to_contain_text("7–5")


def test_an_open_card_follows_the_desk(open_page: OpenPage, site: Site) -> None:
    match = open_match(site)
    page = open_page(match, 1280)

    page.clock.install()
    page.reload()
    with site.client() as client:
        client.post(f"/api/v1{match}result/", {"score": [7, 2]})

    page.clock.fast_forward(7_000)

    expect(page.locator("h1")).to_contain_text("final")
    expect(page.locator("#records")).to_contain_text("7–2")
