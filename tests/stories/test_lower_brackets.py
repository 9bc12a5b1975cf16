"""Structures of brackets over HTTP, from the set-up form to places: notation, third brackets, recharge, compass."""

import io
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from journal.verify import verify
from rules.draws.plan import ENTRY
from tests.contents import refusal, wrong_in
from tests.factories import (
    KEY,
    Program,
    a_caller,
    a_director,
    a_tournament,
    card_of,
    named_players,
    play_code,
    play_out,
    undo,
)
from tests.pages.on_the_phone import text_of
from tests.pages.reading import page_of
from tests.pages.test_setup import EVENT
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, withdraw
from tournaments.actions.events import open_event
from tournaments.models import Event, Line
from tournaments.read.draws.places import standings

pytestmark = pytest.mark.django_db


class Evening:
    """A director who sets an event up on the page and runs it by the API."""

    def __init__(self, entrants: int, **typed: str) -> None:
        tournament = a_tournament()
        director = a_director(tournament.club)
        self.client, self.program = Client(), Program(director)
        self.client.force_login(director)
        form = EVENT | {"main": "structure", "main_lengths": "3", "consolation_lengths": "3", "do": "keep"} | typed
        self.client.post(f"/tournaments/{tournament.pk}/events/new/", form)
        self.pk = Event.objects.get(tournament=tournament).pk
        names = [{"name": name} for name in named_players(entrants)]
        assert self.program.post(f"events/{self.pk}/entrants/", {"entrants": names}).status == 201
        assert self.program.post(f"events/{self.pk}/draw/", {"key": KEY}).status == 201

    def play_out(self) -> None:
        """Report every match as it opens, by the API; the upper player wins."""
        while rows := self.program.get(f"events/{self.pk}/matches/?status=open").data:
            for row in rows:
                score = {"score": [row["length"], 0]}
                done = self.program.post(f"matches/{row['id']}/result/", score, If_Match=str(row["version"]))
                assert done.status == 200, done.data

    @property
    def matches(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.program.get(f"events/{self.pk}/matches/").data
        return rows

    def played(self, bracket: str) -> int:
        return sum(row["status"] == "finished" and row["bracket"] == bracket for row in self.matches)

    @property
    def places(self) -> list[int]:
        return [row["place"] for row in self.program.get(f"events/{self.pk}/standings/").data]


def test_48_players_with_a_lower_bracket_in_notation() -> None:
    evening = Evening(48, lower="A.B.C.DE.|.|.|")

    evening.play_out()

    assert (evening.played("main"), evening.played("consolation")) == (47, 45)
    assert evening.places == [1, 2, 3, 3, *[5] * 4, *[9] * 8, *[17] * 16, *[33] * 16]
    assert "A.B.C.DE.|.|.|" in page_of(evening.client, f"/events/{evening.pk}/setup/")
    assert wrong_in(evening.pk) == []
    assert verify() == []


def test_24_players_with_a_lower_bracket_and_a_last_chance_in_notation() -> None:
    evening = Evening(24, lower="AB.C.D.|.|", third="H.I.|")

    evening.play_out()

    assert [evening.played(each) for each in ("main", "consolation", "last_chance")] == [23, 21, 5]
    assert evening.places[:8] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert verify() == []


def test_64_players_in_a_double_elimination_with_recharge() -> None:
    evening = Evening(64, preset="double_elimination_recharge")

    evening.play_out()

    final, second = (row for row in evening.matches if row["bracket"] == ENTRY and row["round"] > 6)
    assert (final["status"], second["status"]) == ("finished", "bye")
    assert (evening.played("main"), evening.played("consolation")) == (64, 62)
    assert evening.places[:9] == [1, 2, 3, 4, 5, 5, 7, 7, 9]
    assert verify() == []


def a_drawn_structure(entrants: int = 4, preset: str = "double_elimination_recharge") -> Event:
    format_ = {"main": "structure", "preset": preset, "length": 3}
    event = open_event(a_tournament().pk, "Main", format_, a_caller())
    enter(event.pk, [Entry(name) for name in named_players(entrants)], a_caller())
    make_draw(event.pk, KEY, a_caller())
    event.refresh_from_db()
    return event


def staff(event: Event) -> Client:
    client = Client()
    client.force_login(a_director(event.tournament.club))
    return client


def before_the_final() -> Event:
    event = a_drawn_structure()
    for code in ("A1", "A2", "B1", "C1", "D1"):
        play_code(event, code)
    return event


def test_an_unbeaten_player_who_loses_the_final_plays_a_second_one_and_an_undo_takes_it_back() -> None:
    event = before_the_final()
    final = card_of(event, "E1")
    unbeaten = next(side for side in (final.side_of(each) for each in final.entrants) if side is not None)

    lost = play_code(event, "E1", winner=unbeaten.other)

    assert set(card_of(event, "F1").names) == set(final.names)
    assert [each.place for each in standings(event.pk)] == [None, None, 3, 4]
    undo(event.tournament_id, lost.record or 0, a_caller())
    assert card_of(event, "F1").names == ("", "")


def test_the_pages_name_the_ways_through_a_double_elimination() -> None:
    event = before_the_final()
    final, client = card_of(event, "E1"), staff(event)

    player = text_of(page_of(client, f"/players/{final.entrants[0]}/"))
    draw = page_of(client, f"/events/{event.pk}/")
    places = text_of(page_of(client, f"/events/{event.pk}/places/"))

    assert "A loss F1" in player
    assert "Main , final" in text_of(page_of(client, f"/matches/{final.id}/"))
    assert 'id="draw-consolation"' in draw
    assert "3" in places


def test_the_sheet_of_the_main_bracket_has_a_line_for_the_winner_of_the_lower_one(client: Client) -> None:
    event = a_drawn_structure()

    answer: Any = client.get(f"/events/{event.pk}/sheet.pdf?paper=A4&blank=1&bracket=main")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)

    assert "W of D1" in text
    assert "L of E1" in text
    assert "loser to C1" in text


def test_a_player_who_withdraws_from_everything_has_a_place_in_the_end() -> None:
    event = a_drawn_structure(6, "double_elimination")
    withdraw(card_of(event, "A1").entrants[0], EVERYTHING, a_caller())

    play_out(event)

    assert None not in [each.place for each in standings(event.pk)]
    assert verify() == []


def test_a_late_entrant_takes_no_bye_that_the_structure_needs() -> None:
    event = open_event(a_tournament().pk, "Main", {"main": "structure", "lower": "AB.C.D.|.|"}, a_caller())
    enter(event.pk, [Entry(name) for name in named_players(23)], a_caller())
    make_draw(event.pk, KEY, a_caller())

    late = enter(event.pk, [Entry("Late Player")], a_caller())
    refused = refusal(lambda: enter(event.pk, [Entry("Too Late")], a_caller()))

    assert late.entrants[0].line is not None
    assert refused.code == "line.none"
    assert Line.objects.filter(draw__event=event).count() == 24


def test_every_loss_in_a_compass_leads_to_another_direction() -> None:
    event = a_drawn_structure(8, "compass")

    play_out(event)

    assert [card_of(event, code).bracket for code in ("A1", "D1", "F1")] == ["main", "west", "north"]
    assert 'id="draw-west"' in page_of(Client(), f"/events/{event.pk}/")
    assert verify() == []


# --- Setting up


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ({"lower": "A..B"}, "Round 2 of the notation is empty."),
        ({"lower": "B.A.|"}, "Round 2 of the notation: A cannot drop after B."),
        ({}, "Choose a preset or write a notation, not both."),
    ],
)
def test_what_no_structure_is_is_refused_at_its_field(typed: dict[str, str], complaint: str) -> None:
    tournament = a_tournament()
    client = Client()
    client.force_login(a_director(tournament.club))

    answer = client.post(
        f"/tournaments/{tournament.pk}/events/new/", EVENT | {"main": "structure", "do": "keep"} | typed
    )

    assert answer.status_code == 422
    assert complaint in answer.content.decode()
    assert not Event.objects.filter(tournament=tournament).exists()


def test_the_form_shows_a_scorecard_beside_its_alternatives() -> None:
    tournament = a_tournament()
    client = Client()
    client.force_login(a_director(tournament.club))
    typed = EVENT | {"main": "structure", "lower": "A.B.C.DE.|.|.|", "do": "preview"}
    address, fragment = f"/tournaments/{tournament.pk}/events/new/", {"X-Fragment": "1"}

    answer = client.post(address, typed | {"entrants": "48"}, headers=fragment)
    odd = client.post(address, typed | {"entrants": "49"}, headers=fragment)

    page = answer.content.decode()
    assert "A.B.C.DE.|.|.|" in page
    assert "Double elimination with recharge" in page
    assert "For 49 entrants this does not work out. Round 5" in odd.content.decode()


# --- Programs


def test_programs_read_plans_and_scorecards_without_saving() -> None:
    event = a_drawn_structure(6)
    program = Program(a_director(event.tournament.club))
    before = program.get(f"events/{event.pk}/").data["number"]
    chosen = {"main": "structure", "lower": "A.B.C.DE.|.|.|"}

    plan = program.get(f"events/{event.pk}/plan/").data
    costs = program.post(f"events/{event.pk}/scorecards/", {"format": chosen, "entrants": 48}).data
    odd = program.post(f"events/{event.pk}/scorecards/", {"format": chosen, "entrants": 49})

    assert (plan["format"], plan["lines"], len(plan["matches"])) == ("structure", 8, 15)
    assert plan["matches"][-1]["stage"] == "second_final"
    assert [sum(each["most"] for each in cost["brackets"]) for cost in costs] == [92, 92, 94, 95]
    assert [each["name"] for each in costs[0]["scorecard"]["demands"]] == ["levels", "jumps"]
    assert (odd.status, odd.code) == (422, "notation.odd")
    assert program.get(f"events/{event.pk}/").data["number"] == before
    assert Program(None).post(f"events/{event.pk}/scorecards/", {}).status == 401
