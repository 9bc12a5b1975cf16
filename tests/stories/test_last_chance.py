"""A last chance from the set-up to the paper: every page, sheet and program that shows a bracket shows it."""

import io
import re
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from journal.verify import verify
from rules.draws.corrections import Choice
from rules.match.terms import BOTTOM, TOP
from tests.contents import nothing_changes, refusal, standing, wrong_in
from tests.factories import (
    a_caller,
    a_director,
    a_drawn_event,
    a_tournament,
    an_event,
    card_of,
    cards,
    match_of,
    play_code,
    play_out,
    undo,
)
from tests.pages.at_the_desk import Director
from tests.pages.on_the_phone import Player, text_of
from tests.pages.reading import page_of
from tests.pages.test_setup import EVENT
from tournaments.actions.entrants.entering import EVERYTHING, withdraw
from tournaments.actions.matches.corrections import AffectedChoices, correct_result
from tournaments.actions.matches.results import Report, report_result
from tournaments.models import Event, Withdrawal
from tournaments.papers.rules_page import event_rules
from tournaments.read.draws.places import standings
from tournaments.read.events import event_of

pytestmark = pytest.mark.django_db

LENGTH = {"main": 7, "consolation": 5, "last_chance": 3}


def an_event_with_a_last_chance(entrants: int = 8, consolation: str = "progressive") -> Event:
    return a_drawn_event(entrants, consolation, length=LENGTH, last_chance=True)


def played_to_the_last_chance() -> Event:
    """Eight entrants; main and consolation are over but for their finals, G1 and G2 can begin."""
    event = an_event_with_a_last_chance()
    for code in ("A1", "A2", "A3", "A4", "B1", "B2", "D1", "D2", "E1", "E2"):
        play_code(event, code)
    return event


def name(event: Event, code: str, side: str = "top") -> str:
    player = getattr(card_of(event, code), side)
    assert player is not None
    return str(player.name)


def staff(event: Event) -> Client:
    client = Client()
    client.force_login(a_director(event.tournament.club))
    return client


def undone_by_its_record(event: Event, record: int | None) -> None:
    undo(event.tournament_id, record or 0, a_caller())


# --- Setting up


def test_the_form_sets_up_a_last_chance_with_two_points_fewer() -> None:
    tournament = a_tournament()
    client = Client()
    client.force_login(a_director(tournament.club))

    client.post(f"/tournaments/{tournament.pk}/events/new/", EVENT | {"last_chance": "on", "do": "keep"})

    rules = Event.objects.get(tournament=tournament).rules
    assert [bracket.code for bracket in rules.brackets] == ["main", "consolation", "last_chance"]
    assert rules.lengths("last_chance").of(1, 3) == 1
    assert rules.as_data()["last_chance"] is True


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ({"consolation": "none"}, "A last chance needs a consolation."),
        ({"last_chance_lengths": "3 x"}, "Round P needs a number from 1 to 99."),
    ],
)
def test_a_last_chance_that_cannot_be_played_is_refused(typed: dict[str, str], complaint: str) -> None:
    tournament = a_tournament()
    client = Client()
    client.force_login(a_director(tournament.club))

    with nothing_changes():
        answer = client.post(
            f"/tournaments/{tournament.pk}/events/new/", EVENT | {"last_chance": "on", "do": "keep"} | typed
        )

    assert answer.status_code == 422
    assert complaint in answer.content.decode()


def test_the_form_shows_what_each_consolation_costs_with_and_without_a_last_chance() -> None:
    event = an_event(consolation="progressive", length=LENGTH, last_chance=True)

    page = page_of(staff(event), f"/events/{event.pk}/setup/")

    assert re.findall(r'<th scope="row">([A-Z][a-z ,]+)</th>', page) == [
        "None", "First match", "First match, last chance", "Progressive", "Progressive, last chance",
    ]  # fmt: skip
    assert re.search("Last chance<small> ?7 matches, 3 rounds", " ".join(page.split()))


def test_a_drawn_event_shows_its_last_chance_and_its_lengths() -> None:
    event = an_event_with_a_last_chance()

    page = text_of(page_of(staff(event), f"/events/{event.pk}/setup/"))

    assert "Consolation Progressive, Last chance" in page


def test_the_rules_of_the_event_have_a_sentence_and_the_lengths() -> None:
    event = event_of(an_event_with_a_last_chance().pk)

    parts = {part.label: part.sentences for part in event_rules(event).parts}

    assert parts["Last chance"] == ("points by round: G\xa03 · final\xa03",)
    assert "Those who lose in the first two rounds of the consolation play on in the last chance." in parts["Format"][0]


# --- Play


def test_all_three_brackets_are_played_to_the_end() -> None:
    event = an_event_with_a_last_chance(13)

    play_out(event)

    played = cards(event).values()
    assert {card.bracket for card in played if card.status == "finished"} == {"main", "consolation", "last_chance"}
    assert {card.status for card in played} <= {"finished", "bye", "void"}
    assert wrong_in(event.pk) == []
    assert len(standings(event.pk)) == 13
    assert verify() == []


def test_a_loser_of_the_consolation_waits_in_the_last_chance_and_an_undo_takes_them_out() -> None:
    event = an_event_with_a_last_chance()
    for code in ("A1", "A2"):
        play_code(event, code)
    before = standing(event.pk)

    outcome = play_code(event, "D1")
    loser = name(event, "D1", "bottom")

    assert name(event, "G1") == loser
    undone_by_its_record(event, outcome.record)
    assert card_of(event, "G1").top is None
    assert standing(event.pk) == before


@pytest.mark.parametrize(("choice", "top"), [(Choice.VOID, "winner"), (Choice.STAND, "loser")])
def test_a_correction_in_the_consolation_replays_the_last_chance_or_keeps_it(choice: Choice, top: str) -> None:
    event = played_to_the_last_chance()
    names = {"winner": name(event, "D1"), "loser": name(event, "D1", "bottom")}
    play_code(event, "G1")

    correct_result(
        match_of(event, "D1").pk,
        Report(points=(2, 5)),
        "written down wrong",
        a_caller(seen=match_of(event, "D1").version),
        AffectedChoices(all=choice),
    )

    assert name(event, "G1") == names[top]
    assert card_of(event, "G1").status == ("finished" if choice is Choice.STAND else "open")
    assert wrong_in(event.pk) == []


def test_forfeits_and_double_no_shows_leave_empty_places() -> None:
    event = an_event_with_a_last_chance()
    for code in ("A1", "A2", "A3", "A4", "D2"):
        play_code(event, code)

    report_result(match_of(event, "D1").pk, Report(forfeit=(TOP, BOTTOM), why="no_show"), a_caller())

    assert card_of(event, "G1").status == "bye"


def test_a_player_withdraws_from_the_last_chance_alone() -> None:
    event = played_to_the_last_chance()
    player = match_of(event, "G1").top_id or 0

    moved = withdraw(player, "last_chance", a_caller())

    assert moved.entrants[0].out == ("last_chance",)
    assert card_of(event, "G1").status == "bye"
    assert "Withdrawn from the last chance." in page_of(Client(), f"/entrants/{player}/")
    assert "withdrew from the last chance" in page_of(staff(event), f"/tournaments/{event.tournament_id}/memory/")


def test_a_player_who_leaves_withdraws_from_all_three() -> None:
    event = an_event_with_a_last_chance()
    player = match_of(event, "A1").top_id or 0

    withdraw(player, EVERYTHING, a_caller())

    assert sorted(Withdrawal.objects.values_list("bracket", flat=True)) == ["consolation", "last_chance", "main"]
    assert "Withdrawn from everything." in page_of(Client(), f"/entrants/{player}/")


def test_nobody_withdraws_from_a_last_chance_that_the_event_has_not() -> None:
    event = a_drawn_event(8)

    refused = refusal(lambda: withdraw(match_of(event, "A1").top_id or 0, "last_chance", a_caller()))

    assert (refused.code, refused.facts["known"]) == ("bracket.unknown", ["main", "consolation"])


# --- Pages


def test_the_pages_of_the_event_name_the_last_chance(client: Client) -> None:
    event = played_to_the_last_chance()
    play_code(event, "G1")
    base = f"/events/{event.pk}/"

    pages = {path: page_of(client, base + path) for path in ("", "matches/", "entrants/", "places/")}

    assert 'id="draw-last_chance"' in pages[""]
    assert '<h2 id="last_chance">Last chance</h2>' in pages["matches/"]
    assert "in the last chance" in pages["entrants/"]
    assert "plays round H of the last chance" in pages["places/"]
    assert "lost in the last chance, round G" in pages["places/"]
    assert "how far the player got in the last chance," in pages["places/"]
    assert all(f"event:{event.pk}/last_chance" in page for page in pages.values())


def test_the_home_page_has_a_row_and_a_winner_for_the_last_chance(client: Client) -> None:
    event = an_event_with_a_last_chance()
    play_out(event)

    page = text_of(page_of(client, f"/tournaments/{event.tournament_id}/"))

    assert f"winner of the last chance {name(event, 'H1')}" in page
    assert "Last chance 4 entrants finished" in page
    assert f'href="/events/{event.pk}/#draw-last_chance"' in page_of(client, f"/tournaments/{event.tournament_id}/")


def test_one_player_alone_wins_nothing_and_plays_nothing(client: Client) -> None:
    event = an_event_with_a_last_chance(5)
    play_out(event)
    alone = next(card for card in cards(event).values() if card.code == "H1")

    page = text_of(page_of(client, f"/tournaments/{event.tournament_id}/"))
    player = match_of(event, "H1").goes_on_id or 0

    assert alone.status == "bye"
    assert "last chance" not in page.lower()
    assert "No more matches for you here." in Player(player).reads()


@pytest.mark.parametrize("played", [False, True])
def test_the_draw_sheets_and_papers_show_one_player_alone_or_nobody(client: Client, played: bool) -> None:
    event = an_event_with_a_last_chance(5)
    if played:
        play_out(event)
    alone = {card.top or card.bottom for card in cards(event).values() if card.code == "H1"}
    name_there = next((player.name for player in alone if player), "")

    draw = page_of(client, f"/events/{event.pk}/")
    sheet = pdf_text(client.get(f"/events/{event.pk}/sheet.pdf?paper=A4&bracket=last_chance"))
    papers = text_of(page_of(staff(event), f"/tournaments/{event.tournament_id}/papers/"))
    wall = client.get(f"/tournaments/{event.tournament_id}/wall/?show=draw")

    assert bool(name_there) is played
    assert name_there in draw
    assert name_there in sheet
    assert "Last chance draw 1 line" in papers
    assert wall.status_code == 200


def test_a_last_chance_to_which_nobody_comes_has_no_sheet(client: Client) -> None:
    event = an_event_with_a_last_chance()
    for code in ("A1", "A2", "A3", "A4"):
        report_result(match_of(event, code).pk, Report(forfeit=(TOP, BOTTOM), why="no_show"), a_caller())

    answer = client.get(f"/events/{event.pk}/sheet.pdf?paper=A4&bracket=last_chance")

    assert answer.status_code == 422
    assert "draw-last_chance" not in page_of(client, f"/events/{event.pk}/")


def test_the_wall_shows_the_draw_of_the_last_chance(client: Client) -> None:
    event = played_to_the_last_chance()

    page = page_of(client, f"/tournaments/{event.tournament_id}/wall/?show=draw")

    assert "<h2>Last chance" in page


def test_the_page_of_a_match_and_of_a_player_name_the_last_chance(client: Client) -> None:
    event = played_to_the_last_chance()
    match = match_of(event, "G1")

    assert "Last chance, round G" in text_of(page_of(client, f"/matches/{match.pk}/"))
    assert "Last chance, round G" in text_of(page_of(client, f"/players/{match.top_id}/"))


def test_a_phone_says_where_a_loss_in_the_consolation_leads() -> None:
    event = an_event_with_a_last_chance()
    for code in ("A1", "A2"):
        play_code(event, code)

    # The page shows the last result until the next match is called; a link on it opens that match.
    match = match_of(event, "D1")
    before = Player(match.bottom_id or 0).reads(f"?match={match.pk}")
    play_code(event, "D1")
    after = Player(match_of(event, "D1").bottom_id or 0).reads()

    assert "drops to the last chance: G1" in before
    assert "G1, to 3." in after


def test_the_desk_calls_and_enters_matches_of_the_last_chance() -> None:
    event = played_to_the_last_chance()
    client = staff(event)

    page = text_of(page_of(client, f"/tournaments/{event.tournament_id}/desk/"))
    desk = Director(a_director(event.tournament.club, "desk@barpoint.example"), event)

    desk.write(f"{name(event, 'G1').split()[-1]} 1")

    assert f"{name(event, 'G1')} – {name(event, 'G1', 'bottom')} G1 &nbsp;3 points" in page
    assert card_of(event, "G1").status == "finished"


# --- Paper


def pdf_text(answer: Any) -> str:
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)


def test_the_sheets_say_where_losers_play_on_and_come_from(client: Client) -> None:
    event = an_event_with_a_last_chance()
    sheet = f"/events/{event.pk}/sheet.pdf?paper=A4&blank=1&bracket="

    consolation = pdf_text(client.get(sheet + "consolation"))
    last_chance = pdf_text(client.get(sheet + "last_chance"))

    assert "loser to G1" in consolation
    assert "Last chance" in last_chance
    assert "L of D1" in last_chance


def test_the_papers_have_a_draw_of_the_last_chance() -> None:
    event = an_event_with_a_last_chance()

    page = text_of(page_of(staff(event), f"/tournaments/{event.tournament_id}/papers/"))

    assert "Last chance draw 4 lines As it stands Blank" in page


# --- Programs


def test_programs_read_a_last_chance() -> None:
    event = played_to_the_last_chance()
    client = staff(event)

    listed = client.get(f"/api/v1/events/{event.pk}/matches/?bracket=last_chance").json()
    shown = client.get(f"/api/v1/events/{event.pk}/").json()

    assert [(match["code"], match["length"]) for match in listed] == [("G1", 3), ("G2", 3), ("H1", 3)]
    assert (shown["format"]["last_chance"], shown["format"]["length"]["last_chance"]["default"]) == (True, 3)
