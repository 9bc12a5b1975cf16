"""A result found wrong: looked at before it is written, decided match by match; clearing, calling, coming late."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules.match.games import GameResult
from rules.match.terms import TOP, Win
from tests.contents import nothing_changes
from tests.factories import (
    a_caller,
    a_desk_helper,
    a_drawn_event,
    a_match,
    an_owner,
    card_of,
    match_of,
    play,
    play_code,
)
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.actions.matches.tables import furnish
from tournaments.models import Event, Match, Table
from tournaments.read.draws.view import one_match

pytestmark = pytest.mark.django_db

WRONG = {"way": "score", "top": "3", "bottom": "7"}


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_owner())
    return client


def text_of(answer: Any) -> str:
    page = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") :]).split())


def an_event_that_went_on() -> Event:
    """A1 and A2 are played by their upper players, who have begun B1."""
    event = a_drawn_event(4)
    play_code(event, "A1")
    play_code(event, "A2")
    start_match(match_of(event, "B1").pk, a_caller())
    return event


# --- Looking


def test_a_correction_shows_now_after_and_affected_before_it_is_written(desk: Client) -> None:
    event = an_event_that_went_on()

    with nothing_changes():
        answer = desk.get(f"/matches/{match_of(event, 'A1').pk}/correction/", WRONG)

    text = text_of(answer)
    final = card_of(event, "B1")
    assert final.top is not None
    assert final.bottom is not None
    assert re.search(r"Now .* 7–0 .* final After .* 3–7 .* final Affected B1 already played, choose below", text)
    assert f"B1 has begun: {final.top.name} against {final.bottom.name}" in text
    assert "Play B1 again" in text
    assert "Keep it as played (ruling)" in text
    assert "Correct A1 to 3–7" in text


def test_a_correction_that_affects_nobody_says_so(desk: Client) -> None:
    match = a_match()
    play(match)

    answer = text_of(desk.get(f"/matches/{match.pk}/correction/", WRONG))

    assert "No match that has begun" in answer


def test_what_stands_already_is_no_correction(desk: Client) -> None:
    match = a_match()
    play(match, TOP, 3)

    answer = text_of(desk.get(f"/matches/{match.pk}/correction/", {"way": "score", "top": "7", "bottom": "3"}))

    assert "This result is already recorded." in answer
    assert "Correct A1 to" not in answer


def test_a_wrong_score_is_repaired_by_one_tap(desk: Client) -> None:
    match = a_match()
    play(match)

    page = desk.get(f"/matches/{match.pk}/correction/", {"way": "score", "top": "3", "bottom": "6"}).content.decode()

    assert 'href="?way=score&amp;make=3–7"' in page


def test_two_accounts_stand_side_by_side_game_by_game(desk: Client) -> None:
    match = a_match(length=3)
    games = (GameResult(TOP, cube=2), GameResult(TOP, Win.GAMMON))
    report_result(match.pk, Report(games=games), a_caller())
    posted = {"way": "games", "winner_1": "top", "cube_1": "2", "winner_2": "bottom", "cube_2": "1"}
    third = {"winner_3": "bottom", "cube_3": "2", "kind_3": "single"}

    answer = desk.get(f"/matches/{match.pk}/correction/", posted | third)

    assert answer.content.decode().count('class="differs"') == 2
    assert "Ask for the score cards: the trailer's counts." in text_of(answer).replace("&#x27;", "'")


# --- Writing


@pytest.mark.parametrize(("choice", "status", "begun"), [("void", "open", False), ("stand", "open", True)])
def test_a_begun_match_is_played_again_or_stands(desk: Client, choice: str, status: str, begun: bool) -> None:
    event = an_event_that_went_on()
    match, final = match_of(event, "A1"), match_of(event, "B1")

    answer = desk.post(
        f"/matches/{match.pk}/correction/",
        WRONG | {"seen": match.version, "reason": "slip misread", f"choice_{final.pk}": choice},
    )

    card = card_of(event, "B1")
    assert answer.status_code == 303
    assert (one_match(match.pk).score, card.status, card.begun) == ((3, 7), status, begun)
    assert (card.top is not None and card.top.entrant == final.top_id) is begun


def two_rounds_on() -> Event:
    """Return an event of eight whose main bracket was played to the end."""
    event = a_drawn_event(8)
    for code in (
        Match.objects.filter(draw__event=event, bracket="main").order_by("place").values_list("code", flat=True)
    ):
        play_code(event, code)
    return event


@pytest.mark.parametrize(("answer", "open_again"), [("keep-all", False), ("replay-all", True)])
def test_one_button_keeps_all_affected_matches_or_replays_them(desk: Client, answer: str, open_again: bool) -> None:
    event = two_rounds_on()
    match = match_of(event, "A1")
    page = desk.get(f"/matches/{match.pk}/correction/", WRONG).content.decode()
    affected = set(re.findall(r'name="choice_(\d+)"', page))

    done = desk.post(
        f"/matches/{match.pk}/correction/", WRONG | {"do": answer, "reason": "misread", "seen": match.version}
    )

    assert len(affected) > 1
    assert f'value="{answer}"' in page
    assert done.status_code == 303
    states = {Match.objects.get(pk=pk).result_id is None for pk in affected}
    assert states == {open_again}


def test_a_correction_names_who_would_play_instead_and_all_that_is_missing_at_once(desk: Client) -> None:
    event = two_rounds_on()
    match = match_of(event, "A1")
    text = text_of(desk.get(f"/matches/{match.pk}/correction/", WRONG))
    refused = text_of(
        desk.post(f"/matches/{match.pk}/correction/", WRONG | {"do": "write", "reason": "", "seen": match.version})
    )
    one = card_of(event, "A1").bottom

    assert one is not None
    assert f"After the correction {one.name} and " in text
    assert "Give a reason." in refused
    assert "Choose" in refused


def test_without_a_choice_nothing_is_written_and_the_match_is_named(desk: Client) -> None:
    event = an_event_that_went_on()
    match = match_of(event, "A1")

    with nothing_changes():
        answer = desk.post(f"/matches/{match.pk}/correction/", WRONG | {"reason": "slip misread"})

    text = text_of(answer)
    assert answer.status_code == 409
    assert "B1 has begun" in text
    assert 'value="slip misread"' in answer.content.decode()


def test_a_correction_says_why(desk: Client) -> None:
    match = a_match()
    play(match)

    with nothing_changes():
        answer = desk.post(f"/matches/{match.pk}/correction/", WRONG | {"reason": " "})

    assert answer.status_code == 422
    assert 'href="#reason"' in answer.content.decode()


def test_the_desk_corrects_but_only_a_director_decides_over_begun_matches(client: Client) -> None:
    event = an_event_that_went_on()
    client.force_login(a_desk_helper(event.tournament.club))
    match, final = match_of(event, "A1"), match_of(event, "B1")

    looked = client.get(f"/matches/{match.pk}/correction/", WRONG)
    answer = client.post(f"/matches/{match.pk}/correction/", WRONG | {"reason": "slip", f"choice_{final.pk}": "void"})

    assert "a director decides this" in text_of(looked)
    assert answer.status_code == 403


def test_a_match_without_a_result_has_nothing_to_correct(desk: Client) -> None:
    assert "has no result yet" in text_of(desk.get(f"/matches/{a_match().pk}/correction/"))


def test_looking_costs_the_same_for_one_affected_match_and_for_two(desk: Client) -> None:
    small, large = an_event_that_went_on(), a_drawn_event(8)
    for code in ("A1", "A2", "A3", "A4"):
        play_code(large, code)
    for code in ("B1", "D1"):
        start_match(match_of(large, code).pk, a_caller())

    counts = []
    for event in (small, large):
        match = match_of(event, "A1")
        desk.get(f"/matches/{match.pk}/correction/", WRONG)
        with CaptureQueriesContext(connection) as queries:
            desk.get(f"/matches/{match.pk}/correction/", WRONG)
        counts.append(len(queries))

    assert counts == [9, 9]


# --- Clearing


def test_a_cleared_match_is_open_again(desk: Client) -> None:
    match = a_match()
    play(match)

    answer = desk.post(f"/matches/{match.pk}/clear/", {"seen": 2, "reason": "wrong table"})

    assert (answer.status_code, one_match(match.pk).status) == (303, "open")


def test_clearing_names_the_later_matches_and_plays_them_again(desk: Client) -> None:
    event = an_event_that_went_on()
    match, final = match_of(event, "A1"), match_of(event, "B1")
    looked = text_of(desk.get(f"/matches/{match.pk}/clear/"))

    answer = desk.post(f"/matches/{match.pk}/clear/", {"reason": "wrong table", f"choice_{final.pk}": "void"})

    assert "Play B1 again" in looked
    assert "Keep it as played" not in looked
    assert (answer.status_code, card_of(event, "B1").begun) == (303, False)


# --- Calling


def test_free_tables_are_offered_and_one_tap_calls(desk: Client) -> None:
    event = a_drawn_event(4)
    furnish(event.tournament_id, [Table("1"), Table("2", "stream"), Table("3")], a_caller())
    call_match(match_of(event, "A2").pk, "1", a_caller())
    match = match_of(event, "A1")

    page = desk.get(f"/matches/{match.pk}/call/").content.decode()
    answer = desk.post(f"/matches/{match.pk}/call/", {"free": "3", "seen": match.version})

    assert re.findall(r'name="free" value="([^"]*)"', page) == ["3"]
    assert (answer.status_code, one_match(match.pk).table) == (303, "3")


def test_a_call_can_be_taken_back(desk: Client) -> None:
    match = a_match()
    call_match(match.pk, "4", a_caller())

    answer = desk.post(f"/matches/{match.pk}/call/", {"do": "back", "table": "4"})

    assert (answer.status_code, one_match(match.pk).table) == (303, "")


def test_a_table_that_is_taken_is_said_at_the_field(desk: Client) -> None:
    event = a_drawn_event(4)
    call_match(match_of(event, "A2").pk, "1", a_caller())

    answer = desk.post(f"/matches/{match_of(event, 'A1').pk}/call/", {"table": "1"})

    assert answer.status_code == 409
    assert "Table 1 is taken by" in text_of(answer)
    assert 'name="table" value="1"' in answer.content.decode()


def test_no_table_is_asked_for(desk: Client) -> None:
    assert "Enter or choose a table" in text_of(desk.post(f"/matches/{a_match().pk}/call/", {"table": " "}))


# --- Coming late


def late(desk: Client, match: Match, **posted: str) -> Any:
    return desk.post(f"/matches/{match.pk}/penalty/", posted)


def test_minutes_late_are_counted_by_the_events_rule(desk: Client) -> None:
    match = a_match()

    answer = late(desk, match, late="top", minutes="12")

    assert (answer.status_code, one_match(match.pk).start) == (303, (0, 2))


def test_points_are_typed_as_the_director_decides(desk: Client) -> None:
    match = a_match()

    late(desk, match, late="bottom", points="3", reason="came from the bar")

    assert one_match(match.pk).start == (3, 0)


def test_so_many_points_cost_the_match_and_one_tap_writes_it(desk: Client) -> None:
    match = a_match()

    with nothing_changes():
        answer = late(desk, match, late="top", minutes="25")

    assert answer.status_code == 422
    assert "5 points are more than half of 7: they cost the match." in text_of(answer)
    assert f'action="/matches/{match.pk}/result/"' in answer.content.decode()


@pytest.mark.parametrize(
    ("posted", "text"),
    [
        ({"minutes": "12"}, "Choose who came late."),
        ({"late": "top"}, "Enter the minutes late, or the points"),
        ({"late": "top", "minutes": "soon"}, "Enter the minutes late, or the points"),
        ({"late": "left", "points": "1"}, "Choose who came late."),
    ],
)
def test_what_is_missing_is_asked_for(desk: Client, posted: dict[str, str], text: str) -> None:
    match = a_match()

    with nothing_changes():
        answer = late(desk, match, **posted)

    assert answer.status_code == 422
    assert text in text_of(answer)
