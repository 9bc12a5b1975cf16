"""What everybody reads of claims: on the match's page, in lists, on the draw, among the places, in the memory."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP
from tests.factories import a_caller, a_drawn_event, an_owner, match_of, play_code
from tests.pages.at_the_desk import plain
from tests.phones import a_phone, claims, name, says
from tournaments.actions.matches.claims import claim, confirm_claim, contest
from tournaments.actions.matches.results import Report, confirm_result, report_result, start_match
from tournaments.models import Event
from tournaments.tasks import settle_what_is_due

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 15, 42, tzinfo=UTC)
type Clock = Callable[[datetime], None]


@pytest.fixture
def event() -> Event:
    return a_drawn_event(8, "progressive", key="1", length=5)


def text_of(answer: Any) -> str:
    page = answer.content.decode()
    return plain(page[page.index("<main") :]).replace("&#x27;", "'")


def match_page(client: Client, event: Event, code: str = "A1") -> str:
    return text_of(client.get(f"/matches/{match_of(event, code).pk}/"))


# --- The page of a match


def test_everybody_reads_until_when_the_winners_word_waits(client: Client, event: Event, at: Clock) -> None:
    at(NOW)
    says(match_of(event, "A1"), TOP, (5, 3))

    text = match_page(client, event)

    upper = name(event, "A1", TOP)
    assert f"16:42 {upper} says: {upper} won 5–3, phone Settles at 16:52 unless it is contested before." in text


def test_a_result_that_nobody_contested_says_since_when_it_stands(client: Client, event: Event, at: Clock) -> None:
    at(NOW)
    says(match_of(event, "A1"), TOP, (5, 3))
    at(NOW + timedelta(minutes=17))
    settle_what_is_due(NOW + timedelta(minutes=17))

    assert "Settled at 16:52: nobody objected." in match_page(client, event)


def test_the_losers_own_word_is_settled_by_it(client: Client, event: Event) -> None:
    says(match_of(event, "A1"), BOTTOM, (5, 3))

    assert "Settled: the loser reported it." in match_page(client, event)


@pytest.mark.parametrize("by_button", [True, False])
def test_what_both_say_is_settled_by_both(client: Client, event: Event, by_button: bool) -> None:
    match = match_of(event, "A1")
    says(match, TOP, (5, 3))
    if by_button:
        confirm_claim(match.pk, a_phone(match, BOTTOM))
    else:
        says(match, BOTTOM, (5, 3))

    assert "Settled: both reported it." in match_page(client, event)


def test_another_score_for_the_same_winner_is_a_note(client: Client, event: Event) -> None:
    says(match_of(event, "A1"), TOP, (5, 3))
    says(match_of(event, "A1"), BOTTOM, (5, 4))

    text = match_page(client, event)

    assert f"{name(event, 'A1', TOP)} said 5–3." in text


def test_the_desk_confirms_for_everybody_to_read(client: Client, event: Event, at: Clock) -> None:
    at(NOW)
    says(match_of(event, "A1"), TOP, (5, 3))
    confirm_result(match_of(event, "A1").pk, a_caller())

    assert "Settled by the desk at 16:42." in match_page(client, event)


def test_two_results_stand_beside_each_other_and_the_desk_decides(client: Client, event: Event) -> None:
    says(match_of(event, "A1"), TOP, (5, 3))
    says(match_of(event, "A1"), BOTTOM, (2, 5))

    text = match_page(client, event)

    upper, lower = name(event, "A1", TOP), name(event, "A1", BOTTOM)
    assert f"{upper} says: {upper} won 5–3" in text
    assert f"{lower} says: {lower} won 5–2" in text
    assert "The desk decides. Keep your score cards." in text


def test_an_objection_is_read_beside_what_stands(client: Client, event: Event) -> None:
    play_code(event, "A1", loser_points=3)
    match = match_of(event, "A1")
    contest(match.pk, a_phone(match, BOTTOM))

    text = match_page(client, event)

    assert "A1 final, contested" in text
    assert f"{name(event, 'A1', BOTTOM)} said at" in text
    assert "It counts until the desk has checked it." in text


def test_the_score_and_the_games_are_read_while_they_play(client: Client, event: Event) -> None:
    match = match_of(event, "A1")
    start_match(match.pk, a_caller())
    claim(match.pk, claims(GameResult(TOP, cube=2), GameResult(BOTTOM)), a_phone(match, BOTTOM))

    answer = client.get(f"/matches/{match.pk}/")

    assert f"Running score 2–1, kept by {name(event, 'A1', BOTTOM)}." in text_of(answer)
    assert answer.content.decode().count('<polygon class="p-done"') == 3
    assert f"1{name(event, 'A1', TOP)}2single2–0" in text_of(answer)


@pytest.mark.parametrize(
    ("points", "text"), [((1, 0), "Crawford not yet"), ((4, 0), "Game 2 is the Crawford game: no cube")]
)
def test_the_crawford_game_is_told_as_they_come_to_it(
    client: Client, event: Event, points: tuple[int, int], text: str
) -> None:
    match = match_of(event, "A1")

    claim(match.pk, claims(GameResult(TOP, cube=points[0])), a_phone(match, TOP))

    assert text in match_page(client, event)


def test_of_a_bare_score_nobody_knows_whether_the_crawford_game_was_played(client: Client, event: Event) -> None:
    says(match_of(event, "A1"), TOP, (4, 3))

    assert "Crawford" not in match_page(client, event)


@pytest.mark.parametrize(
    ("state", "acts"), [("waits", ["Confirm"]), ("disputed", ["Rule"]), ("contested", ["Keep the result"])]
)
def test_the_desk_acts_on_the_page_of_the_match(client: Client, event: Event, state: str, acts: list[str]) -> None:
    client.force_login(an_owner())
    match = match_of(event, "A1")
    says(match, BOTTOM if state == "contested" else TOP, (5, 3))
    if state != "waits":
        contest(match.pk, a_phone(match, BOTTOM if state == "disputed" else TOP))

    page = client.get(f"/matches/{match.pk}/").content.decode()

    hits = re.findall(r'class="(?:button )?main"[^>]*>([^<]+)<', page)
    assert hits == acts


# --- Lists, the draw, places


def test_lists_tell_apart_what_waits_and_what_is_disputed(client: Client, event: Event) -> None:
    says(match_of(event, "A1"), TOP, (5, 3))
    says(match_of(event, "A2"), TOP, (5, 3))
    says(match_of(event, "A2"), BOTTOM, (2, 5))
    quiet = text_of(client.get(f"/events/{a_drawn_event(2).pk}/matches/"))

    waits = client.get(f"/events/{event.pk}/matches/?show=unsettled").content.decode()
    disputed = client.get(f"/events/{event.pk}/matches/?show=disputed").content.decode()

    assert re.findall(r'class="pair" id="(\w+)"', waits) == ["A1"]
    assert re.findall(r'class="pair" id="(\w+)"', disputed) == ["A2"]
    assert re.findall(r'<span class="points">([^<]*)</span>', disputed) == ["5 / 2", "3 / 5"]
    assert ("Two results" in quiet, "Not confirmed" in quiet) == (False, False)


def test_a_list_tells_running_scores_and_what_a_match_depends_on(client: Client, event: Event, at: Clock) -> None:
    at(NOW)
    says(match_of(event, "A1"), TOP, (5, 3))
    play_code(event, "A2")
    says(match_of(event, "A3"), TOP, (2, 1))

    html = client.get(f"/events/{event.pk}/matches/").content.decode()

    pairs = {code: plain(text) for code, text in re.findall(r'class="pair" id="(\w+)"(.*?)<ul', html, re.S)}
    assert "not confirmed · settles at 16:52" in pairs["A1"]
    assert "depends on A1" in pairs["B1"]
    assert "2–1" in pairs["A3"]


def test_the_draw_shows_both_results_and_the_score_at_the_table(client: Client, event: Event) -> None:
    says(match_of(event, "A1"), TOP, (5, 3))
    says(match_of(event, "A1"), BOTTOM, (2, 5))
    says(match_of(event, "A2"), TOP, (2, 1))
    says(match_of(event, "A3"), TOP, (5, 1))
    play_code(event, "A4")

    page = client.get(f"/events/{event.pk}/").content.decode()

    urgent = re.findall(r'<g class="urgent"[^>]*>(.*?)</g>', page)[0]
    assert re.findall(r">([^<]+)</text>", urgent) == ["5 / 2", "3 / 5", "2–1"]
    listed = {code: plain(text) for code, text in re.findall(r'<li id="(\w+)" data-state="[^"]*">(.*?)</p>', page)}
    assert (listed["A1"], listed["A2"], listed["B2"]) == ("A1 Two results", "A2 On now 2–1", "B2 Ready depends on A3")
    assert listed["A3"].startswith("A3 Settles at ")


def test_a_place_that_could_still_change_says_by_which_match(client: Client) -> None:
    event = a_drawn_event(4, "none", length=5)
    says(match_of(event, "A1"), TOP, (5, 3))
    play_code(event, "A2")

    answer = text_of(client.get(f"/events/{event.pk}/places/"))

    assert re.findall(r"not confirmed: ([A-Z]\d)", answer) == ["A1"]


# --- The memory


def test_every_word_of_a_match_has_its_sentence(client: Client, event: Event, at: Clock) -> None:
    client.force_login(an_owner())
    at(NOW)
    match = match_of(event, "A1")
    says(match, TOP, (2, 1))
    says(match, TOP, (5, 3))
    at(NOW + timedelta(minutes=11))
    settle_what_is_due(NOW + timedelta(minutes=11))
    contest(match.pk, a_phone(match, BOTTOM), claims(points=(3, 5)))
    other = match_of(event, "A2")
    says(other, TOP, (5, 3))
    confirm_claim(other.pk, a_phone(other, BOTTOM))

    rows = re.findall(
        r'<td class="by">(.*?)</td>\s*<td class="what">(.*?)</td>',
        client.get(f"/tournaments/{event.tournament_id}/memory/").content.decode(),
        re.S,
    )

    upper, lower = name(event, "A1", TOP), name(event, "A1", BOTTOM)
    lines = [f"{plain(who)}: {plain(what)}" for who, what in rows][:6][::-1]
    assert lines == [
        f"{upper} phone: A1 running score 2–1, {upper} – {lower}",
        f"{upper} phone: A1 {upper} beat {lower} 5–3, says the winner",
        "grace time: A1 settled: nobody contested until 16:52",
        f"{lower} phone: A1 contested: {lower} says that {lower} beat {upper} 5–3",
        f"{name(event, 'A2', TOP)} phone: A2 {name(event, 'A2', TOP)} beat {name(event, 'A2', BOTTOM)} 5–3,"
        " says the winner",
        f"{name(event, 'A2', BOTTOM)} phone: A2 confirmed by the opponent",
    ]


def test_of_running_scores_the_memory_shows_the_last_unless_asked_for_every_one(client: Client, event: Event) -> None:
    client.force_login(an_owner())
    for points in ((1, 0), (2, 0), (2, 1)):
        says(match_of(event, "A1"), TOP, points)
    says(match_of(event, "A2"), TOP, (0, 1))
    path = f"/tournaments/{event.tournament_id}/memory/"

    folded, every = text_of(client.get(path)), text_of(client.get(f"{path}?scores=1"))

    assert re.findall(r"(A\d) running score (\d–\d)", folded) == [("A2", "0–1"), ("A1", "2–1")]
    assert "2 earlier running scores are not shown. Show every score" in folded
    assert re.findall(r"A1 running score (\d–\d)", every) == ["2–1", "2–0", "1–0"]


def test_one_of_the_two_replaces_his_own_word_alone_and_the_desk_both(client: Client, event: Event) -> None:
    client.force_login(an_owner())
    match = match_of(event, "A1")
    says(match, TOP, (5, 3))
    first = event.tournament.stream.number
    says(match, BOTTOM, (2, 5))
    says(match, BOTTOM, (3, 5))
    report_result(match.pk, Report(points=(5, 4)), a_caller())

    page = client.get(f"/tournaments/{event.tournament_id}/memory/").content.decode()

    rows = [re.findall(r"/memory/(\d+)/", cell) for cell in re.findall(r'<td class="then soft">(.*?)</td>', page, re.S)]
    assert [[int(number) - first for number in each] for each in rows[:4]] == [[0, 2], [1], [], []]


def test_what_stands_by_the_clock_offers_no_undo(client: Client, event: Event, at: Clock) -> None:
    client.force_login(an_owner())
    at(NOW)
    says(match_of(event, "A1"), TOP, (5, 3))
    at(NOW + timedelta(minutes=11))
    settle_what_is_due(NOW + timedelta(minutes=11))
    stream = event.tournament.stream
    stream.refresh_from_db()

    by_clock = client.get(f"/tournaments/{event.tournament_id}/memory/{stream.number}/").content.decode()
    claimed = client.get(f"/tournaments/{event.tournament_id}/memory/{stream.number - 1}/").content.decode()

    assert ("/undo/" in by_clock, "/undo/" in claimed) == (False, True)
