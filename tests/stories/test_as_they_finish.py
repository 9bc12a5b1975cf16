"""A Swiss in which players are paired as they finish, from the form to places, over HTTP; and what goes wrong."""

import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from clubs.models import User
from journal.models import Record
from journal.verify import verify
from rules.match.terms import BOTTOM, TOP
from tests.contents import refusal, wrong_in
from tests.factories import Program, a_caller, card_of, cards, match_of, play, undo
from tests.pages.on_the_phone import Player, text_of
from tests.pages.reading import page_of, statements
from tests.stories.test_swiss import a_swiss, met, staff
from tournaments.actions.draws.pairing import pair_round
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, withdraw
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report, report_result
from tournaments.models import Event
from tournaments.read.draws.next_tables import next_tables
from tournaments.read.draws.places import standings

pytestmark = pytest.mark.django_db


def finishing(entrants: int, **typed: str) -> Event:
    return a_swiss(entrants, pairing="as_they_finish", **({"fixed_rounds": "3"} | typed))


def a_program() -> Program:
    return Program(User.objects.get(email="petra@barpoint.example"))


def seated(event: Event, letter: str) -> set[int]:
    return {who for card in cards(event).values() if card.letter == letter for who in card.entrants}


@pytest.mark.parametrize("typed", [{"fixed_rounds": "4"}, {"fixed_rounds": "", "losses": "2"}])
def test_13_players_in_any_order_of_finishing_over_http(typed: dict[str, str]) -> None:
    event = finishing(13, **typed)
    program, client, chance = a_program(), staff(event), Random(7)
    early = 0

    for at in range(200):
        shown = program.get(f"events/{event.pk}/rounds/").data
        if shown["over"]:
            break
        if shown["next"]["tables"]:
            on = len(shown["open"])
            assert client.post(f"/events/{event.pk}/rounds/", {"once": f"pair-{at}"}).status_code == 303
            early += on > 0
            continue
        rows = program.get(f"events/{event.pk}/matches/?status=open").data
        row = chance.choice(rows)
        score = [row["length"], 2] if chance.random() < 0.5 else [2, row["length"]]
        answer = program.post(f"matches/{row['id']}/result/", {"score": score}, If_Match=str(row["version"]))
        assert answer.status == 200

    shown = program.get(f"events/{event.pk}/rounds/").data
    places = [each.place for each in standings(event.pk)]
    assert shown["over"] is True
    assert (shown["waiting"], shown["next"]) == ([], None)
    assert early > 0
    assert places[0] == 1
    assert None not in places
    assert len(places) == 13
    if typed["fixed_rounds"]:
        assert len(set(met(event))) == len(met(event)) == 24
    assert wrong_in(event.pk) == []
    assert verify() == []


def test_the_desk_sees_the_pairs_with_reasons_pairs_them_and_takes_them_back() -> None:
    event = finishing(8)
    client = staff(event)
    play(card_of(event, "A1"))

    one = text_of(page_of(client, f"/events/{event.pk}/rounds/"))
    play(card_of(event, "A2"))
    two = page_of(client, f"/events/{event.pk}/rounds/")
    public = text_of(page_of(Client(), f"/events/{event.pk}/rounds/"))
    desk = text_of(page_of(client, f"/tournaments/{event.tournament_id}/desk/"))
    following = next_tables(event)
    assert following is not None
    posted = client.post(f"/events/{event.pk}/rounds/", {"shown": following.shown})
    after = text_of(page_of(client, f"/events/{event.pk}/rounds/"))

    assert "Nobody has an opponent yet." in one
    assert "Waiting for an opponent" in one
    assert "both 1–0 : first meeting" in text_of(two)
    assert "both 0–1 : first meeting" in text_of(two)
    assert "Pair these 2 tables" in text_of(two)
    assert "Can be paired now" not in public
    assert "Waiting for an opponent" in public
    assert "4 players of" in desk
    assert posted.status_code == 303
    assert "Pairings" in after
    assert {card.code for card in cards(event).values() if card.letter == "B" and card.entrants} == {"B1", "B2"}
    record = Record.objects.filter(verb="round.paired").latest("pk")
    undo(event.tournament_id, record.number, a_caller())
    assert seated(event, "B") == set()
    assert next_tables(event) == following
    again = pair_round(event.pk, a_caller())
    play(card_of(event, "B1"))
    assert refusal(lambda: undo(event.tournament_id, again.record, a_caller())).code == "undo.superseded"
    assert verify() == []


def test_pairs_that_changed_since_they_were_looked_at_are_not_made() -> None:
    event = finishing(8)
    for code in ("A1", "A2"):
        play(card_of(event, code))
    before = next_tables(event)
    assert before is not None
    client, program = staff(event), a_program()
    play(card_of(event, "A3"))
    play(card_of(event, "A4"))

    posted = client.post(f"/events/{event.pk}/rounds/", {"shown": before.shown})
    sent = program.post(f"events/{event.pk}/rounds/", {"shown": before.shown})

    assert posted.status_code == 409
    assert "others have become free" in text_of(posted.content.decode())
    assert (sent.status, sent.data["code"]) == (409, "pairing.changed")
    assert seated(event, "B") == set()
    assert program.post(f"events/{event.pk}/rounds/", {}).data["moved"] == ["B1", "B2", "B3", "B4"]


def test_nobody_is_paired_while_nobody_has_an_opponent_nor_after_the_last_round() -> None:
    event = finishing(4, fixed_rounds="1")

    first = refusal(lambda: pair_round(event.pk, a_caller()))
    play(card_of(event, "A1"))
    second = refusal(lambda: pair_round(event.pk, a_caller()))
    play(card_of(event, "A2"))
    last = refusal(lambda: pair_round(event.pk, a_caller()))

    assert (first.code, second.code, last.code) == ("pairing.nobody", "pairing.nobody", "round.over")
    assert [each.place for each in standings(event.pk)] == [1, 1, 3, 3]


def test_the_desk_names_all_who_share_the_first_place_and_the_last_two_by_losses() -> None:
    fixed, losses = finishing(4, fixed_rounds="1"), finishing(4, fixed_rounds="", losses="2")
    for event in (fixed, losses):
        play_to_the_end(event)

    shared, decided = (
        text_of(page_of(staff(event), f"/tournaments/{event.tournament_id}/desk/")) for event in (fixed, losses)
    )

    winners = [card_of(fixed, code).names[0] for code in ("A1", "A2")]
    first, second = (each.name for each in standings(losses.pk)[:2])
    assert any(f"Main is over 1 {', '.join(order)} All places" in shared for order in (winners, winners[::-1]))
    assert f"Main is over 1 {first} 2 {second} All places" in decided


def play_to_the_end(event: Event) -> None:
    """Play every match, won by the upper player, and pair who is free until nobody is left."""
    while True:
        for card in [each for each in cards(event).values() if each.status == "open"]:
            play(card)
        following = next_tables(event)
        if following is None or not following.tables:
            return
        pair_round(event.pk, a_caller())


def test_a_latecomer_joins_who_is_left_and_whoever_withdrew_or_did_not_come_is_counted() -> None:
    event = finishing(6)
    late = enter(event.pk, [Entry("Late Player")], a_caller()).entrants[0]
    gone = card_of(event, "A1").entrants[0]
    withdraw(gone, EVERYTHING, a_caller())
    report_result(match_of(event, "A2").pk, Report(forfeit=(TOP, BOTTOM), why="no_show"), a_caller())
    both = set(card_of(event, "A2").entrants)
    early = next_tables(event)
    play(card_of(event, "A3"))

    pair_round(event.pk, a_caller())

    assert early is not None
    assert late.id in {who for who, _ in early.waiting}
    assert late.id in seated(event, "B")
    assert both <= seated(event, "B")
    assert gone not in seated(event, "B")
    assert len(seated(event, "B")) == 6
    assert wrong_in(event.pk) == []
    assert verify() == []


def test_a_correction_changes_records_and_no_table_that_is_paired() -> None:
    event = finishing(8)
    for code in ("A1", "A2"):
        play(card_of(event, code))
    pair_round(event.pk, a_caller())
    before, wrong = met(event), match_of(event, "A1")

    correct_result(wrong.pk, Report(points=(1, 5)), "written down wrong", a_caller(seen=wrong.version))

    assert met(event) == before
    assert wrong_in(event.pk) == []
    assert verify() == []


def test_two_players_of_one_round_change_places_and_of_two_rounds_not() -> None:
    event = finishing(8)
    for code in ("A1", "A2"):
        play(card_of(event, code))
    pair_round(event.pk, a_caller())
    one, other = card_of(event, "B1").entrants[1], card_of(event, "B2").entrants[1]
    still = card_of(event, "A3").entrants[0]
    client, program = staff(event), a_program()
    address = f"/events/{event.pk}/rounds/change/"

    shown = text_of(page_of(client, f"{address}?one={one}&other={other}"))
    posted = client.post(address, {"one": str(one), "other": str(other), "reason": "They came in one car"})
    apart = program.get(f"entrants/{one}/exchange/?entrant={still}")

    assert "have different records" in shown
    assert posted.status_code == 303
    assert card_of(event, "B1").entrants[1] == other
    assert apart.data["code"] == "pairing.unseated"
    assert verify() == []


def test_pages_and_phones_say_who_waits_and_what_is_played() -> None:
    event = finishing(8)
    play(card_of(event, "A1"))
    winner = card_of(event, "A1").entrants[0]
    client = staff(event)

    phone = Player(winner).reads()
    player = text_of(page_of(Client(), f"/players/{winner}/"))
    home = text_of(page_of(Client(), f"/tournaments/{event.tournament_id}/"))
    draw = text_of(page_of(Client(), f"/events/{event.pk}/"))
    ahead = text_of(page_of(Client(), f"/players/{card_of(event, 'A2').entrants[0]}/"))
    setup = page_of(client, f"/events/{event.pk}/setup/")
    rules: Any = a_program().get(f"events/{event.pk}/").data["format"]

    assert "Waiting for an opponent with 1–0 ." in player
    assert "Waiting for an opponent with 1–0 ." in phone
    assert "You are out" not in phone
    assert "Pairing of round A" in draw
    assert "finished" not in home
    assert "then against the next who is free with an equal record" in ahead
    assert "Players are paired as they finish" in setup
    assert rules["pairing"] == "as_they_finish"


def test_whoever_has_lost_as_often_as_they_may_is_out_at_once_and_a_last_chance_to_lose_says_so() -> None:
    event = finishing(8, fixed_rounds="", losses="2")
    for code in ("A1", "A2"):
        play(card_of(event, code))
    pair_round(event.pk, a_caller())
    twice = next(card for card in cards(event).values() if card.letter == "B" and met_losers(event, card.entrants))
    ahead = text_of(page_of(Client(), f"/players/{twice.entrants[1]}/"))

    play(twice)
    phone = Player(twice.entrants[1]).reads()
    draw = text_of(page_of(Client(), f"/events/{event.pk}/"))
    winner = Player(twice.entrants[0]).reads()

    assert "A win then against the next who is free with an equal record A loss out" in ahead
    assert "You are out" in phone
    assert "Wait" not in phone
    assert "Out 1 place still open" in draw
    assert "Waiting for an opponent with 1–1" in winner
    assert re.search(rf"Waiting for an opponent .*{twice.names[0]} 1–1 Standings", draw)


def met_losers(event: Event, who: tuple[int, ...]) -> bool:
    """Return whether both have lost their match of the first round."""
    return {card_of(event, code).entrants[1] for code in ("A1", "A2")} == set(who)


def test_the_wall_lists_who_waits_with_their_records_and_since_when() -> None:
    event = finishing(8)
    play(card_of(event, "A1"))
    play(card_of(event, "A2"))
    pair_round(event.pk, a_caller())
    play(card_of(event, "A3"))
    won, lost = card_of(event, "A3").names
    address = f"/tournaments/{event.tournament_id}/wall/"

    page = page_of(Client(), f"{address}?show=waiting")
    shown = text_of(page)
    withdraw(card_of(event, "A3").entrants[1], EVERYTHING, a_caller())
    after = text_of(page_of(Client(), f"{address}?show=waiting"))

    assert re.search(rf"Waiting for an opponent {won} since \d\d:\d\d 1–0 {lost} since \d\d:\d\d 0–1 ", shown)
    assert won in after
    assert lost not in after
    assert "paired matches end about" in page


def test_the_wall_takes_the_same_statements_for_2_and_for_8_who_wait(client: Client) -> None:
    few, many = finishing(24), finishing(24)
    play(card_of(few, "A1"))
    for code in ("A1", "A2", "A3", "A4"):
        play(card_of(many, code))

    costs = [statements(client, f"/tournaments/{each.tournament_id}/wall/") for each in (few, many)]

    assert costs == [7, 7]


def test_the_desk_says_when_paired_matches_end_and_the_table_of_a_match_stands_beside_it() -> None:
    event = finishing(8, fixed_rounds="", losses="2")
    call_match(match_of(event, "A1").pk, "5", a_caller())
    client = staff(event)

    desk = text_of(page_of(client, f"/tournaments/{event.tournament_id}/desk/"))
    draw = text_of(page_of(Client(), f"/events/{event.pk}/"))
    for code in ("A1", "A2", "A3", "A4"):
        play(card_of(event, code))
    between = text_of(page_of(client, f"/tournaments/{event.tournament_id}/desk/"))
    home = text_of(page_of(Client(), f"/tournaments/{event.tournament_id}/"))

    assert "Paired matches end about" in desk
    assert "first meeting Table 5" in draw
    assert "All paired matches are played" in between
    assert "till about" not in home


def test_pages_cost_the_same_for_8_and_24_players(django_assert_max_num_queries: Any) -> None:
    event = finishing(24)
    for code in ("A1", "A2", "A3", "A4"):
        play(card_of(event, code))
    client = staff(event)

    with django_assert_max_num_queries(20):
        client.get(f"/events/{event.pk}/rounds/")
    with django_assert_max_num_queries(17):  # with its savepoints
        pair_round(event.pk, a_caller())


def test_the_last_player_left_has_won_and_waits_for_nobody_who_withdrew() -> None:
    event = finishing(4, fixed_rounds="", losses="2")
    play(card_of(event, "A1"))
    play(card_of(event, "A2"))
    winner = card_of(event, "A1").entrants[0]
    others = [who for code in ("A1", "A2") for who in card_of(event, code).entrants if who != winner]

    for who in others:
        withdraw(who, EVERYTHING, a_caller())
    phone = Player(winner).reads()
    public = text_of(page_of(Client(), f"/players/{winner}/"))
    desk = text_of(page_of(staff(event), f"/tournaments/{event.tournament_id}/desk/"))

    assert "Main is over" in desk
    assert "You won" in phone
    assert "Waiting" not in phone
    assert "Waiting" not in public
