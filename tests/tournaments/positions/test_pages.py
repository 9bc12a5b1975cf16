"""Positions on pages, phones, paper and over the API."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.contents import nothing_changes
from tests.factories import Program, a_caller, a_director, a_drawn_event, an_owner, match_of
from tests.tournaments.positions.asking import RACE, START, a_picture, a_question
from tournaments.actions.phones.links import make_slips, take_link
from tournaments.actions.positions.questions import rule_on
from tournaments.management.demo import CLUB, load_demo
from tournaments.management.demo_positions import load_positions
from tournaments.models import Event, Match, PositionQuestion
from tournaments.read.positions.questions import question_of, questions_of

pytestmark = pytest.mark.django_db

FORM = {"length": "7", "own_score": "0", "other_score": "0", "cube": "1", "do": "enter"}


@pytest.fixture
def event() -> Event:
    return a_drawn_event(8)


@pytest.fixture
def match(event: Event) -> Match:
    return match_of(event, "A1")


@pytest.fixture
def desk(client: Client, event: Event) -> Client:
    client.force_login(a_director(event.tournament.club))
    return client


def words(answer: Any) -> str:
    page = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") :]).split())


def on_the_phone(match: Match, entrant: int | None) -> Client:
    slips = make_slips(match.draw.event_id, a_caller(), "http://hall")
    slip = next(each for each in slips if each.entrant == entrant)
    browser = Client()
    browser.cookies[f"player-{entrant}"] = take_link(slip.secret).secret
    return browser


def test_a_position_is_entered_by_id_and_shown_with_its_reasons(desk: Client, match: Match) -> None:
    address = f"/tournaments/{match.draw.event.tournament_id}/positions/"
    sent = FORM | {"match": match.pk, "position": START, "dice": "31", "plays": "8/5 6/5\r\n6/off", "note": "late"}

    answer = desk.post(address, sent | {"file": SimpleUploadedFile("b.jpg", a_picture())})

    [view] = questions_of(match.draw.event.tournament_id)
    shown = desk.get(answer["Location"])
    assert (answer.status_code, answer["Location"]) == (303, f"/positions/{view.id}/")
    assert (view.row.played, view.note, bool(view.row.photo)) == (("8/5 6/5", "6/off"), "late", True)
    assert "6/off not legal The dice do not make these moves." in words(shown)
    assert "16 legal plays" in words(shown)
    assert desk.get(f"/positions/{view.id}/photo/")["Content-Type"] == "image/jpeg"


def test_a_position_is_entered_by_lists_of_checkers(desk: Client, match: Match) -> None:
    address = f"/tournaments/{match.draw.event.tournament_id}/positions/"

    desk.post(address, FORM | {"match": match.pk, "own": "5:1 2:1", "other": "1:1", "on_roll": "bottom"})

    [view] = questions_of(match.draw.event.tournament_id)
    assert (view.row.position, view.row.on_roll_id, view.dice) == (RACE, match.bottom_id, None)


def test_a_match_id_says_score_and_cube(desk: Client, match: Match) -> None:
    address = f"/tournaments/{match.draw.event.tournament_id}/positions/"

    desk.post(address, FORM | {"match": match.pk, "position": f"{START}:cAnzACAAGAAA"})

    row = PositionQuestion.objects.get()
    assert (row.dice, row.length, row.own_score, row.other_score) == ("64", 7, 3, 2)


def test_a_preview_checks_and_keeps_nothing(desk: Client, match: Match) -> None:
    address = f"/tournaments/{match.draw.event.tournament_id}/positions/"
    sent = FORM | {"match": match.pk, "position": START, "dice": "31", "plays": "24/18", "do": "preview"}

    with nothing_changes():
        page = desk.post(address, sent)
        part = desk.post(address, sent, headers={"X-Fragment": "1"})

    assert "24/18 not legal" in words(page)
    assert "<svg" in page.content.decode()
    assert 'data-own="24:2 13:5 8:3 6:5"' in part.content.decode()
    assert "<svg" not in part.content.decode()


@pytest.mark.parametrize(
    ("sent", "words_shown"),
    [
        ({}, "Set the position up"),
        ({"position": "nothing"}, "This is no Position ID."),
        ({"position": "XGID=:::"}, "This XGID can't be read."),
        ({"position": "x" * 201}, "at most 200"),
        ({"own": "6:16"}, "more than 15 checkers"),
        ({"own": "6;5"}, "can't be read"),
        ({"own": "27:1"}, "no point 27"),
        ({"own": "6:1", "other": "19:1"}, "Both sides stand on one point."),
        ({"position": START, "dice": "77"}, "two dice"),
        ({"position": START, "plays": "8/5"}, "Plays need a roll"),
        ({"position": START, "own_score": "7"}, "not one of a match that goes on"),
        ({"position": START, "cube": "4"}, "somebody owns it"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(
    sent: dict[str, str], words_shown: str, desk: Client, match: Match
) -> None:
    with nothing_changes():
        answer = desk.post(
            f"/tournaments/{match.draw.event.tournament_id}/positions/", FORM | {"match": str(match.pk)} | sent
        )

    assert answer.status_code == 422
    assert words_shown in answer.content.decode().replace("&#x27;", "'")


def test_a_photo_that_is_none_is_refused(desk: Client, match: Match) -> None:
    sent = FORM | {"match": match.pk, "position": START, "file": SimpleUploadedFile("b.jpg", b"<script>")}

    with nothing_changes():
        answer = desk.post(f"/tournaments/{match.draw.event.tournament_id}/positions/", sent)

    assert (answer.status_code, "This is no picture that can be read." in words(answer)) == (422, True)


def test_a_director_rules_on_the_page_and_the_memory_has_it(desk: Client, match: Match) -> None:
    question = a_question(match)

    refused = desk.post(f"/positions/{question}/", {"do": "rule", "outcome": "kept", "words": ""})
    ruled = desk.post(f"/positions/{question}/", {"do": "rule", "outcome": "again", "words": "Seen <b>late</b>."})

    assert (refused.status_code, ruled.status_code) == (422, 303)
    shown = desk.get(f"/positions/{question}/")
    assert "The roll is played again" in words(shown)
    assert "Seen &lt;b&gt;late&lt;/b&gt;." in shown.content.decode()
    assert "a position was ruled" in words(desk.get(f"/tournaments/{match.draw.event.tournament_id}/memory/"))


def test_a_player_sees_values_and_opinion_after_the_ruling_only(match: Match) -> None:
    question = a_question(match)
    phone = on_the_phone(match, match.top_id)
    address = f"/my/{match.top_id}/positions/{question}/"

    before = words(phone.get(address))
    rule_on(question, "kept", "Both moved on.", a_caller())
    after = words(phone.get(address))

    assert ("not legal" in before, "Exact values begin" in before, "An opinion" in before) == (True, False, False)
    assert ("Both moved on." in after, "Exact values begin" in after, "An opinion" in after) == (True, True, True)


def test_a_player_asks_from_the_phone_and_no_other_player_sees_it(event: Event, match: Match) -> None:
    phone, other = on_the_phone(match, match.bottom_id), match_of(event, "A2")

    answer = phone.post(
        f"/my/{match.bottom_id}/positions/",
        FORM | {"match": match.pk, "position": START, "dice": "31", "on_roll": "bottom"},
    )

    [view] = questions_of(event.tournament_id)
    assert answer["Location"] == f"/my/{match.bottom_id}/positions/{view.id}/"
    assert (view.row.sent_by_id, view.row.on_roll_id) == (match.bottom_id, match.bottom_id)
    stranger = on_the_phone(other, other.top_id)
    assert stranger.get(f"/my/{other.top_id}/positions/{view.id}/").status_code == 404
    assert stranger.get(f"/my/{other.top_id}/positions/?match={match.pk}").status_code == 404


def test_the_archive_is_searched_on_its_page(desk: Client, match: Match) -> None:
    a_question(match)
    a_question(match, position=RACE)
    archive = f"/clubs/{match.draw.event.tournament.club_id}/positions/"

    assert words(desk.get(archive)).count("A1,") == 2
    assert "A1, cube" in words(desk.get(archive, {"position": RACE}))
    assert words(desk.get(archive, {"position": RACE})).count("A1,") == 1
    assert "No position fits." in words(desk.get(archive, {"player": "nobody"}))
    assert desk.get(archive, {"position": "x"}).status_code == 422


def test_a_position_is_printed_on_one_page(desk: Client, match: Match) -> None:
    answer = desk.get(f"/positions/{a_question(match, note='late <i>')}/position.pdf")

    assert (answer["Content-Type"], answer.content[:5]) == ("application/pdf", b"%PDF-")
    assert answer.content.count(b"/Type /Page\n") <= 1
    assert (
        desk.get(f"/positions/{questions_of(match.draw.event.tournament_id)[0].id}/position.pdf?paper=x").status_code
        == 422
    )


def test_programs_check_enter_rule_and_search(match: Match) -> None:
    program, tournament = Program(an_owner()), match.draw.event.tournament_id

    checked = program.post("positions/check/", {"position": START, "dice": "31", "plays": ["8/5 6/5", "24/18"]})
    entered = program.post(
        f"tournaments/{tournament}/positions/",
        {"position": f"{START}:cAnzACAAGAAA", "match": match.pk, "plays": ["24/14"], "on_roll": "bottom"},
    )
    question = entered.data["question"]
    program.post(f"positions/{question}/ruling/", {"outcome": "kept", "words": "Kept."})
    [row] = program.get(f"clubs/{match.draw.event.tournament.club_id}/positions/?position={START}&state=ruled").data
    for query in ("state=over", "tournament=x"):
        refused = program.get(f"clubs/{match.draw.event.tournament.club_id}/positions/?{query}")
        fields = list(refused.data["facts"]["fields"])
        assert (refused.status, refused.code, fields) == (400, "unreadable", [query.split("=")[0]])

    assert [(each["legal"], each["code"]) for each in checked.data["plays"]] == [(True, ""), (False, "play.wrong_dice")]
    assert entered.status == 201
    assert (row["id"], row["score"], row["dice"], row["ruling"]["words"]) == (question, [3, 2], "64", "Kept.")
    assert (row["plays"][0]["same_as"], row["exact"]["why"], row["opinion"]) == ("24/20/14", "home", None)
    assert row["xgid"] == question_of(question).xgid


def test_the_demo_has_a_ruled_and_an_open_position_and_loads_them_once() -> None:
    load_demo()
    load_positions(CLUB)

    with nothing_changes():
        load_positions(CLUB)

    last, ruled = questions_of(PositionQuestion.objects.all()[0].tournament_id)
    assert (last.ruling, last.dice) == (None, None)
    assert ruled.ruling is not None
    assert [each.code for each in ruled.answer.plays] == ["play.bar_first", ""]
