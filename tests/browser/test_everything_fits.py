"""Every page, for the public and for the desk: at every width, light and dark."""

import itertools
from collections.abc import Iterable, Iterator
from typing import Literal
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.addresses import pages
from tests.browser.conftest import OpenPage, axe, layout_faults, scrolls_sideways, shoot
from tests.depth import DEPTH, LONG, and_long
from tests.served.clients import Client
from tests.served.servers import Site, wait_until

STAFF = "demo@barpoint.example"
WIDTHS = {360: 740, 768: 1024, 1280: 800}
# 200 % zoom of a window 1280 wide.
ZOOMED = {640: 400}
# Axe looks at each page narrow and light or wide and dark, in a long run at both.
type Scheme = Literal["light", "dark"]
NARROW: tuple[int, Scheme] = (360, "light")
WIDE: tuple[int, Scheme] = (1280, "dark")
AXE_WINDOWS = [[NARROW, WIDE]] if DEPTH >= LONG else [[NARROW], [WIDE]]
ONLY_POSTED = 405
# Pages about a finished match.
OVER = ("correction/", "clear/", "confirm/")
# Read by programs: feeds, and lines of plain text; a webhook, of which the demo has none (test_embeds.py).
NOT_HERE = ("/clubs/1/news.atom", "/clubs/1/results.atom", "/tournaments/1/stream/text/", "/webhooks/1/")
# Pages of an event that is played round after round: of the Swiss of the demo.
BY_ROUNDS = "events/<int:pk>/rounds/"
# The page of the pools of the demo.
KNOCKOUT = "events/<int:pk>/knockout/"
MAIN_PAGES = [
    "/tournaments/1/desk/", "/events/1/", "/events/1/entrants/", "/tournaments/1/cash/?payer=1", "/tournaments/1/fees/",
    "/events/1/draw-key/", "/events/1/setup/", "/events/1/entrants/paste/", "/tournaments/1/papers/",
    "/tournaments/1/memory/", "/tournaments/1/tables/", "/clubs/1/members/", "/clubs/1/memory/", "/tournaments/1/wall/",
    "/players/1/",
]  # fmt: skip


@pytest.fixture
def every_page(site: Site) -> list[str]:
    """Return the address of every page, with the numbers of the demo, without those that only take a POST."""
    with site.client() as client:
        paths = [path for path in filled_in(client) if path not in NOT_HERE]
        return [path for path in paths if client.get(path).status != ONLY_POSTED]


def filled_in(client: Client) -> Iterator[str]:
    on = client.read("events/1/matches/?status=open")[0]["id"]
    over = client.read("events/1/matches/?status=finished")[0]["id"]
    wait_until(lambda: bool(client.read("ratings/1/")["lines"]), "the demo's first rating list is counted")
    rated = client.read("ratings/1/")["lines"][0]["person"]
    swiss, everybody, _, pools = (each["id"] for each in client.read("tournaments/7/")["events"][:4])
    yield from (*(f"/events/{each}/" for each in (swiss, everybody, pools)), "/tournaments/7/jackpots/")
    for path in pages():
        match = over if path.endswith(OVER) else on
        path = path.replace("<int:pk>", str(swiss)) if path.startswith(BY_ROUNDS) else path
        path = path.replace("<int:pk>", str(pools)) if path == KNOCKOUT else path
        filled = path.replace("matches/<int:pk>", f"matches/{match}").replace("<int:pk>", "1")
        filled = filled.replace("<int:person>", str(rated)).replace("<int:file>", "1").replace("<int:question>", "1")
        yield "/" + filled.replace("<int:number>", "1" if path.startswith("clubs/") else "24")


def faults(page: Page, widths: dict[int, int]) -> Iterator[str]:
    for width, height in widths.items():
        page.set_viewport_size({"width": width, "height": height})
        if scrolls_sideways(page):
            yield f"{width}: scrolls sideways"
        yield from (f"{width}: {fault}" for fault in layout_faults(page))


def hindrances(page: Page, windows: Iterable[tuple[int, Scheme]]) -> Iterator[str]:
    """Yield what axe finds in windows of these widths and colour schemes."""
    for width, scheme in windows:
        page.set_viewport_size({"width": width, "height": WIDTHS[width]})
        page.emulate_media(color_scheme=scheme)
        yield from (f"{width} {scheme}: {finding}" for finding in axe(page))


def looked_through(page: Page, paths: list[str], *, thoroughly: bool) -> dict[str, list[str]]:
    """Open the pages one after the other in one window; return the faults of each.

    For the public, pages of the desk redirect to one and the same page, which is checked once.
    """
    rows: dict[str, list[str]] = {}
    seen: set[str] = set()
    windows = itertools.cycle(AXE_WINDOWS)
    for path in paths:
        answer = page.goto(urljoin(page.url, path))
        assert answer is not None
        assert answer.status == 200, (path, answer.status)
        shown = urlsplit(page.url).path
        if shown in seen:
            continue
        seen.add(shown)
        wrong = [*faults(page, WIDTHS | (ZOOMED if thoroughly else {}))]
        if thoroughly:
            wrong += hindrances(page, next(windows))
        if wrong:
            rows[path] = wrong
    return rows


@pytest.mark.parametrize(
    ("who", "javascript"), and_long([(STAFF, True), (None, False)], [(None, True), (STAFF, False)])
)
def test_every_page_fits_every_window(
    open_page: OpenPage, every_page: list[str], who: str | None, javascript: bool
) -> None:
    page = open_page("/style/", signed_in_as=who, javascript=javascript)

    assert len(every_page) > 30
    assert looked_through(page, every_page, thoroughly=javascript) == {}


def test_forced_colours_leave_the_main_pages_readable(open_page: OpenPage) -> None:
    page = open_page("/style/", 1280, signed_in_as=STAFF, forced_colors="active")
    rows: dict[str, list[str]] = {}

    for path in MAIN_PAGES:
        page.goto(urljoin(page.url, path))
        if path.endswith("/desk/"):
            page.locator("#line").fill("petro 1")
            expect(page.locator(".sentence .words")).to_be_visible()
        shoot(page, f"forced{path.replace('/', '-')}")
        rows[path] = axe(page) + layout_faults(page)

    assert {path: wrong for path, wrong in rows.items() if wrong} == {}
