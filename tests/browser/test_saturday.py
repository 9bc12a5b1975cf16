"""A Saturday at two desks: 23 players, late entrants, a no-show, a dispute, two corrections, the memory."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.saturday import DIRECTOR, Day, a_day, enters, goes_to, opens, reads, sentence, types
from tests.served.servers import Site

LATE = ["Itziar Agirre", "Noor Haddad"]
RULED = "Both score cards were read aloud; the trailer's counts"


def test_a_saturday_at_two_desks(open_page: OpenPage, site: Site) -> None:
    with site.client(DIRECTOR) as client:
        day = a_day(client)
        director = open_page(day.desk, 1280, signed_in_as=DIRECTOR)
        helper = a_helper_is_invited(director, open_page, day)

        two_players_come_late(director, day)
        the_first_round_by_keys(director, day)
        one_result_reported_twice_and_two_at_once(director, helper, day)
        score_cards_are_disputed(director, helper, day)
        a_wrong_result_is_played_again(director, day)
        a_wrong_result_stands_by_ruling(director, day)
        day.plays_all()
        the_end_of_the_day(director, day)

    posted = site.manage("verify")
    assert (posted.returncode, "whole" in posted.stdout) == (0, True), posted.stdout


def a_helper_is_invited(director: Page, open_page: OpenPage, day: Day) -> Page:
    """The director makes a link; the helper opens it on another machine and comes to the same desk."""
    goes_to(director, "Saturday Club")
    goes_to(director, "People")
    director.get_by_role("radio", name="Desk helper").check()
    goes_to(director, "Make a link")
    link = director.get_by_label("Copy it now: it is shown only once").input_value()
    director.goto(director.url.partition("/clubs/")[0] + day.desk)

    helper = open_page("/invitations/" + link.partition("/invitations/")[2], 1280)
    helper.get_by_label("Your name").fill("Jon Aldai")
    helper.get_by_label("E-mail").fill("jon.aldai@example.org")
    helper.get_by_label("Password, at least 10 characters").fill("a grain of dice")
    goes_to(helper, "Join")
    helper.get_by_role("link", name="Winter Open").first.click()
    goes_to(helper, "Desk")
    return helper


def two_players_come_late(director: Page, day: Day) -> None:
    for name in LATE:
        enters(director, f"new {name}", f"{name} entered late")

    assert [len(day.matches("A", "bye")), len(day.matches("A", "open"))] == [7, 9]


def the_first_round_by_keys(director: Page, day: Day) -> None:
    """Calls, a start, a penalty, a no-show, nine results, and an undo, all without a mouse."""
    first, second, third, *others = [each["code"] for each in day.matches("A", "open")]
    reads(director)
    director.keyboard.press("Enter")
    expect(director.locator("#on .desk-row")).to_have_count(1)
    missing, late = day.names(second)[0], day.names(third)[1]
    enters(director, f"{second} t5", "called to table 5")
    enters(director, f"{missing} late 30", f"{missing} did not come", reading=True)
    enters(director, f"{late} late 7", f"{third} starts at 1–0")
    enters(director, f"{third} start", f"{third} started")
    enters(director, f"{third} 5-3", "5–3")

    enters(director, f"{first} 0-5", f"{first} {day.names(first)[1]}")
    director.keyboard.press("Control+z")
    expect(sentence(director)).to_contain_text("Undone:")
    for code in (first, *others):
        enters(director, f"{code} 5-2", f"{code} {day.names(code)[0]}")

    assert [(each["status"], each["winner"]) for each in day.matches("A") if each["status"] != "bye"] == [
        ("finished", "bottom" if each == second else "top") for each in (first, second, third, *others)
    ]


def one_result_reported_twice_and_two_at_once(director: Page, helper: Page, day: Day) -> None:
    """Both desks have the same slip, then two different slips of one match."""
    same, other = [each["code"] for each in day.matches("B", "open")][:2]
    types(director, f"{same} 5-1")
    expect(director.locator(".sentence[data-kind=reports]")).to_be_visible()
    enters(helper, f"{same} 5-1", f"{same} {day.names(same)[0]}")
    director.keyboard.press("Enter")
    expect(sentence(director)).to_contain_text("Already entered by Jon Aldai")

    director.keyboard.press("Escape")
    types(director, f"{other} 5-1")
    expect(director.locator(".sentence[data-kind=reports]")).to_be_visible()
    enters(helper, f"{other} 2-5", f"{other} {day.names(other)[1]}")
    director.keyboard.press("Enter")
    stale = director.locator(".sentence[data-kind=stale]")
    for posted in ("Before, as you saw it", "Theirs", "Yours", "2–5", "5–1", "Jon Aldai"):
        expect(stale).to_contain_text(posted)
    stale.get_by_role("link", name="Keep theirs").click()
    expect(director.locator("#question")).to_be_hidden()
    expect(director.get_by_role("heading", level=1)).to_contain_text("Desk")

    assert day.match(other)["score"] == [2, 5]


def score_cards_are_disputed(director: Page, helper: Page, day: Day) -> None:
    """The helper enters the winner's card game by game; the loser brings another, and the director reads both."""
    rows = day.matches("B", "open")[0]
    top, bottom = day.names(rows["code"])
    opens(helper, rows["code"])
    goes_to(helper, "Result")
    goes_to(helper, "Game by game")
    a_game(helper, 1, top, "2", "single")
    goes_to(helper, "Add a game")
    a_game(helper, 2, top, "2", "gammon")
    goes_to(helper, "Save the result")
    expect(helper.get_by_role("heading", level=1)).to_contain_text("final")

    opens(director, rows["code"])
    goes_to(director, "Correct")
    goes_to(director, "Game by game")
    a_game(director, 1, top, "2", "single")
    goes_to(director, "Add a game")
    a_game(director, 2, bottom, "4", "single")
    goes_to(director, "Add a game")
    a_game(director, 3, bottom, "1", "single")
    goes_to(director, "Show what changes")
    expect(director.locator("table.compared tbody tr")).to_have_count(3)
    expect(director.locator("table.compared tr.differs")).to_have_count(2)
    director.get_by_label("Reason, kept in the memory").fill(RULED)
    goes_to(director, f"Correct {rows['code']} to 2–5")

    expect(director.get_by_role("main")).to_contain_text(RULED)
    assert day.match(rows["code"])["score"] == [2, 5]
    goes_to(director, "Desk")


def a_game(page: Page, number: int, winner: str, cube: str, kind: str) -> None:
    game = page.get_by_role("group", name=f"Game {number}")
    game.get_by_role("radio", name=winner).check()
    game.get_by_label("Cube").select_option(cube)
    game.get_by_label("How").select_option(kind)


def a_wrong_result_is_played_again(director: Page, day: Day) -> None:
    """The winner of B3 had really lost, and the next match has been played: it is voided."""
    day.plays_round("B")
    day.plays_round("C")
    wrong = day.match("B3")
    types(director, f"B3 {wrong['score'][1]}-{wrong['score'][0]}")
    expect(sentence(director)).to_contain_text("Affects C2")
    reads(director)
    with director.expect_navigation():
        director.keyboard.press("Enter")
    for each in director.get_by_role("group").filter(has_text="has begun").all():
        each.get_by_role("radio", name="again").check()
    director.get_by_label("Reason, kept in the memory").fill("The slip was signed the wrong way round")
    director.get_by_role("button", name="Correct B3 to").click()

    expect(director.get_by_role("heading", level=1)).to_contain_text("B3")
    again = day.match("C2")
    assert (again["status"], day.names("B3")[1] in day.names("C2")) == ("open", wrong["winner"] == "top")
    goes_to(director, "Desk")
    enters(director, "C2 5-2", f"C2 {day.names('C2')[0]}")


def a_wrong_result_stands_by_ruling(director: Page, day: Day) -> None:
    """The winner of C1 had really lost too, but the semi-final is in progress: it is kept as played."""
    for letter in "CD":
        day.plays_round(letter)
    wrong, sat = day.match("C1"), day.names("D1")
    types(director, f"C1 {wrong['score'][1]}-{wrong['score'][0]}")
    expect(sentence(director)).to_contain_text("D1")
    reads(director)
    with director.expect_navigation():
        director.keyboard.press("Enter")
    for each in director.get_by_role("group").filter(has_text="has begun").all():
        each.get_by_role("radio", name="Keep it as played (ruling)").check()
    director.get_by_label("Reason, kept in the memory").fill("Told after the semi-final had begun")
    director.get_by_role("button", name="Correct C1 to").click()

    expect(director.get_by_role("heading", level=1)).to_contain_text("C1")
    assert (day.names("D1"), day.match("C1")["winner"] != wrong["winner"]) == (sat, True)
    assert day.match("C1")["goes_on"] == wrong["winner"]
    goes_to(director, "Desk")


def the_end_of_the_day(director: Page, day: Day) -> None:
    """The desk names the winner, the places are complete, and the memory finds a reason from noon."""
    final = day.matches("E")[0]
    champion = final[final["goes_on"]]["name"]
    director.reload()
    expect(director.locator(".ended")).to_contain_text(f"1 {champion}")
    goes_to(director, "All places")
    expect(director.get_by_role("main")).to_contain_text(champion)
    for name in LATE:
        expect(director.get_by_role("main")).to_contain_text(name)

    goes_to(director, "Memory")
    director.get_by_label("Find").fill("read aloud")
    goes_to(director, "Search")
    expect(director.get_by_text("1 record found")).to_be_visible()
    expect(director.locator("table.ledger q")).to_have_text(RULED)
