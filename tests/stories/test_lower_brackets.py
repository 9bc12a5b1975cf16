"""Structures of brackets over HTTP, from the set-up form to places: notation, third brackets, recharge, compass."""

import io
import re
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
from tests.pages.on_the_phone import Player, text_of
from tests.pages.reading import page_of
from tests.pages.test_setup import EVENT
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, withdraw
from tournaments.actions.events import open_event
from tournaments.models import Event, Line
from tournaments.read.draws.places import standings
from tournaments.read.tournaments import matches_in

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


def test_the_second_final_says_everywhere_that_it_may_not_be_played() -> None:
    event = before_the_final()
    client = staff(event)

    draw = text_of(page_of(client, f"/events/{event.pk}/"))
    matches = text_of(page_of(client, f"/events/{event.pk}/matches/"))
    desk = text_of(page_of(client, f"/tournaments/{event.tournament_id}/desk/"))
    wall = text_of(page_of(client, f"/tournaments/{event.tournament_id}/wall/"))
    sheet = sheet_of(client, event)

    assert "Second final" in draw
    assert "F1 only if needed" in draw
    assert "loser of E1, if unbeaten" in draw
    assert "F1 only if needed winner of E1 loser of E1, if unbeaten" in matches
    assert "loser of E1, if unbeaten" in desk
    assert "F1 only if needed" in wall
    assert "F1 only if needed" in sheet
    assert "L of E1, if unbeaten" in sheet
    assert "Second final" in sheet


def test_the_second_final_counts_once_it_is_needed() -> None:
    event = before_the_final()
    unbeaten = card_of(event, "E1").side_of(unbeaten_in(event))
    assert unbeaten is not None
    client = staff(event)

    assert (desk_count(client, event), matches_in([event.tournament_id])) == ("5 of 6", {event.tournament_id: 6})
    lost = play_code(event, "E1", winner=unbeaten.other)
    assert (desk_count(client, event), matches_in([event.tournament_id])) == ("6 of 7", {event.tournament_id: 7})

    undo(event.tournament_id, lost.record or 0, a_caller())
    play_code(event, "E1", winner=unbeaten)
    assert (desk_count(client, event), matches_in([event.tournament_id])) == ("6 of 6", {event.tournament_id: 6})


def desk_count(client: Client, event: Event) -> str:
    """Return how many matches the desk and the draw's page count as played, which must be the same."""
    pages = [f"/tournaments/{event.tournament_id}/desk/", f"/events/{event.pk}/"]
    counts = {re.findall(r"\d+ of \d+", text_of(page_of(client, page)))[0] for page in pages}
    assert len(counts) == 1, counts
    return str(counts.pop())


def test_the_second_final_is_gone_once_nobody_needs_it() -> None:
    event = before_the_final()
    unbeaten = card_of(event, "E1").side_of(unbeaten_in(event))
    assert unbeaten is not None
    play_code(event, "E1", winner=unbeaten)
    client = staff(event)

    shown = [
        text_of(page_of(client, f"/events/{event.pk}/")),
        text_of(page_of(client, f"/events/{event.pk}/matches/")),
        sheet_of(client, event),
    ]

    assert all("F1" not in each for each in shown)
    assert all("needed" not in each for each in shown)
    assert all("Second final" not in each for each in shown)


def test_both_finalists_read_what_a_win_and_a_loss_lead_to() -> None:
    event = before_the_final()
    final, unbeaten = card_of(event, "E1"), unbeaten_in(event)
    beaten = next(each for each in final.entrants if each != unbeaten)
    name = {each.entrant: each.name for each in (final.top, final.bottom) if each is not None}

    first, second = (text_of(page_of(Client(), f"/players/{each}/")) for each in (unbeaten, beaten))

    assert "A win wins the event" in first
    assert re.search(rf"A loss F1[^,]*, against {name[beaten]}", first)
    assert re.search(rf"A win F1[^,]*, against {name[unbeaten]}", second)
    assert "A loss out, place 2" in second


def test_the_list_of_matches_has_each_bracket_once_and_names_its_final() -> None:
    event = before_the_final()

    page = page_of(Client(), f"/events/{event.pk}/matches/")

    assert re.findall(r'<h2 id="(\w+)"', page) == ["main", "consolation"]
    heads = re.findall(r'<h3 class="round-head" id="round-(\w)">\s*([^<]*?)\s*<small>', page)
    assert heads == [
        ("A", "A"), ("B", "B"), ("E", "Final"), ("F", "Second final"), ("C", "C"), ("D", "Final"),
    ]  # fmt: skip


def unbeaten_in(event: Event) -> int:
    """Return who comes to the final from the main bracket."""
    player = card_of(event, "E1").top
    assert player is not None
    return player.entrant


def sheet_of(client: Client, event: Event) -> str:
    """Return the text of the main bracket on A3, blanks folded."""
    answer: Any = client.get(f"/events/{event.pk}/sheet.pdf?paper=A3&bracket=main")
    pages = PdfReader(io.BytesIO(answer.content)).pages
    return " ".join("".join(page.extract_text() for page in pages).split())


def test_the_sheet_of_the_main_bracket_has_a_line_for_the_winner_of_the_lower_one(client: Client) -> None:
    event = a_drawn_structure()

    answer: Any = client.get(f"/events/{event.pk}/sheet.pdf?paper=A4&blank=1&bracket=main")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)

    assert "W of D1" in text
    assert "L of E1" in text
    assert "loser to C1" in text


def test_the_winner_and_the_finalist_of_a_lower_bracket_are_called_so() -> None:
    evening = Evening(8, preset="progressive")
    evening.play_out()
    last = max((row for row in evening.matches if row["bracket"] == "consolation"), key=lambda row: row["round"])
    winner, finalist = last["top"], last["bottom"]

    phone = Player(winner["entrant"]).reads()
    public = text_of(page_of(Client(), f"/players/{winner['entrant']}/"))
    places = text_of(page_of(Client(), f"/events/{evening.pk}/places/"))
    other = Player(finalist["entrant"]).reads()

    assert re.search(r"You won the consolation Place \d\. No more matches", phone)
    assert re.search(r"Place \d won the consolation", public)
    assert re.search(rf"{finalist['name']} lost \w+ to [^,]*, lost the final of the consolation", places)
    assert "You won" not in other


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
