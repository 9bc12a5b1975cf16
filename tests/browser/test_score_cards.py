"""Two phones with different score cards: both are shown, and the player chooses."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import shoot
from tests.browser.phones import Hall
from tests.served.servers import wait_until


def test_two_phones_with_different_games_are_shown_both_and_choose(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine, other = phone(table.top), phone(table.bottom)
    other.page.context.set_offline(True)
    mine.game("top")
    mine.game("top")
    mine.wait_until_sent()

    other.game("bottom", "2")
    other.page.context.set_offline(False)

    expect(other.kept).to_contain_text("Two score cards")
    expect(other.kept).to_contain_text("You: 2–0.")
    expect(other.kept).to_contain_text(": 0–2.")
    expect(other.page.locator("form[data-entry]")).to_be_hidden()
    shoot(other.page, "phone-conflict-360-light")
    assert hall.card(table)["running"] == [2, 0]
    other.page.get_by_role("button", name="Keep mine").click()
    other.wait_until_sent()
    assert hall.card(table)["running"] == [0, 2]


def test_the_other_card_is_taken_with_one_tap(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine, other = phone(table.top), phone(table.bottom)
    other.page.context.set_offline(True)
    mine.game("top")
    mine.wait_until_sent()
    other.game("bottom", "2")
    other.page.context.set_offline(False)
    expect(other.kept).to_contain_text("Two score cards")

    other.page.get_by_role("button", name="Take the other").click()

    expect(other.kept).to_be_hidden()
    expect(other.page.locator('[data-points="opponent"]')).to_have_text("1")
    assert (other.outbox(), hall.card(table)["running"]) == ([], [1, 0])


def test_the_card_that_was_taken_is_shown_although_the_page_could_not_be_fetched_before(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine, other = phone(table.top), phone(table.bottom)
    other.page.context.set_offline(True)
    mine.game("top")
    mine.wait_until_sent()
    other.game("bottom", "2")
    address = f"**{table.bottom.address}"
    other.page.route(address, lambda route: route.abort())
    other.page.context.set_offline(False)
    expect(other.kept).to_contain_text("Two score cards")
    other.page.unroute(address)

    other.page.get_by_role("button", name="Take the other").click()

    expect(other.page.locator('[data-points="opponent"]')).to_have_text("1", timeout=4000)


def test_a_card_that_the_desk_has_already_is_no_conflict(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine, other = phone(table.top), phone(table.bottom)
    other.page.context.set_offline(True)
    mine.game("top")
    mine.game("bottom")
    mine.wait_until_sent()

    other.game("top")
    other.page.context.set_offline(False)

    wait_until(lambda: other.outbox() == [], "nothing is left to send")
    expect(other.kept).to_be_hidden()
    assert hall.card(table)["running"] == [1, 1]


def test_a_game_removed_after_it_was_sent_is_removed_on_the_desk(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.game("top")
    mine.game("top", "2")
    mine.wait_until_sent()

    mine.tap("#games summary")
    mine.tap("[data-remove-game]")

    mine.wait_until_sent()
    assert hall.card(table)["running"] == [1, 0]


def test_a_player_whose_card_was_replaced_is_shown_both_too(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine, other = phone(table.top), phone(table.bottom)
    other.page.context.set_offline(True)
    mine.game("top")
    mine.game("top")
    mine.wait_until_sent()
    other.game("bottom", "2")
    other.page.context.set_offline(False)

    other.page.get_by_role("button", name="Keep mine").click()

    expect(mine.kept).to_contain_text("Two score cards", timeout=15_000)
    expect(mine.kept).to_contain_text("You: 2–0.")
    mine.page.get_by_role("button", name="Keep mine").click()
    mine.wait_until_sent()
    assert hall.card(table)["running"] == [2, 0]
    expect(other.kept).to_contain_text("Two score cards", timeout=15_000)
    other.page.get_by_role("button", name="Take the other").click()
    expect(other.page.locator('[data-points="opponent"]')).to_have_text("2")
    expect(mine.kept).to_be_hidden()
