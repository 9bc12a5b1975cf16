"""A backup is restored while phones hold later results: every phone finds out, and nothing that was sent is lost."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import OpenPage, opening, shoot
from tests.browser.phones import Phone
from tests.browser.test_chouette import tap, win
from tests.served.playing import Event, an_event
from tests.served.servers import Site, a_site, wait_until

SOON_MILLISECONDS = 45_000
type Join = Callable[[dict[str, Any], str], Phone]


class Gate:
    """Holds the requests of a page until it opens; those with a ``word`` in their body pass."""

    def __init__(self, word: str = "") -> None:
        self.held: list[Route] = []
        self.word = word
        self.is_open = False

    def pass_or_hold(self, route: Route) -> None:
        if self.is_open or (self.word and self.word in (route.request.post_data or "")):
            route.continue_()
        else:
            self.held.append(route)

    def has_some(self, phone: Phone) -> bool:
        """Whether a request is held; requests are seen while the browser is asked something."""
        phone.page.wait_for_timeout(50)
        return bool(self.held)

    def opens(self) -> None:
        self.is_open = True
        for route in self.held:
            route.continue_()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """An installation of its own, because it is restored."""
    with a_site(tmp_path / "site") as started:
        yield started


@pytest.fixture
def event(site: Site) -> Event:
    return an_event(site, 4)


@pytest.fixture
def open_page(browser: Browser, site: Site) -> Iterator[OpenPage]:
    with opening(browser, f"http://127.0.0.1:{site.ports[0]}", site.session) as opened:
        yield opened


@pytest.fixture
def slips(site: Site, event: Event) -> dict[int, str]:
    """Entrant → path of the private link, printed before the backup."""
    return slips_of(site, event)


def slips_of(site: Site, event: Event) -> dict[int, str]:
    with site.client() as client:
        return {each["entrant"]: each["path"] for each in client.made(f"events/{event.id}/links/", {})["slips"]}


def joined(open_page: OpenPage, path: str) -> Phone:
    """Open a link and take it, as a player does."""
    page = open_page(path)
    page.get_by_role("button", name="This is me").click()
    page.wait_for_url("**/my/**")
    return Phone(page)


def match_of(site: Site, event: Event, number: int) -> dict[str, Any]:
    with site.client() as client:
        return event.match(client, "main", 1, number)


def a_backup(site: Site) -> Path:
    answer = site.manage("backup")
    assert answer.returncode == 0, answer.stderr
    return max((site.folder / "data" / "backups").glob("*.sqlite3"), key=lambda each: each.stat().st_mtime)


def restore(site: Site, backup: Path) -> None:
    port = site.ports[0]
    site.stop()
    answer = site.manage("restore", str(backup))
    assert answer.returncode == 0, answer.stderr
    site.start(ports=[port])


def score_of(site: Site, event: Event, number: int) -> list[int] | None:
    score: list[int] | None = match_of(site, event, number)["score"]
    return score


def test_phones_that_joined_before_and_after_the_backup_send_again_what_it_lacks(
    site: Site, event: Event, open_page: OpenPage, slips: dict[int, str]
) -> None:
    first, second = match_of(site, event, 1), match_of(site, event, 2)
    before = joined(open_page, slips[first["bottom"]["entrant"]])
    backup = a_backup(site)
    after = joined(open_page, slips[second["bottom"]["entrant"]])
    length = first["length"]
    before.final("top", 3)
    after.final("top", 1)
    for each in (before, after):
        each.wait_until_sent()

    restore(site, backup)

    for phone in (before, after):
        expect(phone.kept).to_contain_text("The desk was restored from a backup.", timeout=SOON_MILLISECONDS)
        phone.wait_until_sent()
    assert [score_of(site, event, number) for number in (1, 2)] == [[length, 3], [length, 1]]


def test_the_phone_on_a_table_sends_again_what_a_restored_server_lacks(site: Site, open_page: OpenPage) -> None:
    with site.client() as client:
        club = client.made("clubs/", {"name": "Bilbao Backgammon Club"})["id"]
        chouette = client.made(f"clubs/{club}/chouettes/", {"people": ["Ann", "Bob", "Cid"]})["id"]
        secret = client.made(f"chouettes/{chouette}/links/", {}, status=200)["write"]
    page = open_page(f"/chouettes/l/{secret}/")
    tap(page, "Start game 1")
    reach(site, chouette, 1)
    backup = a_backup(site)
    win(page, "Ann")
    tap(page, "Start game 2")
    reach(site, chouette, 3)

    restore(site, backup)

    reach(site, chouette, 3)
    win(page, "Ann")
    reach(site, chouette, 4)
    with site.client() as client:
        people = client.read(f"chouettes/{chouette}/")["people"]
    assert [(each["name"], each["total"]) for each in people] == [("Ann", 4), ("Bob", -2), ("Cid", -2)]
    expect(page.locator("#phone .blocks strong")).to_have_text(["Ann", "Bob"])


def reach(site: Site, chouette: int, version: int) -> None:
    """Return once a session has this version."""

    def has_it() -> bool:
        with site.client() as client:
            return bool(client.read(f"chouettes/{chouette}/")["version"] == version)

    wait_until(has_it, f"version {version}")


def test_a_game_on_its_way_while_the_phone_finds_out_is_not_taken_back_by_an_earlier_card(
    site: Site, event: Event, open_page: OpenPage, slips: dict[int, str]
) -> None:
    """The second game is on its way when the page learns that the first one must be sent again."""
    mine = joined(open_page, slips[match_of(site, event, 1)["top"]["entrant"]])
    backup = a_backup(site)
    mine.game("top")
    mine.wait_until_sent()
    epoch = str(mine.page.locator("#my").get_attribute("data-epoch"))
    pages, cards = Gate(), Gate()
    mine.page.route(mine.page.url, pages.pass_or_hold)
    mine.page.route("**/claim/", cards.pass_or_hold)

    restore(site, backup)
    mine.game("top", "2")
    wait_until(lambda: cards.has_some(mine), "the second game to be on its way")
    pages.opens()
    expect(mine.page.locator("#my")).not_to_have_attribute("data-epoch", epoch, timeout=SOON_MILLISECONDS)
    cards.opens()

    mine.wait_until_sent()
    assert match_of(site, event, 1)["running"] == [3, 0]


def test_a_result_corrected_at_the_restored_desk_is_not_replaced_by_the_one_before(
    site: Site, event: Event, open_page: OpenPage, slips: dict[int, str]
) -> None:
    """The correction has come in when the page learns of the restore that lost the first result."""
    first = match_of(site, event, 1)
    mine = joined(open_page, slips[first["top"]["entrant"]])
    backup = a_backup(site)
    # Held from here on: refreshed, the page would show the ended match and not this form.
    pages = Gate()
    mine.page.route(mine.page.url, pages.pass_or_hold)
    mine.final("top", 4)
    mine.wait_until_sent()
    mine.page.locator("#final > summary").click()
    epoch = str(mine.page.locator("#my").get_attribute("data-epoch"))

    restore(site, backup)
    mine.final("top", 5)
    wait_until(lambda: score_of(site, event, 1) == [first["length"], 5], "the correction to come in")
    mine.wait_until_sent()
    pages.opens()
    expect(mine.page.locator("#my")).not_to_have_attribute("data-epoch", epoch, timeout=SOON_MILLISECONDS)

    mine.wait_until_sent()
    assert [each["points"] for each in mine.outbox()] == [[first["length"], 5]]
    assert score_of(site, event, 1) == [first["length"], 5]


def test_a_correction_on_its_way_while_the_phone_finds_out_is_not_replaced_by_the_result_before(
    site: Site, event: Event, open_page: OpenPage, slips: dict[int, str]
) -> None:
    """The page learns of the restore that lost the first result while the second one is being sent."""
    first = match_of(site, event, 1)
    mine = joined(open_page, slips[first["top"]["entrant"]])
    backup = a_backup(site)
    # Held from here on: refreshed, the page would show the ended match and not this form.
    pages, claims = Gate(), Gate()
    mine.page.route(mine.page.url, pages.pass_or_hold)
    mine.final("top", 4)
    mine.wait_until_sent()
    mine.page.locator("#final > summary").click()
    epoch = str(mine.page.locator("#my").get_attribute("data-epoch"))
    mine.page.route("**/claim/", claims.pass_or_hold)

    restore(site, backup)
    mine.final("top", 5)
    wait_until(lambda: claims.has_some(mine), "the correction to be on its way")
    pages.opens()
    expect(mine.page.locator("#my")).not_to_have_attribute("data-epoch", epoch, timeout=SOON_MILLISECONDS)
    claims.opens()

    mine.wait_until_sent()
    assert [each["points"] for each in mine.outbox()] == [[first["length"], 5]]
    assert score_of(site, event, 1) == [first["length"], 5]


def test_what_the_restored_desk_has_acknowledged_is_not_sent_again_when_the_page_finds_out(
    site: Site, event: Event, open_page: OpenPage, slips: dict[int, str]
) -> None:
    """A game and its removal wait for the desk; the page learns of the restore between the answers to the two."""
    mine = joined(open_page, slips[match_of(site, event, 1)["top"]["entrant"]])
    mine.game("top")
    mine.wait_until_sent()
    backup = a_backup(site)
    epoch = str(mine.page.locator("#my").get_attribute("data-epoch"))
    mine.page.route("**/claim/", lambda route: route.abort())
    mine.game("bottom")
    wait_until(lambda: any(each.get("inDoubt") for each in mine.outbox()), "the second game was tried")
    mine.open_list()
    mine.tap("[data-remove-game]")
    pages, cards = Gate(), Gate("bottom")
    mine.page.route(mine.page.url, pages.pass_or_hold)
    mine.page.unroute("**/claim/")
    mine.page.route("**/claim/", cards.pass_or_hold)

    restore(site, backup)
    wait_until(lambda: cards.has_some(mine), "the removal to be on its way", SOON_MILLISECONDS / 1000)
    pages.opens()
    expect(mine.page.locator("#my")).not_to_have_attribute("data-epoch", epoch, timeout=SOON_MILLISECONDS)
    cards.opens()

    mine.wait_until_sent()
    assert [each["games"] for each in mine.outbox()][-1] == [["top", 1, "single"]]
    assert not any(each.get("resent") for each in mine.outbox())
    assert match_of(site, event, 1)["running"] == [1, 0]


def test_a_phone_whose_slip_the_backup_does_not_know_says_so_and_keeps_everything(
    site: Site, event: Event, open_page: OpenPage
) -> None:
    match = match_of(site, event, 1)
    backup = a_backup(site)
    slips = slips_of(site, event)
    player = match["bottom"]["entrant"]
    phone = joined(open_page, slips[player])
    phone.final("top", 3)
    phone.wait_until_sent()

    restore(site, backup)

    expect(phone.kept).to_contain_text("The desk does not know this phone.", timeout=SOON_MILLISECONDS)
    expect(phone.page.locator("#my.elsewhere")).to_have_count(1)
    shoot(phone.page, "phone-unknown-360-light")
    assert match_of(site, event, 1)["status"] == "open"
    # A new slip, scanned in another tab of the same phone, is all that it takes.
    tab = phone.page.context.new_page()
    tab.goto(f"http://127.0.0.1:{site.ports[0]}{slips_of(site, event)[player]}")
    tab.get_by_role("button", name="This is me").click()
    wait_until(lambda: score_of(site, event, 1) == [match["length"], 3], "the result comes in again")


def test_the_desk_lists_results_on_phones_until_they_have_come_in(
    site: Site, event: Event, open_page: OpenPage, slips: dict[int, str]
) -> None:
    match = match_of(site, event, 1)
    phone = joined(open_page, slips[match["bottom"]["entrant"]])
    backup = a_backup(site)
    phone.final("top", 3)
    phone.wait_until_sent()
    phone.page.route("**/claim/", lambda route: route.abort())

    restore(site, backup)
    desk = open_page(f"/tournaments/{event.tournament}/desk/", 1280, signed_in_as="desk@example.org")

    listed = desk.locator("#on-phones")
    expect(listed).to_contain_text("1 result since the backup is on a phone", timeout=SOON_MILLISECONDS)
    expect(listed.locator("li")).to_contain_text(match["bottom"]["name"])
    shoot(desk, "desk-on-phones")
    phone.page.unroute("**/claim/")
    expect(listed).to_have_count(0, timeout=SOON_MILLISECONDS)
    assert score_of(site, event, 1) == [match["length"], 3]
