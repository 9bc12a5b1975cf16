"""The first page of the site and that of a tournament: what they say, to whom, and what they cost."""

import re
from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client, RequestFactory

from tests.factories import (
    a_caller,
    a_club,
    a_drawn_event,
    a_tournament,
    an_entered_event,
    an_event,
    an_owner,
    entrant_named,
    match_of,
    play_code,
    play_out,
)
from tests.pages.reading import page_of, statements
from tournaments.actions.events import TournamentSheet, open_tournament
from tournaments.actions.matches.results import start_match
from tournaments.http.troubles import failed
from tournaments.models import Event

pytestmark = pytest.mark.django_db

# --- What it costs


def test_the_front_of_a_tournament_takes_the_same_statements_for_one_event_and_for_three(client: Client) -> None:
    one, three = a_tournament(name="One"), a_tournament(name="Three")
    for tournament, count in ((one, 1), (three, 3)):
        for _ in range(count):
            event = an_event(tournament)
            assert event.current_draw_id is None

    assert [statements(client, f"/tournaments/{each.pk}/") for each in (one, three)] == [5, 5]


def test_the_front_of_a_tournament_takes_the_same_statements_for_8_and_for_128(client: Client) -> None:
    small, large = a_drawn_event(8), a_drawn_event(128)
    for event in (small, large):
        start_match(match_of(event, "A1").pk, a_caller())

    assert [statements(client, f"/tournaments/{each.tournament_id}/") for each in (small, large)] == [6, 6]


def test_the_first_page_takes_the_same_statements_for_one_club_and_for_three(client: Client) -> None:
    a_tournament(a_club("Bilbao"))
    one = statements(client, "/?all")
    for name in ("Bergen", "Berlin"):
        a_tournament(a_club(name))

    assert (one, statements(client, "/?all")) == (3, 3)


# --- The front of a tournament


def test_the_front_says_how_far_every_bracket_is(client: Client) -> None:
    event = a_drawn_event(8)
    for code in ("A1", "A2", "A3", "A4"):
        play_code(event, code)

    html = page_of(client, f"/tournaments/{event.tournament_id}/")

    assert re.findall(r"<b>\d+</b> of \d+ matches", html) == ["<b>4</b> of 12 matches"]
    assert "last 4" in html
    done = re.findall(r'<path class="p-done" d="([^"]*)"/>', html)[-1]
    assert done.count("z") == 8  # points: 24 · 4 / 12


def test_the_front_of_a_finished_tournament_begins_with_the_winners(client: Client) -> None:
    event = a_drawn_event(4)
    play_out(event)

    html = page_of(client, f"/tournaments/{event.tournament_id}/")

    assert html.count('class="champion"') == 2
    assert html.index('class="champion"') < html.index("<table")
    assert "finished" in html


@pytest.mark.parametrize("an_event_of", [a_drawn_event, an_entered_event])
def test_one_hit_goes_straight_to_the_players_page(client: Client, an_event_of: Callable[[int], Event]) -> None:
    event = an_event_of(8)
    entrant = entrant_named(event, "Ömer Yıldırım").pk

    answer = client.get(f"/tournaments/{event.tournament_id}/", {"q": "yild"})

    assert (answer.status_code, answer["Location"]) == (302, f"/players/{entrant}/")


def test_several_hits_are_listed_and_none_says_how_to_look(client: Client) -> None:
    event = a_drawn_event(23)

    several = page_of(client, f"/tournaments/{event.tournament_id}/?q=h")
    none = page_of(client, f"/tournaments/{event.tournament_id}/?q=%3Cb%3Ezzz")

    assert several.count('href="/players/') > 1
    assert "Nobody is called “<bdi>&lt;b&gt;zzz</bdi>”" in none


def test_before_the_draw_the_front_lists_who_is_entered(client: Client) -> None:
    event = an_entered_event(3)

    html = page_of(client, f"/tournaments/{event.tournament_id}/")

    assert "3 entered" in html
    assert "Petra Horvat" in html


def test_an_unknown_tournament_is_not_found(client: Client) -> None:
    assert client.get("/tournaments/4711/").status_code == 404


# --- The first page


def test_the_first_page_is_kept_until_anything_changes(client: Client) -> None:
    club = a_club()
    tag = client.get("/")["ETag"]

    unchanged = client.get("/", headers={"If-None-Match": tag})
    a_tournament(club)
    changed = client.get("/", headers={"If-None-Match": tag})

    assert (unchanged.status_code, changed.status_code) == (304, 200)


def test_the_first_page_is_the_one_tournament_that_is_on(client: Client) -> None:
    event = a_drawn_event(4)
    a_tournament(a_club("Another"), "Not drawn")

    html = page_of(client, "/")

    assert f"<h1><bdi>{event.tournament.name}</bdi></h1>" in html


def test_with_two_on_the_first_page_lists_both(client: Client) -> None:
    a_drawn_event(4)
    a_drawn_event(4)

    html = page_of(client, "/")

    assert html.count('href="/tournaments/') == 2


def test_a_tournament_that_is_over_is_not_on(client: Client) -> None:
    play_out(a_drawn_event(2, "none"))

    assert "<h1>Tournaments</h1>" in page_of(client, "/")


def test_the_first_page_tells_day_place_and_how_many(client: Client) -> None:
    club = a_club()
    open_tournament(club.pk, TournamentSheet("Autumn Open", "Europe/Madrid", date(2026, 11, 21)), a_caller())

    html = page_of(client, "/")

    assert "Sat 21 Nov 2026" in html
    assert "0 entered" in html


def test_the_owner_of_an_empty_installation_is_led_to_the_first_club(client: Client) -> None:
    client.force_login(an_owner())

    html = page_of(client, "/")

    assert "Create a club first" in html


# --- What is not there, and what is broken


def test_a_page_that_is_not_there_leads_to_the_first_page(client: Client) -> None:
    html = page_of(client, "/nothing/")

    assert 'href="/?all"' in html


def test_a_defect_says_what_stands_in_the_same_language() -> None:
    answer = failed(RequestFactory().get("/"))

    assert answer.status_code == 500
    assert "Everything recorded before is safe" in answer.content.decode()
    assert "css/tokens.css" in answer.content.decode()


# --- The style page


def test_the_style_page_shows_every_part(client: Client) -> None:
    html = page_of(client, "/style/")

    assert html.count('class="pair"') == 13
    assert "There is a problem" in html
