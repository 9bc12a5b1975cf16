"""The desk in a browser: by keyboard only, by touch, with two desks, and its layout."""

from functools import partial
from typing import Protocol

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage, axe, layout_faults, shoot
from tests.browser.halls import DESK_1, DESK_2, Hall, fewest_letters, make_hall, press
from tests.served.servers import Site

# The next answer with a board reaches the page when a change was announced.
BOARD_WAITS_FOR_A_CHANGE = """() => {
  const fetchAtOnce = window.fetch;
  window.fetch = async (url, options) => {
    const answer = await fetchAtOnce(url, options);
    const shown = document.documentElement.dataset;
    if (!String(url).endsWith("?board=1") || shown.boardWaits) return answer;
    shown.boardWaits = "yes";
    await new Promise((go) => document.addEventListener("stream:changed", go, { once: true }));
    return answer;
  };
}"""


class MakeHall(Protocol):
    def __call__(self, players: int, drawn: bool = True) -> Hall: ...


@pytest.fixture
def a_hall(site: Site) -> MakeHall:
    """Return a function that makes a drawn tournament."""

    return partial(make_hall, site)


@pytest.fixture
def desk_2(site: Site) -> str:
    """The session of a second person who may run any desk."""
    site.token(DESK_2)
    return DESK_2


def is_at_the_line(page: Page) -> bool:
    return bool(page.evaluate("document.activeElement.id === 'line'"))


def test_a_round_of_32_results_takes_at_most_eight_keys_each(open_page: OpenPage, a_hall: MakeHall, site: Site) -> None:
    hall = a_hall(64)
    page = open_page(hall.desk, 1280, signed_in_as=DESK_1)
    keys: list[int] = []
    slips: set[str] = set()

    with site.client(DESK_1) as client:
        while len(keys) < 32:
            rows = hall.matches(client, "open")
            first_round = [each for each in rows if str(each["code"]).startswith("A")]
            open_names = [each[side]["name"] for each in rows for side in ("top", "bottom")]
            winner = first_round[0]["top"]["name"]
            typed = fewest_letters(winner, open_names)
            # A slip typed twice within a minute is asked about.
            points = next(each for each in "01234" if f"{typed} {each}" not in slips)
            slips.add(f"{typed} {points}")
            page.keyboard.type(typed)
            keys.append(len(typed) + press(page, "Space", points, "Enter"))
            expect(page.locator(".sentence[data-kind=recorded]")).to_contain_text(f"{first_round[0]['code']} {winner}")
            assert is_at_the_line(page)
            assert page.input_value("#line") == ""
        finished = hall.matches(client, "finished")

    assert len([each for each in finished if str(each["code"]).startswith("A")]) == 32
    assert max(keys) <= 8
    assert sum(keys) / 32 <= 6.0


def test_calling_the_most_urgent_match_is_one_key_and_undo_another(open_page: OpenPage, a_hall: MakeHall) -> None:
    page = open_page(a_hall(4).desk, 1280, signed_in_as=DESK_1)

    press(page, "Enter")
    expect(page.locator("#on .desk-row")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("A1 called to table 1")
    press(page, "Control+z")

    expect(page.locator("#on .desk-row")).to_have_count(0)
    expect(page.locator("#ready .desk-row")).to_have_count(2)
    assert is_at_the_line(page)


def test_arrow_keys_select_a_row_and_enter_presses_its_button(open_page: OpenPage, a_hall: MakeHall) -> None:
    page = open_page(a_hall(4).desk, 1280, signed_in_as=DESK_1)

    press(page, "ArrowDown", "Enter")

    expect(page.locator("#on .desk-row")).to_contain_text("A2")


def test_enter_waits_for_the_sentence_and_never_acts_on_another(open_page: OpenPage, a_hall: MakeHall) -> None:
    page = open_page(a_hall(4).desk, 1280, signed_in_as=DESK_1)

    page.keyboard.type("a1 5-2")
    press(page, "Enter")

    expect(page.locator(".sentence[data-kind=recorded]")).to_contain_text("A1")
    page.keyboard.type("a2 4-2")
    press(page, "Enter")
    expect(page.locator("#question .sentence[data-kind=cannot]")).to_contain_text("One side must have 5 points")
    assert page.locator("#question .typed").inner_text() == "a2 4-2"


def test_typing_anywhere_goes_to_the_line_and_escape_clears_it(open_page: OpenPage, a_hall: MakeHall) -> None:
    page = open_page(a_hall(4).desk, 1280, signed_in_as=DESK_1)
    page.locator("#ready button").nth(1).focus()

    page.keyboard.type("a1")
    expect(page.locator(".sentence[data-kind=shows]")).to_be_visible()
    assert page.input_value("#line") == "a1"
    press(page, "Escape")

    assert page.input_value("#line") == ""
    expect(page.locator(".sentence")).to_have_count(0)
    press(page, "?")
    expect(page.locator("#keys dl")).to_be_visible()
    assert page.input_value("#line") == ""


def test_nothing_moves_while_the_director_types(open_page: OpenPage, a_hall: MakeHall, site: Site, desk_2: str) -> None:
    hall = a_hall(8)
    page, other = (
        open_page(hall.desk, 1280, signed_in_as=DESK_1),
        open_page(hall.desk, 1280, signed_in_as=desk_2),
    )
    before = page.locator("#board").inner_text()

    page.keyboard.type("a1")
    other.keyboard.type("a4 5-1")
    press(other, "Enter")
    expect(other.locator(".sentence[data-kind=recorded]")).to_be_visible()
    other.keyboard.type("a3 t7")
    press(other, "Enter")
    expect(other.locator(".sentence[data-kind=recorded]")).to_contain_text("table 7")

    expect(page.locator("#changes")).to_contain_text("2 changes.", timeout=15_000)
    assert page.locator("#board").inner_text() == before
    page.locator("#changes button").click()
    expect(page.locator("#on")).to_contain_text("jon@example.org, ")
    assert page.input_value("#line") == "a1"


def test_what_changes_while_the_board_is_on_its_way_is_offered_too(
    open_page: OpenPage, a_hall: MakeHall, site: Site
) -> None:
    """The board was made before the change and arrives after its announcement."""
    hall = a_hall(8)
    page = open_page(hall.desk, 1280, signed_in_as=DESK_1)
    expect(page.locator("html")).to_have_attribute("data-stream-state", "open")
    page.evaluate(BOARD_WAITS_FOR_A_CHANGE)
    page.keyboard.type("a1")
    expect(page.locator("html[data-board-waits]")).to_be_attached(timeout=15_000)

    with site.client(DESK_1) as client:
        match = hall.matches(client, "open")[-1]["id"]
        client.made(f"matches/{match}/result/", {"score": [5, 1]}, 200)

    expect(page.locator("#changes")).to_contain_text("1 change.")


def test_two_desks_with_two_results_see_before_theirs_and_mine(
    open_page: OpenPage, a_hall: MakeHall, desk_2: str
) -> None:
    hall = a_hall(4)
    page, other = (
        open_page(hall.desk, 1280, signed_in_as=DESK_1),
        open_page(hall.desk, 1280, signed_in_as=desk_2),
    )

    page.keyboard.type("a1 5-1")
    expect(page.locator(".sentence[data-kind=reports]")).to_be_visible()
    other.keyboard.type("a1 2-5")
    press(other, "Enter")
    expect(other.locator(".sentence[data-kind=recorded]")).to_be_visible()
    press(page, "Enter")

    expect(page.locator(".sentence[data-kind=stale]")).to_contain_text("Yours")
    expect(page.locator("#alert")).not_to_be_empty()
    assert page.locator("#question .typed").inner_text() == "a1 5-1"


@pytest.mark.parametrize("javascript", [True, False])
def test_a_tablet_writes_a_result_by_three_taps(open_page: OpenPage, a_hall: MakeHall, javascript: bool) -> None:
    page = open_page(a_hall(4).desk, 768, javascript=javascript, signed_in_as=DESK_1, has_touch=True)
    page.locator("#ready [data-row] button").first.tap()
    page.locator("#on [data-row] button").first.tap()

    page.locator("#on summary").first.tap()
    page.locator("#on .pad label").nth(3).tap()
    page.locator("#on .pad button.main").tap()

    expect(page.locator(".sentence[data-kind=recorded]")).to_contain_text("5–3")


def test_the_line_works_without_a_script(open_page: OpenPage, a_hall: MakeHall) -> None:
    page = open_page(a_hall(4).desk, 360, javascript=False, signed_in_as=DESK_1)

    page.fill("#line", "a1 5-4")
    page.click("[data-without-script]")
    page.click("form.on-enter button")

    expect(page.locator(".sentence[data-kind=recorded]")).to_contain_text("5–4")
    assert page.input_value("#line") == ""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_desk_fits(open_page: OpenPage, width: int, dark: bool) -> None:
    page = open_page("/tournaments/1/desk/", width, dark=dark, signed_in_as=DESK_1)
    page.locator("#on summary").first.click()
    page.fill("#line", "petro 1")
    expect(page.locator(".sentence[data-kind=reports]")).to_be_visible()

    shoot(page, f"desk-{width}-{'dark' if dark else 'light'}")

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert layout_faults(page) == []
    assert axe(page) == []


@pytest.mark.parametrize("width", [360, 1280])
def test_the_desk_fits_in_its_other_states_too(open_page: OpenPage, a_hall: MakeHall, site: Site, width: int) -> None:
    """Before the draw, with choices, at the end, and the tables of the room."""
    before, choices, over = a_hall(5, drawn=False), a_hall(64), a_hall(2)
    with site.client(DESK_1) as client:
        match = over.matches(client, "open")[0]
        client.made(f"matches/{match['id']}/result/", {"score": [5, 0]}, 200)
    pages = {
        "undrawn": open_page(before.desk, width, signed_in_as=DESK_1),
        "choices": open_page(choices.desk, width, signed_in_as=DESK_1),
        "over": open_page(over.desk, width, signed_in_as=DESK_1),
        "tables": open_page("/tournaments/1/tables/", width, signed_in_as=DESK_1),
    }
    pages["choices"].fill("#line", "e 1")
    expect(pages["choices"].locator("[data-choice]")).to_have_count(5)
    press(pages["choices"], "ArrowDown")

    for name, page in pages.items():
        shoot(page, f"desk-{name}-{width}")
        assert (name, page.evaluate("document.documentElement.scrollWidth")) == (name, width)
        assert (name, layout_faults(page)) == (name, [])
        assert (name, axe(page)) == (name, [])


def test_a_mark_appears_above_an_open_desk_and_goes_without_a_reload(open_page: OpenPage, a_hall: MakeHall) -> None:
    page = open_page(a_hall(4).desk, 1280, signed_in_as=DESK_1)
    mark = '<aside class="crash-notice marks"><p role="alert"><b>The disk is nearly full.</b></p></aside>'
    more = [mark]

    def with_marks(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text() + "".join(more))

    page.route("**/desk/?board=1", with_marks)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("body > .marks")).to_have_text("The disk is nearly full.")

    more.clear()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("body > .marks")).to_have_count(0)
