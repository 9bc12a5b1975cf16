"""The pages and the API of a ladder: what they show, what they take, and how many statements they need."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Ladder
from clubs.pages.ladder.drawing import drawing_of
from clubs.read.ladders.view import ladder_of, ladder_view, ladders_of
from journal.models import Record
from tests.clubs.ladders.ladders import ANN, BOB, CID, DEE, EVE, FAY, a_ladder, enter, order
from tests.factories import Program, a_club, a_desk_helper, a_director, a_member

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 20, tzinfo=UTC)


def test_the_drawing_has_a_line_for_each_player_and_a_point_where_a_challenge_took_a_place() -> None:
    view = a_ladder()
    assert drawing_of(view, None, NOW) is None
    enter(view, "2026-03-10T20:00", "challenge", a=CID, b=ANN)
    view = enter(view, "2026-03-11T20:00", "result", challenge=1, winner=CID)

    drawing = drawing_of(view, CID, NOW)

    assert drawing is not None
    # The second week: Cid from 3 (y 130) to 1 (y 54), level to 75 and sloped to 95; Ann down one.
    assert [(line.number, line.path, line.followed) for line in drawing.lines[:2]] == [
        (CID, "M40 130H75L95 54H118", True),
        (ANN, "M40 54H75L95 92H118", False),
    ]
    assert drawing.points == "M91 54l4.5 -14l4.5 14z"
    assert (drawing.width, [place for place, _ in drawing.places]) == (1232, [1, 2, 3, 4, 5, 6])


def test_every_line_ends_at_the_name_of_its_player_in_the_column_of_today() -> None:
    view = a_ladder()
    enter(view, "2026-03-10T20:00", "challenge", a=CID, b=ANN)
    view = enter(view, "2026-03-11T20:00", "result", challenge=1, winner=CID)

    drawing = drawing_of(view, CID, NOW)

    assert drawing is not None
    assert [(line.place, line.label, line.y, line.ends) for line in drawing.lines[:3]] == [
        (1, "Cid", 54, 350),
        (2, "Ann", 92, 350),
        (3, "Bob", 130, 350),
    ]
    assert [(x, f"{at:%b}") for x, at in drawing.months] == [(40, "Mar")]
    assert (drawing.names, drawing.opens_at) == (118, 54)


def test_a_season_of_any_length_stands_in_one_window() -> None:
    view = a_ladder()
    enter(view, "2026-03-10T20:00", "challenge", a=CID, b=ANN)
    view = enter(view, "2026-03-11T20:00", "result", challenge=1, winner=CID)
    enter(view, "2026-12-01T20:00", "challenge", a=DEE, b=BOB)
    view = enter(view, "2026-12-02T20:00", "result", challenge=2, winner=DEE)

    drawing = drawing_of(view, None, NOW)

    assert drawing is not None
    assert drawing.width <= 1240
    assert [f"{at:%b}" for _, at in drawing.months] == [
        "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov",
    ]  # fmt: skip


def test_open_challenges_are_joints_between_the_lines_of_today_the_urgent_one_inside() -> None:
    view = a_ladder(preset="cambridge", play_days=7)
    enter(view, "2026-03-10T20:00", "challenge", a=CID, b=ANN)
    enter(view, "2026-03-11T20:00", "result", challenge=1, winner=CID)
    enter(view, "2026-03-12T20:00", "challenge", a=DEE, b=ANN)
    enter(view, "2026-03-12T21:00", "accept", challenge=2)
    view = enter(view, "2026-03-14T20:00", "challenge", a=EVE, b=BOB)
    deadline = view.open[0].deadline
    assert deadline is not None

    drawing = drawing_of(view, None, deadline - timedelta(days=2))

    assert drawing is not None
    # The outer joint is drawn first, so that the inner one lies over the lines that lead to it.
    assert [(each.number, each.of, each.x, each.top, each.bottom, each.is_urgent) for each in drawing.joints] == [
        (3, (EVE, BOB), 394, 130, 206, False),
        (2, (DEE, ANN), 368, 92, 168, True),
    ]
    assert {line.name: line.ends for line in drawing.lines} == {
        "Cid": 350, "Ann": 368, "Bob": 394, "Dee": 368, "Eve": 394, "Fay": 350,
    }  # fmt: skip


def test_a_page_shows_places_challenges_and_the_reason_of_each_change(client: Client) -> None:
    view = a_ladder()
    enter(view, "2026-03-10T20:00", "challenge", a=CID, b=ANN)
    enter(view, "2026-03-11T20:00", "result", challenge=1, winner=CID, points=(11, 4))
    enter(view, "2026-03-12T20:00", "challenge", a=FAY, b=EVE)

    text = client.get(f"/ladders/{view.ladder.pk}/").content.decode()

    assert "beat Ann 11–4 and took the place" in text
    assert "<bdi>Fay</bdi> challenges <bdi>Eve</bdi>" in text
    assert "Challenge a player" not in text
    assert 'name="do"' not in text


def test_the_desk_runs_a_ladder_from_its_page(client: Client) -> None:
    club = a_club()
    client.force_login(a_director(club))
    form = {"name": "Winter ladder", "preset": "cambridge", "zone": "Europe/Madrid", "players": "Ann\nBob\n\nCid"}
    opened = client.post(f"/clubs/{club.pk}/ladders/", form)
    address = opened["Location"]
    client.force_login(a_desk_helper(club))

    for posted in (
        {"do": "join", "name": "Dee"},
        {"do": "challenge", "a": "4", "b": "1"},
        {"do": "accept", "challenge": "1"},
        {"do": "result", "challenge": "1", "winner": "4", "won": "11", "lost": "9"},
        {"do": "freeze", "who": "2"},
    ):
        assert client.post(address, posted).status_code == 303
    refused = client.post(address, {"do": "challenge", "a": "1", "b": "2"})

    (view,) = ladders_of(club)
    assert (order(view), view.replayed.frozen) == ("DABC", {"2"})
    assert refused.status_code == 409
    assert "Challenge somebody above you." in refused.content.decode()
    text = client.get(address + "?player=3").content.decode()
    assert "Freeze Cid" in text
    assert "<small>frozen</small>" in text


def test_what_cannot_be_opened_is_said_on_the_form_with_what_was_typed(client: Client) -> None:
    club = a_club()
    client.force_login(a_director(club))

    answer = client.post(
        f"/clubs/{club.pk}/ladders/", {"name": "Winter", "preset": "rac", "zone": "UTC", "players": "Ann\nAnn"}
    )

    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Ann stands here twice." in text
    assert 'value="Winter"' in text


def test_a_program_opens_and_runs_a_ladder() -> None:
    club = a_club()
    program = Program(a_director(club))

    opened = program.post(f"clubs/{club.pk}/ladders/", {"name": "Winter", "players": ["Ann", "Bob"]})
    ladder = opened.data["id"]
    program.post(f"ladders/{ladder}/entries/", {"do": "challenge", "a": 2, "b": 1})
    played = program.post(f"ladders/{ladder}/entries/", {"do": "result", "challenge": 1, "winner": 2})
    refused = program.post(f"ladders/{ladder}/entries/", {"do": "result", "challenge": 1, "winner": 1})

    assert opened.status == 201
    assert [(each["place"], each["name"]) for each in played.data["players"]] == [(1, "Bob"), (2, "Ann")]
    assert [(each["reason"], each["before"], each["after"]) for each in played.data["changes"]] == [
        ("won", 2, 1),
        ("lost", 1, 2),
    ]
    assert (refused.status, refused.data["code"]) == (409, "ladder.decided")


def test_the_memory_names_players_and_points(client: Client) -> None:
    club = a_club()
    view = a_ladder(club)
    enter(view, "2026-03-10T20:00", "challenge", a=DEE, b=BOB)
    enter(view, "2026-03-11T20:00", "result", challenge=1, winner=DEE, points=(11, 4))
    client.force_login(a_director(club))

    text = client.get(f"/clubs/{club.pk}/memory/").content.decode()

    assert "<bdi>Dee</bdi> challenged <bdi>Bob</bdi> (L1)" in text
    assert "<bdi>Dee</bdi> won L1 <bdi>11–4</bdi>" in text


def test_a_page_needs_as_many_statements_for_one_challenge_as_for_many(client: Client) -> None:
    club = a_club()
    view = a_ladder(club)
    client.force_login(a_member(club))
    counts = []

    for day in (10, 12, 14):
        number = Record.objects.filter(verb="ladder.challenged").count() + 1
        enter(view, f"2026-03-{day}T19:00", "challenge", a=view.order[3], b=view.order[1])
        view = enter(view, f"2026-03-{day}T22:00", "result", challenge=number, winner=view.order[3])
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/ladders/{view.ladder.pk}/")
        counts.append(len(captured))

    assert len(set(counts)) == 1
    assert counts[0] <= 8
    assert ladder_view(ladder_of(view.ladder.pk)).order == view.order
    assert Ladder.objects.count() == 1
