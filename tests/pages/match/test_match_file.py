"""Match files are kept with their match: findings, boards, the result they propose, who may send and see them."""

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from journal.book import Caller
from journal.models import Record
from journal.verify import verify
from rules.errors import RuleBroken
from rules.files.formats import read_match, write_match
from rules.rulesets import ruleset
from tests.contents import nothing_changes
from tests.factories import Program, a_caller, a_drawn_event, a_match, an_owner, match_of, play, undo
from tests.rules.files.texts import MAT
from tests.rules.games.playing import match_of as record_of
from tournaments.actions.entrants.people import erase_entrants
from tournaments.actions.matches.files import exchange_sides, keep_file
from tournaments.actions.phones.links import make_slips, player, take_link
from tournaments.models import FileContent, Match, MatchFile
from tournaments.read.entrants.names import names_in
from tournaments.read.matches.files import SentFile, files_of

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


def keep(match: Match, path: Path) -> SentFile:
    return keep_file(match.pk, path.read_bytes(), a_caller())


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(RuleBroken) as refused:
        act()
    return refused.value.code


def on_the_phone(match: Match, entrant: int) -> Client:
    """Return the browser of a player of a match."""
    slip = next(each for each in make_slips(match.draw.event_id, a_caller(), "http://hall") if each.entrant == entrant)
    browser = Client()
    browser.cookies[f"player-{entrant}"] = take_link(slip.secret).secret
    return browser


def test_a_file_sent_at_the_desk_is_kept_and_proposes_its_result(desk: Client) -> None:
    match = a_match()

    answer = desk.post(f"/matches/{match.pk}/file/", {"text": GOOD.read_text()})

    kept = files_of(match.pk)[0]
    shown = desk.get(answer["Location"])
    assert (answer.status_code, answer["Location"]) == (303, f"/files/{kept.id}/")
    assert (kept.by, kept.size, kept.digest) == (None, GOOD.stat().st_size, sha256(GOOD.read_bytes()).hexdigest())
    assert "Every roll, play, cube and score is right." in words(shown)
    assert re.search(r"Enter 7–\d", words(shown))
    assert "nothing yet" in words(shown)
    assert verify() == []


def test_the_same_file_sent_again_is_kept_once(desk: Client) -> None:
    match = a_match()
    first = keep(match, GOOD)

    with nothing_changes():
        again = desk.post(f"/matches/{match.pk}/file/", {"file": SimpleUploadedFile("m.mat", GOOD.read_bytes())})

    assert again["Location"] == f"/files/{first.id}/"
    assert "(1 file)" not in words(desk.get(f"/matches/{match.pk}/file/"))
    assert len(files_of(match.pk)) == 1


def test_the_result_of_the_file_stands_beside_the_one_that_was_reported(desk: Client) -> None:
    match = a_match()
    kept = keep(match, GOOD)
    play(match)

    answer = desk.get(f"/files/{kept.id}/")

    assert re.search(r"Reported .* 7–0 they differ", words(answer))
    assert "Correct to 7–" in words(answer)
    assert f"/matches/{match.pk}/correction/?way=score" in answer.content.decode()


def test_the_file_can_name_the_players_the_other_way_round(desk: Client) -> None:
    match = a_match()
    kept = keep(match, GOOD)

    desk.post(f"/files/{kept.id}/")

    turned = files_of(match.pk)[0]
    assert (kept.score, turned.score) == (kept.score, (kept.score or (0, 0))[::-1])
    assert [kept.swapped, turned.swapped] in ([False, True], [True, False])
    assert desk.get(f"/files/{kept.id}/").status_code == 200
    record = Record.objects.filter(verb="match.file_kept").latest("pk")
    undo(match.draw.event.tournament_id, record.number, a_caller())
    assert files_of(match.pk)[0].score == kept.score
    assert verify() == []


def test_who_is_who_follows_from_the_names_in_the_file() -> None:
    match = a_match()
    names = [names_in(match.draw.event_id)[each or 0] for each in (match.top_id, match.bottom_id)]
    record = read_match(GOOD.read_bytes())
    as_played = GOOD.read_text().replace(record.players[0], names[1]).replace(record.players[1], names[0])

    kept = keep_file(match.pk, as_played.encode(), a_caller())

    assert kept.swapped
    assert kept.judged is not None
    assert kept.score == kept.judged.score[::-1]


def test_a_finding_stands_beside_the_board_of_its_play(desk: Client) -> None:
    kept = keep(a_match(), BAD)

    first = desk.get(f"/files/{kept.id}/")
    at = re.search(r'href="\?at=([\d.f]+)">Next finding', first.content.decode())
    shown = desk.get(f"/files/{kept.id}/?at={at[1] if at else ''}")

    assert "1 finding" in words(first)
    assert "Against the rules: Nothing was played although a play was possible." in words(shown)
    assert re.search(r"rolled \d–\d and played nothing\.", words(shown))
    assert "<svg" in shown.content.decode()
    assert '<td class="wrong current">' in shown.content.decode()


def test_plays_are_stepped_through_and_games_chosen(desk: Client) -> None:
    address = f"/files/{keep(a_match(), GOOD).id}/"

    first, third = (desk.get(f"{address}?at={at}").content.decode() for at in ("", "2.3"))

    assert 'aria-label="Play before"' not in first
    assert 'href="?at=1.1" aria-label="Next play"' in first
    assert 'href="?at=2.2" aria-label="Play before"' in third
    assert 'href="?at=2.4" aria-label="Next play"' in third
    assert [desk.get(f"{address}?at={at}").status_code for at in ("999.99999", "-1.x", "1.f", "²")] == [200] * 4


def test_a_roll_of_three_dice_is_shown_whole(desk: Client) -> None:
    record = record_of(ruleset("tabula"), 5, 1)
    roll = next(action.dice for action in record.games[0].actions if len(action.dice or ()) == 3)
    kept = keep_file(a_match().pk, write_match(record, "json").encode(), a_caller())

    assert (
        f'<span class="soft">{"".join(map(str, roll or ()))}</span>' in desk.get(f"/files/{kept.id}/").content.decode()
    )


@pytest.mark.parametrize("form", ["mat", "sgf", "json", "snowie", "xg"])
def test_a_file_is_downloaded_in_every_form_and_read_again(desk: Client, form: str) -> None:
    kept = keep(a_match(), GOOD)

    answer = desk.get(f"/files/{kept.id}/download/?form={form}")

    again = read_match(answer.content)
    assert answer["Content-Disposition"].startswith("attachment")
    assert [game.result for game in again.games] == [game.result for game in read_match(GOOD.read_bytes()).games]


def test_a_file_is_downloaded_as_it_came(desk: Client) -> None:
    kept = keep(a_match(), GOOD)

    assert desk.get(f"/files/{kept.id}/download/").content == GOOD.read_bytes()
    assert desk.get(f"/files/{kept.id}/download/?form=gif").status_code == 422


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty"),
        (b"\x00\x01\x02", "This is no match file"),
        ("Guten Tag".encode("utf-16"), "UTF-16"),
        (b"hello", "no match file that we know"),
        (b" 7 point match\n" + b"x" * 10_500_000, "larger than a match can be"),
        (b'{"format": "x"}', "JSON"),
        (b"(;FF[4]GM[1])", "SGF"),
        ((MAT + MAT).encode(), "The file holds several matches"),
    ],
)
def test_a_file_that_is_none_is_refused_with_a_reason(desk: Client, content: bytes, sentence: str) -> None:
    match = a_match()

    with nothing_changes():
        answer = desk.post(f"/matches/{match.pk}/file/", {"file": SimpleUploadedFile("m.mat", content)})

    assert (answer.status_code, sentence in words(answer)) == (422, True), words(answer)[:300]


def test_hostile_names_are_text(desk: Client) -> None:
    hostile = b" 1 point match\n\n Game 1\n <script>x</script> : 0   <img src=x> : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n"
    kept = keep_file(a_match().pk, hostile, a_caller())

    page = desk.get(f"/files/{kept.id}/")

    assert ("<script>x" in page.content.decode(), "<img src=x" in page.content.decode()) == (False, False)
    assert "not finished" in words(page)


def test_plays_after_one_that_cannot_be_followed_are_listed_without_a_board(desk: Client) -> None:
    kept = keep_file(a_match().pk, Path("tournaments/management/demo_match.mat").read_bytes(), a_caller())

    page = desk.get(f"/files/{kept.id}/?at=2.f")

    assert "rolled 3–2 and played 13/10 13/10." in words(page)
    assert "Where a play has no link, its board can’t be followed." in words(page)
    assert '<th scope="row">11</th>' in page.content.decode()


def test_of_several_matches_in_a_file_the_one_of_the_two_players_is_kept(desk: Client) -> None:
    match = a_match()
    names = names_in(match.draw.event_id)
    top, bottom = names[match.top_id or 0], names[match.bottom_id or 0]
    evening = GOOD.read_text() + MAT.replace("Ann", bottom).replace("Bob", top)

    kept = keep_file(match.pk, evening.encode(), a_caller())

    assert kept.judged is not None
    assert sorted(kept.judged.players) == sorted((top, bottom))
    assert read_match(desk.get(f"/files/{kept.id}/download/?form=sgf").content).players == kept.judged.players


def test_exchanging_the_players_takes_no_room() -> None:
    match = a_match()
    kept = keep(match, GOOD)

    for _ in range(14):
        exchange_sides(kept.id, a_caller())

    assert len(files_of(match.pk)) == 1
    assert keep_file(match.pk, GOOD.read_bytes() + b"\n; again", a_caller()).id != kept.id


def test_a_match_keeps_twelve_files_at_most() -> None:
    match = a_match()
    for number in range(12):
        keep_file(match.pk, GOOD.read_bytes() + b"\n; %d" % number, a_caller())

    with nothing_changes():
        assert code_of(lambda: keep_file(match.pk, GOOD.read_bytes(), a_caller())) == "file.many"


# --- Who may


def test_a_player_sends_a_file_from_the_phone_and_reports_its_result() -> None:
    match = a_match()
    phone = on_the_phone(match, match.top_id or 0)
    mine = f"/my/{match.top_id}/"

    form_page = phone.get(f"{mine}file/?match={match.pk}")
    sent = phone.post(f"{mine}file/", {"match": match.pk, "file": SimpleUploadedFile("m.mat", GOOD.read_bytes())})
    shown = phone.get(sent["Location"])

    kept = files_of(match.pk)[0]
    assert (form_page.status_code, sent["Location"], kept.by) == (200, f"{mine}file/{kept.id}/", match.top_id)
    assert "’s phone" in words(shown)
    form = re.search(rf'action="{mine}claim/">(.*?)</form>', shown.content.decode(), re.DOTALL)
    fields = dict(re.findall(r'name="([\w-]+)"\s+value="([^"]*)"', form[1] if form else ""))
    assert phone.post(f"{mine}claim/", fields).status_code == 303
    after = match_of(match.draw.event, match.code)
    result = after.result
    assert result is not None
    assert (result.first_points, result.second_points) in (kept.score, (kept.score or (0, 0))[::-1])
    assert phone.get(f"{mine}file/{kept.id}/download/?form=sgf").status_code == 200


def test_only_the_desk_and_the_two_players_see_and_send_files() -> None:
    event = a_drawn_event(4)
    match, other = match_of(event, "A1"), match_of(event, "A2")
    kept = keep(match, GOOD)
    third = other.bottom_id or 0
    browser = on_the_phone(other, third)

    own = [browser.get(f"/my/{third}/file/{kept.id}/{rest}").status_code for rest in ("", "download/")]
    sent = browser.post(f"/my/{third}/file/", {"match": match.pk, "text": GOOD.read_text()})

    assert own == [404, 404]
    assert sent.status_code == 404
    assert Client().get(f"/files/{kept.id}/")["Location"].startswith("/sign-in/")
    with pytest.raises(PermissionDenied):
        keep_file(match.pk, BAD.read_bytes(), Caller(actor=player(third)))
    assert len(files_of(match.pk)) == 1


# --- Programs


def test_a_program_sends_a_file_and_reads_what_the_referee_says() -> None:
    program, match = Program(an_owner()), a_match()

    made = program.post(f"matches/{match.pk}/files/", {"text": BAD.read_text()}, Idempotency_Key="one")
    again = program.post(f"matches/{match.pk}/files/", {"text": BAD.read_text()}, Idempotency_Key="one")

    assert (made.status, made.text) == (201, again.text)
    assert [each["code"] for each in made.data["findings"]] == ["play.none_reported"]
    assert made.data["state"] == "judged"
    assert program.get(f"files/{made.data['id']}/").data == made.data
    assert [each["id"] for each in program.get(f"matches/{match.pk}/files/").data] == [made.data["id"]]
    turned = program.post(f"files/{made.data['id']}/exchange/").data
    assert turned["score"] == made.data["score"][::-1]
    assert json.loads(program.get(f"files/{made.data['id']}/download/?form=json").text)["form"] == "barpoint match"


def test_a_program_that_sends_nothing_is_told_so() -> None:
    program, match = Program(an_owner()), a_match()

    assert program.post(f"matches/{match.pk}/files/", {}).code == "file.missing"
    assert program.post(f"matches/{match.pk}/files/", {"text": "x"}).code == "file.unknown"
    assert program.get("files/999/").code == "match_file.unknown"


# --- Erasure and tampering


def test_erasing_a_player_erases_the_files_of_their_matches(desk: Client) -> None:
    match = a_match()
    kept = keep(match, GOOD)

    erase_entrants(match.draw.event.tournament_id, [match.top_id or 0], "Player 7F3A", a_caller())

    assert [(row.content, row.data) for row in FileContent.objects.all()] == [("", "")]
    assert "erased together with a player’s data" in words(desk.get(f"/files/{kept.id}/"))
    assert desk.get(f"/files/{kept.id}/download/").status_code == 404
    assert verify() == []


def test_a_content_that_was_changed_is_noticed() -> None:
    match = a_match()
    keep(match, GOOD)
    other = keep(a_match(), BAD)

    FileContent.objects.filter(match=match).update(content=FileContent.objects.get(pk=other.content).content)
    FileContent.objects.filter(pk=other.content).delete()

    assert sorted(flaw.code for flaw in verify()) == ["file.content", "file.content"]


def test_exchanging_is_refused_for_a_file_that_is_not_there() -> None:
    assert code_of(lambda: exchange_sides(999, a_caller())) == "match_file.unknown"
    assert MatchFile.objects.count() == 0
