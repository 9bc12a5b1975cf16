"""Changes appear on open pages without a reload, and disturb nobody."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.conftest import OpenPage, let_timers_run, opening
from tests.served.lines import Line
from tests.served.playing import Event, an_event, report
from tests.served.servers import Site, a_site

# A change is fetched after up to a second, at most once in two.
SOON_MILLISECONDS = 4_000


@pytest.fixture
def event(site: Site) -> Event:
    return an_event(site, 8)


def lines_of(page: Page, seen: list[str]) -> None:
    """Note each connection that this page opens."""
    page.on("request", lambda query: seen.append(query.url) if "/live/" in query.url else None)


def another_tab(context: BrowserContext, url: str, seen: list[str]) -> Page:
    page = context.new_page()
    lines_of(page, seen)
    page.goto(url)
    return page


def win(site: Site, event: Event, number: int) -> None:
    """The upper player wins a match of the first round."""
    with site.client() as client:
        report(client, event, event.match(client, "main", 1, number), "top")


def shows(page: Page, code: str) -> None:
    expect(page.locator(f'#{code}[data-state="final"]')).to_have_count(1, timeout=SOON_MILLISECONDS)


def is_lined(page: Page) -> None:
    """Wait until the page is connected."""
    expect(page.locator("html[data-stream-state=open]")).to_have_count(1)


LEASES = "Object.keys(localStorage).filter((each) => each.startsWith('stream ') && !each.endsWith(' relay'))"
NOTE_CHANGE = """
document.addEventListener("stream:changed", () => { document.documentElement.dataset.change = "came"; });
"""
FLOOD = """() => {
  const stream = document.body.dataset.stream, position = document.body.dataset.since.replace(/[0-9]+$/, "99999");
  const detail = { topics: ["*"], stream, position, apart: 6 };
  document.dispatchEvent(new CustomEvent("stream:changed", { detail }));
}"""


def test_a_result_shows_on_another_phone_and_disturbs_nobody(open_page: OpenPage, site: Site, event: Event) -> None:
    page = open_page("/style/")
    page.goto(f"http://127.0.0.1:{site.ports[0]}/events/{event.id}/matches/")
    is_lined(page)
    page.locator("#C1 a").first.focus()
    page.evaluate("scrollTo(0, 400)")
    page.evaluate("window.stayed = true")

    win(site, event, 1)

    shows(page, "A1")
    assert page.evaluate("[scrollY, document.activeElement.closest('.pair').id, window.stayed]") == [400, "C1", True]


def test_a_change_elsewhere_causes_no_request(open_page: OpenPage, site: Site, event: Event) -> None:
    with site.client() as client:
        match = event.match(client, "main", 1, 1)
    page = open_page("/style/")
    page.clock.install()
    page.add_init_script(NOTE_CHANGE)
    page.goto(f"http://127.0.0.1:{site.ports[0]}/matches/{match['id']}/")
    is_lined(page)
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))

    win(site, event, 2)

    expect(page.locator("html[data-change=came]")).to_have_count(1)
    let_timers_run(page, 5_000)
    assert [url for url in urls if "/matches/" in url] == []


def test_a_stale_page_is_fetched_again(open_page: OpenPage, site: Site, event: Event) -> None:
    url, before = f"http://127.0.0.1:{site.ports[0]}/events/{event.id}/matches/", list[str]()
    page = open_page("/style/")
    page.goto(url)
    is_lined(page)
    old = page.content()

    def answer(route: Route) -> None:
        if before:
            return route.continue_()
        before.append(route.request.headers["cache-control"])
        return route.fulfill(body=old, content_type="text/html", headers={"ETag": '"before"'})

    page.route(url, answer)
    win(site, event, 1)

    expect(page.locator('#A1[data-state="final"]')).to_have_count(1, timeout=2 * SOON_MILLISECONDS)
    assert before == ["max-stale=2"]


def test_in_a_flood_of_results_a_page_is_fetched_as_far_apart_as_the_server_wants(
    open_page: OpenPage, site: Site, event: Event
) -> None:
    url = f"http://127.0.0.1:{site.ports[0]}/events/{event.id}/matches/"
    page = open_page("/style/")
    page.clock.install()
    page.goto(url)
    is_lined(page)
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=2))
    queries: list[str] = []
    page.on("request", lambda query: queries.append(query.url) if query.url == url else None)

    # The page is behind from now on, whatever it fetches.
    with page.expect_response(url):
        page.evaluate(FLOOD)
        page.clock.run_for(3_000)
    let_timers_run(page, 2_900)
    assert queries == [url]
    with page.expect_response(url):
        page.clock.run_for(6_100)
    assert queries == [url] * 2


def test_two_tabs_of_a_browser_share_one_connection(open_page: OpenPage, site: Site, event: Event) -> None:
    url, seen = f"http://127.0.0.1:{site.ports[0]}/events/{event.id}/matches/", list[str]()
    first = open_page("/style/")
    lines_of(first, seen)
    first.goto(url)
    is_lined(first)

    second = another_tab(first.context, url, seen)

    is_lined(second)
    win(site, event, 1)
    shows(first, "A1")
    shows(second, "A1")
    assert len(seen) == 1
    first.close()
    win(site, event, 2)
    shows(second, "A2")
    assert len(seen) == 2


def test_a_hidden_tab_has_no_connection(open_page: OpenPage, site: Site, event: Event) -> None:
    seen: list[str] = []
    page = open_page("/style/")
    lines_of(page, seen)
    page.goto(f"http://127.0.0.1:{site.ports[0]}/events/{event.id}/matches/")
    is_lined(page)

    page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { get: () => window.away, configurable: true });
          window.away = true;
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )

    expect(page.locator("html[data-stream-state=closed]")).to_have_count(1)
    win(site, event, 1)
    page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    shows(page, "A1")
    is_lined(page)
    assert len(seen) == 2


def test_a_page_that_is_left_at_once_leaves_the_connection_to_the_next(
    open_page: OpenPage, site: Site, event: Event
) -> None:
    page = open_page("/style/")
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    page.goto(f"http://127.0.0.1:{site.ports[0]}/events/{event.id}/matches/")
    assert page.evaluate(LEASES) == [f"stream tournament:{event.tournament}"]

    page.goto(f"http://127.0.0.1:{site.ports[0]}/style/")

    assert page.evaluate(LEASES) == []


def test_an_update_keeps_typed_text(open_page: OpenPage, site: Site, event: Event) -> None:
    page = open_page(f"/tournaments/{event.tournament}/desk/", 1280, signed_in_as="desk@example.org")
    page.locator("#line").fill("hor")

    win(site, event, 1)

    expect(page.locator("#changes")).to_be_visible(timeout=SOON_MILLISECONDS)
    assert page.evaluate("[document.activeElement.id, document.activeElement.value]") == ["line", "hor"]


def test_a_page_without_a_connection_polls(open_page: OpenPage, site: Site, event: Event) -> None:
    page = open_page("/style/")
    page.context.route("**/live/**", lambda route: route.fulfill(status=503, headers={"Retry-After": "30"}))
    page.goto(f"http://127.0.0.1:{site.ports[0]}/events/{event.id}/matches/")

    win(site, event, 1)

    expect(page.locator('#A1[data-state="final"]')).to_have_count(1, timeout=10_000)


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    with a_site(tmp_path / "site") as started:
        yield started


def test_a_page_recovers_when_the_server_was_stopped_and_started(browser: Browser, own_site: Site) -> None:
    event, port = an_event(own_site, 8), own_site.ports[0]
    session: Callable[[str], str] = own_site.session
    with opening(browser, f"http://127.0.0.1:{port}", session) as open_page:
        page = open_page(f"/events/{event.id}/matches/")
        own_site.stop()
        expect(page.locator(".as-of.stale")).to_contain_text("No news from the desk since", timeout=30_000)

        own_site.start(ports=[port])
        win(own_site, event, 1)

        expect(page.locator('#A1[data-state="final"]')).to_have_count(1, timeout=60_000)
        expect(page.locator(".as-of:not(.stale)")).to_contain_text("As of")
    with Line(port, f"stream=tournament:{event.tournament}") as line:
        assert line.news()["number"] == 4
