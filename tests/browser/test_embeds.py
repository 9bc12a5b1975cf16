"""Embeds in a page of another site, in a real browser: shown to the site that is listed, not to others, and live."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import OpenPage, axe, scrolls_sideways, shoot
from tests.browser.test_draw import a_half_played_event
from tests.served.clients import Request
from tests.served.servers import Site, wait_until

FRAME = (
    '<!DOCTYPE html><meta name="viewport" content="width=device-width"><title>Club</title><iframe src="{}" {}></iframe>'
)
SIZE = 'style="width: 100%; border: 0" height="600"'


@dataclass(frozen=True, slots=True)
class ForeignSite:
    """A site of a club on another port, whose page frames an address."""

    host: str
    shows: list[str]

    def open(self, browser: Browser, address: str, width: int = 360) -> Page:
        self.shows[:] = [address]
        page = browser.new_context(viewport={"width": width, "height": 740}).new_page()
        page.goto(f"http://{self.host}/")
        return page


@contextmanager
def a_foreign_site() -> Iterator[ForeignSite]:
    shows: list[str] = []

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = FRAME.format(shows[0], SIZE).encode() if self.path == "/" else b""
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield ForeignSite(f"localhost:{server.server_address[1]}", shows)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def event(site: Site) -> int:
    with site.client() as client:
        return a_half_played_event(client, 13)


@pytest.fixture(scope="module")
def club(site: Site, event: int) -> int:
    with site.client() as client:
        tournament = client.read(f"events/{event}/")["tournament"]
        return int(client.read(f"tournaments/{tournament}/")["club"])


@pytest.fixture
def listed(site: Site, club: int) -> Callable[[str], None]:
    def list_(host: str) -> None:
        with site.client() as client:
            answer = client.send(Request(f"clubs/{club}/embeds/", {"hosts": [host]}, "PUT"))
            assert answer.status == 200

    return list_


def base(site: Site) -> str:
    return f"http://127.0.0.1:{site.ports[0]}"


@pytest.mark.parametrize("what", ["draw", "results", "standings"])
def test_the_listed_site_shows_it_and_another_does_not(
    browser: Browser, site: Site, event: int, listed: Callable[[str], None], what: str
) -> None:
    with a_foreign_site() as own, a_foreign_site() as other:
        listed(own.host)
        address = f"{base(site)}/embed/events/{event}/{what}/"

        page, refused = own.open(browser, address), other.open(browser, address)

        expect(page.frame_locator("iframe").locator(".embed-head")).to_be_visible()
        expect(refused.frame_locator("iframe").locator("body")).not_to_contain_text("Main")
        assert refused.frame_locator("iframe").locator(".embed-head").count() == 0
        assert page.context.cookies() == []
        shoot(page, f"embed-{what}")
        for each in (page, refused):
            each.context.close()


def test_a_result_appears_in_the_frame_without_a_reload(
    browser: Browser, site: Site, event: int, listed: Callable[[str], None]
) -> None:
    with a_foreign_site() as own, site.client() as client:
        listed(own.host)
        page = own.open(browser, f"{base(site)}/embed/events/{event}/results/")
        frame = page.frame_locator("iframe")
        expect(frame.locator("html[data-stream-state=open]")).to_have_count(1)
        before = frame.locator(".pairs > li").count()
        match = client.read(f"events/{event}/matches/?status=open")[0]

        client.made(f"matches/{match['id']}/result/", {"score": [match["length"], 2]}, 200)

        expect(frame.locator(".pairs > li")).to_have_count(before + 1)
        page.context.close()


@pytest.mark.parametrize("what", ["draw", "results", "standings"])
@pytest.mark.parametrize("dark", [False, True])
def test_an_embed_fits_from_320_pixels_up(open_page: OpenPage, event: int, what: str, dark: bool) -> None:
    page = open_page(f"/embed/events/{event}/{what}/", 320, dark=dark)

    assert not scrolls_sideways(page)
    assert axe(page) == []
    shoot(page, f"embed-{what}-320{'-dark' if dark else ''}")


@pytest.fixture(scope="module")
def webhook(site: Site, club: int) -> int:
    """Return a webhook to which a test was sent; its address is refused, because it is inside."""
    with site.client() as client:
        sheet = {"address": "https://localhost/hook", "topics": ["results", "ladder"], "form": "text"}
        made = int(client.made(f"clubs/{club}/webhooks/", sheet)["id"])
        client.made(f"webhooks/{made}/test/", {})
        wait_until(lambda: client.read(f"webhooks/{made}/")["deliveries"][0]["status"] == 0, "it was tried")
        return made


@pytest.mark.parametrize("width", [320, 1280])
def test_the_calendar_and_the_owners_pages_fit(open_page: OpenPage, club: int, webhook: int, width: int) -> None:
    pages = ("/embed/clubs/{}/calendar/", "/clubs/{}/embeds/", "/clubs/{}/webhooks/")
    for path in (*(page.format(club) for page in pages), f"/webhooks/{webhook}/"):
        page = open_page(path, width, signed_in_as="desk@example.org")

        assert not scrolls_sideways(page)
        assert axe(page) == []
        shoot(page, f"{path.strip('/').replace('/', '-')}-{width}")
