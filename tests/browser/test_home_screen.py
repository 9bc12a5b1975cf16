"""A player's page behind https on a phone: it can be installed, and without a connection it says what is stored."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import (
    CHROMIUM,
    SWITCHES,
    OpenPage,
    axe,
    layout_faults,
    must_be_there,
    scrolls_sideways,
    shoot,
)
from tests.browser.phones import Hall, Phone, Seat, Table, first_view_in, seated
from tests.browser.secure import Https, https
from tests.runtime.outward.browsers import PrivateBrowser
from tests.served.servers import Site, a_site, wait_until


@pytest.fixture(scope="module")
def secure_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An installation behind https."""
    folder = tmp_path_factory.mktemp("secure")
    with a_site(folder / "site", environment={"BARPOINT_HTTPS": "1"}, processes=1) as site:
        yield site


@pytest.fixture(scope="module")
def tables(secure_site: Site) -> Iterator[Table]:
    return iter(list(seated(secure_site, [7] * 9)))


@pytest.fixture
def front(secure_site: Site, tmp_path: Path) -> Iterator[Https]:
    with https(tmp_path / "https", secure_site.ports[0]) as front:
        yield front


@pytest.fixture
def owned_phone(browser: Browser, tmp_path: Path) -> Iterator[BrowserContext]:
    """A whole browser that keeps what it stores: in private windows nothing can be installed."""
    must_be_there(CHROMIUM)
    context = browser.browser_type.launch_persistent_context(
        tmp_path / "phone", executable_path=CHROMIUM, args=[*SWITCHES, "--ignore-certificate-errors"],
        ignore_https_errors=True, viewport={"width": 360, "height": 740},
    )  # fmt: skip
    yield context
    context.close()


def signed_in(context: BrowserContext, front: Https, seat: Seat) -> Page:
    """Open a player's page on their phone, and wait until its service worker does."""
    base = f"https://127.0.0.1:{front.port}"
    name = f"__Host-player-{seat.entrant}"
    context.add_cookies([{"name": name, "value": seat.secret, "url": base, "secure": True, "httpOnly": True}])
    page = context.new_page()
    page.goto(base + seat.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    return page


# The browser's own part, which needs a push service: what it keeps is a subscription with keys of its own.
PUSH_SERVICE = """
let kept = null;
const keys = { p256dh: "%s", auth: "%s" };
const unsubscribe = async () => { kept = null; return true; };
PushManager.prototype.getSubscription = async () => kept;
PushManager.prototype.subscribe = async () =>
  (kept = { toJSON: () => ({ endpoint: "https://push.example.net/a", keys }), unsubscribe });
"""


def stored(page: Page, seat: Seat) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = page.evaluate(
        "key => JSON.parse(localStorage.getItem(key))", f"barpoint-outbox-{seat.entrant}"
    )
    return rows


def test_a_players_page_can_be_installed(owned_phone: BrowserContext, front: Https, tables: Iterator[Table]) -> None:
    seat = next(tables).top
    page = signed_in(owned_phone, front, seat)
    session = owned_phone.new_cdp_session(page)

    manifest = session.send("Page.getAppManifest")
    wrong = session.send("Page.getInstallabilityErrors")["installabilityErrors"]

    assert manifest["errors"] == []
    assert manifest["url"].endswith(f"{seat.address}app.webmanifest")
    assert wrong == []


def test_without_a_connection_the_page_says_what_is_stored_and_opens_again(
    owned_phone: BrowserContext, front: Https, tables: Iterator[Table]
) -> None:
    seat = next(tables).top
    page = signed_in(owned_phone, front, seat)
    front.cut()
    Phone(page).final("top", 3)

    page.goto(page.url)

    expect(page.locator("h1")).to_have_text("No connection")
    expect(page.locator("[data-unsent] b")).to_have_text("1")
    shoot(page, "offline-360")
    assert [*layout_faults(page), *axe(page)] == []
    assert not scrolls_sideways(page)
    assert [each["state"] for each in stored(page, seat)] == ["written"]
    front.mend()
    expect(page.locator('[data-step="confirmed"]')).to_be_visible(timeout=20_000)
    Phone(page).wait_until_sent()


def test_with_nothing_to_send_it_says_so(owned_phone: BrowserContext, front: Https, tables: Iterator[Table]) -> None:
    page = signed_in(owned_phone, front, next(tables).bottom)
    front.cut()

    page.goto(page.url)

    expect(page.locator("[data-nothing]")).to_be_visible()
    expect(page.locator("[data-unsent]")).to_be_hidden()


def test_other_pages_fail_as_they_always_did(
    owned_phone: BrowserContext, front: Https, tables: Iterator[Table]
) -> None:
    table = next(tables)
    page = signed_in(owned_phone, front, table.top)
    front.cut()

    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        page.goto(f"https://127.0.0.1:{front.port}/events/{table.event}/")


def test_an_answer_of_the_server_is_never_replaced(
    owned_phone: BrowserContext, front: Https, tables: Iterator[Table]
) -> None:
    seat = next(tables).top
    page = signed_in(owned_phone, front, seat)
    owned_phone.clear_cookies()

    answer = page.goto(f"https://127.0.0.1:{front.port}{seat.address}")

    assert answer is not None
    assert "/p/" in page.url


def test_one_tap_has_a_phone_told_of_calls_and_one_more_ends_it(
    owned_phone: BrowserContext, front: Https, tables: Iterator[Table]
) -> None:
    seat, browser = next(tables).top, PrivateBrowser().browser
    owned_phone.grant_permissions(["notifications"], origin=f"https://127.0.0.1:{front.port}")
    owned_phone.add_init_script(PUSH_SERVICE % (browser.key, browser.secret))
    page = signed_in(owned_phone, front, seat)
    place = page.locator("p.calls")
    expect(place).to_have_text("Tell me when I am called")
    shoot(page, "calls-off-360")

    place.locator("button").click()

    expect(place).to_contain_text("This phone tells you when you are called, until the event ends.")
    shoot(page, "calls-on-360")
    assert [*layout_faults(page), *axe(page)] == []
    assert page.request.get(f"{page.url}calls/").json()["on"] is True
    place.locator("button").click()
    expect(place).to_have_text("Tell me when I am called")
    assert page.request.get(f"{page.url}calls/").json()["on"] is False


def test_a_message_becomes_a_notification_and_a_later_one_replaces_it(
    owned_phone: BrowserContext, front: Https, tables: Iterator[Table]
) -> None:
    base = f"https://127.0.0.1:{front.port}"
    owned_phone.grant_permissions(["notifications"], origin=base)
    page = signed_in(owned_phone, front, next(tables).top)
    session, registrations = owned_phone.new_cdp_session(page), list[dict[str, Any]]()
    session.on("ServiceWorker.workerRegistrationUpdated", lambda news: registrations.extend(news["registrations"]))
    session.send("ServiceWorker.enable")
    wait_until(lambda: bool(page.evaluate("1") and registrations), "the worker is known")

    def shown(title: str) -> bool:
        """Deliver a message, and return whether its notification soon is the only one."""
        message = json.dumps({"title": title, "text": "You play Bo.", "tag": "match-1", "lang": "en"})
        push = {"origin": base, "registrationId": registrations[-1]["registrationId"], "data": message}
        session.send("ServiceWorker.deliverPushMessage", push)
        return any(notifications(page) == [title] for _ in range(200))

    # The browser drops a message that comes before it has stored the worker: one is delivered until it shows.
    wait_until(lambda: shown("Table 5"), "the first")
    wait_until(lambda: shown("Table 6"), "the second in its place")


def notifications(page: Page) -> list[str]:
    titles: list[str] = page.evaluate(
        "navigator.serviceWorker.ready.then((each) => each.getNotifications())"
        ".then((all) => all.map((each) => each.title))"
    )
    return titles


def test_the_first_view_still_weighs_ten_kilobytes_at_most(
    owned_phone: BrowserContext, front: Https, tables: Iterator[Table]
) -> None:
    page = signed_in(owned_phone, front, next(tables).top)

    weights = first_view_in(page, [code for code, _ in settings.LANGUAGES])

    assert max(weights.values()) <= 10_240, weights


def test_in_a_hall_nothing_is_installed(open_page: OpenPage, hall: Hall) -> None:
    seat = hall.tables[0].top
    page = open_page("/style/")
    page.context.add_cookies(
        [{"name": f"player-{seat.entrant}", "value": seat.secret, "url": hall.base + seat.address}]
    )
    page.goto(hall.base + seat.address)

    workers = page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)")

    assert workers == 0
    assert page.locator('link[rel="manifest"]').count() == 0
