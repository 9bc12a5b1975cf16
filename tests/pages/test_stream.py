"""The stream: what an overlay and its lines of text show of one table."""

import pytest
from django.test import Client

from tests.factories import a_caller, a_drawn_event, match_of, play
from tests.pages.on_the_phone import text_of
from tests.pages.reading import page_of, statements
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.results import start_match
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def seated(event: Event, code: str, table: str) -> None:
    call_match(match_of(event, code).pk, table, a_caller())
    start_match(match_of(event, code).pk, a_caller())


def line(event: Event, name: str, table: str = "1") -> str:
    answer = Client().get(f"/tournaments/{event.tournament_id}/stream/text/", {"table": table, "line": name})
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    return answer.content.decode()


def overlay(event: Event, **query: str) -> str:
    words = "&".join(f"{name}={text}" for name, text in query.items())
    return text_of(page_of(Client(), f"/tournaments/{event.tournament_id}/stream/overlay/?{words}"))


def test_the_overlay_shows_who_plays_at_its_table_and_nobody_else() -> None:
    event = a_drawn_event(8)
    seated(event, "A1", "1")
    seated(event, "A2", "2")
    first, second = (match_of(event, code) for code in ("A1", "A2"))

    page = overlay(event, table="2")

    assert all(str(each) in page for each in (line(event, "top", "2"), line(event, "bottom", "2")))
    assert line(event, "top", "1") not in page
    assert first.pk != second.pk


def test_a_table_keeps_its_result_until_the_next_two_sit_there() -> None:
    event = a_drawn_event(8)
    seated(event, "A1", "1")
    before = [line(event, name) for name in ("score", "state")]
    play(match_of(event, "A1"))
    after = [line(event, name) for name in ("score", "state")]
    was = line(event, "players")
    seated(event, "A2", "1")

    assert (before, after) == (["0–0", "playing"], ["7–0", "final"])
    assert line(event, "players") != was
    assert line(event, "score") == "0–0"


def test_lines_of_a_table_at_which_nobody_sat_are_empty() -> None:
    event = a_drawn_event(8)

    assert [line(event, name, "99") for name in ("top", "score", "players", "state", "since")] == [""] * 5
    assert line(event, "next", "99") != ""


def test_a_line_that_is_not_known_is_not_found() -> None:
    event = a_drawn_event(4)

    assert Client().get(f"/tournaments/{event.tournament_id}/stream/text/?line=rating").status_code == 404


def test_the_lower_third_shows_the_match_that_is_called_next() -> None:
    event = a_drawn_event(4)

    page = overlay(event, part="next")

    first, second = line(event, "next").split(" – ")
    assert first in page
    assert second in page
    assert "Score" not in page


def test_the_overlay_takes_the_same_statements_for_8_and_for_128(client: Client) -> None:
    small, large = a_drawn_event(8), a_drawn_event(128)
    for event in (small, large):
        seated(event, "A1", "1")

    paths = [f"/tournaments/{each.tournament_id}/stream/overlay/?table=1" for each in (small, large)]
    assert [statements(client, path) for path in paths] == [7, 7]


def test_the_addresses_of_every_table_in_use_are_listed(client: Client) -> None:
    event = a_drawn_event(8)
    seated(event, "A1", "Board & 1")

    page = page_of(client, f"/tournaments/{event.tournament_id}/stream/")

    assert "Board &amp; 1" in page
    assert "stream/overlay/?table=Board%20%26%201" in page
