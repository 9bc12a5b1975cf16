"""The pictures of the directors' docs: made here, so that they show what is there.

Written anew with ``BARPOINT_PICTURES=docs/directors/pictures pytest tests/browser/test_pictures.py``. Otherwise only
looked at: every page they show can be opened, every picture that is named is there, and no other.
"""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import OpenPage, opening
from tests.browser.newcomer import Newcomer, first_event
from tests.served.servers import ON_POSTGRESQL, ROOT, a_site

DOCS = ROOT / "docs" / "directors"
WRITTEN = bool(os.environ.get("BARPOINT_PICTURES"))
LARGEST_BYTES = 120 * 1024
STAFF = "demo@barpoint.example"
# Pages of a newcomer's first event, and how many CSS pixels of each are shown.
FIRST = {
    "owner": 560, "club": 380, "club-made": 300, "tournament": 760, "event": 800, "entrants": 700, "entered": 640,
    "key": 560, "drawn": 560, "papers": 640,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shown:
    """A page of the demo: what is done on it first, and its part from the top that is shown."""

    path: str
    height: int
    width: int = 1280
    prepare: Callable[[Page], None] = lambda page: None


def typed(text: str) -> Callable[[Page], None]:
    """Return what types into the entry line and waits for the sentence."""

    def prepare(page: Page) -> None:
        page.locator("#line").fill(text)
        expect(page.locator(".sentence")).not_to_have_count(0)

    return prepare


AT_THE_DESK = {
    "desk": Shown("/tournaments/1/desk/", 800),
    "line-result": Shown("/tournaments/1/desk/", 250, 760, typed("petro 1")),
    "line-several": Shown("/tournaments/1/desk/", 420, 760, typed("b")),
    "line-call": Shown("/tournaments/1/desk/", 250, 760, typed("d2 t5")),
    "correction": Shown("/matches/17/correction/?way=score&top=3&bottom=5", 800, 900),
    "phone": Shown("/tournaments/1/desk/", 740, 360),
    "tables": Shown("/tournaments/1/tables/", 560),
    "memory": Shown("/tournaments/1/memory/", 640),
    "draw": Shown("/events/1/", 800),
}


def keep(page: Page, name: str, height: int) -> None:
    """Write the upper part of a page where ``BARPOINT_PICTURES`` says."""
    if WRITTEN:
        width = page.viewport_size["width"] if page.viewport_size else 1280
        page.evaluate("scrollTo(0, 0)")
        path = Path(os.environ["BARPOINT_PICTURES"]) / f"{name}.png"
        path.parent.mkdir(exist_ok=True)
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=path, animations="disabled", caret="hide")


@pytest.mark.skipif(not WRITTEN, reason="the same way is gone by test_first_event")
def test_the_first_event_is_pictured(browser: Browser, tmp_path: Path) -> None:
    with a_site(tmp_path / "site", before=("collectstatic",) if ON_POSTGRESQL else (), owned=False) as site:
        link = urlsplit(site.owner_link())
        with opening(browser, f"{link.scheme}://{link.netloc}") as open_page:
            page = open_page(link.path, 900)
            newcomer = Newcomer(page, lambda page, name: keep(page, f"first-{name}", FIRST[name]))
            first_event(newcomer, javascript=True)


@pytest.mark.parametrize("name", AT_THE_DESK)
def test_what_is_pictured_of_the_desk_can_be_opened(open_page: OpenPage, name: str) -> None:
    shown = AT_THE_DESK[name]
    page = open_page(shown.path, shown.width, signed_in_as=STAFF)

    shown.prepare(page)
    keep(page, name, shown.height)

    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_every_picture_of_the_docs_is_there_and_small() -> None:
    told = {
        name
        for path in DOCS.glob("*.md")
        for name in re.findall(r"!\[[^\]]+\]\(pictures/([\w-]+)\.png\)", path.read_text())
    }
    there = {path.stem: path.stat().st_size for path in (DOCS / "pictures").glob("*.png")}

    assert told == set(there)
    assert set(there) <= {f"first-{name}" for name in FIRST} | set(AT_THE_DESK)
    assert {name: size for name, size in there.items() if size > LARGEST_BYTES} == {}
