"""The draw in public: how it is made, every draw that was, and the file from which anybody repeats one."""

import json
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules.__main__ import main
from tests.contents import nothing_changes
from tests.factories import KEY, a_caller, a_desk_helper, a_director, a_drawn_event, an_entered_event, play_code
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, rename, withdraw
from tournaments.models import Event, Line
from tournaments.read.entrants.listed import entrant_list

pytestmark = pytest.mark.django_db


def director(event: Event) -> Client:
    client = Client()
    client.force_login(a_director(event.tournament.club))
    return client


def address(event: Event) -> str:
    return f"/events/{event.pk}/draw-key/"


def test_a_director_draws_by_the_key_that_was_rolled() -> None:
    event = an_entered_event(5)

    answer = director(event).post(address(event), {"key": "  63  55 ", "once": "key-1"})

    event.refresh_from_db()
    assert (answer.status_code, answer["Location"]) == (303, f"{address(event)}?drawn=1")
    assert event.current_draw is not None
    assert event.current_draw.key == "63 55"


def test_before_the_draw_the_page_shows_the_field_and_the_missing() -> None:
    event = an_entered_event(6)
    gone = entrant_list(event.pk)[5]
    withdraw(gone.id, EVERYTHING, a_caller())

    page = director(event).get(address(event)).content.decode()

    assert "<b>5 entrants</b> · 8 lines · 3 byes" in page
    assert f"Withdrawn: <bdi>{gone.name}</bdi>" in page
    assert "5 are not checked in" in page
    assert "unpaid" not in page


def test_anybody_sees_the_key_the_lines_and_every_draw_with_its_reason() -> None:
    event = a_drawn_event(5)
    play_code(event, "A4")
    make_draw(event.pk, "12 34", a_caller(), discard=True, reason="Petra was missing")

    page = Client().get(address(event)).content.decode()

    assert "<bdi>12 34</bdi></p>" in page
    assert KEY in page
    assert "superseded" in page
    assert "Petra was missing" in page
    assert page.count('<span class="code">A') == 8
    assert "Draw again" not in page
    assert "not checked in" not in page
    assert "unpaid" not in page


@pytest.mark.parametrize(
    ("posted", "status", "text"),
    [
        ({"key": ""}, 422, "Type a draw key."),
        ({"key": KEY}, 409, "This key was already used. Choose another."),
        ({"key": "1 2"}, 409, "Matches have begun."),
        ({"key": "1 2", "discard": "on"}, 422, "Give a reason."),
        ({"do": "undo"}, 409, "depends on it. Undo that one first."),
    ],
)
def test_an_impossible_draw_is_refused_and_nothing_changes(posted: dict[str, str], status: int, text: str) -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    client = director(event)

    with nothing_changes():
        answer = client.post(address(event), posted)

    assert answer.status_code == status
    assert text in answer.content.decode()
    assert "<title>Problem:" in answer.content.decode()


def test_a_draw_in_which_nobody_has_played_is_undone() -> None:
    event = a_drawn_event(4)

    answer = director(event).post(address(event), {"do": "undo"})

    event.refresh_from_db()
    page = Client().get(address(event)).content.decode()
    assert answer.status_code == 303
    assert event.current_draw is None
    assert "undone" in page


def test_only_directors_draw() -> None:
    event = an_entered_event(4)
    helper = Client()
    helper.force_login(a_desk_helper(event.tournament.club))

    with nothing_changes():
        answers = [Client().post(address(event), {"key": "1"}), helper.post(address(event), {"key": "1"})]

    assert [each.status_code for each in answers] == [302, 403]
    assert 'name="key"' not in helper.get(address(event)).content.decode()


def test_the_file_repeats_every_draw_that_was_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = an_entered_event(6)
    first = entrant_list(event.pk)[0]
    rename(first.id, {"seed": 1}, a_caller())
    make_draw(event.pk, "1 2 3", a_caller())
    enter(event.pk, [Entry("Late; Lucy")], a_caller())
    withdraw(entrant_list(event.pk)[3].id, EVERYTHING, a_caller())
    make_draw(event.pk, "4 5 6", a_caller())

    for number, key in ((1, "1 2 3"), (2, "4 5 6")):
        file = tmp_path / f"{number}.txt"
        file.write_bytes(Client().get(f"/events/{event.pk}/draw.txt?draw={number}").content)
        main(["draw", str(file), "--key", key, "--event", str(event.pk), "--json"])
        posted = {row["line"]: row["number"] for row in json.loads(capsys.readouterr().out)["lines"] if row["number"]}

        drawn = Line.objects.filter(draw__event=event, draw__number=number, turn=1)
        made = dict(drawn.filter(record=drawn[0].draw.record_id).values_list("line", "entrant__number"))
        assert posted == made


def test_an_event_without_a_draw_has_no_file() -> None:
    event = an_entered_event(3)

    answers = [Client().get(f"/events/{event.pk}/draw.txt{query}") for query in ("", "?draw=7", "?draw=x")]

    assert [each.status_code for each in answers] == [409, 404, 409]


def test_the_page_costs_the_same_for_8_and_for_128() -> None:
    counts = []
    for n in (8, 128):
        event = a_drawn_event(n)
        Client().get(address(event))
        with CaptureQueriesContext(connection) as captured:
            Client().get(address(event))
        counts.append(len(captured))

    assert counts == [11, 11]
