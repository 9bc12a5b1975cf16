"""The outbox of a phone: whatever the Wi-Fi does, each entry arrives, and only once."""

import re
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.conftest import let_timers_run, shoot
from tests.browser.phones import Hall

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
    expect(mine.step("confirmed")).to_contain_text("the desk, or at")
    expect(mine.page.locator("#final summary span:visible")).to_have_text("Correct the result")
    shoot(mine.page, "phone-sent-360-light")
    mine.page.context.set_offline(False)
    expect(mine.step("sent")).to_have_class("done")
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
    assert hall.site.manage("shell", "-c", restored).returncode == 0
    mine.page.reload()

    expect(mine.kept).to_contain_text(re.compile(r"The desk was restored at \d\d:\d\d\. Yours is sent again\."))
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

    expect(mine.kept).to_contain_text("Ask the desk for a new slip")
    assert [each["state"] for each in mine.outbox()] == ["locked"]
    cookie = {"name": f"player-{table.top.entrant}", "value": table.top.secret, "url": hall.base + table.top.address}
    mine.page.context.add_cookies([cookie])
    mine.page.reload()
    expect(mine.kept).to_be_hidden()
    assert hall.card(table)["running"] == [1, 0]


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
    second.evaluate("window.dispatchEvent(new Event('online'))")
    mine.wait_until_sent()

    let_timers_run(second, LONGEST_RETRY_MILLISECONDS)
    assert len(posts) == 1


def test_without_localstorage_the_plain_form_works(phone: Any, hall: Hall) -> None:
    table = hall.table(1)
    mine = phone(table.top)
    mine.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('private'); } })"
    )
    mine.page.reload()

    mine.game("bottom")

    expect(mine.page.locator("h1:visible")).to_have_text("Place 2")
    assert hall.card(table)["score"] == [0, 1]
