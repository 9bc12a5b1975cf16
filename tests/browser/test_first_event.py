"""A newcomer's first event: from the link in the terminal to the printed draw, without a manual."""

import io
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from tests.browser.conftest import layout_faults, opening, scrolls_sideways
from tests.browser.newcomer import ENTRANTS, Newcomer, first_event
from tests.served.servers import Site, a_site

# The longest wait; these steps take a few seconds on an idle machine.
PATIENCE_SECONDS = 90
STEPS = [
    "Your name", "E-mail", "Password, at least 10 characters", "Become the owner",
    "Name of the club", "Create the club",
    "New tournament", "Name", "Make the tournament",
    "First match", "Save",
    "One entrant a line", "Enter 8",
    "Make the draw", "Draw key", "Draw",
    "Print the sheets", "As it stands",
]  # fmt: skip


@pytest.fixture
def empty_site(tmp_path: Path) -> Iterator[Site]:
    """A new installation. On SQLite the server sets it up itself."""
    with a_site(tmp_path / "site", owned=False) as started:
        yield started


@pytest.mark.parametrize(("width", "javascript"), [(1280, True), (360, False)], ids=["1280", "360 without scripts"])
def test_a_newcomer_prints_a_first_draw(browser: Browser, empty_site: Site, width: int, javascript: bool) -> None:
    link = urlsplit(empty_site.owner_link())
    base = f"{link.scheme}://{link.netloc}"
    ways: dict[str, int] = {}
    faults: dict[str, list[str]] = {}

    def look(page: Page, name: str) -> None:
        faults[name] = layout_faults(page) + ["scrolls sideways"] * scrolls_sideways(page)
        ways.update({way: page.request.get(way).status for way in ways_on(page) - set(ways)})

    with opening(browser, base) as open_page:
        page = open_page(link.path, width, javascript=javascript)
        newcomer, began = Newcomer(page, look), time.monotonic()
        sheet = first_event(newcomer, javascript=javascript)
        taken = time.monotonic() - began

    assert [step for step in newcomer.steps if javascript or step != "Check the list"] == STEPS
    assert taken < PATIENCE_SECONDS
    text = "".join(leaf.extract_text() for leaf in PdfReader(io.BytesIO(sheet)).pages)
    assert [name for name in ENTRANTS if name not in text] == []
    assert {name: rows for name, rows in faults.items() if rows} == {}
    assert len(ways) > 15
    assert {way: status for way, status in ways.items() if status != 200} == {}


def ways_on(page: Page) -> set[str]:
    """Return the addresses that a page links to, except papers; fail if its content has no link or button."""
    content = page.get_by_role("main")
    assert content.locator("a[href]:visible, button:visible").count(), f"a dead end: {page.url}"
    rows = page.locator("a[href]").evaluate_all("links => links.map((each) => each.getAttribute('href'))")
    addresses = {urldefrag(urljoin(page.url, each)).url for each in rows}
    return {each for each in addresses if ".pdf" not in each}
