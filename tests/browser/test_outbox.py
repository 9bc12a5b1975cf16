"""The outbox of a phone: whatever the Wi-Fi does, each entry arrives, and only once."""

import time
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import let_timers_run, shoot
from tests.browser.phones import Hall, Phone, Table
from tests.served.servers import wait_until

LONGEST_RETRY_MILLISECONDS = 30_000


def test_games_are_written_in_flight_mode_and_sent_when_it_ends(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.page.context.set_offline(True)

    mine.game("top")
    mine.game("bottom", "2")

    expect(mine.kept).to_contain_text("Not sent yet")
    expect(mine.kept).to_contain_text("Stored on this phone; it will be sent later.")
    expect(mine.page.locator('[data-points="opponent"]')).to_have_text("2")
    assert hall.verbs(table) == []
    mine.page.context.set_offline(False)
    expect(mine.kept).to_be_hidden()
    # The later card contains the earlier game, so only it is sent.
    assert hall.verbs(table) == ["match.scored"]
    assert hall.card(table)["running"] == [1, 2]


def test_a_game_that_is_only_on_the_phone_can_be_removed(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.page.context.set_offline(True)
    mine.game("top", "2", "gammon")
    mine.game("bottom")

    mine.tap("#games summary")
    expect(mine.page.locator("[data-game-list] li")).to_have_count(2)
    expect(mine.page.locator("[data-game-list] li").first).to_have_text("1You, cube 2, gammon4–0")
    mine.tap("[data-remove-game]")

    expect(mine.page.locator('[data-points="opponent"]')).to_have_text("0")
    mine.page.context.set_offline(False)
    expect(mine.kept).to_be_hidden()
    assert hall.card(table)["running"] == [4, 0]


def test_a_result_written_in_flight_mode_says_so_in_three_steps(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.page.context.set_offline(True)

    mine.game("top", "8")

    expect(mine.page.locator("h1:visible")).to_have_text("You won 7–0")
    expect(mine.step("written")).to_contain_text("on this phone")
    expect(mine.step("sent")).to_have_class("now")
    expect(mine.step("sent")).to_contain_text("waiting for the Wi-Fi")
    expect(mine.step("confirmed")).to_contain_text("or the desk")
    expect(mine.page.locator("#final summary span:visible")).to_have_text("Correct the result")
    shoot(mine.page, "phone-sent-360-light")
    mine.page.context.set_offline(False)
    expect(mine.step("sent")).to_have_class("done")
    expect(mine.step("confirmed")).to_contain_text("the desk, or at")
    assert hall.verbs(table) == ["match.claimed"]


def test_unsent_entries_survive_a_reload(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.page.route("**/claim/", lambda route: route.abort())
    mine.game("top", "2")
    expect(mine.kept).to_contain_text("Not sent yet")

    mine.page.reload()

    expect(mine.page.locator('[data-points="own"]')).to_have_text("2")
    expect(mine.kept).to_contain_text("Not sent yet")
    mine.page.unroute("**/claim/")
    expect(mine.kept).to_be_hidden(timeout=20000)
    assert hall.verbs(table) == ["match.scored"]


def test_a_request_whose_answer_was_lost_is_repeated_with_one_effect(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    lost: list[str] = []

    def lose(route: Route) -> None:
        if not lost:
            lost.append(route.fetch().text())
            route.abort()
        else:
            route.continue_()

    mine.page.route("**/claim/", lose)
    mine.game("top", "2")

    expect(mine.kept).to_be_hidden(timeout=10000)
    mine.wait_until_sent()
    assert len(lost) == 1
    assert hall.verbs(table) == ["match.scored"]


def test_a_double_tap_is_one_game(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.choose("winner", "top")

    mine.button.dblclick()

    mine.wait_until_sent()
    assert hall.card(table)["running"] == [1, 0]
    expect(mine.page.locator('[data-points="own"]')).to_have_text("1")


def test_a_refusal_stays_with_the_desks_sentence(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.page.context.set_offline(True)
    mine.game("top", "8")
    with hall.site.client() as client:
        client.made(f"matches/{table.match}/result/", {"score": [3, 7]}, 200)

    mine.page.context.set_offline(False)

    expect(mine.kept).to_contain_text("Not accepted")
    expect(mine.kept).to_contain_text("Show it at the desk.")
    mine.page.reload()
    expect(mine.kept).to_contain_text("Show it at the desk.")
    mine.tap("#outbox button")
    expect(mine.kept).to_be_hidden()
    assert mine.outbox() == []


def test_a_request_is_repeated_after_a_server_error(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    answers = [500, 503]

    def stumble(route: Route) -> None:
        if answers:
            route.fulfill(status=answers.pop(), body="")
        else:
            route.continue_()

    mine.page.route("**/claim/", stumble)
    mine.game("top")

    mine.wait_until_sent()
    assert hall.verbs(table) == ["match.scored"]


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_desk_is_left_alone_for_as_long_as_it_asks(phone: Any, hall: Hall, status: int) -> None:
    """Neither another entry nor a connection that is back makes the phone hurry, and the entry counts once."""
    table = hall.table()
    mine = phone(table.top)
    tries: list[float] = []

    def refuse_first(route: Route) -> None:
        tries.append(time.monotonic())
        if len(tries) == 1:
            route.fulfill(status=status, headers={"Retry-After": "3"}, body="")
        else:
            route.continue_()

    mine.page.route("**/claim/", refuse_first)
    mine.game("top")
    expect(mine.kept).to_contain_text("The desk is busy. Stored on this phone; it will be sent later.")
    mine.game("top", "8")
    expect(mine.step("sent")).to_contain_text("waiting for the desk")
    mine.page.evaluate("dispatchEvent(new Event('online'))")

    mine.wait_until_sent()
    expect(mine.kept).to_be_hidden()
    expect(mine.step("sent")).to_have_class("done")
    assert len(tries) == 2
    assert tries[1] - tries[0] >= 3
    assert hall.verbs(table) == ["match.claimed"]


def test_after_a_restore_entries_are_sent_again_and_the_page_says_so(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.game("top", "2")
    mine.wait_until_sent()
    sent: list[str] = []
    mine.page.on("request", lambda request: sent.append(request.post_data or "") if request.method == "POST" else None)
    mine.page.clock.install()
    mine.page.reload()
    let_timers_run(mine.page, LONGEST_RETRY_MILLISECONDS)
    assert sent == []

    restored = f"""
from journal.models import Stream
Stream.objects.filter(name="tournament:{table.tournament}").update(epoch="restored")"""
    # A page that listens would hear of it, and send again before it is loaded anew.
    address = mine.page.url
    mine.page.goto("about:blank")
    assert hall.site.manage("shell", "-c", restored).returncode == 0
    mine.page.goto(address)

    expect(mine.kept).to_contain_text("The desk was restored from a backup. Yours is sent again.")
    mine.wait_until_sent()
    key = mine.outbox()[0]["key"]
    assert [f"once={key}" in body for body in sent] == [True]
    mine.page.reload()
    let_timers_run(mine.page, LONGEST_RETRY_MILLISECONDS)
    assert len(sent) == 1


def test_a_phone_whose_link_was_replaced_keeps_what_was_written(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.page.context.clear_cookies(name=f"player-{table.top.entrant}")

    mine.game("top")

    expect(mine.kept).to_contain_text("The desk does not know this phone. Your entries stay here.")
    assert [each["state"] for each in mine.outbox()] == ["locked"]
    cookie = {"name": f"player-{table.top.entrant}", "value": table.top.secret, "url": hall.base + table.top.address}
    mine.page.context.add_cookies([cookie])
    mine.page.reload()
    expect(mine.kept).to_be_hidden()
    assert hall.card(table)["running"] == [1, 0]


# Whether this tab sees that another one sends, or has sent, what the phone holds.
IS_TAKEN_CARE_OF = """() => {
  const stores = Object.keys(localStorage).filter((each) => each.startsWith("barpoint-outbox-"));
  const entries = stores.filter((each) => !each.endsWith("-lease")).flatMap((each) => JSON.parse(localStorage[each]));
  const isSent = entries.length > 0 && entries.every((each) => each.state === "sent");
  return isSent || stores.some((each) => each.endsWith("-lease"));
}"""


def test_of_two_tabs_one_sends(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.page.context.clock.install()
    second = mine.page.context.new_page()
    second.goto(mine.page.url)
    posts: list[str] = []
    for page in (mine.page, second):
        page.on("request", lambda query: posts.append(query.url) if query.method == "POST" else None)

    mine.game("top")
    # What a tab stores, another one sees a moment later.
    wait_until(partial(second.evaluate, IS_TAKEN_CARE_OF), "that the second tab sees the first one send")
    second.evaluate("window.dispatchEvent(new Event('online'))")
    mine.wait_until_sent()

    let_timers_run(second, LONGEST_RETRY_MILLISECONDS)
    assert len(posts) == 1


# --- Nothing leaves the page


def posts_of(page: Page) -> list[str]:
    """Return the list to which the body of each POST of a page is added."""
    posts: list[str] = []
    page.on("request", lambda query: posts.append(query.post_data or "") if query.method == "POST" else None)
    return posts


@pytest.mark.parametrize(("typed", "own", "score"), [("7-3", "You won 7–3", [7, 3]), ("2:7", "You lost 2–7", [2, 7])])
def test_a_score_typed_in_flight_mode_stays_on_the_page_and_is_sent_later(
    phone: Any, hall: Hall, typed: str, own: str, score: list[int]
) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.page.context.set_offline(True)

    mine.page.locator('form[data-final] [name="score"]').fill(typed)
    mine.write("form[data-final]")

    expect(mine.page.locator("h1:visible")).to_have_text(own)
    mine.page.context.set_offline(False)
    mine.wait_until_sent()
    assert hall.card(table)["score"] == score


def test_a_score_in_other_digits_is_sent_as_it_was_typed(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)

    mine.page.locator('form[data-final] [name="score"]').fill("٧–٣")
    mine.write("form[data-final]")

    mine.wait_until_sent()
    assert hall.card(table)["score"] == [7, 3]


@pytest.mark.parametrize("typed", ["", "seven", "7"])
def test_an_incomplete_final_score_stays_on_the_page(phone: Any, hall: Hall, typed: str) -> None:
    table = hall.table()
    mine = phone(table.top)
    posts = posts_of(mine.page)

    mine.page.locator('form[data-final] [name="score"]').fill(typed)
    mine.write("form[data-final]")

    expect(mine.page.locator("[data-missing]").first).to_have_text("Choose the winner and the points of the loser.")
    expect(mine.page.locator('form[data-final] [name="score"]')).to_have_value(typed)
    assert (posts, mine.outbox(), mine.page.url) == ([], [], hall.base + table.top.address)


def is_claimed(hall: Hall, table: Table) -> bool:
    return hall.verbs(table) == ["match.claimed"]


def test_right_and_wrong_in_flight_mode_are_sent_later(phone: Any, hall: Hall) -> None:
    for form, settled in (('form[data-answer="confirm"]', True), ('form[data-answer="contest"]', False)):
        table = hall.table()
        phone(table.top).final("top", 3)
        wait_until(partial(is_claimed, hall, table), "the winner's report")
        other = phone(table.bottom)
        other.page.context.set_offline(True)
        if not settled:
            other.tap("#wrong summary")
        other.tap(f"{form} button")
        expect(other.page.locator("p[data-answered]")).to_have_text("Stored on this phone")
        other.page.context.set_offline(False)
        other.wait_until_sent()
        assert (hall.card(table)["settled"], len(hall.verbs(table))) == (settled, 2)


def tap_twice(mine: Phone, what: str) -> None:
    mine.page.locator(what).evaluate("(button) => { button.click(); button.click(); }")


@pytest.mark.parametrize("offline", [False, True])
def test_a_second_tap_on_the_last_game_does_nothing(phone: Any, hall: Hall, offline: bool) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.choose("winner", "top")
    mine.choose("cube", "8")
    mine.page.context.set_offline(offline)

    mine.page.evaluate(
        "const button = document.querySelector('form[data-entry] .main'); button.click(); button.click()"
    )

    expect(mine.page.locator("h1:visible")).to_have_text("You won 7–0")
    assert mine.page.locator(".problem").count() == 0
    mine.page.context.set_offline(False)
    mine.wait_until_sent()
    assert hall.verbs(table) == ["match.claimed"]


def test_a_second_tap_on_the_final_score_or_on_remove_does_nothing(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.game("top")
    mine.game("bottom")
    mine.tap("#games summary")
    tap_twice(mine, "[data-remove-game]")
    expect(mine.page.locator('[data-points="own"]')).to_have_text("1")
    mine.wait_until_sent()
    mine.tap("#final summary")
    mine.choose("winner", "top", "form[data-final]")
    mine.choose("loser", "2", "form[data-final]")

    mine.page.evaluate(
        "const button = document.querySelector('form[data-final] .main'); button.click(); button.click()"
    )

    expect(mine.page.locator("h1:visible")).to_have_text("You won 7–2")
    expect(mine.page.locator("[data-missing]:not(:empty)")).to_have_count(0)


def test_a_link_tapped_in_flight_mode_stays_and_says_why(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.page.context.set_offline(True)

    mine.tap(".places a:not([aria-current])")

    expect(mine.kept).to_contain_text("This needs the Wi-Fi of the hall.")
    assert mine.page.url == hall.base + table.top.address
    mine.page.context.set_offline(False)
    mine.tap(".places a:not([aria-current])")
    mine.page.wait_for_url("**/events/**")
