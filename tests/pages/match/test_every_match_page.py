"""Every page of every match and of every record answers, whatever state it is in, and whatever is sent to it."""

from typing import Any

import pytest
from django.test import Client

from rules.match.terms import BOTTOM, TOP
from tests.factories import a_caller, a_drawn_event, a_match, an_owner, cards, entrant_named, play
from tournaments.actions.entrants.entering import EVERYTHING, withdraw
from tournaments.actions.matches.results import Report, report_result
from tournaments.models import Event, Match

pytestmark = pytest.mark.django_db

PAGES = [
    "", "result/", "result/?way=games", "result/?way=forfeit", "correction/", "correction/?way=score&top=7&bottom=2",
    "correction/?way=forfeit&who=both", "clear/", "call/", "penalty/", "start/", "confirm/",
]  # fmt: skip


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_owner())
    return client


def an_event_in_every_state() -> Event:
    """Byes, an empty match, a double no-show, a played one, a withdrawal, waiting and ready ones."""
    event = a_drawn_event(11)
    first, second, third = list(cards(event, status="open").values())[:3]
    report_result(first.id, Report(forfeit=(TOP, BOTTOM), why="no_show"), a_caller())
    report_result(second.id, Report(forfeit=(TOP,), why="retired", points=(2, 3)), a_caller())
    play(third)
    withdraw(entrant_named(event, "Uwe Altmann").pk, EVERYTHING, a_caller())
    return event


def test_every_page_of_every_match_and_record_answers(desk: Client) -> None:
    event = an_event_in_every_state()
    matches = {match.status: match.pk for match in Match.objects.all()}
    stream = event.tournament.stream
    stream.refresh_from_db()

    paths = [f"/matches/{pk}/{page}" for pk in matches.values() for page in PAGES]
    for number in range(1, stream.number + 1):
        paths += [f"/tournaments/{event.tournament_id}/memory/{number}/{page}" for page in ("", "undo/")]

    assert len(matches) == 5
    assert {path: status for path in paths if (status := desk.get(path).status_code) != 200} == {}


@pytest.mark.parametrize(
    "query", ["before=abc", "before=99999999999999999999", "q=%00", "kind=%27", "who=user:zz", f"q={'x' * 3000}"]
)
def test_whatever_is_looked_for_the_ledger_answers(desk: Client, query: str) -> None:
    event = a_drawn_event(2, "none")

    assert desk.get(f"/tournaments/{event.tournament_id}/memory/?{query}").status_code == 200


@pytest.mark.parametrize(
    ("page", "posted", "status"),
    [
        ("result", {"way": "games", "winner_1": "x", "cube_1": "9" * 40, "kind_1": "zz"}, 422),
        ("result", {"way": "games", "winner_1": "top", "cube_1": "3"}, 422),
        ("result", {"way": "games", "winner_1": "top", "kind_1": "zz"}, 422),
        ("result", {"way": "score", "top": "9" * 5000, "bottom": "1"}, 422),
        ("result", {"way": "score", "top": "²", "bottom": "7"}, 422),
        ("result", {"way": "forfeit", "who": "zz", "why": "zz"}, 422),
        ("result", {"way": "forfeit", "who": "top", "why": "retired", "top": "7", "bottom": "9"}, 422),
        ("result", {"way": "score", "top": "7", "bottom": "3", "seen": "zz"}, 400),
        ("result", {"way": "score", "top": "7", "bottom": "3", "once": "a b"}, 400),
        ("result", {"way": "score", "top": "7", "bottom": "3", "seen": "99", "saw": "\x00"}, 409),
        ("penalty", {"late": "top", "minutes": "²"}, 422),
        ("penalty", {"late": "top", "points": "1", "reason": "a\x00b"}, 422),
        ("penalty", {"late": "top", "points": "1", "reason": "x" * 9000}, 422),
        ("call", {"table": "x" * 999}, 422),
        ("call", {"table": "\x00"}, 422),
    ],
)
def test_whatever_is_sent_is_answered_in_words(desk: Client, page: str, posted: dict[str, Any], status: int) -> None:
    answer = desk.post(f"/matches/{a_match().pk}/{page}/", posted)

    assert answer.status_code == status
    assert "<title>Problem:" in answer.content.decode()
