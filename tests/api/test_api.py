"""The API as programs meet it: status, shapes, keys, versions, refusals."""

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import get_resolver

from journal.models import Page
from tests.contents import nothing_changes
from tests.factories import (
    KEY,
    Program,
    a_caller,
    a_club,
    a_drawn_event,
    a_format,
    a_stranger,
    a_tournament,
    an_entered_event,
    an_owner,
    card_of,
    entrant_named,
    match_of,
    play_code,
)
from tournaments.actions.draws.making import make_draw
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Program:
    return Program(an_owner())


def result_of(event: Event, code: str) -> str:
    return f"matches/{match_of(event, code).pk}/result/"


# --- The whole way


def test_from_nothing_to_the_standings(desk: Program) -> None:
    club = desk.post("clubs/", {"name": "Bilbao"})
    tournament = desk.post("tournaments/", {"club": club.data["id"], "name": "Open", "timezone": "Europe/Madrid"})
    event = desk.post("events/", {"tournament": tournament.data["id"], "name": "Main", "format": a_format(length=5)})
    entrants = {"entrants": [{"name": "Ann", "rating": 1650.5}, {"name": "Bob", "country": "AT"}, {"name": "Cid"}]}
    entered = desk.post(f"events/{event.data['id']}/entrants/", entrants)
    drawn = desk.post(f"events/{event.data['id']}/draw/", {"key": KEY})
    while answer := desk.get(f"events/{event.data['id']}/matches/?status=open").data:
        desk.post(f"matches/{answer[0]['id']}/result/", {"score": [5, 2]}, If_Match=f'"{answer[0]["version"]}"')
    table = desk.get(f"events/{event.data['id']}/standings/").data

    assert [each.status for each in (club, tournament, event, entered, drawn)] == [201] * 5
    assert club.data == {"id": club.data["id"], "name": "Bilbao"}
    assert tournament.data == {
        "club": club.data["id"], "events": [], "id": tournament.data["id"], "name": "Open", "rest": 0,
        "starts_on": None, "timezone": "Europe/Madrid", "starts_at": None, "place": "", "director": "", "tables": 0,
        "language": "", "second_language": "",
    }  # fmt: skip
    assert event.data["format"]["length"]["main"] == {"default": 5, "last": [], "rounds": []}
    assert [each["number"] for each in entered.data["entrants"]] == [1, 2, 3]
    assert entered.data["entrants"][0]["rating"] == "1650.5"
    assert [line["line"] for line in drawn.data["lines"]] == [1, 2, 3, 4]
    assert [(each["place"], each["order"]) for each in table] == [(1, 1), (2, 2), (3, 3)]
    assert {each["name"] for each in table} == {"Ann", "Bob", "Cid"}


def test_a_match_has_the_shape_that_programs_rely_on(desk: Program) -> None:
    event = a_drawn_event(3)
    listed = {each["code"]: each for each in desk.get(f"events/{event.pk}/matches/").data}

    assert set(listed["A1"]) == {
        "id", "code", "bracket", "round", "number", "length", "top", "bottom", "status", "begun", "settled", "score",
        "raw", "winner", "goes_on", "how", "version", "draw", "table", "called", "start", "claims",
        "deadline", "contested", "running", "depends_on", "place", "state", "ruling", "keeper", "result", "reporter",
        "course", "times", "card",
    }  # fmt: skip
    assert listed["B1"]["course"] == {
        "stage": {"kind": "final", "left": 2, "letter": "B"},
        "feeds": [{"kind": "winner", "line": 0, "code": "A1"}, {"kind": "winner", "line": 0, "code": "A2"}],
        "winner_to": None,
        "loser_to": [],
    }
    drop = {"place": 3, "code": "C1", "bracket": "consolation", "side": "bottom", "after_bye": False}
    assert listed["A2"]["course"]["loser_to"] == [drop]
    assert listed["B1"]["times"] == {"called": None, "started": None, "scored": None, "finished": None}
    bye, played = listed["A1"], listed["A2"]
    assert (bye["status"], bye["bottom"], bye["winner"], bye["round"], bye["number"]) == ("bye", None, None, 1, 1)
    assert (played["status"], set(played["top"])) == ("open", {"entrant", "name"})
    assert [each["code"] for each in listed.values()] == ["A1", "A2", "B1", "C1"]


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("", ["A1", "A2", "A3", "A4", "B1", "B2", "C1"]),
        ("?status=open", ["A4", "B1"]),
        ("?status=finished", []),
        ("?status=bye", ["A1", "A2", "A3"]),
        ("?status=waiting", ["B2", "C1"]),
        ("?bracket=consolation", []),
        ("?status=open&bracket=main", ["A4", "B1"]),
        ("?draw=1", ["A1", "A2", "A3", "A4", "B1", "B2", "C1"]),
    ],
)
def test_a_list_is_filtered_by_the_query(query: str, codes: list[str]) -> None:
    event = a_drawn_event(5, "none")

    answer = Program(None).get(f"events/{event.pk}/matches/{query}")

    assert (answer.status, [each["code"] for each in answer.data]) == (200, codes)


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("?status=lost", 400, "status.unknown"),
        ("?bracket=upper", 400, "bracket.unknown"),
        ("?draw=7", 404, "draw.unknown"),
        ("?draw=x", 400, "unreadable"),
        ("?draw=-1", 400, "unreadable"),
    ],
)
def test_a_filter_that_is_none_is_refused(query: str, status: int, code: str) -> None:
    answer = Program(None).get(f"events/{a_drawn_event(3).pk}/matches/{query}")

    assert (answer.status, answer.code) == (status, code)


def test_lists_are_plain_arrays_and_cards_whole(desk: Program) -> None:
    event = a_drawn_event(3)
    play_code(event, "A2")
    club, tournament = event.tournament.club, event.tournament
    posted = {
        "clubs/": [{"id": club.pk, "name": club.name}],
        f"events/{event.pk}/entrants/": 3,
        f"events/{event.pk}/draw/": 1,
        f"tournaments/{tournament.pk}/records/": 4,
        f"tournaments/{tournament.pk}/records/?before=3": 2,
    }

    for path, expected in posted.items():
        answer = desk.get(path).data
        assert (answer if isinstance(expected, list) else len(answer)) == expected
    board = desk.get(f"events/{event.pk}/").data
    assert (board["draw"], board["number"], board["tournament_name"]) == (event.current_draw_id, 4, tournament.name)
    assert desk.get(f"tournaments/{tournament.pk}/").data["events"] == [{"id": event.pk, "name": "Main"}]
    assert [each["id"] for each in desk.get("tournaments/").data] == [tournament.pk]
    assert desk.get(f"matches/{match_of(event, 'A2').pk}/").data["score"] == [7, 0]


def test_before_the_draw_lists_are_empty_and_the_sheet_is_refused() -> None:
    event, anyone = an_entered_event(3), Program(None)

    assert [anyone.get(f"events/{event.pk}/{each}/").data for each in ("matches", "standings", "draw")] == [[], [], []]
    assert (anyone.get(f"events/{event.pk}/sheet.pdf").status, anyone.get(f"events/{event.pk}/sheet.pdf").code) == (
        409,
        "draw.none",
    )


def test_a_sheet_is_pdf_whatever_is_accepted() -> None:
    event, anyone = a_drawn_event(3), Program(None)

    for accept in ("*/*", "application/pdf", "text/html"):
        sheet = anyone.get(f"events/{event.pk}/sheet.pdf?bracket=main&paper=A4", Accept=accept)
        assert (sheet.status, sheet.headers["Content-Type"], sheet.text[:5]) == (200, "application/pdf", b"%PDF-")
    refused = anyone.get(f"events/{event.pk}/sheet.pdf?bracket=upper", Accept="application/pdf")
    assert (refused.status, refused.code) == (400, "bracket.unknown")
    assert anyone.get(f"events/{event.pk}/sheet.pdf?paper=B5").code == "paper.unknown"
    assert anyone.get(f"events/{event.pk}/sheet.pdf?blank=-1").code == "unreadable"


# --- Refusals


def test_a_refusal_is_code_facts_and_detail(desk: Program) -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")

    with nothing_changes():
        refused = desk.post(result_of(event, "A1"), {"score": [3, 7]})

    assert (refused.status, set(refused.data), refused.code) == (409, {"code", "facts", "detail"}, "match.finished")
    assert refused.data["detail"] == "This match already has a result. Correct it if it is wrong."
    assert refused.data["facts"]["match"]["version"] == card_of(event, "A1").version


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"score": [7, 7]}, 422, "score.both"),
        ({}, 422, "report.empty"),
        ({"score": [7]}, 400, "unreadable"),
        ({"score": "7-3"}, 400, "unreadable"),
        ({"score": [7, "x"]}, 400, "unreadable"),
        ({"score": [7, None]}, 400, "unreadable"),
        ({"score": [7, 3], "scores": 1}, 400, "unreadable"),
        ({"games": [{"winner": "me"}]}, 400, "unreadable"),
        ({"games": [{"winner": "top", "kind": "double"}]}, 400, "unreadable"),
        ({"games": [{"winner": "top", "cube": 3}]}, 422, "cube.value"),
        ({"games": [{"winner": "top", "points": 3}]}, 400, "unreadable"),
        ({"forfeit": "left"}, 400, "unreadable"),
        ({"forfeit": "top", "why": "bored"}, 400, "unreadable"),
        ({"forfeit": "top", "games": [{"winner": "top", "cube": 0}]}, 422, "cube.value"),
        ({"score": [7, 3], "between": [1]}, 400, "unreadable"),
        ({"score": [7, 3], "between": [10**30, 1]}, 409, "match.players"),
        ("[1]", 400, "unreadable"),
        ("{", 400, "unreadable"),
        (b'{"score": [7, 3], "x": "\xff"}', 400, "unreadable"),
        ('{"score": [NaN, 3]}', 400, "unreadable"),
    ],
)
def test_a_result_that_is_none_is_refused(desk: Program, body: Any, status: int, code: str) -> None:
    event = a_drawn_event(2)

    with nothing_changes():
        refused = desk.post(result_of(event, "A1"), body)

    assert (refused.status, refused.code) == (status, code)


@pytest.mark.parametrize(
    ("format_", "code"),
    [
        ({"length": 7.5}, "format.shape"),
        ({"length": 0}, "format.length"),
        ({"length": [3, 1.5]}, "format.length"),
        ({"colour": 1}, "format.unknown"),
        ({"\ud800": 1}, "format.unknown"),
        ({"main": "swiss", "losses": 1}, "swiss.losses"),
        ({"main": "structure", "lower": "A..B"}, "notation.round"),
        ({"main": 1.5}, "format.main"),
        ({"consolation": "double"}, "format.consolation"),
        ({"consolation": ["none"]}, "format.consolation"),
        ({"crawford": 1}, "format.flag"),
        ({"crawford": 0.5}, "format.flag"),
        ({"crawford": False, "holland": True}, "holland.alone"),
        (None, "format.shape"),
        ([], "format.shape"),
    ],
)
def test_a_format_that_is_none_is_refused(desk: Program, format_: Any, code: str) -> None:
    tournament = a_tournament()

    refused = desk.post("events/", json.dumps({"tournament": tournament.pk, "name": "Main", "format": format_}))

    assert (refused.status, refused.code) in ((422, code), (400, "unreadable"))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("clubs/", {"name": "Bilbao", "colour": "red"}),
        ("clubs/", {}),
        ("tournaments/", {"club": 1, "name": "x", "starts_on": "soon"}),
        ("tournaments/", {"club": "one", "name": "x"}),
        ("events/{event}/entrants/", {"entrants": [{"name": "Ann", "surname": "B"}]}),
        ("events/{event}/entrants/", {"entrants": [{}]}),
        ("events/{event}/entrants/", {"entrants": [{"name": "Ann\x00"}]}),
        ("events/{event}/entrants/", {"entrants": {"name": "Ann"}}),
        ("events/{event}/draw/", {"key": "x", "seed": 1}),
        ("entrants/{entrant}/withdraw/", {"from": "everything"}),
        ("entrants/{entrant}/withdraw/", {}),
        ("matches/{match}/start/", {"between": [1, 2, 3]}),
        ("matches/{match}/clear/", {"affected": "void"}),
        ("matches/{match}/clear/", {"reason": "x", "affected": "maybe"}),
        ("matches/{match}/clear/", {"reason": "x", "affected": {"one": "void"}}),
        ("matches/{match}/correction/", {"score": [7, 3], "reason": "x", "affected": {"9" * 30: "void"}}),
        ("matches/{match}/correction/", {"score": [7, 3]}),
    ],
)
def test_fields_that_are_unknown_or_unreadable_are_named(desk: Program, path: str, body: Any) -> None:
    event = a_drawn_event(2)
    who = entrant_named(event, "Falk Brenner").pk

    with nothing_changes():
        refused = desk.post(path.format(event=event.pk, entrant=who, match=match_of(event, "A1").pk), body)

    assert (refused.status, refused.code) == (400, "unreadable")
    assert refused.data["facts"]["fields"]


def test_without_or_with_a_wrong_token_nothing_is_changed() -> None:
    event = a_drawn_event(2)
    anyone, wrong, unreadable = Program(None), Program(None), Program(None)
    wrong.headers["Authorization"] = "Bearer nonsense"
    unreadable.headers["Authorization"] = "Bearer two words"

    rows = []
    with nothing_changes():
        for program in (anyone, wrong, unreadable):
            answer = program.post(result_of(event, "A1"), {"score": [7, 3]})
            rows.append((answer.status, answer.code, answer.headers["WWW-Authenticate"]))

    assert rows == [
        (401, "sign_in", "Bearer"), (401, "token.unknown", "Bearer"), (401, "token.unreadable", "Bearer"),
    ]  # fmt: skip
    assert wrong.get("clubs/").status == 401
    assert anyone.get("clubs/").status == 200


def test_a_person_without_a_role_is_forbidden() -> None:
    event, stranger = a_drawn_event(2), Program(a_stranger())

    with nothing_changes():
        refused = stranger.post(result_of(event, "A1"), {"score": [7, 3]})

    assert (refused.status, refused.code) == (403, "forbidden")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "events/{big}/", 404),
        ("GET", "events/999/", 404),
        ("GET", "matches/999/", 404),
        ("GET", "tournaments/999/records/", 404),
        ("GET", "matches/{big}/correction/", 404),
        ("POST", "matches/{big}/start/", 404),
        ("POST", "events/999/draw/", 404),
        ("PATCH", "entrants/999/", 404),
        ("DELETE", "matches/1/", 405),
        ("PUT", "events/1/", 405),
        ("GET", "matches/1/start/", 405),
        ("POST", "events/1/", 405),
    ],
)
def test_what_is_not_there_or_cannot_be_done_here(desk: Program, method: str, path: str, status: int) -> None:
    body = {"key": "x"} if "draw" in path else {}

    answer = desk.ask(method, path.format(big=10**30), body)

    assert (answer.status, set(answer.data)) == (status, {"code", "facts", "detail"})


def test_a_superseded_match_is_gone_and_names_its_successor(desk: Program) -> None:
    event = a_drawn_event(4)
    old = match_of(event, "A1").pk
    make_draw(event.pk, "again", a_caller())
    now = {"draw": Event.objects.get(pk=event.pk).current_draw_id, "match": match_of(event, "A1").pk}

    for answer in (
        desk.get(f"matches/{old}/"),
        desk.get(f"matches/{old}/correction/"),
        desk.post(f"matches/{old}/result/", {"score": [7, 3]}),
    ):
        assert (answer.status, answer.code, answer.data["facts"]) == (410, "draw.superseded", now)


# --- Every address


def test_the_description_for_programs_has_no_warning() -> None:
    written = StringIO()

    call_command("spectacular", "--validate", "--fail-on-warn", stdout=written, stderr=written)

    assert "openapi: 3" in written.getvalue()
    assert Program(None).get("/api/schema/").status == 200


def test_every_address_of_the_api_is_described() -> None:
    written = StringIO()
    call_command("spectacular", "--format", "openapi-json", stdout=written)
    described = set(json.loads(written.getvalue())["paths"])

    roots: list[Any] = get_resolver().url_patterns
    api = [each for outer in roots if str(outer.pattern) == "api/v1/" for each in outer.url_patterns]
    paths = {f"/api/v1/{each.pattern}".replace("<int:pk>", "{id}") for each in api}

    assert {re.sub(r"<int:(\w+)>", r"{\1}", path) for path in paths} == described
    assert Page.objects.count() == 0


def test_a_club_by_the_same_name_is_another_club(desk: Program) -> None:
    first = a_club("Bilbao")

    assert desk.post("clubs/", {"name": "Bilbao"}).data["id"] != first.pk
