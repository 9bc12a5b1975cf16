"""A chouette on one phone on the table: five people, ten games, others who follow, and no network for a while."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from clubs.words.chouette.games import signed
from rules.chouette.session import game_actions, replay
from rules.commands.cases import Field
from rules.commands.club.chouette import read_session
from tests.browser.chouette_evenings import evening
from tests.browser.conftest import OpenPage, axe, layout_faults, scrolls_sideways, shoot
from tests.rules.chouette.oracle import game_points
from tests.served.servers import wait_until

STAFF = "demo@barpoint.example"
PEOPLE = "Ann\nBob\nCid\nDee\nEve"
ALL = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
# Worked out by hand, game by game: see the comments of the evening below.
TOTALS = ["\N{MINUS SIGN}12", "+9", "0", "\N{MINUS SIGN}2", "+4", "+1"]
EVENINGS, ENTRIES = 12, 40
REPLAYED = """(evening) => {
  const rules = window.barpoint.chouette, differing = [];
  const look = (table) => ({
    order: [table.order.box, table.order.partner, ...table.order.team],
    totals: Object.fromEntries([...rules.totals(table)].sort((one, another) => (one[0] < another[0] ? -1 : 1))),
    offers: rules.offers(table).map((each) => each.do),
    cubes: table.game ? table.game.contracts.map((each) => [each.teamSide, each.value, each.owner, each.pending]) : [],
    line: table.game ? table.game.line : [],
  });
  let table = rules.sitDown(evening.options, evening.people);
  evening.steps.forEach((step, at) => {
    let code = null;
    try { table = rules.play(table, step.words); } catch (refusal) { code = refusal.code || String(refusal); }
    const isLike = !step.after || JSON.stringify(look(table)) === JSON.stringify(step.after);
    if (!isLike || code !== (step.refused || null)) differing.push([at, step.words, code]);
  });
  return differing;
}"""


CELLS = """(rows) => rows.map((row) => Array.from(row.querySelectorAll(".cell"), (cell) => {
  const points = cell.querySelector("b");
  return points ? points.firstChild.textContent.trim() : "";
}))"""


def tap(page: Page, name: str) -> None:
    """Tap a button by its whole label."""
    page.locator("#phone").get_by_role("button", name=name, exact=True).first.click()


def press(page: Page, button: Locator) -> None:
    """Press the mouse on a button and hold it; nothing is drawn anew meanwhile."""
    button.hover()
    page.mouse.down()


def write(page: Page) -> None:
    """Tap the main button."""
    expect(page.locator("#write")).to_have_attribute("aria-disabled", "false")
    page.locator("#write").click()


def answer(page: Page, word: str, *people: str) -> None:
    """Tap an answer for some of those who were asked."""
    for who in people:
        group = page.locator("#phone").get_by_role("group", name=who, exact=True)
        group.get_by_role("button", name=re.compile(f"{word}$")).click()


def all_are_doubled(page: Page, doubler: str) -> None:
    """Enter that the box doubles all, or all the box."""
    tap(page, f"{doubler} doubles …")
    tap(page, "All")
    write(page)


def win(page: Page, side: str, kind: str = "Single") -> None:
    """Enter who won, and how."""
    tap(page, side)
    tap(page, kind)
    write(page)


def next_up(page: Page, number: int, box: str, captain: str) -> None:
    """Read the announcement, and start the game."""
    expect(page.locator("#phone .blocks strong")).to_have_text([box, captain])
    tap(page, f"Start game {number}")


def first_games(page: Page) -> None:
    """A captain who drops, an acting captain: after two games Ann −12, Bob +10, Cid +3, Dee −1, Eve 0."""
    next_up(page, 1, "Ann", "Bob")
    all_are_doubled(page, "The crew")
    answer(page, "Take", "Bob", "Cid")
    answer(page, "Pass", "Dee", "Eve")
    write(page)
    win(page, "Bob’s crew", "Gammon")
    next_up(page, 2, "Bob", "Cid")
    all_are_doubled(page, "Bob")
    answer(page, "Pass", "Cid", "Eve")
    answer(page, "Take", "Dee", "Ann")
    expect(page.locator("#phone .now")).to_have_text("now captain")
    expect(page.locator("#why")).to_have_text("Cid and Eve pay Bob 1 each. Dee plays on as captain.")
    write(page)
    win(page, "Bob")


def games_without_a_network(page: Page) -> None:
    """An extra, a settlement, a game undone: after six games Ann −13, Bob +8, Cid −1, Dee −3, Eve +9."""
    next_up(page, 3, "Bob", "Dee")
    all_are_doubled(page, "Bob")
    answer(page, "Pass", "Eve", "Ann", "Cid")
    answer(page, "Take", "Dee")
    write(page)
    tap(page, "Take an extra")
    tap(page, "Cid against Dee")
    win(page, "Dee’s crew")  # Dee +5, Cid −4, Bob +1
    next_up(page, 4, "Dee", "Eve")
    all_are_doubled(page, "Dee")
    tap(page, "All take")
    write(page)
    tap(page, "Settle a cube")
    page.get_by_label("Cube between").select_option("Dee – Bob")
    write(page)
    win(page, "Eve’s crew")  # Eve, Ann, Cid +2, Bob −1, Dee −5
    next_up(page, 5, "Eve", "Ann")
    win(page, "Eve")  # Eve +4
    next_up(page, 6, "Eve", "Cid")
    win(page, "Cid’s crew", "Backgammon")
    tap(page, "Undo game 6")
    next_up(page, 6, "Eve", "Cid")
    win(page, "Eve")  # Eve +4


def last_games(page: Page) -> None:
    """A latecomer: after ten games Ann −12, Bob +9, Cid 0, Dee −2, Eve +4, Fay +1."""
    tap(page, "Join")
    page.locator("#phone input").fill("Fay")
    expect(page.locator("#write")).to_have_text("Write it: Fay sits behind Cid")
    write(page)
    next_up(page, 7, "Eve", "Bob")
    win(page, "Bob’s crew")  # Eve −5
    next_up(page, 8, "Bob", "Dee")
    all_are_doubled(page, "Bob")
    answer(page, "Pass", "Dee", "Ann", "Cid", "Fay", "Eve")
    write(page)  # Bob +5
    next_up(page, 9, "Bob", "Ann")
    win(page, "Bob")  # Bob +5
    next_up(page, 10, "Bob", "Cid")
    all_are_doubled(page, "The crew")
    tap(page, "All take")
    write(page)
    win(page, "Cid’s crew")  # Bob −10


@pytest.fixture
def table(open_page: OpenPage) -> Page:
    """A chouette of five by the rules of Los Angeles: names, a tap, and it begins."""
    page = open_page("/clubs/1/chouettes/new/", signed_in_as=STAFF)
    page.locator("[name=people_typed]").fill(PEOPLE)
    page.get_by_label("As typed, the box first").check()
    page.get_by_label("Rules by name").select_option("la")
    page.get_by_role("button", name="Start the chouette").click()
    expect(page.locator("#phone .blocks")).to_be_visible()
    return page


def link_to_follow(table: Page, open_page: OpenPage) -> str:
    """Make the links of the session, and return the address of the code that others scan."""
    page = open_page("/" + table.url.split("/", 3)[3] + "follow/", signed_in_as=STAFF)
    page.get_by_role("button", name="Make new links").click()
    address = page.locator("section").filter(has_text="Scan the code.").locator(".follow-address").inner_text()
    return "/" + address.split("/", 3)[3]


def points_on(sheet: Page) -> list[dict[str, str]]:
    """Return the points of every game as the sheet shows them, of those who played it."""
    people = sheet.locator("thead bdi").all_inner_texts()
    rows: list[list[str]] = sheet.locator("tbody tr").evaluate_all(CELLS)
    return [{who: cell for who, cell in zip(people, row, strict=True) if cell} for row in rows]


def points_of_the_oracle(sheet: Page) -> list[dict[str, str]]:
    """Return the points of every game, worked out a second time from what happened: the file of the session."""
    session = read_session(Field(sheet.evaluate("fetch('../session.json').then((answer) => answer.json())"))).session
    games = [each.game for each in replay(session).results]
    return [
        {
            who: signed(points)
            for who, points in game_points(
                each.box, each.team, game_actions(session, each.number), session.options
            ).items()
        }
        for each in games
    ]


def test_ten_games_on_one_phone_with_two_others_who_follow(table: Page, open_page: OpenPage) -> None:
    path, link = "/" + table.url.split("/", 3)[3], link_to_follow(table, open_page)
    follower, sheet, wall = open_page(link), open_page(link), open_page(path + "wall/", 1280, signed_in_as=STAFF)
    sheet.goto(sheet.url + "sheet/")
    table.clock.install()

    first_games(table)
    for each in (follower, wall):
        expect(each.locator(".blocks strong")).to_have_text(["Bob", "Dee"], timeout=15_000)
    expect(sheet.locator("tfoot .number")).to_have_text(
        ["\N{MINUS SIGN}12", "+10", "+3", "\N{MINUS SIGN}1", "0"], timeout=15_000
    )
    table.context.set_offline(True)
    games_without_a_network(table)
    table.clock.fast_forward("20:00")
    expect(table.locator(".strip")).to_contain_text(re.compile(r"Kept on this phone\. \d+ records to send\."))
    expect(follower.locator(".blocks strong")).to_have_text(["Bob", "Dee"])
    table.context.set_offline(False)
    expect(table.locator(".strip")).to_have_count(0, timeout=30_000)
    expect(follower.locator(".blocks strong")).to_have_text(["Eve", "Bob"], timeout=15_000)
    last_games(table)

    expect(table.locator("#phone .order tbody b")).to_have_text(
        ["0", "+1", "+4", "\N{MINUS SIGN}2", "\N{MINUS SIGN}12", "+9"]
    )
    expect(sheet.locator("tfoot .number")).to_have_text(TOTALS, timeout=15_000)
    expect(sheet.locator("thead bdi")).to_have_text(list(ALL))
    expect(sheet.locator(".payments li")).to_have_count(4)
    assert points_on(sheet) == points_of_the_oracle(sheet)
    for each in (follower, wall):
        expect(each.locator(".blocks strong")).to_have_text(["Cid", "Fay"], timeout=15_000)
    assert follower.locator("button").count() == 0
    assert [scrolls_sideways(page) for page in (table, follower, wall, sheet)] == [False] * 4
    assert layout_faults(table) + axe(table) == []
    shoot(table, "chouette")


def test_the_rules_on_the_phone_are_the_rule_books(table: Page) -> None:
    evenings = [evening(seed, ENTRIES) for seed in range(EVENINGS)]

    differing = [table.evaluate(REPLAYED, each) for each in evenings]

    assert [each for each in differing if each] == []


def test_another_phone_that_wrote_first_is_named_and_nothing_is_written_twice(table: Page, open_page: OpenPage) -> None:
    other = open_page("/" + table.url.split("/", 3)[3], signed_in_as=STAFF)
    table.context.set_offline(True)
    tap(table, "Start game 1")
    tap(other, "Start game 1")
    expect(other.locator("#phone .winning")).to_be_visible()
    win(other, "Ann")
    expect(other.locator("#phone .blocks strong")).to_have_text(["Ann", "Cid"])

    table.context.set_offline(False)

    expect(table.locator(".problem")).to_contain_text("Another phone wrote first", timeout=30_000)
    expect(table.locator("#phone .blocks strong")).to_have_text(["Ann", "Cid"], timeout=15_000)


def test_news_under_a_finger_loses_no_tap(table: Page) -> None:
    tap(table, "Start game 1")
    wait_until(lambda: table.evaluate("barpoint.chouettePhone.unsent().length") == 0, "the start is written")
    expect(table.locator("#phone.deaf")).to_have_count(0)
    button = table.locator("#phone").get_by_role("button", name="Ann", exact=True)

    press(table, button)
    table.evaluate("document.dispatchEvent(new CustomEvent('outbox:changed'))")
    table.mouse.up()

    expect(button).to_have_attribute("aria-pressed", "true")


def test_news_are_shown_after_a_mouse_was_released_where_the_page_did_not_hear_it(table: Page) -> None:
    button = table.locator("#phone").get_by_role("button", name="Start game 1")
    press(table, button)
    button.evaluate("button => { button.id = 'before-the-news'; }")
    table.evaluate("document.dispatchEvent(new CustomEvent('outbox:changed'))")
    expect(table.locator("#before-the-news")).to_have_count(1)

    table.evaluate("dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', buttons: 0 }))")

    expect(table.locator("#before-the-news")).to_have_count(0)


def test_a_game_without_scripts(open_page: OpenPage, table: Page) -> None:
    page = open_page("/" + table.url.split("/", 3)[3], signed_in_as=STAFF, javascript=False)

    page.get_by_role("button", name="Start game 1").click()
    form = page.get_by_role("form", name="Who doubles?")
    form.get_by_label("Bob (2)").check()
    form.get_by_role("button").click()
    answers = page.locator("form").filter(has=page.locator("[value=box_answers]"))
    answers.get_by_label("Pass").check()
    answers.get_by_role("button").click()

    expect(page.locator(".member").first).to_contain_text("out +1")
    assert layout_faults(page) == []


def stands(button: Locator) -> FloatRect:
    """Return where a button stands; news may draw it anew meanwhile."""
    while (box := button.bounding_box()) is None:
        expect(button).to_be_visible()
    return box


def test_a_second_tap_right_after_the_first_writes_nothing_more(table: Page) -> None:
    # So low that the main buttons of both pages overlap.
    table.set_viewport_size({"width": 360, "height": 640})
    # The time of the page stands still, so that the second tap is no later than a finger's on the slowest machine.
    table.clock.install()
    table.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    box = stands(table.locator("#write"))
    for _tap in range(2):
        table.mouse.click(box["x"] + 40, box["y"] + 20)
    table.clock.run_for(400)
    expect(table.locator("#phone .winning")).to_be_visible()
    table.locator("#phone").get_by_role("button", name="Ann", exact=True).click()
    place = stands(table.locator("#write"))

    for _tap in range(2):
        table.mouse.click(place["x"] + 40, place["y"] + 44)

    expect(table.locator("#phone h1")).to_have_text("Game 2: Ann is box, Cid captain")


def test_what_is_typed_stays_when_another_phone_writes(table: Page, open_page: OpenPage) -> None:
    other = open_page("/" + table.url.split("/", 3)[3], signed_in_as=STAFF)
    tap(table, "Join")
    table.locator("#field-who").fill("Fay")
    tap(other, "Join")
    other.locator("#field-who").fill("Gus")
    write(other)

    expect(table.locator("#write")).to_have_text("Write it: Fay sits behind Gus", timeout=15_000)

    expect(table.locator("#field-who")).to_be_focused()
    write(table)
    expect(table.locator("#phone .order tbody th")).to_have_text(["Ann", "Bob", "Cid", "Dee", "Eve", "Gus", "Fay"])


def test_the_focus_stays_where_an_answer_was_given(table: Page) -> None:
    tap(table, "Start game 1")
    tap(table, "Ann doubles …")
    expect(table.locator("#phone h1")).to_be_focused()
    offer = table.locator("#phone").get_by_role("button", name="Cid: Offer", exact=True)
    offer.focus()

    table.keyboard.press("Enter")

    expect(offer).to_have_attribute("aria-pressed", "true")
    expect(offer).to_be_focused()
