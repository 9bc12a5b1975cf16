"""Places and standings on the wall."""

import pytest
from django.test import Client

from rules.match.terms import TOP
from tests.factories import a_caller, a_drawn_event, a_tournament, named_players, play_code, play_out, undo
from tests.pages.reading import page_of
from tests.pages.test_wall import kinds, pages
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import open_event
from tournaments.models import Event, Tournament

pytestmark = pytest.mark.django_db


def test_an_event_that_is_over_shows_its_places() -> None:
    event = a_drawn_event(4)
    play_out(event)

    places = pages(event.tournament, show="places")[0].places

    assert [place.place for column in places for place in column] == [1, 2, 3, 3]


def test_a_wall_leads_with_the_places_once_all_is_over() -> None:
    event = a_drawn_event(4, "none")
    for code in ("A1", "A2"):
        play_code(event, code)
    assert first_kind(event) != "places"

    final = play_code(event, "B1")
    assert first_kind(event) == "places"

    undo(event.tournament_id, final.record or 0, a_caller())
    assert first_kind(event) != "places"


def test_a_table_shows_wins_and_losses_beside_the_names(client: Client) -> None:
    event = all_play_all()
    play_code(event, "A1", TOP)
    play_code(event, "B1", TOP)

    [page] = pages(event.tournament, show="places")

    assert page.standings
    assert [place.record for column in page.places for place in column] == ["1–0", "1–1", "0–1"]
    assert "<b>0–1</b>" in page_of(client, f"/tournaments/{event.tournament_id}/wall/?show=places")


def test_where_there_is_no_drawing_the_places_stand_in_its_place() -> None:
    rounds, bracket = all_play_all(), a_drawn_event(4, "none")
    play_code(rounds, "A1")
    assert kinds(bracket.tournament, show="draw") == ["draw"]

    play_out(bracket)

    assert kinds(reread(bracket), show="draw") == ["places"]
    assert kinds(rounds.tournament, show="draw") == ["places"]
    assert kinds(rounds.tournament, show="draw,places") == ["places"]


def all_play_all() -> Event:
    event = open_event(a_tournament().pk, "Main", {"main": "round_robin", "length": 5}, a_caller())
    enter(event.pk, [Entry(name) for name in named_players(3)], a_caller())
    make_draw(event.pk, "63 55", a_caller())
    event.refresh_from_db()
    return event


def first_kind(event: Event) -> str:
    return kinds(reread(event))[0]


def reread(event: Event) -> Tournament:
    return Tournament.objects.select_related("stream", "club").get(pk=event.tournament_id)
