"""A player's own page: what it says in every state, and what it costs."""

import gzip
import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP, Side, Win
from tests.factories import a_caller, a_drawn_event, a_match, an_entered_event, entrant_named, match_of, play_code
from tests.pages.on_the_phone import Player, lower, text_of, upper
from tests.pages.reading import statements
from tests.phones import a_phone, claims, reporting, says
from tournaments.actions.matches.calls import call_match, penalise
from tournaments.actions.matches.claims import claim, confirm_claim, contest
from tournaments.actions.matches.results import start_match
from tournaments.models import Event, Match
from tournaments.read.players.phone_card import short_name

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 15, 42, tzinfo=UTC)


# --- What it says


def test_before_the_draw_the_page_says_entered() -> None:
    who = entrant_named(an_entered_event(4), "Petra Horvat").pk

    assert "You are Petra Horvat You are in After the draw your first match appears here." in Player(who).reads()


def test_with_a_bye_the_page_names_the_match_to_wait_for() -> None:
    match = match_of(a_drawn_event(3), "B1")

    assert "You sit out round A Then round B, against winner of A2" in upper(match).reads()


def test_a_waiting_player_sees_the_next_opponent() -> None:
    event = a_drawn_event(4, "none")
    play_code(event, "A1", TOP, 5)

    text = upper(match_of(event, "B1")).reads()

    assert "You play winner of A2" in text
    assert "You get a table when you are called." in text
    assert re.search(r"A1 beat [\w ]+ 7–5", text)


def test_who_is_called_sees_the_table_and_since_when(at: Callable[[datetime], None]) -> None:
    match = a_match()
    at(NOW)
    call_match(match.pk, "4", a_caller())

    page = upper(match).page()

    assert "<title>(!) Table 4 – " in page
    assert "Please sit down. Called 16:42 Table 4" in text_of(page)
    assert 'class="seat attention"' in page


def test_during_the_match_the_players_points_are_below() -> None:
    match = a_match()
    claim(match.pk, claims(GameResult(TOP, cube=2), GameResult(BOTTOM, Win.GAMMON, 2)), a_phone(match, BOTTOM))

    mine, other = upper(match).reads(), lower(match).reads()

    assert re.search(r"\w+ 4 You 2 Game by game Game 3 who won\?", mine)
    assert re.search(r"\w+ 2 You 4 Game by game Game 3 who won\?", other)


def test_in_the_crawford_game_the_cube_is_barred() -> None:
    match = a_match(length=3)
    claim(match.pk, claims(GameResult(TOP, cube=2)), a_phone(match, TOP))

    page = upper(match).page()

    assert "This is the Crawford game: no cube." in page
    assert page.count('name="cube"') - page.count("disabled><span>") + page.count('value="drop" disabled') == 1


def test_penalty_points_are_the_start_score() -> None:
    match = a_match()
    penalise(match.pk, BOTTOM, 2, "", a_caller())

    assert "From 2–0: penalty points for coming late." in upper(match).reads()
    assert "From 0–2: penalty points for coming late." in lower(match).reads()


def test_penalty_points_after_the_first_game_change_the_score_on_every_page() -> None:
    match = a_match()
    claim(match.pk, claims(GameResult(TOP, cube=2), GameResult(BOTTOM, Win.GAMMON, 2)), a_phone(match, TOP))

    penalise(match.pk, BOTTOM, 2, "", a_caller())

    mine = upper(match)
    assert re.search(r"\w+ 4 You 4 From 2–0: penalty points for coming late\.", mine.reads())
    public = text_of(mine.client.get(f"/players/{match.top_id}/").content.decode())
    assert "4–4 on now starts at 2–0" in public


def test_a_winner_sees_when_the_report_settles(at: Callable[[datetime], None]) -> None:
    match = match_of(a_drawn_event(4, "none"), "A1")
    at(NOW)
    says(match, TOP, (7, 5))

    text = upper(match).reads()

    assert "You won 7–5 against" in text
    assert re.search(r"Written 16:42 Sent 16:42 Confirmed by \w+ , the desk, or at 16:52", text)
    assert "Correct the result" in text
    assert "Then B1" in text


def test_the_opponent_says_right_or_wrong(at: Callable[[datetime], None]) -> None:
    match = match_of(a_drawn_event(4, "none"), "A1")
    at(NOW)
    says(match, TOP, (7, 5))

    text = lower(match).reads()

    assert re.search(r"\w+ says 7–5 for [\w ]+\. Is that right\?", text)
    assert "Right Wrong" in text
    assert "If neither you nor the desk objects, it is settled at 16:52." in text


def test_two_results_stand_side_by_side_and_the_desk_decides() -> None:
    match = a_match()
    says(match, TOP, (7, 5))
    says(match, BOTTOM, (6, 7))

    mine, other = upper(match).reads(), lower(match).reads()

    assert re.search(r"Two results .* You say 7–5 \. \w+ says 6–7 \. The desk decides\.", mine)
    assert re.search(r"You say 7–6 \. \w+ says 5–7 \. The desk decides\.", other)


def test_a_claim_of_more_points_than_the_length_is_shown_as_it_counts() -> None:
    match = a_match()
    says(match, BOTTOM, (5, 7))
    claim(match.pk, claims(GameResult(TOP, Win.BACKGAMMON, 4)), a_phone(match, TOP))

    assert re.search(r"You say 7–0 \. \w+ says 5–7 \.", upper(match).reads())


def test_a_result_that_is_contested_without_another_says_so() -> None:
    match = a_match()
    says(match, TOP, (7, 5))
    contest(match.pk, a_phone(match, BOTTOM))

    assert re.search(r"You say 7–5 \. \w+ says that it is wrong\. The desk decides\.", upper(match).reads())
    assert re.search(r"You say that it is wrong\. \w+ says 5–7", lower(match).reads())


def test_what_is_settled_leads_to_what_comes_then_and_can_still_be_looked_at() -> None:
    match = match_of(a_drawn_event(4, "none"), "A1")
    says(match, TOP, (7, 5))
    confirm_claim(match.pk, a_phone(match, BOTTOM))
    mine = upper(match)

    assert "You play winner of A2" in mine.reads()
    assert re.search(r"You won 7–5 .* Confirmed by \w+ Something is wrong", mine.reads(f"?match={match.pk}"))


def test_an_objection_stands_beside_the_result_until_the_desk_has_looked() -> None:
    match = match_of(a_drawn_event(4, "none"), "A1")
    says(match, BOTTOM, (7, 5))
    contest(match.pk, a_phone(match, BOTTOM))

    text = lower(match).reads(f"?match={match.pk}")

    assert "You say that it is wrong. It counts until the desk has checked it." in text
    assert "contested" in lower(match).reads()


def test_a_loser_sees_where_the_drop_leads() -> None:
    event = a_drawn_event(8)
    play_code(event, "A1", TOP)

    assert "You play loser of A2" in lower(match_of(event, "A1")).reads()


def test_a_player_without_more_matches_sees_the_place() -> None:
    event = a_drawn_event(2, "none")
    play_code(event, "A1", BOTTOM, 3)

    assert "You won Main" in lower(match_of(event, "A1")).reads()
    assert "Place 2 No more matches for you here." in upper(match_of(event, "A1")).reads()


def test_where_the_desk_enters_results_there_is_no_form() -> None:
    event = a_drawn_event(2, "none")
    reporting(event, phones=False)

    page = upper(match_of(event, "A1")).page()

    assert "Report results at the desk." in page
    assert "data-entry" not in page


def test_of_two_matches_the_one_that_is_on_comes_first() -> None:
    event = a_drawn_event(4, "none")
    first, final = match_of(event, "A1"), match_of(event, "B1")
    says(first, TOP, (7, 5))
    play_code(event, "A2")
    final.refresh_from_db()
    assert "You won 7–5" in Player(final.top_id or 0).reads()

    start_match(final.pk, a_caller())

    assert "Main, final · to 7 points" in Player(final.top_id or 0).reads()


# --- What it costs


def in_every_state(event: Event) -> list[Match]:
    """Return matches in which the upper players see a game to write, a called table, their own claim, two results."""
    matches = [match_of(event, code) for code in ("A1", "A2", "A3", "A4")]
    claim(matches[0].pk, claims(GameResult(TOP)), a_phone(matches[0], TOP))
    call_match(matches[1].pk, "4", a_caller())
    says(matches[2], TOP, (7, 5))
    says(matches[3], TOP, (7, 5))
    says(matches[3], BOTTOM, (5, 7))
    return matches


def test_the_page_takes_the_same_statements_for_8_and_for_128() -> None:
    costs = {}
    for entrants in (8, 128):
        players = [upper(match) for match in in_every_state(a_drawn_event(entrants))]
        costs[entrants] = [statements(each.client, each.address) for each in players]

    assert costs == {8: [10, 10, 11, 11], 128: [10, 10, 11, 11]}


def test_a_game_takes_no_more_statements_than_a_request_may() -> None:
    match = match_of(a_drawn_event(8), "A1")
    mine = upper(match)
    mine.post("claim", match, games='[["top",1,"single"]]', once="1" * 22)

    with CaptureQueriesContext(connection) as queries:
        mine.post("claim", match, games='[["top",1,"single"],["top",1,"single"]]', once="2" * 22)

    assert len(queries) == 17


def test_the_page_is_kept_until_something_happens() -> None:
    match = a_match()
    mine = upper(match)
    mine.page()
    tag = mine.client.get(mine.address)["ETag"]

    same = mine.client.get(mine.address, headers={"If-None-Match": tag})
    call_match(match.pk, "4", a_caller())
    other = mine.client.get(mine.address, headers={"If-None-Match": tag})

    assert (same.status_code, other.status_code) == (304, 200)


@pytest.mark.parametrize("length", [7, 25])
def test_the_page_itself_is_light(length: int) -> None:
    match = a_match(length=length)

    assert len(gzip.compress(upper(match).page().encode())) < 3_500


@pytest.mark.parametrize("side", list(Side))
def test_a_name_of_any_length_stands_in_full(side: Side) -> None:
    event = a_drawn_event(20)
    who = entrant_named(event, "Maria del Carmen Fernández de Oñate").pk
    match = next(each for each in Match.objects.filter(draw__event=event) if who in (each.top_id, each.bottom_id))

    page = Player((match.top_id if side is TOP else match.bottom_id) or who).page()

    assert "Maria del Carmen Fernández de Oñate" in page


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Gorka Iturbe", "Iturbe"),
        ("Maria del Carmen Fernández de Oñate", "Fernández"),
        ("Wolfgang Bergström-Hohenfels", "Bergström"),
        ("عبد الرحمن بن خالد", "عبد الرحمن بن خالد"),
        ("Ö", "Ö"),
    ],
)
def test_a_button_says_the_family_name(name: str, short: str) -> None:
    assert short_name(name) == short
