"""Signing in, inviting and removing in a real browser: at two widths, light and dark, with and without scripts."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, axe, layout_faults, shoot

OWNER = "demo@barpoint.example"
FOR_ANYBODY = ["/sign-in/", "/clubs/1/", "/invitations/guessed/"]
FOR_THE_OWNER = ["/clubs/1/", "/clubs/new/", "/clubs/1/members/", "/clubs/1/settings/"]
WIDTHS = {360: 740, 1280: 800}


@pytest.mark.parametrize(
    ("path", "who"), [(path, None) for path in FOR_ANYBODY] + [(each, OWNER) for each in FOR_THE_OWNER]
)
def test_a_page_fits_every_window_in_light_and_dark_rooms(open_page: OpenPage, path: str, who: str | None) -> None:
    page = open_page(path, signed_in_as=who)
    rows: list[str] = []

    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        rows += [f"{width}: {fault}" for fault in layout_faults(page)]
        if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
            rows.append(f"{width}: scrolls")
        for dark in (False, True):
            page.emulate_media(color_scheme="dark" if dark else "light")
            rows += [f"{width}: {finding}" for finding in axe(page)]
            shoot(page, f"{path.strip('/').replace('/', '-')}-{width}-{'dark' if dark else 'light'}")

    assert rows == []


@pytest.mark.parametrize("javascript", [True, False])
def test_a_helper_is_invited_joins_and_is_removed(open_page: OpenPage, javascript: bool) -> None:
    owner = open_page("/clubs/1/members/", 1280, javascript=javascript, signed_in_as=OWNER)
    owner.get_by_role("radio", name="Director Sets up").check()
    owner.get_by_role("button", name="Make a link").click()
    link = owner.get_by_label("Copy it now").input_value()
    assert layout_faults(owner) == []

    guest = open_page(urlsplit(link).path, javascript=javascript)
    assert layout_faults(guest) == []
    guest.get_by_label("Your name").fill("Ainhoa Etxeberria")
    guest.get_by_label("E-mail").fill(f"ainhoa-{javascript}@barpoint.example")
    guest.get_by_label("Password").fill("three words here")
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_role("link", name="New tournament")).to_be_visible()

    owner.goto(owner.url)
    owner.get_by_text("Change Ainhoa Etxeberria").click()
    assert layout_faults(owner) == []
    owner.get_by_role("button", name="Remove Ainhoa Etxeberria from the club").click()
    expect(owner.get_by_text("(Director) was removed from the club")).to_be_visible()

    guest.goto(guest.url)
    expect(guest.get_by_role("link", name="New tournament")).to_have_count(0)
    expect(guest.get_by_role("link", name="Sign in")).to_be_visible()


def test_errors_are_listed_at_the_top_and_can_be_focused(open_page: OpenPage) -> None:
    page = open_page("/sign-in/")

    page.get_by_role("button", name="Sign in").click()

    expect(page).to_have_title("Problem: Sign in – Barpoint")
    expect(page.get_by_role("alert")).to_contain_text("Enter your e-mail address.")
    page.get_by_role("link", name="Enter your e-mail address.").click()
    expect(page.get_by_label("E-mail")).to_be_focused()
    assert axe(page) == []
