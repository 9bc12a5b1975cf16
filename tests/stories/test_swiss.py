"""21 players in a Swiss to three losses, from the form to places, over HTTP; and what goes wrong on the way."""

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
    Program,
    a_caller,
    a_director,
    a_tournament,
    card_of,
    cards,
    match_of,
    named_players,
    play,
    play_out,
    undo,
)
from tests.pages.on_the_phone import Player, text_of
from tests.pages.reading import page_of
from tests.pages.test_setup import EVENT
from tournaments.actions.draws.lines import take_out
from tournaments.actions.draws.making import make_draw
from tournaments.actions.draws.pairing import pair_round
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, replace_entrant, withdraw
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Event
from tournaments.read.draws.places import standings

pytestmark = pytest.mark.django_db


def a_swiss(entrants: int, **typed: str) -> Event:
    tournament = a_tournament()
    client = Client()
    client.force_login(a_director(tournament.club))
    form = EVENT | {"main": "swiss", "main_lengths": "5", "do": "keep"} | typed
    client.post(f"/tournaments/{tournament.pk}/events/new/", form)
    event = Event.objects.get(tournament=tournament)
    enter(event.pk, [Entry(name) for name in named_players(entrants)], a_caller())
    make_draw(event.pk, KEY, a_caller())
    event.refresh_from_db()
    return event


def staff(event: Event) -> Client:
    client = Client()
    client.force_login(User.objects.get(email="petra@barpoint.example"))
    return client


def met(event: Event) -> list[frozenset[int]]:
    return [frozenset(card.entrants) for card in cards(event).values() if len(card.entrants) == 2]


def test_21_players_to_three_losses_over_http() -> None:
    event = a_swiss(21, losses="3")
    program, client = Program(User.objects.get(email="petra@barpoint.example")), staff(event)

    for at in range(20):
        while rows := program.get(f"events/{event.pk}/matches/?status=open").data:
            for row in rows:
                score = {"score": [row["length"], 2]}
                assert program.post(f"matches/{row['id']}/result/", score, If_Match=str(row["version"])).status == 200
        if client.post(f"/events/{event.pk}/rounds/", {"once": f"round-{at}"}).status_code >= 400:
            break

    shown = program.get(f"events/{event.pk}/rounds/").data
    places = [each.place for each in standings(event.pk)]
    assert shown["over"] is True
    assert sum(not line["out"] for line in shown["table"]) == 1
    assert places[0] == 1
    assert None not in places
    assert len(places) == 21
    early = [frozenset(card.entrants) for card in cards(event).values() if card.round <= 6 and len(card.entrants) == 2]
    assert len(early) == len(set(early))
    assert wrong_in(event.pk) == []
    assert verify() == []
    assert standings(event.pk)[0].name in text_of(page_of(Client(), f"/tournaments/{event.tournament_id}/"))


def test_a_round_has_a_page_with_reasons_and_lists_on_paper() -> None:
    event = a_swiss(5)
    play_out(event)
    client = staff(event)

    before = text_of(page_of(client, f"/events/{event.pk}/rounds/"))
    client.post(f"/events/{event.pk}/rounds/")
    after = text_of(page_of(client, f"/events/{event.pk}/rounds/"))
    draw = text_of(page_of(Client(), f"/events/{event.pk}/"))
    paper: Any = client.get(f"/events/{event.pk}/pairings.pdf?order=name")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(paper.content)).pages)

    assert "Round A" in before
    assert "Pair the next round" in before
    assert "Round B" in after
    assert "both 1–0 : first meeting" in after
    assert "the bye goes to the worst record" in after
    assert "2 matches are to be decided before the next round." in after
    assert "By table and by name" in draw
    assert "No loss" in draw
    assert all(name in text for name in named_players(5))
    assert "round B" in text


def test_a_round_is_not_paired_twice_nor_before_it_is_over() -> None:
    event = a_swiss(6)

    refused = refusal(lambda: pair_round(event.pk, a_caller()))

    assert refused.code == "round.open"
    assert staff(event).post(f"/events/{event.pk}/rounds/").status_code == 422


def test_a_paired_round_is_undone_until_one_of_its_matches_has_begun(django_assert_max_num_queries: Any) -> None:
    event = a_swiss(6)
    play_out(event)
    with django_assert_max_num_queries(16):  # with its savepoints
        paired = pair_round(event.pk, a_caller())
    first = met(event)

    undo(event.tournament_id, paired.record, a_caller())
    assert card_of(event, "B1").entrants == ()
    again = pair_round(event.pk, a_caller())
    assert met(event) == first
    play(card_of(event, "B1"))
    refused = refusal(lambda: undo(event.tournament_id, again.record, a_caller()))

    assert refused.code
    assert verify() == []


def test_a_correction_changes_records_and_not_the_round_that_is_paired() -> None:
    event = a_swiss(6)
    play_out(event)
    pair_round(event.pk, a_caller())
    before = met(event)
    wrong = match_of(event, "A1")

    correct_result(wrong.pk, Report(points=(1, 5)), "written down wrong", a_caller(seen=wrong.version))

    assert met(event) == before
    assert card_of(event, "A1").winner is BOTTOM
    assert wrong_in(event.pk) == []


def test_latecomers_join_the_next_round_and_who_withdraws_is_paired_no_more() -> None:
    event = a_swiss(6)
    late = enter(event.pk, [Entry("Late Player")], a_caller()).entrants[0]
    gone = card_of(event, "A1").entrants[0]
    withdraw(gone, EVERYTHING, a_caller())
    report_result(match_of(event, "A2").pk, Report(forfeit=(TOP, BOTTOM), why="no_show"), a_caller())
    play_out(event)

    pair_round(event.pk, a_caller())

    seated = {who for card in cards(event).values() if card.letter == "B" for who in card.entrants}
    assert late.id in seated
    assert gone not in seated
    assert len(seated) == 6
    assert verify() == []


def test_fixed_rounds_end_with_a_table() -> None:
    event = a_swiss(8, fixed_rounds="3")
    for _ in range(2):
        play_out(event)
        pair_round(event.pk, a_caller())
    assert all(each.place is None for each in standings(event.pk))
    play_out(event)

    refused = refusal(lambda: pair_round(event.pk, a_caller()))

    assert refused.code == "round.over"
    assert standings(event.pk)[0].place == 1
    assert [each.order for each in standings(event.pk)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert "Swiss of 3 rounds" in page_of(staff(event), f"/events/{event.pk}/setup/")


def test_when_a_swiss_ends_is_named_in_its_last_round_only() -> None:
    event = a_swiss(4, fixed_rounds="2")
    client, shown = staff(event), []
    for letter in "AB":
        start_match(match_of(event, f"{letter}1").pk, a_caller())
        shown.append(text_of(page_of(client, f"/tournaments/{event.tournament_id}/desk/")))
        for number in (1, 2):
            play(card_of(event, f"{letter}{number}"))
        if letter == "A":
            pair_round(event.pk, a_caller())

    first, last = shown
    assert "Paired matches end about" in first
    assert "Paired matches" not in last
    assert "Ends about" in last


def test_between_two_rounds_nobody_has_won_and_the_next_step_is_named() -> None:
    event = a_swiss(4)
    play_out(event)
    player = card_of(event, "A1").entrants[0]
    client = staff(event)

    home = text_of(page_of(Client(), f"/tournaments/{event.tournament_id}/"))
    draw = text_of(page_of(Client(), f"/events/{event.pk}/"))
    desk = page_of(client, f"/tournaments/{event.tournament_id}/desk/")
    person = page_of(client, f"/players/{player}/")
    phone = Player(player).reads()
    wall = page_of(Client(), f"/tournaments/{event.tournament_id}/wall/?show=places")

    assert "finished" not in home
    assert "winner" not in home.lower()
    assert "1 loss" in draw
    assert "Winner" not in person
    assert "You are out" not in phone
    assert "Wait for the next round" in phone
    assert "The round of Main is over. Pair the next round" in text_of(desk)
    assert card_of(event, "A1").names[0] in wall
    assert desk
    assert "Pairing list of the round" in page_of(client, f"/tournaments/{event.tournament_id}/papers/")


def test_two_players_change_places_after_a_look_at_what_that_brings() -> None:
    event = a_swiss(6)
    play_out(event)
    paired = pair_round(event.pk, a_caller())
    before, client = met(event), staff(event)
    one, other = card_of(event, "B1").entrants[1], card_of(event, "B3").entrants[1]
    chosen = {"one": str(one), "other": str(other)}
    address = f"/events/{event.pk}/rounds/change/"

    begins_with = re.findall(r'value="(\d+)" selected', page_of(client, address))
    empty = text_of(page_of(client, address))
    shown = text_of(page_of(client, f"{address}?one={one}&other={other}"))
    unexplained = client.post(address, chosen)
    posted = client.post(address, {**chosen, "reason": "They came in one car"})
    first = refusal(lambda: undo(event.tournament_id, paired.record, a_caller()))

    assert len(set(begins_with)) == 2, "the form begins with one player twice"
    assert "After the change" not in empty
    assert "have different records" in shown
    assert (unexplained.status_code, posted.status_code, first.code) == (422, 303, "undo.superseded")
    assert card_of(event, "B1").entrants[1] == other
    assert card_of(event, "B3").entrants[1] == one
    assert verify() == []
    undo(event.tournament_id, paired.record + 1, a_caller())
    assert met(event) == before
    undo(event.tournament_id, paired.record, a_caller())
    assert card_of(event, "B1").entrants == ()


def test_programs_see_what_speaks_against_a_change_and_a_match_that_has_begun_keeps_its_players() -> None:
    event = a_swiss(5)
    play_out(event)
    pair_round(event.pk, a_caller())
    program = Program(User.objects.get(email="petra@barpoint.example"))
    [bye] = [card for card in cards(event).values() if card.letter == "B" and len(card.entrants) == 1]
    [had_bye] = [card.entrants[0] for card in cards(event).values() if card.letter == "A" and card.status == "bye"]
    address = f"entrants/{bye.entrants[0]}/exchange/"

    preview = program.get(f"{address}?entrant={had_bye}").data
    nobody = program.get(f"{address}?entrant=999999")
    own = program.get(f"{address}?entrant={bye.entrants[0]}")
    play(next(card for card in cards(event).values() if card.letter == "B" and had_bye in card.entrants))
    begun = program.post(address, {"entrant": had_bye, "reason": "a second look"})

    new = {(each["flaw"], tuple(each["entrants"])) for each in preview["effects"] if each["is_new"]}
    assert ("second_bye", (had_bye,)) in new
    assert len(preview["tables"]) == 2
    assert nobody.data["code"] == "pairing.unseated"
    assert own.data["code"] == "pairing.same"
    assert (begun.status, begun.data["code"]) == (409, "match.begun")
    assert verify() == []


def test_whoever_had_only_a_bye_is_replaced_and_taken_out_of_every_round() -> None:
    event = a_swiss(5)
    [bye] = [card for card in cards(event).values() if card.status == "bye"]
    play_out(event)
    pair_round(event.pk, a_caller())

    new = replace_entrant(bye.entrants[0], Entry("Stan Stand-in"), a_caller()).entrants[0].id

    seats = [card.letter for card in cards(event).values() if new in card.entrants]
    assert seats == ["A", "B"]
    assert not any(bye.entrants[0] in card.entrants for card in cards(event).values())
    take_out(new, "drawn twice", a_caller())
    assert not any(new in card.entrants for card in cards(event).values())
    assert wrong_in(event.pk) == []
    assert verify() == []


def test_pairs_who_must_not_meet_are_set_in_the_form_and_named_in_a_change() -> None:
    event = a_swiss(4, apart="1-2, 1-3", losses="2")
    program = Program(User.objects.get(email="petra@barpoint.example"))
    numbers = {each["number"]: each["id"] for each in program.get(f"events/{event.pk}/entrants/").data}

    [first] = [pair for pair in met(event) if numbers[1] in pair]
    preview = program.get(f"entrants/{numbers[4]}/exchange/?entrant={numbers[2]}").data
    kept = program.get(f"events/{event.pk}/").data["format"]["apart"]

    assert first == {numbers[1], numbers[4]}
    assert [each["names"] for each in preview["effects"] if each["flaw"] == "prohibited"] == [
        [named_players(4)[0], named_players(4)[1]]
    ]
    assert kept == [[1, 2], [1, 3]]


def test_a_table_that_nobody_played_shows_one_mark_and_no_score() -> None:
    event = a_swiss(4)
    gone = card_of(event, "A1").entrants[0]

    withdraw(gone, EVERYTHING, a_caller())

    rounds = text_of(page_of(Client(), f"/events/{event.pk}/rounds/"))
    draw = text_of(page_of(Client(), f"/events/{event.pk}/"))
    assert "first meeting withdrawn" in rounds
    assert "wd–" not in rounds
    assert "Withdrew" in draw
