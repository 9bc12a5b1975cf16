"""The page of a match: who plays, where they go, what was entered, and what the desk can do there."""

import re
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP, Win
from tests.factories import a_caller, a_drawn_event, a_match, a_stranger, an_owner, by, match_of, play, play_code
from tournaments.actions.draws.making import make_draw
from tournaments.actions.matches.calls import call_match, penalise
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Match
from tournaments.words.results import note_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_owner())
    return client


def text_of(page: str) -> str:
    """Return what a person reads, blanks folded."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.partition("<main")[2]).split())


def read(client: Client, match: Match) -> str:
    return text_of(client.get(f"/matches/{match.pk}/").content.decode())


def test_a_ready_match_says_who_plays_and_where_they_go(client: Client) -> None:
    match = match_of(a_drawn_event(8), "A1")

    text = read(client, match)

    # The event and its bracket have one name, which stands there once.
    assert "Main , last 8 · to 7" in text
    assert "Main · Main" not in text
    assert "ready" in text
    assert "Winner plays in B1 (upper line)" in text
    assert "Loser drops to D1 (upper line)" in text
    assert "Crawford not yet" in text


def test_a_bye_says_that_nobody_plays_and_drops_nobody(client: Client) -> None:
    text = read(client, match_of(a_drawn_event(3), "A1"))

    assert "bye" in text
    assert "Goes on without play Winner plays in B1 (upper line) Memory" in text


def test_the_rail_draws_as_many_points_as_the_match_is_long(client: Client) -> None:
    match = a_match(length=5)
    play(match, TOP, 2)

    page = client.get(f"/matches/{match.pk}/").content.decode()

    assert (page.count('class="p-done"'), page.count('class="p-todo"')) == (7 + 1, 3)
    assert page.count('aria-hidden="true"') >= 2


def test_penalty_points_are_the_start_score(client: Client) -> None:
    match = a_match(length=7)
    penalise(match.pk, BOTTOM, 2, "", a_caller())

    page = client.get(f"/matches/{match.pk}/").content.decode()

    assert "starts with 2 points" in text_of(page)
    assert page.count('class="p-start"') == 2


def test_a_called_match_names_its_table(client: Client) -> None:
    match = a_match()
    call_match(match.pk, "4", a_caller())

    assert "Table 4, called" in read(client, match)


def test_games_are_told_with_the_score_after_each_and_the_crawford_game(client: Client) -> None:
    match = a_match(length=3)
    games = (GameResult(TOP, cube=2), GameResult(BOTTOM), GameResult(BOTTOM, Win.GAMMON))
    report_result(match.pk, Report(games=games), a_caller())

    text = read(client, match)

    assert "Game 2 was the Crawford game" in text
    assert "1 Falk Brenner 2 single 2–0" in text or "1 Petra Horvat 2 single 2–0" in text
    assert "gammon 2–3" in text


def test_the_desk_is_told_what_is_odd_about_a_result(desk: Client) -> None:
    match = a_match(length=3)
    games = (GameResult(TOP, cube=2), GameResult(BOTTOM), GameResult(BOTTOM), GameResult(BOTTOM))
    report_result(match.pk, Report(games=games), a_caller())

    assert "Odd, but it counts: After the Crawford game the trailer did not double." in read(desk, match)


def test_every_note_of_the_rule_book_has_its_words() -> None:
    table = (Path(__file__).parents[3] / "docs" / "rules" / "match.md").read_text().partition("## Notes")[2]
    notes = re.findall(r"^\| `([a-z.]+)` \|", table.partition("\n## ")[0], re.MULTILINE)

    assert len(notes) == 9
    assert [code for code in notes if not note_of(code)] == ["crawford.implied"]


def test_a_passer_by_sees_what_happened_but_not_who_wrote_it(client: Client) -> None:
    owner = an_owner()
    match = a_match()
    report_result(match.pk, Report(points=(7, 3)), by(owner))

    passer_by = read(client, match)
    client.force_login(owner)

    assert "7–3" in passer_by
    assert owner.name not in passer_by
    assert owner.name in read(client, match)


def test_only_the_desk_sees_what_it_can_do(client: Client) -> None:
    match = a_match()
    client.force_login(a_stranger())
    stranger = client.get(f"/matches/{match.pk}/").content.decode()
    client.force_login(an_owner())

    page = client.get(f"/matches/{match.pk}/").content.decode()

    rows = [f"/matches/{match.pk}/{what}/" for what in ("result", "start", "call", "penalty")]
    assert [each for each in rows if each in stranger] == []
    assert [each for each in rows if each not in page] == []


def test_a_match_of_an_old_draw_is_gone_and_leads_to_the_new_one(client: Client) -> None:
    event = a_drawn_event(4)
    old = match_of(event, "A1")
    make_draw(event.pk, "another key", a_caller())

    answer = client.get(f"/matches/{old.pk}/")

    assert answer.status_code == 410
    assert f'href="/matches/{match_of(event, "A1").pk}/"' in answer.content.decode()


def test_an_unknown_match_is_not_found(client: Client) -> None:
    assert client.get("/matches/4711/").status_code == 404


def test_an_unchanged_match_is_not_sent_twice(client: Client) -> None:
    match = a_match()
    first = client.get(f"/matches/{match.pk}/")

    again = client.get(f"/matches/{match.pk}/", headers={"If-None-Match": first["ETag"]})
    play(match)
    changed = client.get(f"/matches/{match.pk}/", headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, changed.status_code) == (304, 200)


def test_start_and_confirm_take_one_button(desk: Client) -> None:
    match = a_match()
    started = desk.post(f"/matches/{match.pk}/start/", {"seen": 1})
    report_result(match.pk, Report(points=(7, 3), settled=False), a_caller())

    confirmed = desk.post(f"/matches/{match.pk}/confirm/", {"seen": 2})

    assert (started.status_code, confirmed.status_code) == (303, 303)
    assert (Match.objects.get().begun, Match.objects.get().settled) == (True, True)


def test_what_cannot_be_started_says_why(desk: Client) -> None:
    match = a_match()
    start_match(match.pk, a_caller())

    answer = desk.post(f"/matches/{match.pk}/start/")

    assert answer.status_code == 409
    assert "There is a problem" in answer.content.decode()
    assert "<title>Problem:" in answer.content.decode()


def test_a_match_costs_the_same_statements_with_one_record_and_with_three(client: Client) -> None:
    event = a_drawn_event(8)
    one, three = match_of(event, "A1"), match_of(event, "A2")
    play_code(event, "A1")
    call_match(three.pk, "3", a_caller())
    start_match(three.pk, a_caller())
    play_code(event, "A2")

    assert [statements(client, each) for each in (one, three)] == [8, 8]
    client.force_login(an_owner())
    assert [statements(client, each) for each in (one, three)] == [11, 11]


def statements(client: Client, match: Match) -> int:
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/matches/{match.pk}/")
    return len(queries)
