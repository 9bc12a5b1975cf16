"""A real browser in front of a real server.

``open_page`` fails the test on any line in the browser's console and on any request that leaves the machine.
Tests here never touch the database: they send requests to the server. The demo is loaded; a test that changes anything
makes its own tournament (``site.client()``).
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.browser.phones import Hall, Phone
from tests.depth import DEPTH, LONG
from tests.served.servers import Site, a_site


def program(*names: str) -> str:
    """Return the path of the first of these programs that this machine has, or nothing."""
    return next((path for name in names if (path := shutil.which(name))), "")


CHROMIUM = program("chromium", "chromium-browser", "google-chrome")
# The same engine without a window or notifications, for a third of the processor time.
SHELL = program("chromium-headless-shell") or CHROMIUM
SWITCHES = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
LAYOUT_FAULTS = Path(__file__).with_name("faults.js").read_text()
TEXT_FAULTS = Path(__file__).with_name("texts.js").read_text()
HEIGHTS = {360: 740, 640: 400, 768: 1024, 1280: 800}


class OpenPage(Protocol):
    """Opens a page; ``more`` goes to the browser's context (``forced_colors="active"``, ``locale``, …)."""

    def __call__(
        self,
        path: str,
        width: int = 360,
        *,
        dark: bool = False,
        javascript: bool = True,
        signed_in_as: str | None = None,
        **more: Any,
    ) -> Page: ...


# An expectation holds as soon as it is true. Pages without a stream ask every 5 s, and the browser waits 5 s: a race.
expect.set_options(timeout=15_000)
# What the browser logs when somebody typed or clicked before it had drawn the page for the first time.
FASTER = "Autofocus processing was blocked because a document already has a focused element."
# What the browser logs when a server was killed (before, during or after its answer), and in flight mode.
GONE = (
    "net::ERR_CONNECTION_REFUSED",
    "net::ERR_CONNECTION_RESET",
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_INTERNET_DISCONNECTED",
)


@dataclass(slots=True)
class Opened:
    """The console lines and requests of the open pages that should not be."""

    contexts: list[BrowserContext] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def watch(self, page: Page, host: str) -> None:
        def console(message: ConsoleMessage) -> None:
            # The browser itself logs the status of a refused page, what a phone without a connection could not
            # send or hear, and a server that was killed; the test asked for it.
            where = str(message.location.get("url"))
            query = where == page.url or urlsplit(where).path.startswith(("/my/", "/bidders/", "/live/"))
            gone = any(why in message.text for why in GONE)
            expected = (query or gone) and "Failed to load resource" in message.text
            if not expected and message.text != FASTER:
                self.troubles.append(f"{page.url}: console: {message.text}")

        def request(wanted: Request) -> None:
            if urlsplit(wanted.url).scheme in ("http", "https", "ws", "wss") and urlsplit(wanted.url).netloc != host:
                self.troubles.append(f"{page.url}: asked {wanted.url}")

        page.on("console", console)
        page.on("pageerror", lambda error: self.troubles.append(f"{page.url}: {error}"))
        page.on("request", request)


@pytest.fixture(autouse=True)
def _every_socket_is_closed(collected: None) -> None:
    """A socket left open fails the test that left it, not a later one in which it happens to be collected."""


def must_be_there(browser: str) -> None:
    """Skip the test without this browser; in CI, which must have it, the test fails."""
    missing = "no Chromium on this machine (Debian's package: chromium)"
    if not browser and os.environ.get("CI") == "true":
        pytest.fail(missing)
    if not browser:
        pytest.skip(missing)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser."""
    must_be_there(SHELL)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=SHELL, args=SWITCHES)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running installation with the demo."""
    with a_site(tmp_path_factory.mktemp("site"), before=("demo",)) as started:
        yield started


@pytest.fixture(scope="package")
def sessions(site: Site) -> Callable[[str], str]:
    """Begin a session of the user with this e-mail address without a password, and return its key."""
    return site.session


@contextmanager
def opening(browser: Browser, base: str, session_of: Callable[[str], str] | None = None) -> Iterator[OpenPage]:
    """Open pages of the site at ``base``; at the end check all of them for errors."""
    opened = Opened()

    def open_(
        path: str,
        width: int = 360,
        *,
        dark: bool = False,
        javascript: bool = True,
        signed_in_as: str | None = None,
        **more: Any,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHTS.get(width, 800)},
            color_scheme="dark" if dark else "light",
            java_script_enabled=javascript,
            **more,
        )
        opened.contexts.append(context)
        if signed_in_as and session_of:
            context.add_cookies([{"name": "session", "value": session_of(signed_in_as), "url": base}])
        context.on("page", lambda page: opened.watch(page, urlsplit(base).netloc))
        page = context.new_page()
        page.goto(base + path)
        return page

    yield open_
    for context in opened.contexts:
        context.close()
    assert opened.troubles == []


@pytest.fixture
def open_page(browser: Browser, site: Site, sessions: Callable[[str], str]) -> Iterator[OpenPage]:
    """Open pages of the installation with the demo."""
    with opening(browser, f"http://127.0.0.1:{site.ports[0]}", sessions) as opened:
        yield opened


def scrolls_sideways(page: Page) -> bool:
    """Whether the page is wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


def layout_faults(page: Page) -> list[str]:
    """Return elements outside their parent or the window, clipped texts and overlapping texts."""
    faults: list[str] = page.evaluate(LAYOUT_FAULTS)
    return faults


def text_faults(page: Page) -> list[str]:
    """Return words that break inside and buttons of more than two lines."""
    faults: list[str] = page.evaluate(TEXT_FAULTS)
    return faults


def schemes(width: int) -> list[bool]:
    """Return whether a page of this width is looked at in the dark: either, in a long run both.

    Contrast is computed from the tokens elsewhere (tests/test_contrast.py).
    """
    return [False, True] if DEPTH >= LONG else [width > 360]


def axe(page: Page) -> list[str]:
    """Return the serious and critical findings of axe-core."""
    only_wrong = {"resultTypes": ["violations"]}
    violations: list[dict[str, Any]] = Axe().run(page, options=only_wrong).response["violations"]
    return [
        f"{each['id']}: {node['target']}"
        for each in violations
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def let_timers_run(page: Page, milliseconds: int) -> None:
    """Advance the page's installed clock; return once all requests of its timers were noted."""
    page.clock.run_for(milliseconds)
    with page.expect_request("**/?the-last"):
        page.evaluate("() => { fetch('/?the-last'); }")


def shoot(page: Page, name: str) -> None:
    """Save a picture of the page if ``BARPOINT_PICTURES`` names a folder."""
    folder = os.environ.get("BARPOINT_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


# --- Players and their phones


@pytest.fixture(scope="package")
def hall(site: Site) -> Hall:
    """Tables with two players each, both with a phone that is signed in."""
    return Hall(site)


@pytest.fixture
def phone(open_page: OpenPage, hall: Hall) -> Callable[..., Phone]:
    """Open a player's own page on their phone: ``phone(table.top)``."""
    return lambda seat, width=360, **more: Phone.of(open_page, hall.base, seat, width, **more)
