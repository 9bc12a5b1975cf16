"""Refusals of the API with their status and code; a refused request changes nothing that can be read."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .clients import Request
from .playing import an_event, report
from .schema import CheckedClient
from .servers import Site
from .test_contract import FORMAT


class Scene:
    """An event of six in progress: A2 and B1 finished, A4 and B2 open, most others waiting."""

    def __init__(self, site: Site, api: CheckedClient) -> None:
        self.event = event = an_event(site, 6)
        self.undrawn = an_event(site, 4, draw=False)
        report(api, event, event.match(api, "main", 1, 2), "top")
        report(api, event, event.match(api, "main", 2, 1), "top")
        self.ids = {match["code"]: match["id"] for match in event.matches(api)}
        self.gone = event.match(api, "main", 1, 2)["bottom"]["entrant"]
        api.made(f"entrants/{self.gone}/withdraw/", {"from": "consolation"}, 200)

        self.desk = site.client()
        self.shows = ""
        self.look()

    def look(self) -> str:
        """Return everything that the API shows of the event, with the head of its memory."""
        parts = ("", "entrants/", "draw/", "matches/", "standings/")
        paths = ["clubs/", "tournaments/"]
        for event in (self.event, self.undrawn):
            paths += [*(f"events/{event.id}/{part}" for part in parts), f"tournaments/{event.tournament}/records/"]
        self.shows = json.dumps([self.desk.read(path) for path in paths], sort_keys=True)
        return self.shows

    def to(self, code: str, what: str, body: Any, **more: Any) -> Request:
        return Request(f"matches/{self.ids[code]}/{what}/", body, **more)

    def result(self, body: Any, code: str = "A4", **more: Any) -> Request:
        return self.to(code, "result", body, **more)

    def draw(self, body: Any) -> Request:
        return Request(f"events/{self.event.id}/draw/", body)

    def undo(self, record: int) -> Request:
        return Request(f"tournaments/{self.event.tournament}/records/{record}/undo/")

    def entrants(self, body: Any) -> Request:
        return Request(f"events/{self.event.id}/entrants/", body)


@pytest.fixture(scope="module")
def scene(site: Site, api: CheckedClient) -> Iterator[Scene]:
    rows = Scene(site, api)
    yield rows
    rows.desk.close()


WON = {"score": [7, 3]}
CUP = {"club": 1, "name": "Cup"}
LATE = {"entrants": [{"name": "Late One"}]}
CORRECT = {"score": [3, 7], "reason": "read upside down"}


def games(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"games": list(rows)}


def an_event_of(tournament: int, format_: dict[str, Any]) -> Request:
    return Request("events/", {"tournament": tournament, "name": "Open", "format": format_})


REFUSED: dict[str, tuple[int, str, Callable[[Scene], Request]]] = {
    # A match that is not open, or has changed.
    "a second result": (409, "match.finished", lambda it: it.result(WON, "A2")),
    "another second result": (409, "match.finished", lambda it: it.result({"score": [0, 7]}, "A2")),
    "a forfeit after the result": (409, "match.finished", lambda it: it.result({"forfeit": "both"}, "B1")),
    "a start after the result": (409, "match.finished", lambda it: it.to("A2", "start", {})),
    "a result of a bye": (409, "match.bye", lambda it: it.result(WON, "A1")),
    "a result of a match that waits": (409, "match.waiting", lambda it: it.result(WON, "C1")),
    "a result between others": (409, "match.players", lambda it: it.result(WON | {"between": [it.gone, it.gone + 1]})),
    "a version of another time": (409, "stale", lambda it: it.result(WON, seen=99)),
    "a correction of nothing": (409, "match.unfinished", lambda it: it.to("A4", "correction", CORRECT)),
    "a correction that affects": (409, "match.begun", lambda it: it.to("A2", "correction", CORRECT)),
    "a clearing that affects": (409, "match.begun", lambda it: it.to("A2", "clear", {"reason": "why not"})),
    "a clearing of nothing": (409, "match.blank", lambda it: it.to("A4", "clear", {"reason": "why not"})),
    "a confirmation of nothing": (409, "match.unfinished", lambda it: it.to("A4", "confirm", {})),
    "a second confirmation": (409, "match.settled", lambda it: it.to("A2", "confirm", {})),
    # Impossible results.
    "a score that nobody reached": (422, "score.winner", lambda it: it.result({"score": [6, 3]})),
    "a score that both reached": (422, "score.both", lambda it: it.result({"score": [7, 7]})),
    "fewer than no points": (422, "score.negative", lambda it: it.result({"score": [7, -1]})),
    "no report at all": (422, "report.empty", lambda it: it.result({})),
    "a cube of 3": (422, "cube.value", lambda it: it.result(games({"winner": "top", "cube": 3}))),
    "a match that is not over": (422, "match.unfinished", lambda it: it.result(games({"winner": "top"}))),
    "a game too many": (422, "match.over", lambda it: it.result(games(*[{"winner": "top", "cube": 8}] * 2))),
    "a forfeit against a winner": (
        422, "forfeit.score", lambda it: it.result({"forfeit": "top", "why": "retired", "score": [1, 7]}),
    ),
    "a correction without a reason": (422, "reason.empty", lambda it: it.to("B1", "correction", WON | {"reason": ""})),
    "a choice for a match that is not affected": (
        422, "affected.unknown",
        lambda it: it.to("B1", "correction", CORRECT | {"affected": {str(it.ids["A2"]): "void"}}),
    ),
    "a choice for a match of nowhere": (
        422, "affected.unknown", lambda it: it.to("B1", "correction", CORRECT | {"affected": {"999999": "void"}}),
    ),
    "a clearing that stands": (
        422, "affected.torn", lambda it: it.to("A2", "clear", {"reason": "no", "affected": "stand"}),
    ),
    # Unreadable requests.
    "a winner by another name": (400, "unreadable", lambda it: it.result(games({"winner": "left"}))),
    "a field that is not known": (400, "unreadable", lambda it: it.result(WON | {"socre": [7, 3]})),
    "a score of three": (400, "unreadable", lambda it: it.result({"score": [7, 3, 1]})),
    "a score in words": (400, "unreadable", lambda it: it.result({"score": ["seven", 3]})),
    "a list": (400, "unreadable", lambda it: it.result([7, 3])),
    "a choice by another name": (
        400, "unreadable", lambda it: it.to("A2", "correction", CORRECT | {"affected": "maybe"}),
    ),
    "a key with a space": (400, "key.unreadable", lambda it: it.result(WON, key="a b")),
    # Entrants and draws.
    "nobody": (422, "entrants.none", lambda it: it.entrants({"entrants": []})),
    "a name of blanks": (400, "unreadable", lambda it: it.entrants({"entrants": [{"name": "  "}]})),
    "no name": (400, "unreadable", lambda it: it.entrants({"entrants": [{"club": "Bergen"}]})),
    "more than the byes": (409, "line.none", lambda it: it.entrants({"entrants": LATE["entrants"] * 3})),
    "a line that is taken": (409, "line.taken", lambda it: it.entrants(LATE | {"line": 1})),
    "a line whose holder has begun": (409, "line.begun", lambda it: it.entrants(LATE | {"line": 2})),
    "a line that is none": (422, "entrants.line", lambda it: it.entrants(LATE | {"line": 99})),
    "a second withdrawal": (
        409, "entrant.withdrawn", lambda it: Request(f"entrants/{it.gone}/withdraw/", {"from": "consolation"}),
    ),
    "a withdrawal from nowhere": (
        400, "unreadable", lambda it: Request(f"entrants/{it.gone}/withdraw/", {"from": "here"}),
    ),
    "a seed after the draw": (409, "draw.made", lambda it: Request(f"entrants/{it.gone}/", {"seed": 1}, "PATCH")),
    "a stale name": (409, "stale", lambda it: Request(f"entrants/{it.gone}/", {"name": "N"}, "PATCH", seen=9)),
    "a draw over played matches": (409, "draw.begun", lambda it: it.draw({"key": "new"})),
    "a draw by the same key": (
        409, "draw.key_used",
        lambda it: it.draw({"key": f" {it.event.key} ", "discard": True, "reason": "x"}),
    ),
    "a draw by no key": (422, "key.empty", lambda it: Request(f"events/{it.undrawn.id}/draw/", {"key": " "})),
    "an unknown format": (
        422, "format.consolation",
        lambda it: an_event_of(it.event.tournament, FORMAT | {"consolation": "big"}),
    ),
    "an unknown time zone": (422, "timezone", lambda _: Request("tournaments/", CUP | {"timezone": "Mars"})),
    "an undo of what is played on": (
        409, "undo.superseded", lambda it: it.undo(3),
    ),
    "an undo of the first record": (
        409, "undo.never", lambda it: it.undo(1),
    ),
    # Missing rows.
    "no such match": (404, "match.unknown", lambda it: Request("matches/999999/result/", WON)),
    "no such event": (404, "event.unknown", lambda it: Request("events/999999/draw/", {"key": "k"})),
    "no such entrant": (404, "entrant.unknown", lambda it: Request("entrants/999999/withdraw/", {"from": "all"})),
    "no such club": (404, "club.unknown", lambda _: Request("tournaments/", CUP | {"club": 999999})),
    "no such tournament": (
        404, "tournament.unknown", lambda _: an_event_of(999999, FORMAT),
    ),
    "no such record": (404, "record.unknown", lambda it: it.undo(999)),
    "without a token": (401, "sign_in", lambda it: it.result(WON, token="")),
    "with a strange token": (401, "token.unknown", lambda it: it.result(WON, token="strange")),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_request_changes_nothing(api: CheckedClient, scene: Scene, name: str) -> None:
    status, code, request = REFUSED[name]
    before = scene.shows

    answer = api.send(request(scene))

    assert (answer.status, answer.code) == (status, code), answer.body
    assert set(answer.data) == {"code", "facts", "detail"}
    assert len(answer.data["detail"]) > 5
    assert answer.data["detail"] != code
    assert scene.look() == before


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b'{"score": NaN}', b"null", b'"7-3"', b"[" * 5000])
def test_malformed_bytes_are_refused(api: CheckedClient, scene: Scene, body: bytes) -> None:
    before = scene.shows

    answer = api.send(scene.result(body))

    assert answer.status in (400, 422), answer.body
    assert answer.code in ("unreadable", "report.empty")
    assert scene.look() == before


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("?bracket=left", 400, "bracket.unknown"),
        ("?status=lost", 400, "status.unknown"),
        ("?draw=9", 404, "draw.unknown"),
        ("?draw=x", 400, "unreadable"),
    ],
)
def test_an_invalid_query_of_a_list_is_refused(
    api: CheckedClient, scene: Scene, query: str, status: int, code: str
) -> None:
    answer = api.get(f"events/{scene.event.id}/matches/{query}")

    assert (answer.status, answer.code) == (status, code)


def test_sheets_and_places_of_an_event_without_a_draw(api: CheckedClient, scene: Scene) -> None:
    pk = scene.undrawn.id

    assert (
        api.read(f"events/{pk}/matches/") == api.read(f"events/{pk}/standings/") == api.read(f"events/{pk}/draw/") == []
    )
    assert (api.get(f"events/{pk}/sheet.pdf").status, api.get(f"events/{pk}/sheet.pdf").code) == (409, "draw.none")
    assert api.get(f"events/{scene.event.id}/sheet.pdf?paper=A0").code == "paper.unknown"
    assert api.get(f"events/{scene.event.id}/sheet.pdf?bracket=left").code == "bracket.unknown"
