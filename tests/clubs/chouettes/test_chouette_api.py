"""A chouette over the API: opened, played, corrected, settled; by the desk, the phone on the table, and followers."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.actions.chouettes.links import make_links
from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.read.chouettes.view import chouette_view
from journal.models import Page
from rules.chouette.options import Extras
from tests.clubs.chouettes.tables import (
    ANN,
    BOB,
    BOX_DOUBLES,
    BOX_WINS,
    CID,
    DEE,
    EVE,
    START,
    TEAM_WINS,
    a_link,
    a_table,
    acts,
    answers,
    totals,
)
from tests.contents import nothing_changes
from tests.factories import (
    Program,
    a_caller,
    a_club,
    a_desk_helper,
    a_member,
    by,
)

pytestmark = pytest.mark.django_db


def test_a_member_opens_a_chouette_by_names_alone_and_plays_a_game() -> None:
    club = a_club()
    member = Program(a_member(club))

    opened = member.post(f"clubs/{club.pk}/chouettes/", {"people": [ANN, BOB, CID]})
    won = acts(member, opened.data["id"], START, BOX_DOUBLES, answers(Bob="pass", Cid="take"), TEAM_WINS)

    assert (opened.status, opened.data["version"], opened.data["box"], opened.data["crew"]) == (201, 0, 1, [2, 3])
    assert opened.data["next"] == {
        "number": 1, "box": 1, "captain": 2, "partner": None, "box_is_new": True, "captain_is_new": True,
    }  # fmt: skip
    assert (won.status, totals(won), won.data["box"], won.data["captain"]) == (200, {1: -1, 2: -1, 3: 2}, 3, 2)
    assert won.data["settlement"] == {
        "payments": [{"payer": 1, "payee": 3, "amount": 1}, {"payer": 2, "payee": 3, "amount": 1}],
        "fewest": True,
    }
    assert (won.data["version"], won.data["games"], won.data["can_undo"]) == (4, 1, True)


def test_the_order_comes_from_dice_and_options_from_a_preset() -> None:
    club = a_club()
    rolls = [{ANN: 5, BOB: 5, CID: 6}, {ANN: 1, BOB: 4}]
    sheet = {"people": [ANN, BOB, CID], "rolls": rolls, "options": {"preset": "esk", "auto_limit": 2}}

    opened = Program(a_member(club)).post(f"clubs/{club.pk}/chouettes/", sheet)

    assert (opened.data["box"], opened.data["crew"]) == (3, [2, 1])
    shown = {
        name: opened.data["options"][name] for name in ("cubes", "jacoby", "box_duty", "auto_limit", "settlements")
    }
    assert shown == {"cubes": "multi", "jacoby": True, "box_duty": "half", "auto_limit": 2, "settlements": False}


def test_people_are_named_by_number_as_well_as_by_name() -> None:
    club = a_club()
    chouette, desk = a_table(club, cubes="multi", settlements=True), Program(a_desk_helper(club))

    offered = acts(desk, chouette, START, {"do": "box_doubles", "to": [2, CID]})
    answered = acts(desk, chouette, {"do": "team_answers", "answers": {"2": "take", CID: "pass"}})
    settled = acts(desk, chouette, {"do": "settle", "between": [1, "Bob"], "pays": 2, "points": 1})

    assert offered.data["possible"][0] == {
        "do": "team_answers", "side": "team", "who": [2, 3], "all": False,
        "answers": {"2": ["take", "pass"], "3": ["take", "pass"]}, "pairs": [], "sides": [], "kinds": [],
    }  # fmt: skip
    assert answered.data["running"] == {
        "number": 1,
        "actions": [
            {"do": "box_doubles", "to": [2, 3]},
            {"do": "team_answers", "answers": {"2": "take", "3": "pass"}},
        ],
        "contracts": [
            {"box_side": 1, "team_side": 2, "extra": False, "cube": 2, "owner": "team", "pending": None,
             "points": None, "ended": None},
            {"box_side": 1, "team_side": 3, "extra": False, "cube": 1, "owner": None, "pending": None,
             "points": 1, "ended": "passed"},
        ],
    }  # fmt: skip
    assert totals(settled) == {1: 2, 2: -1, 3: -1}


def test_a_proxy_and_the_price_of_an_extra_are_in_the_answers() -> None:
    club = a_club()
    chouette = a_table(club, ANN, BOB, CID, DEE, cubes="multi", extras=Extras.MAY_REFUSE)
    desk, passes = Program(a_desk_helper(club)), answers(Bob="pass", Cid="pass", Dee="take")

    away = acts(desk, chouette, {"do": "sit_out", "who": 3, "proxy": 2})
    acts(desk, chouette, {"do": "come_back", "who": 3}, START, {"do": "box_doubles", "to": [2, 3, 4]}, passes,
         {"do": "extra", "holder": 2, "against": 4}, BOX_WINS)  # fmt: skip

    assert [(each["sits_out"], each["proxy"]) for each in away.data["people"]] == [
        (False, None), (False, None), (True, 2), (False, None),
    ]  # fmt: skip
    extra = desk.get(f"chouettes/{chouette}/sheet/").data["games"][0]["contracts"][-1]
    assert {name: extra[name] for name in ("box_side", "team_side", "extra", "cube", "points", "ended")} == {
        "box_side": 2, "team_side": 4, "extra": True, "cube": 2, "points": 1, "ended": "played",
    }  # fmt: skip


def test_a_name_of_digits_is_a_name_before_it_is_a_number() -> None:
    club = a_club()
    chouette, desk = a_table(club, ANN, BOB, "2"), Program(a_desk_helper(club))

    answered = acts(desk, chouette, START, BOX_DOUBLES, {"do": "team_answers", "answers": {"2": "take", BOB: "pass"}})

    assert answered.data["running"]["actions"][1] == {"do": "team_answers", "answers": {"2": "pass", "3": "take"}}


def test_everything_that_follows_the_games_goes_over_the_api() -> None:
    club = a_club()
    desk = Program(a_desk_helper(club))
    chouette = a_table(club, ANN, BOB, CID, DEE, EVE)

    played = acts(desk, chouette, {"do": "sit_out", "who": 3}, START, BOX_WINS, {"do": "come_back", "who": 3},
                  {"do": "join", "who": "Fay"}, {"do": "leave", "who": DEE})  # fmt: skip
    again = acts(desk, chouette, {"do": "join", "who": 4})
    paid = desk.post(f"chouettes/{chouette}/payments/", {"payer": 2, "payee": ANN, "amount": 1})
    back = desk.post(f"chouettes/{chouette}/payments/{paid.data['version']}/undo/")
    split = desk.post(f"chouettes/{chouette}/split/", {"newcomers": ["Gus"]})
    merged = desk.post(f"chouettes/{chouette}/merge/", {"chouette": split.data["new"]["id"]})
    closed = desk.post(f"chouettes/{chouette}/close/", {})
    reopened = desk.post(f"chouettes/{chouette}/reopen/")

    assert [each["place"] for each in played.data["people"]] == ["box", "crew", "captain", "left", "crew", "crew"]
    assert again.data["crew"] == [3, 5, 2, 6, 4]
    assert ([each["balance"] for each in paid.data["people"]], [each["balance"] for each in back.data["people"]]) == (
        [3, 0, -1, -1, -1, 0],
        [4, -1, -1, -1, -1, 0],
    )
    assert (split.data["old"]["crew"], len(split.data["new"]["people"])) == ([3, 5, 2], 3)
    assert (merged.data["crew"], merged.data["closed"]) == ([3, 5, 2, 6, 4, 7], False)
    assert (closed.data["closed"], closed.data["possible"], reopened.data["closed"]) == (True, [], False)
    other = desk.get(f"chouettes/{split.data['new']['id']}/").data
    assert (other["closed"], other["into"]) == (True, chouette)


def test_the_last_action_and_the_last_game_are_taken_back() -> None:
    club = a_club()
    chouette, desk = a_table(club), Program(a_desk_helper(club))
    acts(desk, chouette, START, BOX_DOUBLES)

    undone = acts(desk, chouette, {"do": "undo"})
    gone = acts(desk, chouette, {"do": "undo_game"})
    nothing = acts(desk, chouette, {"do": "undo_game"})
    more = acts(desk, chouette, {"do": "undo", "who": 1})

    assert (undone.data["running"]["actions"], gone.data["running"], gone.data["version"]) == ([], None, 4)
    assert (nothing.status, nothing.code) == (422, "chouette.nothing_to_undo")
    assert (more.status, more.code) == (422, "json.unknown")


def test_a_correction_is_shown_before_it_is_accepted() -> None:
    club = a_club()
    chouette, desk = a_table(club), Program(a_desk_helper(club))
    acts(desk, chouette, START, BOX_WINS, START, BOX_WINS)
    right = {"actions": [{"do": "win", "side": "team", "kind": "gammon"}]}
    address = f"chouettes/{chouette}/games/1/correction/"

    with nothing_changes():
        preview = desk.post(f"{address}preview/", right)
    unseen = desk.post(address, right | {"digest": "0123456789abcdef"})
    accepted = desk.post(address, right | {"digest": preview.data["digest"], "reason": "Wrong side"})
    late = desk.post(address, right | {"digest": preview.data["digest"]})

    assert preview.data["changes"][0] == {
        "number": 1,
        "before": {"box": 1, "captain": 2, "points": {"1": 2, "2": -1, "3": -1},
                   "next": {"box": 1, "team": [3, 2], "partner": None}},
        "after": {"box": 1, "captain": 2, "points": {"1": -4, "2": 2, "3": 2},
                  "next": {"box": 2, "team": [3, 1], "partner": None}},
    }  # fmt: skip
    assert preview.data["totals"] == [
        {"person": 1, "before": 4, "after": -5},
        {"person": 2, "before": -2, "after": 4},
        {"person": 3, "before": -2, "after": 1},
    ]
    assert (preview.data["refused"], preview.data["refused_game"]) == (None, None)
    assert (unseen.status, unseen.code, late.code) == (409, "chouette.preview", "chouette.preview")
    assert totals(accepted) == {1: -5, 2: 4, 3: 1}


def test_a_correction_that_a_later_game_does_not_survive_says_which() -> None:
    club = a_club()
    chouette, desk = a_table(club, settlements=True), Program(a_desk_helper(club))
    settle = {"do": "settle", "between": [1, 3], "points": 1, "pays": 3}
    acts(desk, chouette, START, BOX_WINS, START, settle, BOX_WINS)

    preview = desk.post(f"chouettes/{chouette}/games/1/correction/preview/", {"actions": [TEAM_WINS]})
    accepted = desk.post(
        f"chouettes/{chouette}/games/1/correction/", {"actions": [TEAM_WINS], "digest": preview.data["digest"]}
    )
    missing = desk.post(f"chouettes/{chouette}/games/3/correction/preview/", {"actions": [TEAM_WINS]})

    assert (preview.data["refused"], preview.data["refused_game"]) == ("chouette.no_contract", 2)
    assert (accepted.status, accepted.data["facts"]["game"]) == (422, 2)
    assert (missing.status, missing.code) == (422, "chouette.no_such_game")


def test_the_sheet_has_every_game_with_its_cubes_and_who_pays_whom() -> None:
    club = a_club()
    chouette, desk = a_table(club), Program(a_desk_helper(club))
    acts(desk, chouette, START, BOX_DOUBLES, answers(Bob="pass", Cid="take"), TEAM_WINS)

    sheet = desk.get(f"chouettes/{chouette}/sheet/").data

    assert [each["name"] for each in sheet["people"]] == [ANN, BOB, CID]
    [game] = sheet["games"]
    assert (game["box"], game["team"], game["points"], game["totals"], game["next"]) == (
        1,
        [2, 3],
        {"1": -1, "2": -1, "3": 2},
        {"1": -1, "2": -1, "3": 2},
        {"box": 3, "team": [2, 1], "partner": None},
    )
    assert game["postings"] == [{"payer": 2, "payee": 1, "points": 1}, {"payer": 1, "payee": 3, "points": 2}]
    assert sheet["settlement"]["payments"][0] == {"payer": 1, "payee": 3, "amount": 1}


def test_a_write_from_an_old_version_is_refused_with_what_was_written_since() -> None:
    club = a_club()
    chouette, desk = a_table(club), Program(a_desk_helper(club))
    acts(desk, chouette, START, If_Match='"0"')

    with nothing_changes():
        late = acts(desk, chouette, BOX_WINS, If_Match='"0"')

    assert (late.status, late.code) == (409, "stale")
    assert late.data["facts"] == {
        "seen": 0,
        "version": 1,
        "since": [{"turn": 1, "kind": "action", "body": {"do": "start"}}],
    }
    assert acts(desk, chouette, BOX_WINS, If_Match='"1"').status == 200
    assert desk.get(f"chouettes/{chouette}/entries/?after=1").data == [
        {"turn": 2, "kind": "action", "body": {"do": "win", "side": "box", "kind": "single"}}
    ]


@pytest.mark.parametrize(
    ("path", "body", "done"),
    [
        ("payments/", {"payer": 1, "payee": 2, "amount": 1}, None),
        ("payments/3/undo/", {}, "payments/"),
        ("close/", {}, None),
        ("reopen/", {}, "close/"),
        ("split/", {}, None),
        ("games/1/correction/", {"actions": [BOX_WINS], "digest": "x"}, None),
    ],
)
def test_every_change_compares_the_version_that_was_seen(path: str, body: dict[str, Any], done: str | None) -> None:
    club = a_club()
    chouette, desk = a_table(club, ANN, BOB, CID, DEE, EVE, "Fay"), Program(a_desk_helper(club))
    acts(desk, chouette, START, BOX_WINS)
    if done:
        desk.post(f"chouettes/{chouette}/{done}", {"payer": 1, "payee": 2, "amount": 1} if "pay" in done else {})

    late = desk.post(f"chouettes/{chouette}/{path}", body, If_Match='"1"')

    assert (late.status, late.code) == (409, "stale")


def test_the_same_request_under_the_same_key_counts_once_and_its_stored_answer_holds_no_name() -> None:
    club = a_club()
    chouette, desk = a_table(club, "Ömer Yıldırım", "Ainhoa", "Sten"), Program(a_desk_helper(club))
    acts(desk, chouette, START, BOX_DOUBLES)
    row = answers(Ainhoa="pass", Sten="take")

    first, again = (acts(desk, chouette, row, Idempotency_Key="one") for _ in range(2))
    other = acts(desk, chouette, TEAM_WINS, Idempotency_Key="one")
    opened = desk.post(f"clubs/{club.pk}/chouettes/", {"people": ["Ainhoa", "Sten", "Ömer"]}, Idempotency_Key="two")

    assert (first.text, first.data["version"], again.headers["Idempotency-Replayed"]) == (again.text, 3, "true")
    assert (other.status, other.code, opened.status) == (422, "key.reused", 201)
    stored = " ".join(Page.objects.values_list("answer", flat=True))
    assert '"version":3' in stored
    assert [name for name in ("Ainhoa", "Sten", "mer", "Yıldırım") if name in stored] == []


def test_a_preview_changes_nothing() -> None:
    club = a_club()
    chouette, desk = a_table(club), Program(a_desk_helper(club))

    with nothing_changes():
        opened = desk.post(f"clubs/{club.pk}/chouettes/?preview=1", {"people": [ANN, BOB, CID]})
        started = desk.post(f"chouettes/{chouette}/actions/?preview=1", START)

    assert (opened.status, started.status, started.data["version"]) == (200, 200, 1)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "unreadable"),
        ([], 400, "unreadable"),
        ({"do": "start", "what": 1}, 400, "unreadable"),
        ({"do": "leave", "who": True}, 400, "unreadable"),
        ({"do": "leave", "who": 1.5}, 400, "unreadable"),
        ({"do": "leave", "who": {}}, 400, "unreadable"),
        ({"do": "leave", "who": 4}, 422, "chouette.absent"),
        ({"do": "leave", "who": 10**30}, 422, "chouette.absent"),
        ({"do": "leave", "who": DEE}, 422, "chouette.absent"),
        ({"do": "join", "who": ANN}, 422, "chouette.present"),
        ({"do": "join", "who": "  "}, 422, "json.range"),
        ({"do": "join", "who": "An\u202en"}, 422, "name.hidden"),
        ({"do": "fold"}, 422, "json.unknown"),
        ({"do": "win", "side": "box"}, 422, "json.missing"),
        ({"do": "win", "side": "top", "kind": "single"}, 422, "json.unknown"),
        ({"do": "start", "who": 1}, 422, "json.unknown"),
        ({"do": "ties", "n": 1}, 422, "chouette.no_game"),
        ({"do": "ties", "n": 10**9}, 400, "unreadable"),
        ({"do": "team_answers", "answers": {"9": "take"}}, 422, "chouette.absent"),
        ({"do": "team_answers", "answers": {"\u0663": "take"}}, 422, "chouette.absent"),
    ],
)
def test_what_is_no_happening_or_not_possible_now_is_refused(body: Any, status: int, code: str) -> None:
    club = a_club()
    chouette, desk = a_table(club), Program(a_desk_helper(club))

    with nothing_changes():
        answer = desk.post(f"chouettes/{chouette}/actions/", body)

    assert (answer.status, answer.code) == (status, code)


def test_a_table_that_does_not_exist_is_unknown() -> None:
    desk = Program(a_desk_helper(a_club()))

    codes = {
        desk.get("chouettes/9/").code,
        desk.get("chouettes/9/links/").code,
        acts(desk, 9, START).code,
        desk.post("chouettes/9/games/1/correction/preview/", {"actions": []}).code,
        desk.post("chouettes/9/close/").code,
    }

    assert codes == {"chouette.unknown"}
    assert desk.get("clubs/99/chouettes/").code == "club.unknown"


@pytest.mark.parametrize("games", [1, 6])
def test_an_action_takes_the_same_few_statements_in_a_long_night(games: int) -> None:
    club = a_club()
    chouette, opener = a_table(club), Program(a_desk_helper(club))
    phone = a_link(make_links(chouette, a_caller()).write)
    for _ in range(games):
        acts(phone, chouette, START, BOX_WINS)
    opener.get(f"chouettes/{chouette}/")

    with CaptureQueriesContext(connection) as with_link:
        phone.post(f"chouettes/{chouette}/actions/", START, Idempotency_Key="k", If_Match=f'"{2 * games}"')
    with CaptureQueriesContext(connection) as with_token:
        opener.post(f"chouettes/{chouette}/actions/", BOX_WINS, Idempotency_Key="l")
    with CaptureQueriesContext(connection) as read:
        phone.get(f"chouettes/{chouette}/")

    assert (len(with_link), len(with_token), len(read)) == (13, 14, 5)


def test_an_entry_over_the_api_is_the_same_as_one_from_the_page() -> None:
    club = a_club()
    opener = a_member(club)
    chouette = open_session(club.pk, Sitting((ANN, BOB, CID)), by(opener)).id

    acts(Program(opener), chouette, START, BOX_DOUBLES)

    assert chouette_view(chouette).version == 2
