"""A club night of nine in a round robin, from the form to the table on paper."""

import io
import re
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from clubs.models import User
from journal.verify import verify
from rules.match.terms import BOTTOM, TOP
from tests.contents import refusal, wrong_in
from tests.factories import (
    KEY,
    a_caller,
    a_director,
    a_tournament,
    card_of,
    cards,
    match_of,
    named_players,
    play,
    play_code,
    play_out,
)
from tests.pages.on_the_phone import text_of
from tests.pages.reading import page_of
from tests.pages.test_setup import EVENT
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, withdraw
from tournaments.actions.matches.results import Report, report_result
from tournaments.models import Event, Line
from tournaments.read.draws.places import standings

pytestmark = pytest.mark.django_db


def staff(event: Event) -> Client:
    client = Client()
    client.force_login(User.objects.get(email="petra@barpoint.example"))
    return client


def a_club_night(entrants: int = 9, **typed: str) -> Event:
    tournament = a_tournament()
    client = Client()
    client.force_login(a_director(tournament.club))
    form = EVENT | {"main": "round_robin", "main_lengths": "5", "do": "keep"} | typed
    client.post(f"/tournaments/{tournament.pk}/events/new/", form)
    event = Event.objects.get(tournament=tournament)
    enter(event.pk, [Entry(name) for name in named_players(entrants)], a_caller())
    make_draw(event.pk, KEY, a_caller())
    event.refresh_from_db()
    return event


def test_the_desk_names_the_first_two_of_a_table_that_is_over() -> None:
    event = a_club_night(3)
    play_out(event)
    first, second, _ = (each.name for each in sorted(standings(event.pk), key=lambda each: each.place or 0))

    desk = text_of(page_of(staff(event), f"/tournaments/{event.tournament_id}/desk/"))

    assert f"Main is over 1 {first} 2 {second} All places" in desk


def first_line_wins(event: Event) -> None:
    """Play all matches; whoever stands on the upper line of the draw wins."""
    line = {entrant: line for line, entrant in Line.objects.values_list("line", "entrant")}
    while rows := [*cards(event, status="open").values()]:
        for card in rows:
            play(card, TOP if line[card.entrants[0]] < line[card.entrants[1]] else BOTTOM, 3)


def test_a_club_night_of_nine_is_played_to_the_end() -> None:
    event = a_club_night()

    first_line_wins(event)

    played = cards(event).values()
    assert sum(card.status == "finished" for card in played) == 36
    assert sum(card.status == "bye" for card in played) == 9
    assert [each.place for each in standings(event.pk)] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert wrong_in(event.pk) == []
    assert verify() == []
    page = text_of(page_of(Client(), f"/events/{event.pk}/"))
    champion = standings(event.pk)[0].name
    assert f"1 {champion} themselves 5–3 5–3 5–3 5–3 5–3 5–3 5–3 5–3 8 0 +16" in page
    home = text_of(page_of(Client(), f"/tournaments/{event.tournament_id}/"))
    assert champion in home
    places = text_of(page_of(Client(), f"/events/{event.pk}/places/"))
    assert "matches won and lost 8–0" in places


def test_the_pages_show_the_table_while_it_is_played() -> None:
    event = a_club_night()
    play_code(event, "A1", TOP, 2)
    client, match = staff(event), card_of(event, "A1")
    player = match.entrants[0]

    draw = text_of(page_of(client, f"/events/{event.pk}/"))
    person = text_of(page_of(client, f"/players/{player}/"))
    wall = page_of(Client(), f"/tournaments/{event.tournament_id}/wall/?show=places")
    desk = text_of(page_of(client, f"/tournaments/{event.tournament_id}/desk/"))

    assert "5–2" in draw
    assert "2–5" in draw
    assert "round B" in draw
    assert re.search(r"A win [CD]\d, against", person) or re.search(r"A win [CD]\d about", person)
    assert "wins the event" not in person
    assert match.names[0] in wall
    assert "1 of 36" in desk or "36" in desk
    assert standings(event.pk)[0].place is None


def test_the_last_match_of_a_player_leads_to_the_table() -> None:
    event = a_club_night(3)
    play_code(event, "A1")
    play_code(event, "B1")
    player = card_of(event, "C1").entrants[0]

    page = text_of(page_of(staff(event), f"/players/{player}/"))

    assert "the last match; the table decides" in page


def test_a_late_player_takes_the_free_line_of_an_odd_field_and_no_other() -> None:
    event = a_club_night(5)

    enter(event.pk, [Entry("Late Player")], a_caller())
    refused = refusal(lambda: enter(event.pk, [Entry("Too Late")], a_caller()))

    assert sum(card.status == "open" for card in cards(event).values()) == 15
    assert refused.code == "line.none"


def test_accidents_leave_the_other_matches_as_they_are() -> None:
    event = a_club_night(4)
    report_result(match_of(event, "A1").pk, Report(forfeit=(TOP, BOTTOM), why="no_show"), a_caller())
    gone = card_of(event, "A2").entrants[0]
    withdraw(gone, EVERYTHING, a_caller())

    play_out(event)

    assert all(card.status == "finished" for card in cards(event).values())
    assert standings(event.pk)[-1].entrant == gone
    assert verify() == []


def test_fewer_rounds_are_played_when_the_form_says_so() -> None:
    event = a_club_night(8, rounds="3")

    assert len(cards(event)) == 12
    assert "Round robin of 3 rounds" in page_of(staff(event), f"/events/{event.pk}/setup/")


def test_the_table_is_printed_as_it_stands_and_blank() -> None:
    event = a_club_night(4)
    play_code(event, "A1", TOP, 2)
    client = staff(event)

    stands: Any = client.get(f"/events/{event.pk}/sheet.pdf?paper=A4")
    blank: Any = client.get(f"/events/{event.pk}/sheet.pdf?paper=A4&blank=1")
    texts = ["".join(page.extract_text() for page in PdfReader(io.BytesIO(each.content)).pages)
             for each in (stands, blank)]  # fmt: skip

    assert "5–2" in texts[0]
    assert "5–2" not in texts[1]
    assert "rd A" in texts[1]
    assert "Cross table" in text_of(page_of(client, f"/tournaments/{event.tournament_id}/papers/"))
    cards_of_round: Any = client.get(f"/events/{event.pk}/cards.pdf?paper=A5&round=B")
    assert cards_of_round.status_code == 200


def test_one_entrant_too_many_is_refused_at_the_draw() -> None:
    event = a_club_night(2)
    client = staff(event)

    page = client.post(
        f"/tournaments/{event.tournament_id}/events/new/",
        EVENT | {"main": "round_robin", "entrants": "65", "do": "preview"},
        headers={"X-Fragment": "1"},
    ).content.decode()

    assert "For 65 entrants this does not work out. A round robin is for 2 to 64 entrants." in page
