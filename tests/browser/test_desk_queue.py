"""The queue of the desk: nothing that was typed and entered is lost, doubled or written to another match."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import OpenPage, axe, layout_faults, opening, shoot
from tests.browser.halls import DESK_1, DESK_2, Hall, fewest_letters, make_hall, press
from tests.depth import deeper
from tests.served.servers import Site, a_site

TYPIST_MILLISECONDS = 110
LATENCY_MILLISECONDS = 500


@pytest.fixture
def hall(site: Site) -> Hall:
    """Eight players: A1 to A4 are open."""
    return make_hall(site, 8)


@pytest.fixture
def desk(open_page: OpenPage, hall: Hall) -> Page:
    return open_page(hall.desk, 1280, signed_in_as=DESK_1)


def slow_down(page: Page, milliseconds: int) -> None:
    """Delay every request of the page."""
    conditions = {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", conditions)


def slips(site: Site, hall: Hall) -> dict[str, tuple[str, int]]:
    """Return code → what is typed for a result of each open match, and the loser's points: the top player wins."""
    with site.client(DESK_1) as client:
        rows = hall.matches(client, "open")
    names = [each[side]["name"] for each in rows for side in ("top", "bottom")]
    return {
        each["code"]: (f"{fewest_letters(each['top']['name'], names)} {turn}", turn) for turn, each in enumerate(rows)
    }


def written(site: Site, hall: Hall) -> dict[str, int]:
    """Return code → the loser's points of all finished matches, each won by the top player and entered once."""
    with site.client(DESK_1) as client:
        rows = hall.matches(client, "finished")
        assert hall.results(client) == ["match.finished"] * len(rows)
    assert {each["winner"] for each in rows} <= {"top"}
    return {each["code"]: each["score"][1] for each in rows}


def enter(page: Page, text: str, delay: int = 0) -> None:
    page.keyboard.type(text, delay=delay)
    page.keyboard.press("Enter", delay=delay)


def expect_settled(page: Page) -> None:
    """Wait until no line waits and none asks."""
    expect(page.locator("#queue [data-line=waiting], #queue [data-line=asks]")).to_have_count(0, timeout=30_000)


@pytest.mark.parametrize("run", range(deeper(5)))
def test_four_results_at_the_pace_of_a_typist_on_a_slow_server(
    site: Site, hall: Hall, open_page: OpenPage, run: int
) -> None:
    page = open_page(hall.desk, 1280, signed_in_as=DESK_1)
    slow_down(page, LATENCY_MILLISECONDS)
    typed = slips(site, hall)

    for text, _ in typed.values():
        enter(page, text, TYPIST_MILLISECONDS)

    expect_settled(page)
    assert written(site, hall) == {code: points for code, (_, points) in typed.items()}
    assert page.input_value("#line") == ""


def test_every_line_has_its_own_sentence(site: Site, hall: Hall, desk: Page) -> None:
    slow_down(desk, LATENCY_MILLISECONDS)

    enter(desk, "a1 5-1")
    enter(desk, "a2 5-2")
    desk.keyboard.type("a3")

    expect(desk.locator("#queue li")).to_have_count(2)
    assert desk.input_value("#line") == "a3"
    expect(desk.locator("#queue li").nth(1)).to_contain_text("waits")
    expect(desk.locator("#queue [data-line=done]").nth(0)).to_contain_text("5–1")
    expect(desk.locator("#queue [data-line=done]").nth(1)).to_contain_text("5–2")
    assert desk.input_value("#line") == "a3"


def test_what_can_not_be_read_comes_back_and_the_rest_waits_for_it(site: Site, hall: Hall, desk: Page) -> None:
    slow_down(desk, 100)
    enter(desk, "zzz 1")
    enter(desk, "a2 5-2")
    desk.keyboard.type("a3 5-")

    expect(desk.locator("#question")).to_contain_text("Nobody is called \u2068zzz\u2069.")
    desk.keyboard.type("3")
    press(desk, "Enter")
    assert desk.input_value("#line") == ""
    assert written(site, hall) == {}
    desk.wait_for_timeout(450)  # a person reads before they answer
    press(desk, "Enter")
    assert desk.input_value("#line") == "zzz 1"
    press(desk, "Control+a")
    enter(desk, "a1 5-1")

    expect_settled(desk)
    assert written(site, hall) == {"A1": 1, "A2": 2, "A3": 3}


def test_a_choice_is_made_by_keyboard_and_the_next_line_goes_on(site: Site, hall: Hall, desk: Page) -> None:
    """Hannah Brenner and Rozafa Horvat begin with h."""
    with site.client(DESK_1) as client:
        rows = hall.matches(client, "open")
    other = next(row["code"] for row in rows if "H" not in row["top"]["name"] + row["bottom"]["name"])
    enter(desk, "h 1")
    enter(desk, f"{other} 5-2")

    winners = desk.locator("#question [data-choice] .words b:not(.score)")
    expect(winners).to_have_count(2)
    # A name in the middle of its line stands between isolates.
    wanted = [text.strip("\u2068\u2069") for text in winners.all_inner_texts()].index("Rozafa Horvat")
    desk.wait_for_timeout(450)
    press(desk, *["ArrowDown"] * (wanted + 1), "Enter")

    expect_settled(desk)
    with site.client(DESK_1) as client:
        finished = {row["code"]: row for row in hall.matches(client, "finished")}
    assert finished[other]["score"] == [5, 2]
    chosen = next(row for code, row in finished.items() if code != other)
    assert (chosen[chosen["winner"]]["name"], min(chosen["score"]), len(finished)) == ("Rozafa Horvat", 1, 2)


def test_a_dropped_line_lets_the_next_one_be_seen_first(site: Site, hall: Hall, desk: Page) -> None:
    enter(desk, "zzz 1")
    enter(desk, "a2 5-2")
    desk.locator("#question [data-drop]").click()

    expect(desk.locator("#question")).to_contain_text("5–2")
    assert written(site, hall) == {}
    desk.wait_for_timeout(450)
    press(desk, "Enter")

    expect_settled(desk)
    assert written(site, hall) == {"A2": 2}


def test_the_same_slip_twice_is_asked_about(site: Site, hall: Hall, desk: Page) -> None:
    """The winner's next match is open by then: the second slip would be its result."""
    typed = slips(site, hall)
    enter(desk, "a2 5-0")
    enter(desk, typed["A1"][0])
    enter(desk, typed["A1"][0])

    expect(desk.locator("#question .sentence")).to_have_attribute("data-kind", "reports")
    assert written(site, hall) == {"A1": 0, "A2": 0}


def test_a_reload_keeps_the_queue_and_its_keys(site: Site, hall: Hall, desk: Page) -> None:
    """The first line is on its way, its answer is lost; after the reload it is sent again under its key."""
    slow_down(desk, LATENCY_MILLISECONDS)
    for line in ("a1 5-1", "a2 5-2", "zzz 9", "a4 5-4"):
        enter(desk, line)
    desk.keyboard.type("half a li")
    desk.reload()

    assert desk.input_value("#line") == "half a li"
    expect(desk.locator("#question")).to_contain_text("Nobody is called \u2068zzz\u2069.")
    expect(desk.locator("#queue [data-line=waiting]")).to_have_count(1)
    assert written(site, hall) == {"A1": 1, "A2": 2}


def test_lines_wait_while_there_is_no_connection(site: Site, hall: Hall, desk: Page) -> None:
    desk.context.set_offline(True)
    enter(desk, "a1 5-1")
    enter(desk, "a2 5-2")
    expect(desk.locator(".entry.offline")).to_be_visible()
    press(desk, "Enter")  # on the empty line: no row is called meanwhile

    desk.context.set_offline(False)

    expect_settled(desk)
    expect(desk.locator(".entry.offline")).to_have_count(0)
    assert written(site, hall) == {"A1": 1, "A2": 2}
    expect(desk.locator("#on .desk-row")).to_have_count(0)


def test_a_server_killed_with_lines_on_their_way(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with a_site(tmp_path_factory.mktemp("killed"), processes=1) as own:
        hall, port = make_hall(own, 8), own.ports[0]
        with opening(browser, f"http://127.0.0.1:{port}", own.session) as open_page:
            page = open_page(hall.desk, 1280, signed_in_as=DESK_1)
            enter(page, "a1 5-1")
            enter(page, "a2 5-2")
            own.kill()
            enter(page, "a3 5-3")
            own.start(ports=[port])
            enter(page, "a4 5-4")

            expect_settled(page)
            assert written(own, hall) == {"A1": 1, "A2": 2, "A3": 3, "A4": 4}


def test_lines_are_kept_when_the_session_has_ended(site: Site, hall: Hall, desk: Page) -> None:
    cookies = desk.context.cookies()
    desk.context.clear_cookies()
    enter(desk, "a1 5-1")
    enter(desk, "a2 5-2")
    expect(desk.locator("#signed-out a")).to_be_visible()

    desk.context.add_cookies(cookies)  # type: ignore[arg-type] # Playwright's own cookies
    desk.reload()

    expect_settled(desk)
    assert written(site, hall) == {"A1": 1, "A2": 2}


def test_a_line_that_was_not_sent_is_taken_back_by_ctrl_z(site: Site, hall: Hall, desk: Page) -> None:
    slow_down(desk, LATENCY_MILLISECONDS)
    enter(desk, "a1 5-1")
    enter(desk, "a2 5-2")
    press(desk, "Control+z")

    assert desk.input_value("#line") == "a2 5-2"
    expect_settled(desk)
    assert written(site, hall) == {"A1": 1}


def test_two_tabs_of_one_desk_write_every_line_once(site: Site, hall: Hall, desk: Page) -> None:
    other = desk.context.new_page()
    other.goto(desk.url)
    for page in (desk, other):
        slow_down(page, 100)

    enter(desk, "a1 5-1")
    enter(other, "a2 5-2")
    enter(desk, "a3 5-3")
    enter(other, "a4 5-4")

    expect_settled(desk)
    expect_settled(other)
    assert written(site, hall) == {"A1": 1, "A2": 2, "A3": 3, "A4": 4}


def test_two_desks_with_the_same_slips_write_each_once(site: Site, hall: Hall, desk: Page, open_page: OpenPage) -> None:
    site.token(DESK_2)
    other = open_page(hall.desk, 1280, signed_in_as=DESK_2)
    for page in (desk, other):
        slow_down(page, 200)

    for number in (1, 2, 3, 4):
        for page in (desk, other):
            enter(page, f"a{number} 5-{number}")

    expect_settled(desk)
    expect_settled(other)
    assert written(site, hall) == {"A1": 1, "A2": 2, "A3": 3, "A4": 4}


def test_a_slip_that_another_desk_has_entered_is_not_written_to_the_next_match(
    site: Site, hall: Hall, desk: Page, open_page: OpenPage
) -> None:
    """The players of A1 and A2 meet in B1, which is open when this desk comes to its line."""
    site.token(DESK_2)
    other = open_page(hall.desk, 1280, signed_in_as=DESK_2)
    typed = slips(site, hall)
    desk.context.set_offline(True)
    enter(desk, typed["A1"][0])
    for code in ("A1", "A2"):
        enter(other, typed[code][0])
        expect_settled(other)

    desk.context.set_offline(False)

    expect(desk.locator("#question .sentence")).to_have_attribute("data-kind", "reports")
    assert written(site, hall) == {"A1": 0, "A2": 1}


def test_lines_are_kept_on_the_page_where_storage_is_blocked(site: Site, hall: Hall, open_page: OpenPage) -> None:
    page = open_page("/", 1280, signed_in_as=DESK_1)
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    page.goto(page.url.rstrip("/") + hall.desk)
    slow_down(page, 100)

    enter(page, "a1 5-1")
    enter(page, "a2 5-2")

    expect_settled(page)
    assert written(site, hall) == {"A1": 1, "A2": 2}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_queue_fits(hall: Hall, open_page: OpenPage, width: int, dark: bool) -> None:
    page = open_page(hall.desk, width, dark=dark, signed_in_as=DESK_1)
    for line in ("a4 5-4", "maria de los dolores fernández de oñate y echevarría 3", "a1 5-1", "a2 t5"):
        enter(page, line)
    expect(page.locator("#question")).to_be_visible()

    shoot(page, f"desk-queue-{width}-{'dark' if dark else 'light'}")

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert layout_faults(page) == []
    assert axe(page) == []


def test_a_score_behind_a_name_that_is_read_from_the_right_is_not_turned_round(site: Site, open_page: OpenPage) -> None:
    """In one run with the name, 5–3 is drawn as 3–5."""
    own = make_hall(site, 2, names=["שרה כהן", "דוד לוי"])
    page = open_page(own.desk, 1280, signed_in_as=DESK_1)
    slow_down(page, 100)
    enter(page, "a1 5-3")
    enter(page, "zzz 1")

    expect(page.locator("#question")).to_be_visible()
    isolated = re.compile(r"A1 \u2068.*\u2069 beat \u2068.*\u2069 \u20685–3\u2069$")
    expect(page.locator("#queue [data-line=done] .outcome")).to_have_text(isolated)
