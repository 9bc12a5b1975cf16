"""The outbox where the phone stores nothing, with several tabs, and with a wrong clock."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.phones import Hall
from tests.served.servers import wait_until

# --- Storage that is blocked, full or wiped

BLOCKED = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('private'); } })"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
def test_a_phone_that_stores_nothing_says_so_at_once_and_the_page_holds_the_entry(
    phone: Any, hall: Hall, script: str
) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.page.add_init_script(script)
    mine.page.reload()
    expect(mine.kept).to_contain_text("This phone stores nothing: keep this page open until all is sent.")
    mine.page.context.set_offline(True)

    mine.game("top")
    mine.game("bottom", "2")

    expect(mine.page.locator('[data-points="opponent"]')).to_have_text("2")
    assert len(mine.outbox()) == 1
    mine.page.context.set_offline(False)
    mine.wait_until_sent()
    assert hall.card(table)["running"] == [1, 2]


def test_entries_survive_that_the_browsers_data_are_deleted(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.page.context.set_offline(True)
    mine.game("top", "2")

    mine.page.evaluate("localStorage.clear()")

    expect(mine.kept).to_contain_text("This phone stores nothing: keep this page open until all is sent.")
    assert mine.page.evaluate("Object.keys(localStorage).some((each) => each.startsWith('barpoint-outbox-'))")
    mine.page.context.set_offline(False)
    mine.wait_until_sent()
    assert hall.card(table)["running"] == [2, 0]


# --- The tab that sends


HOURS_AHEAD = "localStorage.setItem('barpoint-outbox-{entrant}-lease', 'another-tab ' + (Date.now() + 7200000))"
# A tab that the phone has frozen: none of its timers runs. Those of a stopped clock are numbered from 10 ** 12.
FREEZE = "for (let at = 1e12; at < 1e12 + 10000; at += 1) { clearTimeout(at); clearInterval(at); }"
SOON_MILLISECONDS = 2000


def stop_the_clock(page: Page) -> None:
    """Let time pass in all tabs only when it is run."""
    page.clock.install()
    page.reload()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))


def test_a_lease_of_a_tab_that_is_gone_is_taken_within_two_seconds(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    stop_the_clock(mine.page)
    mine.page.evaluate(HOURS_AHEAD.format(entrant=table.top.entrant))

    mine.game("top", "2")
    waits = [each["state"] for each in mine.outbox()]
    mine.page.clock.run_for(SOON_MILLISECONDS)

    mine.wait_until_sent()
    assert waits == ["written"]
    assert hall.card(table)["running"] == [2, 0]


def test_when_the_sending_tab_stops_the_other_sends_within_two_seconds(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    stop_the_clock(mine.page)
    mine.page.route("**/claim/", lambda route: route.abort())
    mine.game("top")
    wait_until(lambda: any(each.get("inDoubt") for each in mine.outbox()), "the first tab tried")
    mine.page.context.new_page().goto(mine.page.url)
    mine.page.evaluate(FREEZE)
    before = hall.verbs(table)

    mine.page.clock.run_for(SOON_MILLISECONDS)

    wait_until(lambda: hall.verbs(table) == ["match.scored"], "the second tab sends")
    assert before == []


def test_a_lease_that_cannot_be_written_is_no_reason_to_wait(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    blocked = "const set = Storage.prototype.setItem; Storage.prototype.setItem = function (key, value) {"
    blocked += " if (key.endsWith('-lease')) throw new Error('full'); set.call(this, key, value); }"
    mine.page.evaluate(f"() => {{ {blocked} }}")

    mine.game("top")

    mine.wait_until_sent()
    assert hall.card(table)["running"] == [1, 0]


# --- The clock of the phone


@pytest.mark.parametrize("hours", [-7, 26])
def test_times_on_the_page_are_the_servers(phone: Any, hall: Hall, hours: int) -> None:
    table = hall.table()
    mine = phone(table.top)
    wrong = datetime.now(UTC) + timedelta(hours=hours, minutes=20)
    mine.page.clock.install(time=wrong)
    mine.page.reload()

    mine.final("top", 3)
    mine.wait_until_sent()

    now = datetime.now(ZoneInfo("Europe/Madrid"))
    near = {f"{now - timedelta(minutes=each):%H:%M}" for each in range(2)}
    assert mine.outbox()[0]["time"] in near
    deadlines = {f"{now + timedelta(minutes=10 - each):%H:%M}" for each in range(2)}
    assert time_in(mine.step("confirmed")) in deadlines
    expect(mine.page.locator("[data-as-of] span").first).to_have_text(re.compile("As of"))
    assert time_in(mine.page.locator("[data-as-of] span").first) in near


def time_in(element: Locator) -> str:
    """Return the time of day in a text."""
    return "".join(re.findall(r"\d\d:\d\d", element.inner_text()))


def test_a_page_that_holds_the_only_copy_is_not_left_by_a_link_or_by_refresh(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.page.add_init_script(FULL)
    mine.page.reload()
    mine.page.route("**/claim/", lambda route: route.abort())
    mine.game("top", "2")

    mine.tap(".places a:not([aria-current])")
    mine.page.locator("[data-as-of] a").evaluate("(link) => link.click()")

    expect(mine.page.locator('[data-points="own"]')).to_have_text("2")
    assert len(mine.outbox()) == 1
    mine.page.unroute("**/claim/")
    mine.wait_until_sent()
    assert hall.card(table)["running"] == [2, 0]
