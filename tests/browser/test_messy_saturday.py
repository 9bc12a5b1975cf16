"""A Saturday on which everything happens once: 48 players from a messy list, at a typist's pace, on a slow server."""

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.messy_saturday import (
    LIST,
    PEOPLE,
    SIDES,
    Slips,
    an_empty_day,
    answer_the_list,
    plays_between,
    type_slips,
)
from tests.browser.saturday import DIRECTOR, Day, Match, enters, goes_to, opens, reads, sentence
from tests.browser.test_desk_queue import LATENCY_MILLISECONDS, TYPIST_MILLISECONDS, slow_down
from tests.papers.printed import needs_poppler, printed
from tests.served.playing import spot_of
from tests.served.servers import Site
from tests.served.simulation import PHANTOM

KEY = "63 55 21 64"
FORGOTTEN = "Agnes Baltsa"


@needs_poppler
def test_a_messy_saturday_loses_no_slip(open_page: OpenPage, site: Site) -> None:
    with site.client(DIRECTOR) as client:
        day = an_empty_day(client)
        page = open_page(f"/events/{day.event}/entrants/paste/", 1280, signed_in_as=DIRECTOR)

        the_list_is_pasted(page, day)
        slips = the_draw_is_made(page, day)
        one_is_drawn_twice_and_one_was_forgotten(page, slips)
        two_exchange_their_lines(page, slips)
        the_consolation_gets_shorter(page, day)
        page.goto(page.url.partition("/events/")[0] + day.desk)
        the_round_is_called_and_started(page, day)
        slow_down(page, LATENCY_MILLISECONDS)
        the_first_round(page, slips)
        a_break(page)
        type_slips(page, slips.next_wave(), TYPIST_MILLISECONDS)
        type_slips(page, slips.next_wave(), TYPIST_MILLISECONDS)
        one_goes_home(page, slips)
        an_undo_leads_to_its_preview(page, slips)
        a_wrong_result_is_kept_as_played(page, slips)
        a_wrong_result_is_replayed(page, slips)
        while typed := slips.next_wave():
            type_slips(page, typed, TYPIST_MILLISECONDS)

        nothing_was_lost_doubled_or_misread(slips)
        memory_places_and_papers_agree(page, slips)


def the_list_is_pasted(page: Page, day: Day) -> None:
    """Of 48 lines few are asked about and none is read wrongly."""
    page.get_by_label("One entrant a line").fill(LIST)
    expect(page.locator(".read-line")).not_to_have_count(0)
    expect(page.locator("#reading")).to_contain_text("questions")
    answer_the_list(page)
    goes_to(page, "Enter 48")

    rows = day.client.read(f"events/{day.event}/entrants/")
    assert [(each["name"], each["club"]) for each in rows] == PEOPLE


def the_draw_is_made(page: Page, day: Day) -> Slips:
    page.goto(page.url.partition("/events/")[0] + f"/events/{day.event}/draw-key/")
    page.get_by_label("Draw key").fill(KEY)
    presses(page, "Draw")
    slips = Slips(day, [None] * 64)
    slips.seat()
    assert sum(each is not None for each in slips.lines) == 48
    return slips


def one_is_drawn_twice_and_one_was_forgotten(page: Page, slips: Slips) -> None:
    """Jon Mendizabal stands on the list twice; the forgotten player takes the line that is free then."""
    day, twice = slips.day, entrant(slips, "Jon Mendizabal", last=True)
    card(page, twice)
    form = unfold(page, "Drawn twice or by mistake: take out")
    form.get_by_label("Reason, kept in the memory").fill("On the list twice")
    goes_to(page, "Take out Jon Mendizabal")
    slips.lines[slips.lines.index(twice)] = None
    page.goto(page.url.partition("/entrants/")[0] + day.desk)

    enters(page, f"new {FORGOTTEN}", f"{FORGOTTEN} entered late")

    before = list(slips.lines)
    slips.seat()
    changed = [at for at in range(64) if slips.lines[at] != before[at]]
    assert [before[at] for at in changed] == [None]
    assert slips.lines[changed[0]] == entrant(slips, FORGOTTEN)


def two_exchange_their_lines(page: Page, slips: Slips) -> None:
    one, other = (each["top"] for each in slips.day.matches("A", "open")[:2])
    card(page, one["entrant"])
    form = unfold(page, "Exchange lines with another player")
    form.get_by_label("Exchange lines with").select_option(label=other["name"])
    form.get_by_label("Reason, kept in the memory").fill("They share a car and asked before play")
    goes_to(page, "Exchange the lines")

    at, there = slips.lines.index(one["entrant"]), slips.lines.index(other["entrant"])
    slips.lines[at], slips.lines[there] = other["entrant"], one["entrant"]
    expected = list(slips.lines)
    slips.seat()
    assert slips.lines == expected


def the_consolation_gets_shorter(page: Page, day: Day) -> None:
    """The consolation is to 3 from now on; the draw stays as it is."""
    lengths = {each["code"]: each["length"] for each in day.matches()}
    lines = [plays_between(each) for each in day.matches()]
    page.goto(page.url.partition("/entrants/")[0] + f"/events/{day.event}/setup/")
    page.get_by_label("Consolation, points").fill("3")
    goes_to(page, "Save")

    after = day.matches()
    assert {each["code"]: each["length"] for each in after} == {
        code: 3 if length == 5 else length for code, length in lengths.items()
    }
    assert [plays_between(each) for each in after] == lines


def the_round_is_called_and_started(page: Page, day: Day) -> None:
    """All calls by one press, undone by one, called again; all starts by one."""
    ready = len(day.matches(status="open"))
    page.get_by_role("button", name="Call all").click()
    expect(page.locator("#on .desk-row")).to_have_count(ready)
    page.get_by_role("button", name=f"Undo all {ready}").click()
    expect(page.locator("#on .desk-row")).to_have_count(0)
    page.get_by_role("button", name="Call all").click()
    expect(page.locator("#on .desk-row")).to_have_count(ready)
    page.get_by_role("button", name="Start all").click()
    expect(page.get_by_role("button", name="Start all")).to_have_count(0)
    assert [each["state"] for each in day.matches(status="open")] == ["playing"] * ready


def the_first_round(page: Page, slips: Slips) -> None:
    """One does not come, one match is to 5 by agreement, one was played to 5 by mistake; the others are typed."""
    absent, agreed, mistaken = slips.day.matches("A", "open")[:3]
    enters(page, f"{absent['code']} 7-0", "7–0")
    page.keyboard.press("Control+z")
    expect(sentence(page)).to_contain_text("Undone:")
    opens(page, agreed["code"])
    goes_to(page, "To 7: set another length")
    page.get_by_label("Points").fill("5")
    goes_to(page, "Set the length")
    goes_to(page, "Desk")
    enters(page, f"{agreed['code']} 5-4", "5–4")
    slips.won(agreed, "top", 4)
    opens(page, mistaken["code"])
    goes_to(page, "Result")
    page.locator("#top").fill("3")
    page.locator("#bottom").fill("5")
    goes_to(page, "Save the result")
    page.get_by_label("Played to, in points").fill("5")
    goes_to(page, "Save the result")
    slips.won(mistaken, "bottom", 3)
    goes_to(page, "Desk")
    slow_down(page, LATENCY_MILLISECONDS)
    code = absent["code"]
    page.keyboard.type(f"{code} 0-7")
    page.keyboard.press("Enter")
    slips.won(absent, "bottom", 0)
    expect(page.locator("#queue [data-line=waiting]")).to_have_count(0, timeout=60_000)

    type_slips(page, slips.next_wave(), TYPIST_MILLISECONDS)

    assert slips.day.match(mistaken["code"])["length"] == 5


def a_break(page: Page) -> None:
    page.locator("#break summary").click()
    page.locator("#break").get_by_role("button", name="15 min", exact=True).click()
    expect(page.locator("#pause")).to_contain_text("stand still")
    page.get_by_role("button", name="End the break").click()
    expect(page.locator("#pause")).to_have_count(0)


def one_goes_home(page: Page, slips: Slips) -> None:
    """Somebody who has won in the consolation goes home; the sentence names who goes on."""
    below = [each for each in slips.day.matches() if each["bracket"] == "consolation"]
    won = {each[each["winner"]]["entrant"] for each in below if each["winner"]}
    rows, side = next(
        (each, side) for each in below for side in SIDES if each["status"] == "open" and each[side]["entrant"] in won
    )
    leaver, stays = rows[side], rows["bottom" if side == "top" else "top"]
    enters(page, f"{number_of(slips, leaver['entrant'])} leaves", f"{leaver['name']} withdrew", reading=True)
    slips.gone.add(leaver["entrant"])
    slips.sheets()

    after = slips.day.match(rows["code"])
    assert (after["how"], after[after["winner"]]["entrant"]) == ("withdrawn", stays["entrant"])
    assert slips.decided[spot_of(rows)] == stays["entrant"]


def an_undo_leads_to_its_preview(page: Page, slips: Slips) -> None:
    """A result is not undone once its winner plays on: the desk leads to what it would change, and on."""
    page.reload()
    started = {each["code"]: each for each in slips.open()}
    done = page.locator("#done li").filter(has=page.get_by_role("button", name="Undo", exact=True))
    codes = [match[1] for text in done.all_inner_texts() if (match := re.search(r"\b([A-Z]\d+)\b", text))]
    code, after = next(
        (code, onward["code"])
        for code in codes
        if (onward := slips.day.match(code)["course"]["winner_to"]) and onward["code"] in started
    )
    enters(page, f"{after} start", "started")
    before = slips.day.matches()

    done.filter(has_text=re.compile(rf"\b{code}\b.* beat ")).get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("would lose a player")
    expect(page.get_by_role("link", name="Correct the result")).to_be_visible()
    assert slips.day.matches() == before
    goes_to(page, "Desk")


def a_wrong_result_is_kept_as_played(page: Page, slips: Slips) -> None:
    """The loser of a match of round B had won it; all that was played since is kept."""
    wrong = a_result_of(slips, played_since=2)
    decided = turn_round(page, wrong)
    goes_to(page, "Keep all as played")

    corrected = slips.day.match(wrong["code"])
    assert (corrected["winner"] != wrong["winner"], corrected["goes_on"]) == (True, wrong["winner"])
    assert len(decided) >= 2
    slips.points[spot_of(wrong)] = 1
    goes_to(page, "Desk")


def a_wrong_result_is_replayed(page: Page, slips: Slips) -> None:
    """The loser of another match had won it; all that was played since is played again."""
    wrong = a_result_of(slips, played_since=2)
    codes = turn_round(page, wrong)
    goes_to(page, "Replay all")
    slips.replays(codes)
    spot = spot_of(wrong)
    slips.decided[spot] = wrong["bottom" if wrong["winner"] == "top" else "top"]["entrant"]
    slips.points[spot] = 1
    goes_to(page, "Desk")
    slow_down(page, LATENCY_MILLISECONDS)


def nothing_was_lost_doubled_or_misread(slips: Slips) -> None:
    """Every match has the players and the result that stand on the paper."""
    boxes = slips.sheets().boxes
    rows = slips.day.matches()
    ruled = {each["code"] for each in rows if each["winner"] and each["goes_on"] != each["winner"]}
    assert len(ruled) == 1
    for each in rows:
        box = boxes[spot_of(each)]
        side = each["goes_on"] or each["winner"] or next((side for side in SIDES if each[side]), "")
        on = each[side]["entrant"] if side else None
        assert on == (box.winner if box.winner is not PHANTOM else None), each["code"]
    played = [each for each in rows if each["status"] == "finished" and each["score"]]
    assert {each["code"]: min(each["score"]) for each in played} == {
        each["code"]: slips.points[spot_of(each)] for each in played
    }
    finished = [each for each in rows if each["status"] == "finished"]
    assert len(finished) == sum(box.status == "finished" for box in boxes.values())


def memory_places_and_papers_agree(page: Page, slips: Slips) -> None:
    day = slips.day
    verbs = list(verbs_of(day))
    # The slip that was undone is the one result beside those on paper.
    assert verbs.count("match.finished") == slips.written + 1
    assert verbs.count("match.corrected") == 2
    calculated = slips.sheets().places()
    placed = day.client.read(f"events/{day.event}/standings/")
    assert [(each["entrant"], each["place"]) for each in placed] == calculated
    names = {each["entrant"]: each["name"] for each in placed}
    page.reload()
    below = max(box for box in slips.sheets().boxes if box[0] == "consolation")
    for winner in (calculated[0][0], slips.decided[below]):
        expect(page.locator(".ended")).to_contain_text(names[winner])
    base = page.url.partition("/tournaments/")[0]
    listed = text_of(page, f"{base}/events/{day.event}/places.pdf")
    latin = [names[who] for who, _ in calculated if names[who].isascii()]
    # Behind a place; the winners of the brackets stand in the head of every page too.
    at = [match.start() for name in latin if (match := re.search(rf"\d {re.escape(name)}", listed))]
    assert len(at) == len(latin) > 20
    assert at == sorted(at)
    sheet = text_of(page, f"{base}/events/{day.event}/sheet.pdf?bracket=main&paper=A3")
    champion = names[calculated[0][0]].split()[-1]
    # A word that is read from the right stands backwards in this text.
    assert champion in sheet or champion[::-1] in sheet


def verbs_of(day: Day) -> Iterator[str]:
    """Yield the verb of every record of the tournament."""
    address = f"tournaments/{day.tournament}/records/"
    rows = day.client.read(address)
    while rows:
        yield from (each["verb"] for each in rows)
        rows = day.client.read(f"{address}?before={rows[-1]['number']}")


def text_of(page: Page, address: str) -> str:
    answer = page.request.get(address)
    assert answer.status == 200
    return " ".join(word.text for sheet in printed(answer.body()) for word in sheet.words)


def a_result_of(slips: Slips, played_since: int) -> Match:
    """Return a finished match of round B after which its players have finished so many others."""
    done = [each for each in slips.day.matches() if each["status"] == "finished" and each["score"]]
    for each in slips.day.matches("B", "finished"):
        players = {*plays_between(each)}
        later = [one for one in done if one["place"] > each["place"] and players & {*plays_between(one)}]
        ruled = each["goes_on"] not in (None, each["winner"])
        if len(later) >= played_since and not ruled and not slips.gone & players:
            return each
    raise AssertionError("no such result")


def turn_round(page: Page, wrong: Match) -> list[str]:
    """Type that the loser won by 1, and give the reason; return the codes of the matches in question."""
    length = wrong["length"]
    score = f"1-{length}" if wrong["winner"] == "top" else f"{length}-1"
    page.keyboard.type(f"{wrong['code']} {score}")
    expect(sentence(page)).to_contain_text("Affects")
    reads(page)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.get_by_label("Reason, kept in the memory").fill("Both signed it, and it was wrong")
    return [text.split()[0] for text in page.locator("#affected legend").all_inner_texts()]


def entrant(slips: Slips, name: str, *, last: bool = False) -> int:
    rows = slips.day.client.read(f"events/{slips.day.event}/entrants/")
    ids = [int(each["id"]) for each in rows if each["name"] == name]
    return ids[-1 if last else 0]


def number_of(slips: Slips, pk: int) -> int:
    rows = slips.day.client.read(f"events/{slips.day.event}/entrants/")
    return next(int(each["number"]) for each in rows if each["id"] == pk)


def card(page: Page, pk: int) -> None:
    page.goto(re.sub(r"^(https?://[^/]+).*", rf"\1/entrants/{pk}/", page.url))


def unfold(page: Page, summary: str) -> Locator:
    """Open the form behind this line of a card."""
    form = page.locator("details").filter(has=page.locator("summary").filter(has_text=summary))
    form.locator("summary").click()
    return form


def presses(page: Page, name: str) -> None:
    """Press the button of this name."""
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).click()
