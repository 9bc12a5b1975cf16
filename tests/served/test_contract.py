"""The API compared with its description: requests, answers and their shapes."""

from typing import Any

import pytest

from .clients import Request
from .playing import Event, an_event, must_agree, names_for, report
from .schema import CheckedClient
from .servers import Site

FORMAT = {
    "main": "knockout",
    "consolation": "progressive",
    "length": {"main": 7, "consolation": {"default": 5, "last": [7]}},
    "crawford": True,
    "holland": False,
}
MATCH_KEYS = {
    "id", "code", "bracket", "round", "number", "top", "bottom", "length", "status", "begun", "settled", "score",
    "winner", "version",
}  # fmt: skip
EIGHT = names_for(8)


@pytest.fixture
def event(site: Site) -> Event:
    """An event of eight entrants, drawn."""
    return an_event(site, 8)


def first(api: CheckedClient, event: Event, number: int = 1, round_: int = 1, bracket: str = "main") -> dict[str, Any]:
    return event.match(api, bracket, round_, number)


def test_from_a_club_to_a_drawn_event(api: CheckedClient) -> None:
    club = api.made("clubs/", {"name": "Bergen Backgammon"})
    tournament = api.made(
        "tournaments/",
        {"club": club["id"], "name": "Winter Cup", "timezone": "Europe/Oslo", "starts_on": "2026-11-20"},
    )
    made = api.made("events/", {"tournament": tournament["id"], "name": "Open", "format": FORMAT})
    entered = api.made(
        f"events/{made['id']}/entrants/",
        {"entrants": [{"name": "Ada Aune", "club": "Bergen", "country": "NO", "rating": 1623.5, "seed": 1}]},
    )["entrants"][0]
    api.made(f"events/{made['id']}/entrants/", {"entrants": [{"name": name} for name in EIGHT[1:]]})
    drawn = api.made(f"events/{made['id']}/draw/", {"key": "  2026-11-20   63 55 21 "})

    assert club == {"id": club["id"], "name": "Bergen Backgammon"}
    assert (tournament["timezone"], tournament["starts_on"]) == ("Europe/Oslo", "2026-11-20")
    posted = {name: entered[name] for name in ("number", "name", "club", "country", "rating", "seed")}
    assert posted == {
        "number": 1, "name": "Ada Aune", "club": "Bergen", "country": "NO", "rating": "1623.5", "seed": 1,
    }  # fmt: skip
    assert drawn["key"] == "2026-11-20 63 55 21"
    board = api.read(f"events/{made['id']}/")
    assert board["tournament_name"] == "Winter Cup"
    assert [each["name"] for each in board["entrants"]] == EIGHT
    assert board["draw"] == drawn["id"]
    assert board["entrants"][0]["line"] == 1
    assert api.read(f"tournaments/{tournament['id']}/")["events"] == [{"id": made["id"], "name": "Open"}]


def test_a_tournament_needs_neither_zone_nor_date(api: CheckedClient) -> None:
    club = api.made("clubs/", {"name": "Plain"})["id"]

    made = api.made("tournaments/", {"club": club, "name": "Plain Cup"})

    assert (made["timezone"], made["starts_on"]) == ("UTC", None)
    assert {"id": club, "name": "Plain"} in api.read("clubs/")
    assert api.read("tournaments/")[0]["id"] == made["id"]


def test_a_listed_match_has_every_field_and_its_length(api: CheckedClient, event: Event) -> None:
    listed = event.matches(api)

    assert len(listed) == 7 + 5
    assert all(set(match) >= MATCH_KEYS for match in listed)
    [final] = [match for match in listed if match["code"] == "C1"]
    [last] = [match for match in listed if match["bracket"] == "consolation" and match["round"] == 3]
    assert (final["length"], last["length"]) == (7, 7)
    assert {match["length"] for match in listed if match["bracket"] == "consolation" and match["round"] < 3} == {5}
    assert [match["code"] for match in listed if match["bracket"] == "main"][:4] == ["A1", "A2", "A3", "A4"]
    opened = listed[0]
    assert (opened["status"], opened["begun"], opened["score"], opened["winner"]) == ("open", False, None, None)
    assert opened["top"] == {"entrant": event.lines[0], "name": event.names[event.lines[0] or 0]}


def test_matches_are_listed_by_status_and_bracket_with_their_byes(api: CheckedClient, site: Site) -> None:
    event = an_event(site, 5)

    byes = event.matches(api, status="bye")
    waiting = event.matches(api, status="waiting", bracket="consolation")

    assert [match["code"] for match in byes] == ["A1", "A2", "A3"]
    assert all((match["top"] is None) != (match["bottom"] is None) for match in byes)
    assert waiting
    assert {match["bracket"] for match in waiting} == {"consolation"}
    assert event.matches(api, status="disputed") == []


def test_a_start_then_a_score(api: CheckedClient, event: Event) -> None:
    match = first(api, event)

    started = api.made(f"matches/{match['id']}/start/", {}, 200)
    answer = report(api, event, match, "top", {"score": [7, 3]})

    assert (started["status"], started["begun"]) == ("open", True)
    assert (answer["status"], answer["score"], answer["winner"], answer["settled"]) == ("finished", [7, 3], "top", True)
    assert answer["version"] > match["version"]
    assert api.read(f"matches/{match['id']}/")["score"] == [7, 3]
    must_agree(api, event)


def test_games_make_a_score(api: CheckedClient, event: Event) -> None:
    match = first(api, event)
    games = [
        {"winner": "top", "cube": 2, "kind": "single"},
        {"winner": "bottom", "cube": 1, "kind": "gammon"},
        {"winner": "top", "cube": 1, "kind": "backgammon"},
        {"winner": "bottom", "cube": 2, "kind": "drop"},
        {"winner": "bottom", "cube": 1, "kind": "resign_single"},
        {"winner": "top", "cube": 1, "kind": "resign_gammon"},
    ]

    answer = report(api, event, match, "top", {"games": games})

    assert (answer["score"], answer["raw"], answer["winner"]) == ([7, 5], [7, 5], "top")
    must_agree(api, event)


def test_points_past_the_length_are_kept_and_shown_capped(api: CheckedClient, event: Event) -> None:
    match = first(api, event)

    answer = report(
        api, event, match, "bottom", {"games": [{"winner": "bottom", "cube": 4, "kind": "resign_backgammon"}]}
    )

    assert (answer["score"], answer["raw"]) == ([0, 7], [0, 12])


@pytest.mark.parametrize("why", ["no_show", "walkover", "retired", "withdrawn"])
@pytest.mark.parametrize(("forfeit", "winner"), [("top", "bottom"), ("bottom", "top"), ("both", None)])
def test_a_forfeit_decides_a_match(
    api: CheckedClient, event: Event, forfeit: str, winner: str | None, why: str
) -> None:
    match = first(api, event)

    answer = api.made(f"matches/{match['id']}/result/", {"forfeit": forfeit, "why": why}, 200)

    assert (answer["status"], answer["winner"], answer["how"], answer["score"]) == ("finished", winner, why, None)


def test_a_retired_player_keeps_the_score(api: CheckedClient, event: Event) -> None:
    match = first(api, event)

    answer = api.made(f"matches/{match['id']}/result/", {"forfeit": "top", "why": "retired", "score": [5, 2]}, 200)

    assert (answer["winner"], answer["score"], answer["how"]) == ("bottom", [5, 2], "retired")


def test_a_result_may_name_its_players(api: CheckedClient, event: Event) -> None:
    match = first(api, event)
    both = [match["bottom"]["entrant"], match["top"]["entrant"]]

    refused = api.post(f"matches/{match['id']}/result/", {"score": [7, 0], "between": [both[0], event.lines[-1]]})
    answer = api.made(f"matches/{match['id']}/result/", {"score": [7, 0], "between": both}, 200)

    assert (refused.status, refused.code) == (409, "match.players")
    assert answer["winner"] == "top"


def test_after_a_change_of_players_a_report_must_name_the_version(api: CheckedClient, event: Event) -> None:
    report(api, event, first(api, event, 1), "top")
    report(api, event, first(api, event, 2), "top")
    seen = first(api, event, 1, 2)
    path = f"matches/{seen['id']}/result/"
    body = {"score": [0, 7], "reason": "cards mixed up"}
    api.made(f"matches/{first(api, event, 1)['id']}/correction/", body, 200)
    now = first(api, event, 1, 2)

    blind = api.post(path, {"score": [7, 1]})
    stale = api.post(path, {"score": [7, 1]}, seen=seen["version"])
    informed = api.post(path, {"score": [7, 1]}, seen=now["version"])

    assert (blind.status, blind.code) == (428, "seen.needed")
    assert (stale.status, stale.code) == (409, "stale")
    assert stale.data["facts"]["match"]["top"] == now["top"] != seen["top"]
    assert informed.status == 200


def test_a_correction_before_anything_after_it_moves_the_players(api: CheckedClient, event: Event) -> None:
    match = first(api, event)
    report(api, event, match, "top")

    preview = api.read(f"matches/{match['id']}/correction/")
    answer = api.made(f"matches/{match['id']}/correction/", {"score": [2, 7], "reason": "read upside down"}, 200)

    assert preview["affected"] == []
    assert set(preview["moved"]) == {"A1", "B1", "D1"} == set(answer["moved"])
    assert (answer["winner"], answer["score"]) == ("bottom", [2, 7])
    event.won(match, "bottom")
    must_agree(api, event)


@pytest.mark.parametrize("by_match", [False, True])
@pytest.mark.parametrize("choice", ["void", "stand"])
def test_a_correction_after_later_play_needs_a_choice(
    api: CheckedClient, event: Event, choice: str, by_match: bool
) -> None:
    match, later = played_on(api, event)
    path, body = f"matches/{match['id']}/correction/", {"score": [2, 7], "reason": "read upside down"}

    preview = api.read(f"{path}?winner=bottom")
    refused = api.post(path, body)
    affected = {str(later["id"]): choice} if by_match else choice
    answer = api.made(path, body | {"affected": affected}, 200)

    [moved] = preview["affected"]
    assert (moved["match"], moved["code"], moved["has_result"]) == (later["id"], "B1", True)
    assert (refused.status, refused.code) == (409, "match.begun")
    assert [each["match"] for each in refused.data["facts"]["affected"]] == [later["id"]]
    assert answer["winner"] == "bottom"
    after = api.read(f"matches/{later['id']}/")
    if choice == "void":
        assert (after["status"], after["top"], after["score"]) == ("open", match["bottom"], None)
    else:
        assert (after["status"], after["top"], after["score"]) == ("finished", match["top"], later["score"])
        assert (answer["goes_on"], answer["winner"]) == ("top", "bottom")


def test_clearing_opens_a_match_again(api: CheckedClient, event: Event) -> None:
    match = first(api, event)
    report(api, event, match, "top")

    answer = api.made(f"matches/{match['id']}/clear/", {"reason": "wrong table"}, 200)

    assert (answer["status"], answer["begun"], answer["score"], answer["winner"]) == ("open", False, None, None)
    event.decided.clear()
    must_agree(api, event)


def test_clearing_after_later_play_voids_it_on_request(api: CheckedClient, event: Event) -> None:
    match, later = played_on(api, event)
    path = f"matches/{match['id']}/clear/"

    refused = api.post(path, {"reason": "never played"})
    api.made(path, {"reason": "never played", "affected": {str(later["id"]): "void"}}, 200)

    assert (refused.status, refused.code) == (409, "match.begun")
    after = api.read(f"matches/{later['id']}/")
    assert (after["status"], after["top"], after["score"]) == ("waiting", None, None)


def test_a_provisional_result_counts_before_it_is_confirmed(api: CheckedClient, event: Event) -> None:
    match = first(api, event)

    answer = report(api, event, match, "top", {"score": [7, 0], "provisional": True})
    confirmed = api.made(f"matches/{match['id']}/confirm/", {}, 200)

    assert (answer["status"], answer["settled"]) == ("finished", False)
    assert (confirmed["settled"], confirmed["version"]) == (True, answer["version"])
    must_agree(api, event)


def test_late_entrants_take_the_lines_of_byes(api: CheckedClient, site: Site) -> None:
    event = an_event(site, 6)

    late = api.made(f"events/{event.id}/entrants/", {"entrants": [{"name": "Late One"}], "line": 6})
    later = api.made(f"events/{event.id}/entrants/", {"entrants": [{"name": "Late Two"}]})
    full = api.post(f"events/{event.id}/entrants/", {"entrants": [{"name": "Too Late"}]})

    assert late["entrants"][0]["line"] == 6
    assert later["entrants"][0]["line"] == 2
    assert [match["status"] for match in event.matches(api, bracket="main")][:4] == ["open"] * 4
    assert (full.status, full.code) == (409, "line.none")


def test_an_entrant_is_renamed_replaced_and_withdrawn(api: CheckedClient, event: Event) -> None:
    one, other, third = [who for who in event.lines if who][:3]

    renamed = api.patch(f"entrants/{one}/", {"name": "Ada Aune-Berg", "country": "SE"})
    replaced = api.made(f"entrants/{other}/replacement/", {"name": "Sub Stitute"})
    withdrawn = api.made(f"entrants/{third}/withdraw/", {"from": "all"}, 200)

    assert renamed.status == 200
    assert [each["name"] for each in api.read(f"events/{event.id}/entrants/")].count("Ada Aune-Berg") == 1
    assert (renamed.data["name"], renamed.data["country"]) == ("Ada Aune-Berg", "SE")
    assert replaced["line"] == 2
    assert withdrawn["out"] == ["consolation", "main"]
    assert first(api, event)["bottom"]["name"] == "Sub Stitute"
    assert first(api, event, 2)["how"] == "withdrawn"


@pytest.mark.parametrize(("scope", "out"), [("main", ["main"]), ("consolation", ["consolation"])])
def test_a_player_may_withdraw_from_one_bracket(api: CheckedClient, event: Event, scope: str, out: list[str]) -> None:
    who = event.lines[0]

    answer = api.made(f"entrants/{who}/withdraw/", {"from": scope}, 200)

    assert answer["out"] == out
    assert first(api, event)["status"] == ("finished" if scope == "main" else "open")


def test_a_second_draw_supersedes_the_first(api: CheckedClient, event: Event) -> None:
    old = first(api, event)

    made = api.made(f"events/{event.id}/draw/", {"key": "another throw"})
    gone = api.get(f"matches/{old['id']}/")
    reported = api.post(f"matches/{old['id']}/result/", {"score": [7, 0]})

    assert made["number"] == 2
    assert (gone.status, gone.code, gone.data["facts"]["draw"]) == (410, "draw.superseded", made["id"])
    assert (reported.status, reported.code) == (410, "draw.superseded")
    assert gone.data["facts"]["match"] == first(api, event)["id"]
    assert event.matches(api, draw="1")[0]["id"] == old["id"]
    assert [draw["current"] for draw in api.read(f"events/{event.id}/draw/")] == [False, True]


def test_actions_are_recorded_and_can_be_undone(api: CheckedClient, event: Event) -> None:
    match = first(api, event)
    number = report(api, event, match, "top")["record"]

    undone = api.made(f"tournaments/{event.tournament}/records/{number}/undo/", None, 200)
    memory = api.read(f"tournaments/{event.tournament}/records/")

    assert (undone["undone"], undone["verb"]) == (number, "match.finished")
    assert [line["verb"] for line in memory[:3]] == ["record.undone", "match.finished", "draw.made"]
    assert memory[1]["undone"]
    event.decided.clear()
    must_agree(api, event)


def test_places_are_listed_as_soon_as_they_are_known(api: CheckedClient, event: Event) -> None:
    played_on(api, event)

    standings = api.read(f"events/{event.id}/standings/")

    assert [each["order"] for each in standings] == list(range(1, 9))
    assert [each["place"] for each in standings] == [None] * 5 + [3, 5, 5]


def test_a_preview_shows_the_change_and_changes_nothing(api: CheckedClient, event: Event) -> None:
    match, before = first(api, event), api.read(f"events/{event.id}/")

    answer = api.post(f"matches/{match['id']}/result/?preview=1", {"score": [7, 0]})

    assert (answer.status, answer.headers["preview"], answer.data["winner"]) == (200, "true", "top")
    assert api.read(f"events/{event.id}/") == before
    must_agree(api, event)


def test_sheets_are_printed_in_any_size(api: CheckedClient, event: Event) -> None:
    for query in ("", "?bracket=main&paper=A4", "?bracket=consolation&paper=A3", "?paper=Letter&blank=1"):
        answer = api.get(f"events/{event.id}/sheet.pdf{query}")
        assert (answer.status, answer.body[:5]) == (200, b"%PDF-")


def test_everyone_may_read_and_only_directors_may_write(api: CheckedClient, event: Event) -> None:
    match = first(api, event)
    body = {"score": [7, 0]}

    read = api.send(Request(f"matches/{match['id']}/", method="GET", token=""))
    stranger = api.send(Request(f"matches/{match['id']}/result/", body, token="not-a-token"))
    nobody = api.send(Request(f"matches/{match['id']}/result/", body, token=""))

    assert read.data == match
    assert (stranger.status, stranger.code) == (401, "token.unknown")
    assert (nobody.status, nobody.code) == (401, "sign_in")
    assert nobody.headers["www-authenticate"] == "Bearer"


def played_on(api: CheckedClient, event: Event) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play A1, A2 and B1, won by the upper players; return A1 and B1."""
    match = first(api, event)
    report(api, event, match, "top")
    report(api, event, first(api, event, 2), "top")
    report(api, event, first(api, event, 1, 2), "top")
    return first(api, event), first(api, event, 1, 2)
