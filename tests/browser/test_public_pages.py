"""The public pages in a browser: at three widths, in light and dark rooms, with and without scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, axe, layout_faults, scrolls_sideways, shoot
from tests.served.playing import an_event, report
from tests.served.servers import Site

PATHS = [
    "/", "/?all", "/tournaments/1/", "/tournaments/1/?q=h", "/events/1/", "/events/1/matches/",
    "/events/1/matches/?show=now", "/events/1/entrants/", "/events/1/places/", "/style/", "/nothing/",
]  # fmt: skip
WIDTHS = {360: 740, 768: 1024, 1280: 800}
# 200 % zoom of a window 1280 wide.
ZOOMED = (640, 400)


@pytest.mark.parametrize("path", PATHS)
def test_a_page_fits_every_window_in_light_and_dark_rooms(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    rows: list[str] = []

    for width, height in (*WIDTHS.items(), ZOOMED):
        page.set_viewport_size({"width": width, "height": height})
        rows += [f"{width}: {fault}" for fault in layout_faults(page)] + [f"{width}: scrolls"] * scrolls_sideways(page)
        # Contrast is computed from the tokens elsewhere; one width each is enough to find missing names.
        if width in (360, 1280):
            page.emulate_media(color_scheme="dark" if width == 1280 else "light")
            rows += [f"{width}: {finding}" for finding in axe(page)]
            shoot(page, f"{path.strip('/').replace('/', '-') or 'home'}-{width}")

    assert rows == []


@pytest.mark.parametrize("path", PATHS)
def test_a_page_fits_every_window_without_scripts(open_page: OpenPage, path: str) -> None:
    page = open_page(path, javascript=False)
    rows: list[str] = []

    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        rows += [f"{width}: {fault}" for fault in layout_faults(page)] + [f"{width}: scrolls"] * scrolls_sideways(page)

    assert rows == []


@pytest.mark.parametrize("path", [path for path in PATHS if path.startswith(("/tournaments", "/events"))])
def test_a_page_opened_again_is_the_cached_one_and_its_scripts_run(open_page: OpenPage, path: str) -> None:
    page = open_page(path)

    page.goto(page.url)

    # The answer was smaller than the page: 304, headers only.
    came, whole = page.evaluate(
        "() => { const [n] = performance.getEntriesByType('navigation'); return [n.transferSize, n.encodedBodySize] }"
    )
    assert came < whole
    assert page.evaluate("typeof window.barpoint.serverNow") == "function"


def test_a_result_appears_and_the_reader_stays_in_place(open_page: OpenPage, site: Site) -> None:
    event = an_event(site, 8)
    page = open_page(f"/events/{event.id}/matches/")
    page.clock.install()
    page.reload()
    page.locator("#C1 a").first.focus()
    page.evaluate("scrollTo(0, 400)")
    with site.client() as client:
        report(client, event, event.match(client, "main", 1, 1), "top")

    page.clock.fast_forward(7_000)

    expect(page.locator('#A1[data-state="final"]')).to_have_count(1)
    assert page.evaluate("[scrollY, document.activeElement.closest('.pair').id]") == [400, "C1"]


def test_a_page_without_news_says_so_and_recovers(open_page: OpenPage) -> None:
    page = open_page("/events/1/matches/")
    page.clock.install()
    page.reload()
    page.context.set_offline(True)

    page.clock.fast_forward(7_000)

    expect(page.locator(".as-of.stale")).to_contain_text("No news from the desk since")
    page.context.set_offline(False)
    expect(page.locator(".as-of:not(.stale)")).to_contain_text("As of")


@pytest.mark.parametrize("path", ["/tournaments/1/", "/events/1/matches/", "/style/"])
def test_everything_is_visible_in_forced_colours(open_page: OpenPage, path: str) -> None:
    page = open_page(path, forced_colors="active")

    now = page.locator(".p-now").last.evaluate("each => getComputedStyle(each).fill")
    done = page.locator(".p-done").last.evaluate("each => getComputedStyle(each).fill")

    assert now != done
    assert axe(page) == []
    shoot(page, f"{path.strip('/').replace('/', '-')}-forced")
