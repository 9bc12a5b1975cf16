"""Writing a result without JavaScript: by score, game by game, as a forfeit; and two who write at once."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules.match.terms import BOTTOM, TOP
from tests.contents import nothing_changes
from tests.factories import (
    a_caller,
    a_drawn_event,
    a_match,
    a_stranger,
    an_owner,
    by,
    card_of,
    match_of,
    play,
    play_code,
)
from tournaments.actions.matches.calls import penalise
from tournaments.actions.matches.corrections import clear_result, correct_result
from tournaments.actions.matches.results import Report, report_result
from tournaments.models import Match
from tournaments.read.draws.view import one_match

pytestmark = pytest.mark.django_db

GAME_ONE = {"winner_1": "top", "cube_1": "2", "kind_1": "gammon"}
GAME_TWO = {"winner_2": "bottom", "cube_2": "2", "kind_2": "drop"}
GAME_THREE = {"winner_3": "top", "cube_3": "1", "kind_3": "gammon"}


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_owner())
    return client


def write(desk: Client, match: Match, **posted: Any) -> Any:
    return desk.post(f"/matches/{match.pk}/result/", {"seen": match.version, "saw": saw(desk, match)} | posted)


def saw(desk: Client, match: Match) -> str:
    page = desk.get(f"/matches/{match.pk}/result/").content.decode()
    hit = re.search(r'name="saw" value="([^"]*)"', page)
    return hit[1] if hit else ""


def text_of(answer: Any) -> str:
    page = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") :]).split())


# --- The score


@pytest.mark.parametrize(
    "posted",
    [
        {"top": "7", "bottom": "3"},
        {"top": "7-3", "bottom": ""},
        {"top": " 7 : 3 ", "bottom": ""},
        {"top": "٧–٣", "bottom": ""},
        {"top": "٧", "bottom": "٣"},
    ],
)
def test_a_score_is_written_however_it_is_typed(desk: Client, posted: dict[str, str]) -> None:
    match = a_match()

    answer = write(desk, match, way="score", **posted)

    assert (answer.status_code, answer["Location"]) == (303, f"/matches/{match.pk}/?record=4#r4")
    assert one_match(match.pk).score == (7, 3)


def test_a_score_that_nobody_has_the_length_in_offers_its_repair(desk: Client) -> None:
    match = a_match()

    with nothing_changes():
        answer = write(desk, match, way="score", top="6", bottom="3")

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "One player must have 7. You entered 6–3." in page
    assert "<title>Problem:" in page
    assert 'name="make" value="7–3"' in page
    assert 'name="top" value="6"' in page
    assert write(desk, match, way="score", make="7–3").status_code == 303
    assert one_match(match.pk).score == (7, 3)


@pytest.mark.parametrize(
    ("top", "bottom", "text"),
    [
        ("7", "7", "Only one player can have 7. You entered 7–7."),
        ("7", "", "Enter both scores"),
        ("seven", "3", "Enter both scores"),
        ("", "", "Enter both scores"),
        ("-1", "7", "Enter both scores"),
    ],
)
def test_an_invalid_score_is_shown_at_the_field(desk: Client, top: str, bottom: str, text: str) -> None:
    match = a_match()

    with nothing_changes():
        answer = write(desk, match, way="score", top=top, bottom=bottom)

    assert answer.status_code == 422
    assert text in text_of(answer)
    assert 'aria-invalid="true"' in answer.content.decode()


def test_a_score_below_the_penalty_points_is_refused(desk: Client) -> None:
    match = a_match()
    penalise(match.pk, BOTTOM, 2, "", a_caller())
    match.refresh_from_db()

    answer = write(desk, match, way="score", top="1", bottom="7")

    assert "The match started at 2–0. You entered 1–7." in text_of(answer)


def test_a_result_can_wait_to_be_confirmed(desk: Client) -> None:
    match = a_match()

    write(desk, match, way="score", top="7", bottom="3", provisional="1")

    assert not one_match(match.pk).settled


# --- Game by game


def test_games_are_added_one_by_one_with_the_score_beside_them(desk: Client) -> None:
    match = a_match()

    with nothing_changes():
        answer = write(desk, match, way="games", do="add", **GAME_ONE, **GAME_TWO, **GAME_THREE)

    text = text_of(answer)
    assert answer.status_code == 200
    assert "It stands 6–2 . The next game is the Crawford game: no cube." in text
    assert 'name="winner_4"' in answer.content.decode()


def test_the_cube_in_the_crawford_game_is_shown_at_that_game(desk: Client) -> None:
    match = a_match()
    fourth = {"winner_4": "bottom", "cube_4": "2", "kind_4": "single"}

    answer = write(desk, match, way="games", do="write", **GAME_ONE, **GAME_TWO, **GAME_THREE, **fourth)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.count("Game 4 was the Crawford game: no cube.") == 2
    assert 'href="#winner_4"' in page


def test_a_dead_cube_is_told_before_the_game(desk: Client) -> None:
    match = a_match(length=1)

    page = desk.get(f"/matches/{match.pk}/result/?way=games")

    assert "Both need one point: the cube is dead." in text_of(page)


def test_games_that_decide_the_match_are_written(desk: Client) -> None:
    match = a_match(length=3)

    answer = write(desk, match, way="games", do="write", **GAME_ONE)

    assert answer.status_code == 303
    assert one_match(match.pk).score == (3, 0)


def test_games_that_do_not_end_the_match_say_how_it_stands(desk: Client) -> None:
    match = a_match()

    answer = write(desk, match, way="games", do="write", **GAME_ONE)

    assert answer.status_code == 422
    assert "The match is not over: the score is 4–0, the length 7." in text_of(answer)


def test_the_last_game_can_be_taken_away(desk: Client) -> None:
    match = a_match()

    page = write(desk, match, way="games", do="less", **GAME_ONE, **GAME_TWO).content.decode()

    assert page.count(" checked><span><bdi>") == 1


# --- Forfeits


@pytest.mark.parametrize(
    ("who", "why", "winner"),
    [("top", "no_show", BOTTOM), ("bottom", "walkover", TOP), ("both", "no_show", None), ("top", "withdrawn", BOTTOM)],
)
def test_a_forfeit_is_written(desk: Client, who: str, why: str, winner: str | None) -> None:
    match = a_match()

    answer = write(desk, match, way="forfeit", who=who, why=why)

    card = one_match(match.pk)
    assert (answer.status_code, card.how, card.winner) == (303, why, winner)


def test_who_retired_keeps_his_points(desk: Client) -> None:
    match = a_match()

    write(desk, match, way="forfeit", who="top", why="retired", top="4", bottom="5")

    assert (one_match(match.pk).score, one_match(match.pk).winner) == ((4, 5), BOTTOM)


def test_a_forfeit_of_nobody_is_asked_for(desk: Client) -> None:
    answer = write(desk, a_match(), way="forfeit")

    assert "Choose who gives up." in text_of(answer)


# --- Two at once


def test_who_was_slower_sees_before_theirs_and_mine_and_nothing_is_lost(desk: Client) -> None:
    match = a_match()
    seen = saw(desk, match)
    report_result(match.pk, Report(points=(7, 3)), by(an_owner("uwe@barpoint.example")))

    with nothing_changes():
        answer = write(desk, match, way="score", top="5", bottom="7", saw=seen)

    page, text = answer.content.decode(), text_of(answer)
    assert answer.status_code == 409
    assert re.search(
        r"Before, as you saw it .* – .* ready Theirs .* 7–3 .* final Itziar Agirre , \d\d:\d\d Yours", text
    )
    assert "5–7" in text
    assert 'name="top" value="5"' in page
    assert f'action="/matches/{match.pk}/correction/"' in page
    assert 'name="seen" value="2"' in page


def test_mine_over_theirs_is_a_correction(desk: Client) -> None:
    match = a_match()
    report_result(match.pk, Report(points=(7, 3)), a_caller())
    mine = {"seen": 2, "way": "score", "top": "5", "bottom": "7", "reason": "Two desks entered different results"}

    answer = desk.post(f"/matches/{match.pk}/correction/", mine)

    assert (answer.status_code, one_match(match.pk).score) == (303, (5, 7))


def test_the_same_result_twice_is_no_error(desk: Client) -> None:
    match = a_match()
    seen = saw(desk, match)
    report_result(match.pk, Report(points=(7, 3)), by(an_owner("uwe@barpoint.example")))

    answer = write(desk, match, way="score", top="7", bottom="3", saw=seen)

    assert answer.status_code == 200
    assert re.search(r"Already entered by Itziar Agirre at \d\d:\d\d", text_of(answer))
    assert "There is a problem" not in answer.content.decode()


def test_what_was_typed_for_others_is_never_written_for_those_who_sit_there_now(desk: Client) -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    play_code(event, "A2")
    final = match_of(event, "B1")
    seen = saw(desk, final)
    correct_result(match_of(event, "A1").pk, Report(points=(3, 7)), "misread", a_caller())

    answer = write(desk, final, way="score", top="7", bottom="3", saw=seen)

    assert answer.status_code == 409
    assert "This match now has other players" in text_of(answer)
    assert "Replace it with yours" not in answer.content.decode()


def test_a_result_that_was_cleared_meanwhile_is_written_as_a_result(desk: Client) -> None:
    match = a_match()
    play(match)
    match.refresh_from_db()
    clear_result(match.pk, "wrong table", a_caller())

    page = write(desk, match, way="score", top="7", bottom="3", saw="").content.decode()

    assert f'action="/matches/{match.pk}/result/"' in page


@pytest.mark.parametrize("seen", ["", "1-2 asleep - - -", "1-2 finished 7-3 top by_magic", "1-2 open"])
def test_a_form_that_does_not_say_what_it_showed_leaves_that_place_empty(desk: Client, seen: str) -> None:
    match = a_match()
    play(match, loser_points=3)

    text = text_of(write(desk, match, way="score", top="5", bottom="7", saw=seen))

    assert re.search(r"Before, as you saw it No longer known Theirs .* 7–3 .* final .* Yours .* 5–7 .* final", text)


def test_a_form_that_showed_a_no_show_says_so_beside_theirs(desk: Client) -> None:
    match = a_match()
    play(match, loser_points=3)
    pair = f"{match.top_id}-{match.bottom_id}"

    text = text_of(write(desk, match, way="score", top="5", bottom="7", saw=f"{pair} finished - bottom no_show"))

    assert re.search(r"Before, as you saw it .* – .* no-show Theirs .* 7–3 .* final", text)


def test_the_same_form_sent_twice_is_one_result(desk: Client) -> None:
    match = a_match()
    posted = {"way": "score", "top": "7", "bottom": "3", "once": "a-key-of-this-form", "saw": "x"}

    first, again = write(desk, match, **posted), write(desk, match, **posted)

    assert (first.status_code, again.status_code) == (303, 303)
    assert card_of(match.draw.event, "A1").version == 2


# --- Who may, and what it costs


def test_a_stranger_may_not_and_a_passer_by_signs_in(client: Client) -> None:
    match = a_match()
    passer_by = client.get(f"/matches/{match.pk}/result/")
    client.force_login(a_stranger())

    looked = client.get(f"/matches/{match.pk}/result/")
    answer = client.post(f"/matches/{match.pk}/result/", {"way": "score", "top": "7", "bottom": "3"})

    assert passer_by["Location"] == f"/sign-in/?next=/matches/{match.pk}/result/"
    assert (looked.status_code, answer.status_code) == (403, 403)


def test_a_page_with_one_game_costs_as_much_as_with_three(desk: Client) -> None:
    match = a_match()
    one, three = GAME_ONE, GAME_ONE | GAME_TWO | GAME_THREE

    counts = []
    for games in (one, three):
        with CaptureQueriesContext(connection) as queries:
            desk.get(f"/matches/{match.pk}/result/", {"way": "games", "do": "add"} | games)
        counts.append(len(queries))

    assert counts == [5, 5]


def test_writing_a_result_costs_so_many_statements(desk: Client) -> None:
    event = a_drawn_event(8)
    match = match_of(event, "A1")
    posted = {"seen": 1, "way": "score", "top": "7", "bottom": "3", "once": "k-1"}

    with CaptureQueriesContext(connection) as queries:
        desk.post(f"/matches/{match.pk}/result/", posted)

    assert len(queries) == 17
