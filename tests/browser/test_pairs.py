"""The pages of pairs fit at every width: the card with its players, the list, the links, the draw, the wall."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage, axe, layout_faults, scrolls_sideways, shoot
from tests.served.servers import Site

STAFF = "demo@barpoint.example"
WIDTHS = {360: 740, 768: 1024, 1280: 800}


@pytest.fixture
def doubles(site: Site) -> tuple[int, int]:
    """Return the doubles of the demo's festival, and one of its pairs."""
    with site.client() as client:
        events = client.read("tournaments/7/")["events"]
        event = next(each["id"] for each in events if each["name"] == "Doubles")
        return event, client.read(f"events/{event}/entrants/")[0]["id"]


def faults(page: Page) -> list[str]:
    wrong = []
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}: scrolls sideways"] if scrolls_sideways(page) else []
        wrong += [f"{width}: {fault}" for fault in layout_faults(page)]
        shoot(page, f"pairs-{page.url.split('/', 3)[3].replace('/', '-').replace('?', '-')}{width}")
    return wrong


def test_the_pages_of_pairs_fit_at_every_width(open_page: OpenPage, doubles: tuple[int, int]) -> None:
    event, pair = doubles
    for path in (
        f"/entrants/{pair}/", f"/events/{event}/", f"/events/{event}/entrants/", f"/events/{event}/people/",
        f"/events/{event}/setup/", f"/events/{event}/places/", f"/players/{pair}/", "/tournaments/7/wall/",
        f"/events/{event}/entrants/paste/",
    ):  # fmt: skip
        page = open_page(path, signed_in_as=STAFF)
        page.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")

        assert faults(page) == []
        assert axe(page) == []
