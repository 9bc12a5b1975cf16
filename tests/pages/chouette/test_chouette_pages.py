"""The pages of a chouette: the list, a new one, the table and its forms, the sheet, a correction, paper and file."""

import json
import re
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from clubs.actions.chouettes.importing import import_session
from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.chouettes.playing import record_happening
from clubs.models import Club
from clubs.models.chouettes import Chouette
from clubs.read.chouettes.numbered import read_happening
from clubs.read.chouettes.view import chouette_view
from rules.chouette.options import Extras, Options
from rules.chouette.presets import house_rules
from tests.factories import a_caller, a_club, a_desk_helper, a_member
from tests.papers.printed import needs_poppler, printed

pytestmark = pytest.mark.django_db

START: dict[str, object] = {"do": "start"}
WON: dict[str, object] = {"do": "win", "side": "box", "kind": "single"}


def a_session(*happenings: dict[str, object], options: Options | None = None, people: str = "Ann Bob Cid") -> int:
    """Return a chouette in which this happened."""
    pk = open_session(a_club().pk, Sitting(tuple(people.split()), options=options), a_caller()).id
    for each in happenings:
        record_happening(pk, read_happening(each), a_caller())
    return pk


def at_the_desk(pk: int) -> Client:
    """Return the browser of a desk helper of the session's club."""
    client = Client()
    client.force_login(a_desk_helper(Club.objects.get(pk=chouette_view(pk).club)))
    return client


def posted(client: Client, pk: int, **fields: object) -> int:
    """Post a form of the table, and return the status."""
    return client.post(f"/chouettes/{pk}/", fields).status_code


def test_a_chouette_is_made_from_names_alone() -> None:
    club, client = a_club(), Client()
    client.force_login(a_member(club))

    answer = client.post(f"/clubs/{club.pk}/chouettes/new/", {"people_typed": "Ann\nBob, Cid", "order": "typed"})

    pk = int(answer["Location"].split("/")[2])
    assert answer.status_code == 303
    assert chouette_view(pk).table.order.people == ("Ann", "Bob", "Cid")
    assert "Ann, Bob and Cid" in client.get(f"/clubs/{club.pk}/chouettes/").text
    few = client.post(f"/clubs/{club.pk}/chouettes/new/", {"people_typed": "Ann\nBob", "order": "rolled"})
    assert (few.status_code, "A chouette has 3 to 40 people." in few.text) == (422, True)


@pytest.mark.parametrize(
    ("order", "typed", "first"),
    [
        ("dice", "Ann 2 6\nBob 2 1\nCid 5", "Cid"),
        ("dice", "Ann 6\nBob 2\nCid 5", "Ann"),
        ("rolled", "Ann\nBob\nCid", ""),
    ],
)
def test_the_order_is_made_by_dice_of_the_room_or_rolled_here(order: str, typed: str, first: str) -> None:
    club, client = a_club(), Client()
    client.force_login(a_member(club))

    answer = client.post(f"/clubs/{club.pk}/chouettes/new/", {"people_typed": typed, "order": order})

    people = chouette_view(int(answer["Location"].split("/")[2])).table.order.people
    assert sorted(people) == ["Ann", "Bob", "Cid"]
    assert first in ("", people[0])


def test_every_form_of_the_table_writes_what_it_says() -> None:
    options = Options(cubes=house_rules("la").cubes, extras=Extras.MUST, settlements=True)
    pk = a_session(options=options, people="Ann Bob Cid Dee")
    client = at_the_desk(pk)

    for fields in (
        {"do": "join", "who": "Eve"},
        {"do": "leave", "person": "5"},
        {"do": "sit_out", "pair": "4-0"},
        {"do": "come_back", "person": "4"},
        {"do": "start"},
        {"do": "ties", "n": "2"},
        {"do": "box_doubles", "members": ["2", "3", "4"]},
        {"do": "team_answers", "answer-2": "take", "answer-3": "pass", "answer-4": "pass"},
        {"do": "extra", "pair": "3-2"},
        {"do": "settle", "pair": "3-2", "payer": "2", "points": "1"},
        {"do": "resign", "person": "2", "side": "team", "kind": "gammon"},
    ):
        assert posted(client, pk, **fields) == 303, fields

    view = chouette_view(pk)
    assert view.table.totals() == {"Ann": 6, "Bob": -4, "Cid": -1, "Dee": -1, "Eve": 0}
    assert posted(client, pk, do="undo") == 303
    assert posted(client, pk, do="win", side="team", kind="single") == 303
    assert posted(client, pk, do="undo_game") == 303
    assert chouette_view(pk).games == ()


def test_what_is_not_possible_is_refused_on_the_page_and_to_the_script() -> None:
    pk = a_session(START)
    client = at_the_desk(pk)

    page = client.post(f"/chouettes/{pk}/", {"do": "box_answers", "answer-2": "take"})
    script = client.post(
        f"/chouettes/{pk}/", {"words": json.dumps(WON), "seen": "0"}, headers={"Accept": "application/json"}
    )
    strange = client.post(f"/chouettes/{pk}/", {"words": "{", "seen": "1"}, headers={"Accept": "application/json"})

    assert (page.status_code, "There is a problem" in page.text) == (422, True)
    assert (script.status_code, script.json()["code"]) == (409, "stale")
    assert strange.json()["code"] == "json.text"
    assert chouette_view(pk).version == 1


def test_the_script_writes_with_the_version_that_it_saw() -> None:
    pk = a_session(START)

    answer = at_the_desk(pk).post(
        f"/chouettes/{pk}/",
        {"words": json.dumps(WON), "seen": "1", "once": "k1"},
        headers={"Accept": "application/json"},
    )

    assert (answer.status_code, answer.json()) == (200, {"number": 2})


def test_the_sheet_says_what_happened_and_who_pays_whom() -> None:
    options = Options(cubes=house_rules("la").cubes)
    doubles: dict[str, object] = {"do": "team_doubles", "by": ["Bob", "Cid"]}
    answers: dict[str, object] = {"do": "box_answers", "answers": {"Bob": "take", "Cid": "pass"}}
    pk = a_session(START, doubles, answers, {"do": "win", "side": "team", "kind": "gammon"}, options=options)
    client = at_the_desk(pk)

    text = re.sub(r"\s+", " ", client.get(f"/chouettes/{pk}/sheet/").text)

    assert "Both double. Ann takes Bob, passes Cid. The crew wins a gammon." in text
    assert "2 payments settle it" in text
    assert "Fewest possible, exact." in text
    data = client.get(f"/chouettes/{pk}/session.json").json()
    assert (data["order"], len(data["games"][0]["actions"])) == (["Ann", "Bob", "Cid"], 3)


def test_a_game_is_corrected_after_its_consequences_were_shown() -> None:
    pk = a_session(START, WON, START, WON)
    client, path = at_the_desk(pk), f"/chouettes/{pk}/games/1/correction/"
    written = json.dumps([{"do": "win", "side": "team", "kind": "gammon"}])

    assert "Nothing: the same points" in client.get(path).text
    shown = client.post(path, {"draft": "[]", "do": "win", "side": "team", "kind": "gammon"}).text
    digest = re.search(r'name="digest" value="(\w+)"', shown)
    accepted = client.post(path, {"draft": written, "accept": "1", "digest": digest[1] if digest else "", "seen": "4"})

    assert "Ann \N{MINUS SIGN}4, Bob +2, Cid +2 → Bob; Cid and Ann" in shown
    assert accepted.status_code == 303
    assert chouette_view(pk).table.totals() == {"Ann": -5, "Bob": 4, "Cid": 1}


def test_sheet_and_pad_are_printed_on_one_page_each() -> None:
    pk = a_session(START, WON, START, WON, options=house_rules("la"))
    client = at_the_desk(pk)

    for path in ("sheet.pdf", "pad.pdf?paper=letter"):
        answer = client.get(f"/chouettes/{pk}/{path}")
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert len(re.findall(rb"/Type /Page\b", answer.content)) <= 1
    assert client.get(f"/chouettes/{pk}/pad.pdf?paper=a3").status_code == 422


@needs_poppler
def test_the_rules_on_a_german_pad_keep_the_capitals_of_their_nouns() -> None:
    pk = a_session(START, WON, options=house_rules("la"))

    (pad,) = printed(at_the_desk(pk).get(f"/chouettes/{pk}/pad.pdf", headers={"Accept-Language": "de"}).content)

    text = " ".join(word.text for word in pad.words)
    assert "Ein Würfel für jede Person" in text


@needs_poppler
def test_a_long_night_is_printed_in_signs_with_its_totals_carried_over() -> None:
    people = ["Ann", "Bob", "Cid"]
    session = {"people": people, "order": people, "games": [{"actions": [WON]}] * 26}
    pk = import_session(a_club().pk, session, a_caller()).id

    first, last = (
        " ".join(word.text for word in page.words)
        for page in printed(at_the_desk(pk).get(f"/chouettes/{pk}/sheet.pdf").content)
    )

    assert ("24 A single +2 +48" in first, "25 A single +2 +50" in last, "wins" in first + last) == (True, True, False)
    assert ("carried over" in first, "brought forward +48" in last, "2 payments" in last) == (True, True, True)


def test_the_table_takes_as_many_statements_after_one_game_as_after_three() -> None:
    counts = []
    for games in (1, 3):
        pk = a_session(*[START, WON] * games)
        client = at_the_desk(pk)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/chouettes/{pk}/").status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]


@pytest.mark.parametrize("page", ["/clubs/{club}/chouettes/", "/chouettes/{pk}/tables/"])
def test_the_other_sessions_of_a_club_cost_no_statements(page: str) -> None:
    pk = a_session(START, WON)
    club, client, counts = chouette_view(pk).club, at_the_desk(pk), []
    for _session in range(3):
        open_session(club, Sitting(("Dee", "Eve", "Fay")), a_caller())
        with CaptureQueriesContext(connection) as queries:
            assert "Dee, Eve" in client.get(page.format(club=club, pk=pk)).text
        counts.append(len(queries))

    assert counts[0] == counts[1] == counts[2]


def test_a_link_lets_a_phone_follow_and_another_lets_it_write() -> None:
    pk = a_session(START)
    desk, follower, phone, stranger = at_the_desk(pk), Client(), Client(), Client()

    assert desk.post(f"/chouettes/{pk}/follow/", {}).status_code == 303
    links = re.findall(r"/chouettes/l/[\w-]+/", desk.get(f"/chouettes/{pk}/follow/").text)
    assert [each.get(link).status_code for each, link in ((follower, links[0]), (phone, links[-1]))] == [303, 303]

    assert [each.get(f"/chouettes/{pk}/").status_code for each in (follower, phone, stranger)] == [200, 200, 302]
    assert [posted(each, pk, do="win", side="box", kind="single") for each in (follower, phone)] == [403, 303]
    assert stranger.get("/chouettes/l/no-such-link/").status_code == 404


@needs_poppler
def test_pages_and_papers_of_a_club_are_in_the_zone_of_the_machine(settings: Settings) -> None:
    settings.MACHINE_ZONE = "Asia/Kathmandu"
    pk = a_session(START, WON)
    desk, opened = at_the_desk(pk), Chouette.objects.get(pk=pk)
    at = opened.record.at.astimezone(ZoneInfo("Asia/Kathmandu"))

    clock, text = f"{at:%H:%M}", desk.get(f"/clubs/{opened.club_id}/chouettes/").text
    paper = printed(desk.get(f"/chouettes/{pk}/sheet.pdf").content)

    assert f"{at.day} {at:%B %Y}, {clock}" in text
    assert 'data-zone="Asia/Kathmandu"' in desk.get(f"/chouettes/{pk}/").text
    assert f"{at:%A} {at.day} {at:%B %Y}" in " ".join(word.text for word in paper[0].words)
