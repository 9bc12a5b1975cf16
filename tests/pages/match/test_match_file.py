"""A match file judged beside its match: findings, boards, the result it proposes; nothing is stored."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rules.files.formats import read_match, write_match
from rules.rulesets import ruleset
from tests.contents import nothing_changes
from tests.factories import a_match, an_owner, play
from tests.rules.games.playing import match_of
from tournaments.models import Match

pytestmark = pytest.mark.django_db

DATA = Path("tests/rules/data")
GOOD = DATA / "selfplay/mat/m133_L07.mat"
# One play of game 29 is missing though it was possible.
BAD = DATA / "corrupt/c076_pass_with_legal_play.mat"


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_owner())
    return client


def words(answer: Any) -> str:
    page = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") :]).split())


def send(desk: Client, match: Match, path: Path, **more: str) -> Any:
    with nothing_changes():
        return desk.post(f"/matches/{match.pk}/file/", {"text": path.read_text(), **more})


def test_a_right_file_proposes_its_result_and_is_compared_with_what_counts(desk: Client) -> None:
    match = a_match()
    record = read_match(GOOD.read_bytes())

    before = words(send(desk, match, GOOD, swap="no"))
    play(match)
    after = words(send(desk, match, GOOD, swap="yes"))

    assert all(name in before for name in record.players)
    assert "Every roll, play, cube and score is right." in before
    assert re.search(r"Enter (7–\d|\d–7)", before)
    assert "Reported: 7–0" in after


def test_a_finding_stands_beside_the_board_of_its_play(desk: Client) -> None:
    answer = send(desk, a_match(), BAD)
    at = re.search(r'name="at" value="(\d+\.\d+)">\s*Show the board', answer.content.decode())
    assert at is not None

    shown = send(desk, a_match(), BAD, at=at[1])

    assert "Nothing was played although a play was possible." in words(answer)
    assert "<svg" in shown.content.decode()
    assert re.search(r'class="side-\d wrong current"', shown.content.decode())


def test_a_roll_of_three_dice_is_shown_whole(desk: Client) -> None:
    record = match_of(ruleset("tabula"), 5, 1)
    roll = next(action.dice for action in record.games[0].actions if len(action.dice or ()) == 3)

    answer = desk.post(f"/matches/{a_match().pk}/file/", {"text": write_match(record, "json")})

    assert re.search(rf"</span>\s*{''.join(map(str, roll or ()))}\s", answer.content.decode())


def test_plays_are_stepped_through_and_games_chosen(desk: Client) -> None:
    first = send(desk, a_match(), GOOD).content.decode()
    third = send(desk, a_match(), GOOD, at="2.3").content.decode()

    assert re.search(r'value="" aria-label="Play before" disabled', first)
    assert re.search(r'value="1\.1" aria-label="Next play"', first)
    assert re.search(r'value="2\.2" aria-label="Play before"', third)
    assert re.search(r'value="2\.4" aria-label="Next play"', third)
    assert send(desk, a_match(), GOOD, at="999.99999").status_code == 200
    assert send(desk, a_match(), GOOD, at="-1.x").status_code == 200


@pytest.mark.parametrize("form", ["mat", "sgf", "json", "snowie", "xg"])
def test_a_file_is_downloaded_in_every_form_and_read_again(desk: Client, form: str) -> None:
    answer = send(desk, a_match(), GOOD, download=form)

    again = read_match(answer.content)
    assert answer["Content-Disposition"].startswith("attachment")
    assert [game.result for game in again.games] == [game.result for game in read_match(GOOD.read_bytes()).games]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty"),
        (b"\x00\x01\x02", "This is no match file"),
        ("Guten Tag".encode("utf-16"), "UTF-16"),
        (b"hello", "no match file that we know"),
        (b" 7 point match\n" + b"x" * 1_100_000, "larger than a match can be"),
        (b'{"format": "x"}', "JSON"),
        (b"(;FF[4]GM[1])", "SGF"),
    ],
)
def test_a_file_that_is_none_is_refused_with_a_reason(desk: Client, content: bytes, sentence: str) -> None:
    match = a_match()

    answer = desk.post(f"/matches/{match.pk}/file/", {"file": SimpleUploadedFile("m.mat", content)})

    assert (answer.status_code, sentence in words(answer)) == (422, True), words(answer)[:300]


def test_hostile_names_are_text_and_an_upload_is_read(desk: Client) -> None:
    hostile = b" 1 point match\n\n Game 1\n <script>x</script> : 0   <img src=x> : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n"

    answer = desk.post(f"/matches/{a_match().pk}/file/", {"file": SimpleUploadedFile("m.mat", hostile)})

    page = answer.content.decode()
    assert answer.status_code == 200
    assert ("<script>x" in page, "<img src=x" in page) == (False, False)
    assert "not finished" in words(answer)
