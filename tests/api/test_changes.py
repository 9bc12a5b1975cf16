"""Idempotency-Key, If-Match and preview over HTTP, and who may use which door."""

from collections.abc import Callable
from typing import Any

import pytest

from clubs.actions.people import revoke_tokens
from clubs.models import User
from tests.contents import nothing_changes
from tests.factories import (
    Answer,
    Program,
    a_caller,
    a_club,
    a_desk_helper,
    a_director,
    a_drawn_event,
    a_match,
    a_stranger,
    an_owner,
    card_of,
    entrant_named,
    match_of,
    play,
    play_code,
)
from tournaments.api.urls import urlpatterns
from tournaments.models import Event, Match

pytestmark = pytest.mark.django_db
PLAYERS_DOORS = {
    "api_match_claim", "api_match_contest", "api_me", "api_event_links", "api_event_close", "api_event_reopen",
    "api_entrant_link", "api_links_rotate",
}  # fmt: skip
# Doors of the auction: tests/api/test_auction_api.py; who may use each stands in tests/permissions/matrix.csv.
AUCTION_DOORS = {
    "api_club_auctions", "api_event_auctions", "api_auction", "api_auction_file", "api_auction_lots",
    "api_auction_order", "api_auction_late", "api_auction_stakes", "api_auction_worth", "api_auction_close",
    "api_auction_award", "api_payer_link", "api_player_link", "api_lot_open", "api_lot_bids", "api_lot_hammer",
    "api_lot_pass", "api_lot_clock", "api_lot_void", "api_void_release", "api_lot_again", "api_lot_offer",
    "api_lot_buybacks", "api_lot_transfers",
}  # fmt: skip
# Of match files: tests/pages/match. Of money, queues: test_money_api.py and so on. Of reports: tests/clubs/reports.
_OTHERS = "money.views money.books prizes.views files jackpots draws.reports positions"
MONEY = tuple(f"tournaments.api.{name}" for name in _OTHERS.split())
SWITCHED_ON = {"api_event_odds", "api_event_odds_file"}  # tests of the odds
# Of structures, a Swiss, a night, a ladder: tests/stories/, tests/clubs/nights, tests/clubs/ladders, the same table.
SHAPED = "event_plan event_rounds event_scorecards event_knockout event_redraw event_drops night_draw ladder_knockout"
SHAPES = {f"api_{name}" for name in (*SHAPED.split(), "breaks", "break_end", "entrant_again")}


@pytest.fixture
def desk() -> Program:
    return Program(an_owner())


# --- Idempotency-Key


def test_the_same_request_under_a_key_is_done_once_and_answered_the_same(desk: Program) -> None:
    path = f"matches/{a_match().pk}/result/"
    first = desk.post(path, {"score": [7, 3]}, Idempotency_Key="k-1")

    with nothing_changes():
        again = [desk.post(path, {"score": [7, 3]}, Idempotency_Key="k-1") for _ in range(3)]

    assert [(each.status, each.text) for each in again] == [(200, first.text)] * 3
    assert [each.headers.get("Idempotency-Replayed") for each in (first, *again)] == [None, "true", "true", "true"]


def test_another_body_or_address_under_a_used_key_is_422(desk: Program) -> None:
    event = a_drawn_event(4)
    one, other = (f"matches/{match_of(event, code).pk}/result/" for code in ("A1", "A2"))
    desk.post(one, {"score": [7, 3]}, Idempotency_Key="k-1")

    with nothing_changes():
        rows = [
            desk.post(one, {"score": [7, 4]}, Idempotency_Key="k-1"),
            desk.post(other, {"score": [7, 3]}, Idempotency_Key="k-1"),
            desk.post("clubs/", {"name": "Wien"}, Idempotency_Key="k-1"),
        ]

    assert [(each.status, each.code) for each in rows] == [(422, "key.reused")] * 3


def test_a_refused_request_leaves_its_key_free(desk: Program) -> None:
    path = f"matches/{a_match().pk}/result/"

    with nothing_changes():
        refused = desk.post(path, {"score": [7, 7]}, Idempotency_Key="k-1")
    answer = desk.post(path, {"score": [7, 3]}, Idempotency_Key="k-1")

    assert (refused.status, answer.status) == (422, 200)


def test_a_key_is_a_persons_own() -> None:
    event = a_drawn_event(4)
    director = Program(a_director(event.tournament.club))
    owner = Program(an_owner())
    director.post(f"matches/{match_of(event, 'A1').pk}/result/", {"score": [7, 3]}, Idempotency_Key="k-1")

    answer = owner.post(f"matches/{match_of(event, 'A2').pk}/result/", {"score": [7, 3]}, Idempotency_Key="k-1")

    assert answer.status == 200


def test_a_repeated_request_without_the_right_gets_no_answer() -> None:
    match = a_match()
    owner = an_owner()
    program = Program(owner)
    program.post(f"matches/{match.pk}/result/", {"score": [7, 3]}, Idempotency_Key="k-1")
    revoke_tokens(owner.email, a_caller())

    assert program.post(f"matches/{match.pk}/result/", {"score": [7, 3]}, Idempotency_Key="k-1").status == 401


@pytest.mark.parametrize("key", ["", " ", "a b", "ö", "x" * 256])
def test_a_key_that_is_none_is_refused(desk: Program, key: str) -> None:
    path = f"matches/{a_match().pk}/result/"

    with nothing_changes():
        refused = desk.post(path, {"score": [7, 3]}, Idempotency_Key=key)

    assert (refused.status, refused.code) == (400, "key.unreadable")


# --- If-Match


@pytest.mark.parametrize("posted", ['"1"', 'W/"1"', "1", "*"])
def test_the_version_that_was_seen_lets_the_report_in(desk: Program, posted: str) -> None:
    answer = desk.post(f"matches/{a_match().pk}/result/", {"score": [7, 3]}, If_Match=posted)

    assert (answer.status, answer.data["version"]) == (200, 2)


def test_an_old_version_is_409_with_the_match_as_it_is(desk: Program) -> None:
    match = a_match()
    play(match)

    with nothing_changes():
        refused = desk.post(f"matches/{match.pk}/result/", {"score": [3, 7]}, If_Match='"1"')

    assert (refused.status, refused.code) == (409, "stale")
    assert (refused.data["facts"]["match"]["winner"], refused.data["facts"]["version"]) == ("top", 2)


@pytest.mark.parametrize("posted", ["one", "-1", "1.5", '"1", "2"', "9" * 19])
def test_a_version_that_is_none_is_400(desk: Program, posted: str) -> None:
    with nothing_changes():
        refused = desk.post(f"matches/{Match.objects.count()}/result/", {"score": [7, 3]}, If_Match=posted)

    assert (refused.status, refused.code) == (400, "seen.unreadable")


def test_a_match_of_others_needs_a_version(desk: Program) -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    play_code(event, "A2")
    body = {"score": [3, 7], "reason": "written down wrong"}
    desk.post(f"matches/{match_of(event, 'A1').pk}/correction/", body)
    final = match_of(event, "B1")

    with nothing_changes():
        refused = desk.post(f"matches/{final.pk}/result/", {"score": [7, 3]})
    answer = desk.post(f"matches/{final.pk}/result/", {"score": [7, 3], "between": [final.bottom_id, final.top_id]})

    assert (refused.status, refused.code, answer.status) == (428, "seen.needed", 200)
    assert refused.data["facts"]["match"]["version"] == final.version


def test_an_entrants_version_is_looked_at_too(desk: Program) -> None:
    who = f"entrants/{entrant_named(a_drawn_event(2), 'Falk Brenner').pk}/"

    first = desk.patch(who, {"club": "Wien"}, If_Match='"1"')
    refused = desk.patch(who, {"club": "Graz"}, If_Match='"1"')

    assert (first.status, first.data["version"], refused.status, refused.code) == (200, 2, 409, "stale")


# --- Preview


def test_a_version_is_refused_where_nothing_has_one(desk: Program) -> None:
    event = a_drawn_event(4)
    top = card_of(event, "A1").top
    assert top is not None

    with nothing_changes():
        rows = [
            desk.post("clubs/", {"name": "Wien"}, If_Match='"1"'),
            desk.post(f"events/{event.pk}/draw/", {"key": "12 34"}, If_Match='"1"'),
            desk.post(f"entrants/{top.entrant}/withdraw/", {"from": "all"}, If_Match='"1"'),
        ]

    assert [(each.status, each.code) for each in rows] == [(400, "seen.unused")] * 3


def test_every_change_can_be_tried(desk: Program) -> None:
    event = a_drawn_event(5)
    play_code(event, "A4")
    number = 4

    with nothing_changes():
        answers = {name: call(desk, event, number, "?preview=1") for name, call in CHANGES.items()}

    # A4 is finished and settled: those are refused, tried or not.
    posted = {name: (answer.status, answer.headers.get("Preview")) for name, answer in answers.items()}
    over = ("start", "call", "penalty", "result", "confirm", "length")
    assert posted == {name: (409, None) if name in over else (200, "true") for name in CHANGES}


@pytest.mark.parametrize("preview", ["", "yes", "-1", "True ", "2"])
def test_a_preview_that_is_neither_yes_nor_no_changes_nothing(desk: Program, preview: str) -> None:
    match = a_match()

    with nothing_changes():
        refused = desk.post(f"matches/{match.pk}/result/?preview={preview}", {"score": [7, 3]})

    assert (refused.status, refused.code) == (400, "preview.unreadable")


def test_a_correction_shows_what_it_would_affect(desk: Program) -> None:
    event = a_drawn_event(4)
    for code in ("A1", "A2", "B1"):
        play_code(event, code)
    path = f"matches/{match_of(event, 'A1').pk}/correction/"

    answer = desk.get(path).data

    assert answer["match"]["code"] == "A1"
    assert [(each["code"], each["has_result"]) for each in answer["affected"]] == [("B1", True)]
    assert answer["moved"] == ["A1", "B1", "C1"]
    assert desk.get(f"{path}?winner=top").data["affected"] == []
    assert desk.get(f"{path}?winner=none").status == 200
    assert (desk.get(f"{path}?winner=left").status, desk.get(f"{path}?winner=left").code) == (400, "unreadable")
    for same in ("score=3-7", "score=3,7", "forfeit=top", ""):
        assert desk.get(f"{path}?{same}").data == desk.get(f"{path}?winner=bottom").data
    for wrong in ("score=7", "score=5-5", "forfeit=nobody"):
        assert desk.get(f"{path}?{wrong}").code == "unreadable"
    refused = desk.get(f"matches/{match_of(event, 'C1').pk}/correction/")
    assert (refused.status, refused.code) == (409, "match.unfinished")


# --- Who may: address × method × role


def _post(path: str, body: Any) -> Callable[[Program, Event, int, str], Answer]:
    def call(program: Program, event: Event, number: int, query: str = "") -> Answer:
        match = match_of(event, "A4").pk
        names = {"event": event.pk, "tournament": event.tournament_id, "club": event.tournament.club_id}
        who = entrant_named(event, "Falk Brenner").pk
        posted = body(event) if callable(body) else body
        return program.post(path.format(**names, match=match, entrant=who, number=number) + query, posted)

    return call


def _other(event: Event) -> int:
    """Return somebody else of the draw, who has not played yet."""
    played = match_of(event, "A4")
    busy = {entrant_named(event, "Falk Brenner").pk, played.top_id, played.bottom_id}
    return next(each.pk for each in event.entrants.all() if each.pk not in busy)


def _patch(program: Program, event: Event, number: int, query: str = "") -> Answer:
    return program.patch(f"entrants/{entrant_named(event, 'Falk Brenner').pk}/{query}", {"club": "Wien"})


def _put(program: Program, event: Event, number: int, query: str = "") -> Answer:
    return program.put(f"tournaments/{event.tournament_id}/tables/{query}", {"tables": [{"name": "1"}]})


def _retell(path: str, body: Any) -> Callable[[Program, Event, int, str], Answer]:
    def call(program: Program, event: Event, number: int, query: str = "") -> Answer:
        return program.patch(path.format(event=event.pk, tournament=event.tournament_id) + query, body)

    return call


CHANGES: dict[str, Callable[[Program, Event, int, str], Answer]] = {
    "club": _post("clubs/", {"name": "Wien"}),
    "tournament": _post("tournaments/", lambda event: {"club": event.tournament.club_id, "name": "Open"}),
    "event": _post("events/", lambda event: {"tournament": event.tournament_id, "name": "x", "format": {}}),
    "tournament told anew": _retell("tournaments/{tournament}/", {"place": "Casino"}),
    "event told anew": _retell("events/{event}/", {"name": "Masters"}),
    "entrants": _post("events/{event}/entrants/", {"entrants": [{"name": "Late Lucy"}]}),
    "draw": _post("events/{event}/draw/", {"key": "again", "discard": True, "reason": "slip"}),
    "withdraw": _post("entrants/{entrant}/withdraw/", {"from": "consolation"}),
    "replacement": _post("entrants/{entrant}/replacement/", {"name": "Stan"}),
    "entrant": _patch,
    "tick": _post("entrants/{entrant}/tick/", {"paid": True}),
    "tables": _put,
    "call": _post("matches/{match}/call/", {"table": "4"}),
    "length": _post("matches/{match}/length/", {"length": 9}),
    "exchange": _post("entrants/{entrant}/exchange/", lambda event: {"entrant": _other(event), "reason": "slip"}),
    "take-out": _post("entrants/{entrant}/take-out/", {"reason": "drawn twice"}),
    "penalty": _post("matches/{match}/penalty/", {"late": "top", "points": 1}),
    "start": _post("matches/{match}/start/", {}),
    "result": _post("matches/{match}/result/", {"score": [7, 3]}),
    "clear": _post("matches/{match}/clear/", {"reason": "slip"}),
    "confirm": _post("matches/{match}/confirm/", {}),
    "correction": _post("matches/{match}/correction/", {"score": [3, 7], "reason": "slip"}),
    "undo": _post("tournaments/{tournament}/records/{number}/undo/", {}),
}
# What a director does and a desk helper doesn't (docs/api/README.md#who-may-do-what); a club is the owner's.
SHAPING = {"length", "exchange", "take-out"}
DIRECTING = SHAPING | {"club", "tournament", "event", "draw", "replacement", "tournament told anew", "event told anew"}
READING = [
    "clubs/", "tournaments/", "tournaments/{tournament}/", "tournaments/{tournament}/records/",
    "tournaments/{tournament}/tables/", "events/{event}/", "events/{event}/forecast/",
    "events/{event}/entrants/", "events/{event}/draw/", "tournaments/{tournament}/ready/",
    "events/{event}/matches/", "events/{event}/standings/", "events/{event}/sheet.pdf",
    "matches/{match}/", "matches/{match}/correction/",
]  # fmt: skip
ROLES = ["anonymous", "stranger", "director elsewhere", "desk elsewhere", "desk", "director", "owner"]


def a_program(role: str, event: Event) -> Program:
    people: dict[str, Callable[[], User | None]] = {
        "anonymous": lambda: None, "stranger": a_stranger, "owner": an_owner,
        "director elsewhere": lambda: a_director(a_club("Wien")),
        "desk elsewhere": lambda: a_desk_helper(a_club("Wien")),
        "desk": lambda: a_desk_helper(event.tournament.club),
        "director": lambda: a_director(event.tournament.club),
    }  # fmt: skip
    return Program(people[role]())


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("what", CHANGES)
def test_who_may_change_what(what: str, role: str) -> None:
    event = a_drawn_event(5)
    play_code(event, "A4")
    program = a_program(role, event)
    desk_may = role == "desk" and what not in DIRECTING
    allowed = role == "owner" or (role == "director" and what != "club") or desk_may
    expected = {"anonymous": 401}.get(role, 403)

    if allowed:
        # What the state forbids has passed the guard.
        assert CHANGES[what](program, event, 4, "").status in (200, 201, 409)
        return
    with nothing_changes():
        answer = CHANGES[what](program, event, 4, "")
    assert (answer.status, answer.code) == (expected, "sign_in" if expected == 401 else "forbidden")


@pytest.mark.parametrize("role", ROLES)
def test_everybody_may_read(role: str) -> None:
    event = a_drawn_event(5)
    play_code(event, "A4")
    program = a_program(role, event)
    names = {"event": event.pk, "tournament": event.tournament_id, "match": match_of(event, "A4").pk}

    with nothing_changes():
        posted = {path: program.get(path.format(**names)).status for path in READING}

    assert posted == dict.fromkeys(READING, 200)


def test_no_address_is_missing_from_the_table() -> None:
    # Doors of players and of their links: tests/api/test_claims_api.py, test_links_api.py.
    apart = PLAYERS_DOORS | AUCTION_DOORS | SWITCHED_ON | SHAPES
    callbacks: list[Any] = [each.callback for each in urlpatterns if each.name not in apart]
    views = [each.view_class for each in callbacks if each.view_class.__module__ not in MONEY]

    changing = [method for view in views for method in ("post", "put", "patch", "delete") if hasattr(view, method)]
    assert len(changing) == len(CHANGES)
    assert len([view for view in views if hasattr(view, "get")]) == len(READING) + 1  # an exchange: test_swiss.py


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("clubs/{club}/", {"name": 7}),
        ("clubs/{club}/", {"name": "Bilbao", "colour": "red"}),
        ("tournaments/{tournament}/", {"name": 1.5}),
        ("events/{event}/", {"name": True}),
    ],
)
def test_a_change_takes_text_for_text_and_no_unknown_field(path: str, body: dict[str, Any]) -> None:
    event = a_drawn_event(2)
    desk = Program(an_owner())
    where = path.format(club=event.tournament.club_id, tournament=event.tournament_id, event=event.pk)

    refused = desk.ask("PATCH", where, body)

    assert (refused.status, refused.code) == (400, "unreadable")


@pytest.mark.parametrize(
    "query", ["winner=none&forfeit=x", "winner=top&score=x", "forfeit=both&score=7-7", "winner=", "forfeit="]
)
def test_a_preview_reads_every_parameter_also_one_that_another_overrides(query: str) -> None:
    event = a_drawn_event(2)
    refused = Program(an_owner()).get(f"matches/{match_of(event, 'A1').pk}/correction/?{query}")

    assert (refused.status, refused.code) == (400, "unreadable")
