"""The pictures of the directors' docs, taken from the real pages.

``BARPOINT_PICTURES=docs/directors/pictures pytest tests/browser/test_pictures.py`` takes them again. Otherwise this
only checks that every pictured page can be opened, and that the named pictures exist and no others.
"""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import OpenPage, opening
from tests.browser.newcomer import Newcomer, first_event
from tests.browser.phones import Hall, Phone, Seat
from tests.served.servers import ROOT, a_site

DOCS = ROOT / "docs" / "directors"
WRITTEN = bool(os.environ.get("BARPOINT_PICTURES"))
LARGEST_BYTES = 120 * 1024
STAFF = "demo@barpoint.example"
# Pages of a newcomer's first event: width of the window, and height of the picture.
FIRST = {
    "owner": (760, 560), "club": (760, 350), "club-made": (760, 320), "tournament": (760, 1040), "event": (1100, 790),
    "entrants": (1100, 640), "entered": (760, 810), "key": (760, 580), "drawn": (760, 560), "papers": (1100, 560),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shown:
    """A page of the demo: the window, and the steps before the picture."""

    path: str
    width: int
    height: int
    prepare: Callable[[Page], None] = lambda page: None


def typed(text: str) -> Callable[[Page], None]:
    """Return a function that types into the entry line and waits for the sentence."""

    def prepare(page: Page) -> None:
        page.locator("#line").fill(text)
        expect(page.locator(".sentence .words, .sentence .choices")).not_to_have_count(0)

    return prepare


def taking(page: Page) -> None:
    """Open the block of the first person who owes."""
    page.locator("[data-take-row]").first.click()
    expect(page.locator("#person .person")).to_be_visible()


def bidding(page: Page) -> None:
    """Make a link for Olga Zabala, and come in by it as their phone does."""
    page.get_by_role("button", name="link Olga Zabala").click()
    address = page.locator("#slip .address").inner_text().strip()
    page.goto(urljoin(page.url, urlsplit(address).path))
    page.get_by_role("button", name="This is me").click()
    expect(page.locator("#bidder")).to_be_visible()


AT_THE_DESK = {
    "desk": Shown("/tournaments/1/desk/", 1280, 680),
    "line-result": Shown("/tournaments/1/desk/", 760, 250, typed("petro 1")),
    "line-several": Shown("/tournaments/1/desk/", 760, 420, typed("h 2")),
    "line-call": Shown("/tournaments/1/desk/", 760, 250, typed("c3 t5")),
    "correction": Shown("/matches/17/correction/?way=score&top=3&bottom=5", 900, 800),
    "phone": Shown("/tournaments/1/desk/", 360, 740),
    "tables": Shown("/tournaments/1/tables/", 900, 420),
    "memory": Shown("/tournaments/1/memory/", 1000, 600),
    "draw": Shown("/events/1/", 1280, 800),
    "slips": Shown("/events/1/slips/", 900, 640),
    "wall": Shown("/tournaments/1/wall/", 1024, 576),
    "cash-desk": Shown("/tournaments/1/cash/", 1280, 640, taking),
    "auction-desk": Shown("/auctions/1/desk/", 1280, 640, typed("b 240 olga")),
    "auction-projector": Shown("/auctions/1/", 1024, 576),
    "auction-lots": Shown("/auctions/2/lots/", 900, 560),
    "auction-phone": Shown("/auctions/1/bidders/", 360, 740, bidding),
    "prize-fund": Shown("/events/3/prizes/", 1280, 560),
    "payouts": Shown("/events/3/payouts/", 900, 740),
    "closing": Shown("/tournaments/3/closing/", 900, 620),
}


# Pages of two opponents on their phones.
ON_PHONES = ("my-game", "my-reported", "my-answer")


def keep(page: Page, name: str, width: int, height: int) -> None:
    """Save a picture of the page in a window of this size, in the folder ``BARPOINT_PICTURES``."""
    if WRITTEN:
        path = Path(os.environ["BARPOINT_PICTURES"]) / f"{name}.png"
        path.parent.mkdir(exist_ok=True)
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=path, animations="disabled", caret="hide")


@pytest.mark.skipif(not WRITTEN, reason="the same way is gone by test_first_event")
def test_the_first_event_is_pictured(browser: Browser, tmp_path: Path) -> None:
    with a_site(tmp_path / "site", owned=False) as site:
        link = urlsplit(site.owner_link())
        with opening(browser, f"{link.scheme}://{link.netloc}") as open_page:
            page = open_page(link.path, 900)
            newcomer = Newcomer(page, lambda page, name: keep(page, f"first-{name}", *FIRST[name]))
            first_event(newcomer, javascript=True)


@pytest.mark.parametrize("name", AT_THE_DESK)
def test_the_pictured_pages_of_the_desk_can_be_opened(open_page: OpenPage, name: str) -> None:
    shown = AT_THE_DESK[name]
    page = open_page(shown.path, shown.width, signed_in_as=STAFF)

    shown.prepare(page)
    keep(page, name, shown.width, shown.height)

    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_the_pictured_pages_of_the_phones_can_be_opened(phone: Callable[[Seat], Phone], hall: Hall) -> None:
    table = hall.table()
    upper, lower = phone(table.top), phone(table.bottom)

    upper.game("bottom", "2")
    expect(upper.page.locator('[data-points="opponent"]')).to_have_text("2")
    upper.choose("winner", "top")
    upper.choose("cube", "4")
    keep(upper.page, "my-game", 360, 740)
    upper.write()
    upper.game("top", "2", "gammon")
    expect(upper.step("sent")).to_have_class("done")
    expect(upper.page.locator(".as-of.stale")).to_have_count(0, timeout=15_000)
    keep(upper.page, "my-reported", 360, 740)
    lower.page.reload()
    keep(lower.page, "my-answer", 360, 740)

    expect(lower.page.get_by_role("button", name="Right")).to_be_visible()


def test_every_picture_of_the_docs_is_there_and_small() -> None:
    posted = {
        name
        for path in DOCS.glob("*.md")
        for name in re.findall(r"!\[[^\]]+\]\(pictures/([\w-]+)\.png\)", path.read_text())
    }
    there = {path.stem: path.stat().st_size for path in (DOCS / "pictures").glob("*.png")}

    assert posted == set(there)
    assert set(there) <= {f"first-{name}" for name in FIRST} | {*AT_THE_DESK, *ON_PHONES}
    assert {name: size for name, size in there.items() if size > LARGEST_BYTES} == {}
