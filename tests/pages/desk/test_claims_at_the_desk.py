"""What the desk sees of claims: two results, what waits for the clock, contests, running scores; and how it rules."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from journal.verbs import undoable
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP, Win
from tests.factories import Program, a_caller, a_desk_helper, a_director, a_drawn_event, card_of, match_of, play_code
from tests.pages.at_the_desk import Director, plain
from tests.phones import a_phone, claims, name, says
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.claims import claim, contest
from tournaments.actions.matches.results import start_match
from tournaments.actions.phones.held import Held, report_held
from tournaments.models import Event
from tournaments.pages.desk.board import Viewer, desk_sheet
from tournaments.pages.desk.sheet import Desk
from tournaments.read.events import tournament_of

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 15, 42, tzinfo=UTC)
type Clock = Callable[[datetime], None]


@pytest.fixture
def event() -> Event:
    return a_drawn_event(8, "progressive", key="1", length=5)


@pytest.fixture
def director(event: Event) -> Director:
    return Director(a_director(event.tournament.club), event)


def test_the_desk_says_how_many_results_since_the_backup_are_on_phones(event: Event, director: Director) -> None:
    for code, points in (("A1", (5, 3)), ("A2", (5, 0))):
        match = match_of(event, code)
        report_held(match.top_id or 0, [Held(match.pk, *points)], a_phone(match, TOP))

    assert "2 results since the backup are on phones" in director.look().section("on-phones")


def sheet(event: Event, *, later: int = 0) -> Desk:
    """Return the desk as the system itself sees it, so many minutes from now."""
    now = timezone.now() + timedelta(minutes=later)
    return desk_sheet(tournament_of(event.tournament_id), Viewer(a_caller().actor, now, undoable()))


def a_dispute(event: Event, code: str = "A1") -> int:
    """The upper player says 5–3, the lower one 2–5. Return the match."""
    match = match_of(event, code)
    says(match, TOP, (5, 3))
    says(match, BOTTOM, (2, 5))
    return match.pk


# --- The rows


def test_two_results_come_before_everything_else(event: Event) -> None:
    says(match_of(event, "A2"), TOP, (5, 1))
    a_dispute(event)

    rows = sheet(event)

    assert [(row.match.code, row.state, row.reports.scores, row.action) for row in rows.needs] == [
        ("A1", "disputed", ((5, 3), (2, 5)), "rule"),
        ("A2", "unsettled", (), "confirm"),
    ]
    assert rows.needs[0].ruling_address == f"/matches/{rows.needs[0].match.id}/ruling/"


def test_an_objection_without_a_score_is_shown_as_a_question_mark(event: Event, director: Director) -> None:
    match = match_of(event, "A1")
    says(match, TOP, (5, 3))

    contest(match.pk, a_phone(match, BOTTOM))

    assert [(row.state, row.reports.scores) for row in sheet(event).needs] == [("disputed", ((5, 3), None))]
    assert "Two results5–3 / ?" in director.look().row(match.pk)


def test_the_winners_report_settles_at_a_time_of_day_and_one_button_confirms_it(
    event: Event, director: Director, at: Clock
) -> None:
    at(NOW)
    match = match_of(event, "A1")
    says(match, TOP, (5, 3))

    (row,) = sheet(event).needs
    page = director.press(f"confirm {match.pk}")

    assert (row.state, row.match.score, row.deadline) == ("unsettled", (5, 3), "16:52")
    assert row.command == f"confirm {match.pk}"
    assert card_of(event, "A1").settled
    assert "needs" not in re.findall(r'<section id="(\w+)"', page.html)


def test_an_objection_names_the_player_and_the_desk_can_keep_the_result(event: Event, director: Director) -> None:
    play_code(event, "A1", loser_points=3)
    match = match_of(event, "A1")
    contest(match.pk, a_phone(match, BOTTOM))

    (row,) = sheet(event).needs
    shown = director.look().row(match.pk)
    director.press(f"confirm {match.pk}")

    assert (row.state, row.match.score, row.contested_by) == ("contested", (5, 3), name(event, "A1", BOTTOM))
    assert f"5–3 contested{name(event, 'A1', BOTTOM)} objects · Correct A1" in shown
    assert "Keep the result A1" in shown
    assert not card_of(event, "A1").contested


def test_the_running_score_names_its_keeper(event: Event, director: Director) -> None:
    match = match_of(event, "A1")
    start_match(match.pk, a_caller())
    says(match, TOP, (1, 0))

    says(match, BOTTOM, (2, 3))

    assert [(row.state, row.match.running, row.match.keeper) for row in sheet(event).on] == [
        ("playing", (2, 3), card_of(event, "A1").bottom)
    ]
    assert [(row.state, row.match.running) for row in sheet(event, later=80).needs] == [("over", (2, 3))]
    assert f"2–3 kept by {name(event, 'A1', BOTTOM)}" in director.look().row(match.pk)


def test_the_next_match_depends_on_the_one_that_is_not_confirmed(event: Event) -> None:
    says(match_of(event, "A1"), TOP, (5, 3))
    play_code(event, "A2")

    rows = {row.match.code: row.match.depends_on for row in sheet(event).ready}

    assert rows == {"A3": (), "A4": (), "B1": ("A1",), "D1": ("A1",)}


def test_programs_get_the_matches_that_a_match_depends_on(event: Event) -> None:
    says(match_of(event, "A1"), TOP, (5, 3))
    play_code(event, "A2")
    program = Program(None)

    listed = program.get(f"events/{event.pk}/matches/?status=open").data
    one = program.get(f"matches/{match_of(event, 'B1').pk}/").data
    called = call_match(match_of(event, "B1").pk, "4", a_caller()).match

    assert {each["code"]: each["depends_on"] for each in listed}["B1"] == ["A1"]
    assert one["depends_on"] == ["A1"]
    assert called is not None
    assert called.depends_on == ("A1",)


def test_the_title_counts_the_matches_that_need_the_director(event: Event, director: Director) -> None:
    quiet = director.look().html
    a_dispute(event)

    urgent = director.look().html

    assert "<title>Desk, Bilbao Autumn Open" in quiet
    assert "<title>(1) Desk, Bilbao Autumn Open" in urgent


def test_just_done_leaves_out_running_scores_and_marks_what_came_by_phone(event: Event, director: Director) -> None:
    match = match_of(event, "A1")
    says(match, TOP, (1, 0))
    says(match, BOTTOM, (5, 1))

    done = director.look().section("done")

    assert "running score" not in done
    assert f"{name(event, 'A1', TOP)} beat {name(event, 'A1', BOTTOM)} 5–1, says the loser phone" in done


def test_claims_cost_no_statement_more() -> None:
    costs = []
    for entrants in (8, 128):
        event = a_drawn_event(entrants, "progressive", length=5)
        a_dispute(event, "A1" if entrants == 8 else "A2")
        says(match_of(event, "A3"), TOP, (1, 0))
        says(match_of(event, "A4"), TOP, (5, 0))
        tournament = tournament_of(event.tournament_id)
        with CaptureQueriesContext(connection) as captured:
            desk_sheet(tournament, Viewer(a_caller().actor, timezone.now(), undoable()))
        costs.append(len(captured))

    assert costs == [7, 7]


# --- The line


def test_the_line_settles_a_dispute(event: Event, director: Director) -> None:
    a_dispute(event)

    shown = director.type("a1 5-2")
    director.write("a1 5-2")

    assert shown.sentence == f"{name(event, 'A1', TOP)} beats {name(event, 'A1', BOTTOM)} 5–2. Settles a dispute."
    assert (card_of(event, "A1").score, card_of(event, "A1").settled) == ((5, 2), True)


def test_typing_a_contested_result_again_keeps_it(event: Event, director: Director) -> None:
    play_code(event, "A1", loser_points=3)
    contest(match_of(event, "A1").pk, a_phone(match_of(event, "A1"), BOTTOM))

    shown = director.type("a1 5-3")
    director.write("a1 5-3")

    assert shown.kind == "confirms"
    assert not card_of(event, "A1").contested


def test_entering_what_a_phone_reported_meanwhile_asks_to_confirm_it(event: Event, director: Director) -> None:
    typed = director.type("a1 5-3")
    form = next(form for form in typed.forms if form.hidden.get("line") == "a1 5-3")
    says(match_of(event, "A1"), TOP, (5, 3))

    shown = director.follow(director.post(form, form.commands[0]))

    assert (shown.status, shown.kind) == (409, "confirms")
    assert shown.form(f"confirm {match_of(event, 'A1').pk}").hidden["line"] == "a1 5-3"


def test_where_a_later_match_has_begun_the_line_leads_to_the_ruling(event: Event, director: Director) -> None:
    match = match_of(event, "A1")
    says(match, TOP, (5, 3))
    play_code(event, "A2")
    start_match(match_of(event, "B1").pk, a_caller())
    says(match, BOTTOM, (2, 5))

    shown = director.write("a1 2-5")

    assert "B1 has begun" in plain(shown.html)
    assert "Rule A1 to 2–5" in plain(shown.html)


# --- The ruling


@pytest.fixture
def desk_client(client: Client, event: Event) -> Client:
    client.force_login(a_desk_helper(event.tournament.club))
    return client


def text_of(answer: Any) -> str:
    page = answer.content.decode()
    spaced = re.sub(r"</(p|h2|td|th)>", " ", page[page.index("<main") :])
    return plain(spaced).replace("&#x27;", "'")


def taken(answer: Any) -> list[str]:
    return re.findall(r'name="take" value="(\d+)"', answer.content.decode())


def seen(answer: Any) -> str:
    return str(re.findall(r'name="seen" value="(\d+)"', answer.content.decode())[0])


def test_both_score_cards_stand_side_by_side_with_the_games_that_differ(event: Event, desk_client: Client) -> None:
    match = match_of(event, "A1")
    same, last = GameResult(TOP, cube=2), GameResult(BOTTOM, Win.GAMMON, cube=4)
    claim(match.pk, claims(same, GameResult(TOP, Win.BACKGAMMON)), a_phone(match, TOP))
    claim(match.pk, claims(same, last), a_phone(match, BOTTOM))

    answer = desk_client.get(f"/matches/{match.pk}/ruling/")

    text = text_of(answer)
    upper, lower = name(event, "A1", TOP), name(event, "A1", BOTTOM)
    assert f"{upper} says {upper} 5–0" in text
    assert f"{lower} says {lower} 5–2" in text
    assert "Ask for the score cards: the trailer's counts." in text
    assert f"Accept 5–2 for {lower}" in text
    assert answer.content.decode().count('class="differs"') == 1
    assert f"1 {upper}, single, cube 2 2–0 {upper}, single, cube 2 2–0" in text


def test_one_button_accepts_a_players_report_game_by_game(event: Event, desk_client: Client) -> None:
    match = match_of(event, "A1")
    claim(match.pk, claims(GameResult(TOP, cube=2), GameResult(TOP, Win.BACKGAMMON)), a_phone(match, TOP))
    says(match, BOTTOM, (2, 5))
    shown = desk_client.get(f"/matches/{match.pk}/ruling/")

    answer = desk_client.post(f"/matches/{match.pk}/ruling/", {"take": taken(shown)[0], "seen": seen(shown)})

    card = card_of(event, "A1")
    assert answer.status_code == 303
    assert (card.status, card.settled, card.score) == ("finished", True, (5, 0))
    assert "backgammon" in text_of(desk_client.get(f"/matches/{match.pk}/"))


def test_a_reason_stays_in_the_memory(event: Event, desk_client: Client) -> None:
    match = a_dispute(event)
    shown = desk_client.get(f"/matches/{match}/ruling/")

    desk_client.post(
        f"/matches/{match}/ruling/", {"take": taken(shown)[1], "reason": "The card was signed", "seen": seen(shown)}
    )

    assert card_of(event, "A1").score == (2, 5)
    assert "The card was signed" in text_of(desk_client.get(f"/matches/{match}/"))


def test_something_else_may_be_right(event: Event, desk_client: Client) -> None:
    match = a_dispute(event)

    wrong = desk_client.post(f"/matches/{match}/ruling/", {"way": "score", "top": "4", "bottom": "3"})
    answer = desk_client.post(f"/matches/{match}/ruling/", {"way": "score", "top": "5", "bottom": "4"})

    assert (wrong.status_code, answer.status_code) == (422, 303)
    assert card_of(event, "A1").score == (5, 4)


def test_where_a_later_match_has_begun_the_ruling_asks_what_becomes_of_it(event: Event, client: Client) -> None:
    client.force_login(a_director(event.tournament.club))
    match = match_of(event, "A1")
    says(match, TOP, (5, 3))
    play_code(event, "A2")
    start_match(match_of(event, "B1").pk, a_caller())
    says(match, BOTTOM, (2, 5))
    path, take = f"/matches/{match.pk}/ruling/", taken(client.get(f"/matches/{match.pk}/ruling/"))[1]

    query = client.post(path, {"take": take})
    choice = {f"choice_{match_of(event, 'B1').pk}": "void", "reason": "The card was signed"}
    answer = client.post(path, {"way": "score", "top": "2", "bottom": "5"} | choice)

    assert query.status_code == 409
    assert "B1 has begun" in text_of(query)
    assert "Rule A1 to 2–5" in text_of(query)
    assert answer.status_code == 303
    assert (card_of(event, "A1").score, card_of(event, "B1").begun) == ((2, 5), False)


def test_an_objection_with_a_result_of_its_own_is_ruled_on_the_same_page(event: Event, desk_client: Client) -> None:
    match = match_of(event, "A1")
    says(match, BOTTOM, (5, 3))
    says(match, TOP, (5, 3))
    contest(match.pk, a_phone(match, BOTTOM), claims(points=(3, 5)))

    shown = desk_client.get(f"/matches/{match.pk}/ruling/")
    stands = desk_client.post(f"/matches/{match.pk}/ruling/", {"take": taken(shown)[0]})

    assert len(taken(shown)) == 2
    assert f"Accept 5–3 for {name(event, 'A1', BOTTOM)}" in text_of(shown)
    assert stands.status_code == 303
    assert (card_of(event, "A1").score, card_of(event, "A1").contested) == ((5, 3), False)


@pytest.mark.parametrize("page", ["", "result/", "correction/"])
def test_every_page_of_a_dispute_leads_to_the_ruling(event: Event, desk_client: Client, page: str) -> None:
    match = a_dispute(event)

    answer = desk_client.get(f"/matches/{match}/{page}")

    assert f'href="/matches/{match}/ruling/"' in answer.content.decode()


def test_a_match_without_claims_has_nothing_to_rule(event: Event, desk_client: Client) -> None:
    answer = desk_client.get(f"/matches/{match_of(event, 'A1').pk}/ruling/")

    assert (answer.status_code, taken(answer)) == (200, [])
    assert "Nobody reported this match by phone." in text_of(answer)


def test_a_ruling_costs_the_same_with_one_game_and_with_four(event: Event, desk_client: Client) -> None:
    short, long = match_of(event, "A1"), match_of(event, "A2")
    claim(short.pk, claims(GameResult(TOP, cube=8)), a_phone(short, TOP))
    says(short, BOTTOM, (0, 5))
    games = [GameResult(TOP), GameResult(TOP), GameResult(TOP), GameResult(TOP, cube=2)]
    claim(long.pk, claims(*games), a_phone(long, TOP))
    claim(long.pk, claims(GameResult(BOTTOM, cube=8)), a_phone(long, BOTTOM))

    costs = []
    for match in (short, long):
        with CaptureQueriesContext(connection) as captured:
            desk_client.get(f"/matches/{match.pk}/ruling/")
        costs.append(len(captured))

    assert costs == [9, 9]


def test_a_called_table_stays_with_a_dispute(event: Event) -> None:
    call_match(match_of(event, "A1").pk, "4", a_caller())
    a_dispute(event)

    assert [(row.state, row.table) for row in sheet(event).needs] == [("disputed", "4")]
