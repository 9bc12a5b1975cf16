"""Reports on a player's own page, without scripts and from the outbox of the phone."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP
from tests.contents import nothing_changes
from tests.factories import a_caller, a_drawn_event, a_match, match_of
from tests.pages.on_the_phone import lower, text_of, upper
from tests.phones import a_phone, claims, says
from tournaments.actions.matches.claims import claim
from tournaments.actions.matches.results import Report, report_result
from tournaments.read.draws.view import one_match

pytestmark = pytest.mark.django_db
type Clock = Callable[[datetime], None]


# --- Reports without scripts


def test_a_game_is_added_to_the_card_shown() -> None:
    match = a_match()
    claim(match.pk, claims(GameResult(TOP, cube=2)), a_phone(match, TOP))
    mine = lower(match)
    shown = re.search(r'name="games" value="([^"]*)"', mine.page())
    assert shown

    games = shown[1].replace("&quot;", '"')
    answer = mine.post("claim", match, games=games, winner="bottom", cube="2", kind="gammon", do="write")

    assert (answer.status_code, answer["Location"]) == (303, mine.address)
    assert one_match(match.pk).running == (2, 4)


def test_without_a_winner_the_page_asks_for_one() -> None:
    match = a_match()
    mine = upper(match)

    with nothing_changes():
        answer = mine.post("claim", match, games="[]", cube="2", kind="gammon", do="write")

    assert answer.status_code == 422
    assert "Game 1: who won?" in answer.content.decode()
    assert "<title>Problem: " in answer.content.decode()


def test_the_last_game_is_taken_away_down_to_the_start() -> None:
    match = a_match()
    claim(match.pk, claims(GameResult(TOP, cube=2)), a_phone(match, TOP))

    mine = upper(match)
    base = re.search(r'name="base" value="([^"]*)"', mine.page())
    assert base

    answer = mine.post("claim", match, games='[["top",2,"single"]]', do="less", base=base[1])

    assert answer.status_code == 303
    assert one_match(match.pk).running == (0, 0)
    assert "Game 1 who won?" in upper(match).reads()


@pytest.mark.parametrize("typed", ["7:3", "7–3", " 7 - 3 ", "٧–٣", "7/3"])
def test_the_final_score_is_read_with_the_players_points_first(typed: str) -> None:
    match = a_match()

    lower(match).post("claim", match, do="final", score=typed)

    assert one_match(match.pk).score == (3, 7)


def test_the_final_score_is_tapped_as_winner_and_the_losers_points() -> None:
    match = a_match()

    lower(match).post("claim", match, do="final", winner="top", loser="4")

    assert (one_match(match.pk).score, one_match(match.pk).settled) == ((7, 4), True)


def test_right_confirms_only_the_score_shown() -> None:
    match = a_match()
    says(match, TOP, (7, 5))
    mine = lower(match)
    says(match, TOP, (7, 4))

    changed = mine.post("confirm", match, points="7-5")
    right = mine.post("confirm", match, points="7-4")

    assert (changed.status_code, right.status_code) == (409, 303)
    assert "The result was changed meanwhile." in changed.content.decode()
    assert one_match(match.pk).settled is True


def test_right_becomes_the_players_own_claim_after_a_restore() -> None:
    match = a_match()

    answer = lower(match).post("confirm", match, points="7-5")

    assert answer.status_code == 303
    assert (one_match(match.pk).score, one_match(match.pk).settled) == ((7, 5), True)


def test_wrong_is_reported_with_or_without_another_result() -> None:
    event = a_drawn_event(4, "none")
    first, second = match_of(event, "A1"), match_of(event, "A2")
    says(first, TOP, (7, 5))
    says(second, TOP, (7, 5))

    lower(first).post("contest", first, do="final", winner="bottom", loser="5")
    lower(second).post("contest", second, do="final")

    assert [each.status for each in (one_match(first.pk), one_match(second.pk))] == ["disputed", "disputed"]
    assert len(one_match(first.pk).claims) == 2


def test_a_refusal_comes_with_the_page_and_where_to_go() -> None:
    match = a_match()
    report_result(match.pk, Report(points=(3, 7)), a_caller())

    answer = upper(match).post("claim", match, do="final", winner="top", loser="5")

    assert answer.status_code == 409
    assert "This result is already settled. Show it at the desk." in text_of(answer.content.decode())


@pytest.mark.parametrize("form", ["claim", "confirm", "contest"])
def test_reloading_the_answer_to_a_form_leads_back_to_the_players_page(form: str) -> None:
    mine = upper(a_match())

    answer = mine.client.get(f"{mine.address}{form}/")

    assert (answer.status_code, answer["Location"]) == (302, mine.address)


# --- Two score cards


def test_a_card_without_the_opponents_game_is_shown_beside_theirs_and_the_player_chooses() -> None:
    match = a_match()
    mine, stale = lower(match), lower(match).page()
    claim(match.pk, claims(GameResult(TOP, cube=2), GameResult(BOTTOM)), a_phone(match, TOP))
    assert 'name="base" value=""' in stale

    answer = mine.post("claim", match, games="[]", base="", winner="bottom", cube="4", kind="single", do="write")

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Two score cards Yours 4–0 1 game" in text_of(page)
    assert "1–2 2 games Keep my card Take the other card" in text_of(page)
    assert one_match(match.pk).running == (2, 1)
    form = dict(re.findall(r'name="(games|base)"\s+value="([^"]*)"', page.partition('class="conflict"')[2]))
    mine.post("claim", match, games='[["bottom",4,"single"]]', base=form["base"])
    assert one_match(match.pk).running == (0, 4)


def test_the_outbox_is_sent_both_cards() -> None:
    match = a_match()
    claim(match.pk, claims(GameResult(TOP, cube=2), GameResult(BOTTOM)), a_phone(match, TOP))

    answer = lower(match).post("claim", match, "application/json", games='[["top",2,"single"]]', base="")

    assert (answer.status_code, answer.json()["code"]) == (409, "card.conflict")
    assert answer.json()["theirs"] == {
        "games": [["top", 2, "single"], ["bottom", 1, "single"]],
        "points": [2, 1],
        "card": one_match(match.pk).card,
        "own": False,
    }


# --- Answers to the outbox


def test_an_outbox_is_answered_in_json_and_a_second_time_as_the_first(at: Clock) -> None:
    at(datetime(2026, 11, 21, 14, 42, tzinfo=UTC))
    match = a_match()
    mine, posted = upper(match), {"games": '[["top",2,"single"]]', "once": "a" * 32}

    first = mine.post("claim", match, "application/json", **posted)
    again = mine.post("claim", match, "application/json", **posted)

    stream, card = match.draw.event.tournament.stream, one_match(match.pk).card
    receipt = {
        "match": match.pk, "number": stream.number, "epoch": stream.epoch,
        "card": card, "time": "15:42", "deadline": "",
    }  # fmt: skip
    assert (first.status_code, first.json()) == (200, receipt)
    assert (again.status_code, again.json()) == (200, first.json())


def test_the_receipt_of_a_win_names_the_deadline_in_the_time_of_the_hall(at: Clock) -> None:
    at(datetime(2026, 11, 21, 14, 42, tzinfo=UTC))
    match = a_match()
    mine, posted = upper(match), {"do": "final", "winner": "top", "loser": "5", "once": "a" * 32}

    answers = [mine.post("claim", match, "application/json", **posted).json() for _ in range(2)]

    assert [(each["time"], each["deadline"], each["card"]) for each in answers] == [("15:42", "15:52", "")] * 2


def test_an_outbox_is_refused_in_json_with_a_sentence() -> None:
    match = a_match(length=3)
    games = '[["top",2,"single"],["bottom",2,"single"]]'

    answer = upper(match).post("claim", match, "application/json", games=games)

    assert answer.status_code == 422
    assert answer.json()["code"] == "crawford.cube"
    assert answer.json()["detail"]


@pytest.mark.parametrize(
    "games",
    ["", "[", "{}", "[1]", '[["top",2]]', '[["top","2","single"]]', '[["top",true,"single"]]', "[[[[[[[[[[", '["x"]'],
)
def test_a_card_that_is_none_is_refused(games: str) -> None:
    match = a_match()
    mine = upper(match)

    with nothing_changes():
        answer = mine.post("claim", match, "application/json", games=games)

    assert (answer.status_code, answer.json()["code"]) == (422, "card.unreadable")


def test_a_player_cannot_report_the_match_of_others() -> None:
    event = a_drawn_event(4, "none")
    theirs, mine = match_of(event, "A2"), upper(match_of(event, "A1"))

    with nothing_changes():
        answers = [
            mine.post(what, theirs, "application/json", do="final", winner="top", loser="1", points="7-1")
            for what in ("claim", "confirm", "contest")
        ]

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert "You are " in mine.reads(f"?match={theirs.pk}")
