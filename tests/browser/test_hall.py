"""The whole hall: eight players with four phones, a desk and a wall, on an evening with every mishap.

Everything that a phone showed as sent or confirmed counts in the end, although a phone had no connection for a round,
two players reported different results, the server was killed in a round, and the desk was restored from a backup.
"""

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import OpenPage, opening, shoot
from tests.browser.evening import (
    LENGTH,
    SOON_MILLISECONDS,
    Evening,
    Player,
    an_evening,
    joins_by_link,
    joins_by_pin,
    pins_printed,
)
from tests.browser.saturday import Match, goes_to, opens
from tests.depth import ON_POSTGRESQL
from tests.served.servers import Site, a_site, wait_until


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    with a_site(tmp_path / "site", processes=1) as started:
        yield started


@pytest.mark.skipif(ON_POSTGRESQL, reason="a hall is one laptop with one file")
def test_nothing_that_a_phone_showed_as_sent_is_lost(browser: Browser, own_site: Site, tmp_path: Path) -> None:
    base, backup = f"http://127.0.0.1:{own_site.ports[0]}", tmp_path / "earlier.sqlite3"
    with opening(browser, base, own_site.session) as open_page, own_site.client() as client:
        evening = an_evening(own_site, open_page, client)
        phones = they_come_in(evening, open_page)
        the_round_is_called(evening)
        away = phones[3]
        away.context.set_offline(True)
        a_match_is_reported_game_by_game(evening)
        two_results_are_ruled(evening)
        a_phone_without_a_connection_keeps_its_reports(evening)
        assert own_site.manage("backup", str(backup)).returncode == 0
        away.context.set_offline(False)
        it_sends_the_stored_reports(evening)
        the_server_is_killed_amid_the_next_round(evening)
        the_desk_is_restored(evening, backup, away)
        the_rest_is_played(evening)
        all_agree(evening)

    posted = own_site.manage("verify")
    assert (posted.returncode, "whole" in posted.stdout) == (0, True), posted.stdout
    assert {what: rows for what, rows in evening.faults.items() if rows} == {}


def they_come_in(evening: Evening, open_page: OpenPage) -> list[Page]:
    """Sign in four phones with two players each, never two opponents on one; one of the eight types a PIN."""
    day = evening.day
    links = {each["entrant"]: each["path"] for each in day.client.made(f"events/{day.event}/links/", {})["slips"]}
    pins = pins_printed(evening)
    assert len(pins) == 8
    first = day.matches("A")
    phones: list[Page] = []
    for two, side in ((first[:2], "top"), (first[:2], "bottom"), (first[2:], "top"), (first[2:], "bottom")):
        page = open_page("/style/")
        phones.append(page)
        for each in two:
            who, own = each[side], page if each is two[0] else page.context.new_page()
            if each["code"] == "A2" and side == "top":
                joins_by_pin(evening, own, who["entrant"], pins[who["name"]])
            else:
                joins_by_link(evening, own, links[who["entrant"]])
    assert set(evening.players) == set(links)
    return phones


def the_round_is_called(evening: Evening) -> None:
    """Call the round with Enter; the wall and the phones show the tables."""
    a1 = evening.day.match("A1")
    evening.looks(evening.two_of(a1)[0].page, "ready")
    assert weight(evening.two_of(a1)[0].page) <= 10 * 1024

    evening.calls_all()

    for match in evening.day.matches("A"):
        for player in evening.two_of(match):
            expect(player.page.locator(".seat")).to_contain_text("Table", timeout=SOON_MILLISECONDS)
    evening.looks(evening.two_of(a1)[0].page, "called")
    expect(on_the_wall(evening, "called")).to_have_count(4, timeout=SOON_MILLISECONDS)
    evening.looks(evening.wall, "wall")
    shoot(evening.wall, "hall-wall-called")


def on_the_wall(evening: Evening, state: str) -> Locator:
    """Return the matches in this state on the wall's pages, each once."""
    return evening.wall.locator(f'.deck.wide .wall-page:not(.again) .wall-match[data-state="{state}"]')


def weight(page: Page) -> int:
    """Return the compressed bytes that a phone loads before its page can be used: the page and its styles."""
    styles = page.locator('link[rel="stylesheet"]:not([media="print"])').evaluate_all("all => all.map((a) => a.href)")
    return sum(len(gzip.compress(page.request.get(url).body())) for url in (page.url, *styles))


def a_match_is_reported_game_by_game(evening: Evening) -> None:
    """A1: two games of four taps at most; the opponent's phone and the wall follow; the loser confirms."""
    match = evening.day.match("A1")
    winner, loser = evening.two_of(match)
    winner.taps = 0
    winner.game("top")
    assert winner.taps <= 4
    expect(loser.page.locator('[data-points="opponent"]')).to_have_text("1", timeout=SOON_MILLISECONDS)
    expect(on_the_wall(evening, "playing")).to_contain_text("1–0", timeout=SOON_MILLISECONDS)
    evening.looks(winner.page, "playing")

    winner.taps = 0
    winner.game("top", "2", "gammon")
    assert winner.taps <= 4
    evening.is_sent(winner, match, (LENGTH, 0))
    evening.looks(winner.page, "told")
    evening.loser_confirms(match, (LENGTH, 0))
    evening.looks(loser.page, "waiting")


def two_results_are_ruled(evening: Evening) -> None:
    """A2: both players report a win. The desk reads both reports and rules."""
    match, desk = evening.day.match("A2"), evening.desk
    upper, lower = evening.two_of(match)
    upper.reports(match, (5, 3))
    evening.is_sent(upper, match, (5, 3))
    expect(lower.title).to_contain_text("says 5–3", timeout=SOON_MILLISECONDS)
    lower.contests((4, 5))
    for player in (upper, lower):
        expect(player.title).to_have_text("Two results", timeout=SOON_MILLISECONDS)
    evening.looks(upper.page, "disputed")
    shoot(upper.page, "hall-phone-disputed")
    del evening.promised[match["id"]]
    expect(desk.locator("#needs .desk-row")).to_contain_text("Two results", timeout=SOON_MILLISECONDS)
    evening.looks(desk, "desk")
    shoot(desk, "hall-desk-disputed")

    opens(desk, "A2")
    goes_to(desk, "Rule")
    evening.looks(desk, "ruling")
    with desk.expect_navigation():
        desk.get_by_role("button", name=f"Accept 5–4 for {match['bottom']['name']}").click()

    evening.is_settled(match, (4, 5))
    goes_to(desk, "Desk")


def a_phone_without_a_connection_keeps_its_reports(evening: Evening) -> None:
    """The phone without a connection reports a loss in A3 and a win in A4, and shows both as stored."""
    for code, score in (("A3", (5, 1)), ("A4", (2, 5))):
        match = evening.day.match(code)
        player = evening.two_of(match)[1]
        player.reports(match, score)
        expect(player.kept).to_contain_text("Stored on this phone", timeout=SOON_MILLISECONDS)
        evening.looks(player.page, "kept")
    assert [each["status"] for each in evening.day.matches("A")] == ["finished", "finished", "open", "open"]


def it_sends_the_stored_reports(evening: Evening) -> None:
    a3, a4 = evening.day.match("A3"), evening.day.match("A4")

    evening.is_settled(a3, (5, 1))

    evening.is_sent(evening.two_of(a4)[1], a4, (2, 5))
    evening.loser_confirms(a4, (2, 5))


def the_server_is_killed_amid_the_next_round(evening: Evening) -> None:
    """One result was acknowledged, one is being sent, one is written while the server is down."""
    site, port = evening.site, evening.site.ports[0]
    evening.calls_all()
    b1, b2 = evening.day.matches("B")
    other = next(each for each in evening.day.matches(status="open") if each["bracket"] == "consolation")
    evening.winner_reports(b1, (5, 0))
    # The page that is written on without a server must have come before.
    evening.two_of(other)[1].sits_at(other)

    evening.two_of(b2)[0].reports(b2, (5, 2))
    site.kill()
    evening.two_of(other)[1].reports(other, (5, 4))
    expect(evening.two_of(other)[1].kept).to_contain_text("Not sent yet", timeout=SOON_MILLISECONDS)
    site.start(ports=[port])

    evening.is_sent(evening.two_of(b2)[0], b2, (5, 2))
    evening.is_settled(other, (5, 4))
    evening.loser_confirms(b1, (5, 0))
    evening.loser_confirms(b2, (5, 2))


def the_desk_is_restored(evening: Evening, backup: Path, away: Page) -> None:
    """The backup has neither A3 nor A4 nor what follows: the phones send everything again, and say so.

    Only one phone knows A3, and it comes last: until then the players of B2 are unknown.
    """
    site, port = evening.site, evening.site.ports[0]
    away.context.set_offline(True)
    site.stop()
    restored = site.manage("restore", str(backup))
    assert restored.returncode == 0, restored.stderr
    site.start(ports=[port])
    a3, b2 = evening.day.match("A3")["id"], evening.day.match("B2")["id"]
    wait_until(lambda: known(evening).keys() == evening.promised.keys() - {a3, b2}, "all that rests on others")
    all_phones = evening.players.values()
    wait_until(lambda: any(waits_again(player, b2) for player in all_phones), "a phone to send what comes too early")
    sender = next(player for player in all_phones if waits_again(player, b2))
    expect(sender.kept).to_contain_text("The desk was restored from a backup", timeout=SOON_MILLISECONDS)
    evening.looks(sender.page, "restored")
    shoot(sender.page, "hall-phone-restored")

    away.context.set_offline(False)

    wait_until(lambda: not unsent(evening), "all that was promised to be sent again")
    assert known(evening) == evening.promised


def unsent(evening: Evening) -> list[object]:
    """Return the entries on the phones that have no answer yet."""
    return [each for player in evening.players.values() for each in player.outbox() if each["state"] != "sent"]


def waits_again(player: Player, match: int) -> bool:
    return any(
        each["match"] == str(match) and each["state"] == "written" and each.get("resent") for each in player.outbox()
    )


def known(evening: Evening) -> dict[int, tuple[int, int]]:
    """Return match → score of what counts at the desk."""
    return {each["id"]: tuple(each["score"]) for each in evening.day.matches(status="finished")}


def the_rest_is_played(evening: Evening) -> None:
    while rows := evening.day.matches(status="open"):
        evening.calls_all()
        for number, match in enumerate(rows):
            if number % 2:
                evening.winner_reports(match, (2, 5))
                evening.loser_confirms(match, (2, 5))
            else:
                evening.loser_reports(match, (5, 3))


def all_agree(evening: Evening) -> None:
    """The desk, the wall and each phone show the same matches and places."""
    day, desk, wall = evening.day, evening.desk, evening.wall
    matches = {each["id"]: each for each in day.matches(status="finished")}
    assert unsent(evening) == []
    assert {pk: tuple(matches[pk]["score"]) for pk in evening.promised} == evening.promised
    assert [each["code"] for each in matches.values() if not each["settled"]] == []
    standings = day.client.read(f"events/{day.event}/standings/")
    assert len(standings) == 8
    final = max((each for each in matches.values() if each["bracket"] != "main"), key=lambda each: each["code"])
    side = "top" if final["score"][0] > final["score"][1] else "bottom"
    for player in evening.players.values():
        place = next(each["place"] for each in standings if each["entrant"] == player.entrant)
        text = f"Place {place}" if place > 1 else "You won"
        if player.entrant == final[side]["entrant"]:
            text = "You won the consolation"
        expect(player.title).to_have_text(text, timeout=SOON_MILLISECONDS)
        own = [
            each for each in matches.values() if player.entrant in (each["top"]["entrant"], each["bottom"]["entrant"])
        ]
        expect(player.page.locator(".played li")).to_have_count(len(own))
    evening.looks(next(iter(evening.players.values())).page, "done")
    desk.reload()
    expect(desk.locator(".ended")).to_contain_text(f"1 {standings[0]['name']}")
    expect(wall.locator(".deck.wide .wall-place")).to_have_count(8, timeout=SOON_MILLISECONDS)
    rows = [line.split() for line in wall.locator(".deck.wide .wall-place").all_text_contents()]
    assert {(int(words[0]), words[-1]) for words in rows} == {
        (each["place"], each["name"].split()[-1]) for each in standings
    }
    wait_until(lambda: not missing(evening, matches.values()), "the wall to tell every result")
    lines = wall.locator(".deck.wide .wall-result").all_text_contents()
    assert [line for line in lines if not any(is_shown(each, line) for each in matches.values())] == []


def missing(evening: Evening, matches: Iterable[Match]) -> list[str]:
    """Return the codes of the matches that no line of the wall shows."""
    lines = evening.wall.locator(".deck.wide .wall-result").all_text_contents()
    return [each["code"] for each in matches if not any(is_shown(each, line) for line in lines)]


def is_shown(match: Match, line: str) -> bool:
    """Whether a line of the wall shows this match: winner, score, loser."""
    won, lost = ("top", "bottom") if match["winner"] == "top" else ("bottom", "top")
    before, score, after = line.partition(f"{max(match['score'])}–{min(match['score'])}")
    return bool(score) and names(before, match[won]["name"]) and names(after, match[lost]["name"])


def names(text: str, name: str) -> bool:
    """Whether a text contains a name, in full or shortened as on a wall."""
    return any(word in text for word in name.split() if len(word) > 2)
