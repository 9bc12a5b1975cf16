"""Entering again from the player's own phone and by a line of the desk: offered, priced, done and undone."""

import re
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from journal.book import Caller
from journal.models import Record
from journal.refusals import Refused
from journal.verify import verify
from rules.match.terms import TOP
from tests.api.test_jackpots_api import a_link
from tests.contents import nothing_changes, refusal
from tests.factories import a_caller, a_director, cards, play, undo
from tests.pages.at_the_desk import Director
from tests.pages.on_the_phone import Player, text_of
from tests.pages.reading import statements
from tests.tournaments.test_re_entry import a_loser, an_event_to_enter_again, last
from tournaments.actions.closing import close_event
from tournaments.actions.entrants.entering import EVERYTHING, withdraw
from tournaments.actions.entrants.re_entering import enter_again
from tournaments.actions.phones.links import player, take_entry
from tournaments.models import Entrant, Event, Reentry
from tournaments.read.entrants.listed import entrant_list
from tournaments.read.money.payers import line_sums

pytestmark = pytest.mark.django_db


def again(phone: Player, **posted: str) -> Any:
    return phone.client.post(f"{phone.address}again/", {"do": "again"} | posted)


def read_again(phone: Player) -> str:
    return text_of(phone.client.get(f"{phone.address}again/").content.decode())


def name_of(event: Event, entrant: int) -> str:
    return next(each.name for each in entrant_list(event.pk) if each.id == entrant)


# --- By phone


def test_a_player_who_is_out_enters_again_from_their_phone_and_plays_on_with_it() -> None:
    event = an_event_to_enter_again(fee=True)
    phone = Player(a_loser(event))
    loser = int(phone.address.split("/")[2])
    assert "Enter again" in phone.reads()

    shown, answer = read_again(phone), again(phone)

    new = Reentry.objects.get().entrant
    assert "Another entry in Jumbo It gets one of 2 free lines by lot. Fee: 25 EUR." in shown
    assert "Enter again for 25 EUR" in shown
    assert (answer.status_code, answer["Location"], new.number) == (303, f"/my/{new.pk}/", 7)
    assert f"player-{new.pk}" in answer.cookies
    assert phone.client.get(f"/my/{new.pk}/").status_code == 200
    assert f"again:{new.pk}" in {
        line for lines in line_sums(event.tournament.stream_id, None).values() for line in lines
    }
    assert f"You are in Jumbo again, as number {new.number}." in read_again(phone)
    assert Record.objects.get(verb="entrant.re_entered").page.actor == f"entrant:{loser}"
    assert verify() == []


def test_the_page_of_the_first_entry_leads_to_the_second_one_also_on_another_phone() -> None:
    event = an_event_to_enter_again()
    loser = a_loser(event)
    new = enter_again(loser, a_caller()).entrants[0].id
    phone = Player(loser)

    answer = again(phone, do="open")

    assert (answer.status_code, answer["Location"]) == (303, f"/my/{new}/")
    assert phone.client.get(f"/my/{new}/").status_code == 200


def test_the_fee_that_is_shown_is_what_the_account_is_charged() -> None:
    event = an_event_to_enter_again(players=5, times=2, until=3, fee=True)
    phone = Player(a_loser(event))

    assert "It gets one of 3 free lines by lot. Fee: 25 EUR." in read_again(phone)
    free = an_event_to_enter_again(players=5)
    shown = read_again(Player(a_loser(free)))
    assert "Fee:" not in shown
    assert "Enter again" in shown


def test_nothing_is_offered_to_a_player_who_plays_or_where_nobody_may_enter_again() -> None:
    event = an_event_to_enter_again()
    loser = a_loser(event)
    winner = next(card.entrants[0] for card in cards(event).values() if loser in card.entrants)
    never = an_event_to_enter_again(times=0)

    assert "Enter again" not in Player(winner).reads()
    assert "This player still plays." in read_again(Player(winner))
    assert "Enter again" not in Player(a_loser(never)).reads()


def test_what_is_refused_changes_nothing_and_is_said_on_the_page() -> None:
    event = an_event_to_enter_again(players=8)
    phone = Player(a_loser(event))

    with nothing_changes():
        full, unreadable = again(phone), again(phone, do="")

    assert (full.status_code, unreadable.status_code) == (422, 400)
    assert "The draw is full: no line is open." in text_of(full.content.decode())


def test_no_other_player_enters_somebody_again_and_no_phone_reaches_a_strangers_entry() -> None:
    event = an_event_to_enter_again()
    loser = a_loser(event)
    other = Entrant.objects.filter(event=event).exclude(pk=loser).latest("pk").pk
    caller = Caller(actor=player(other))

    with nothing_changes(), pytest.raises(PermissionDenied):
        enter_again(loser, caller)
    assert refusal(lambda: take_entry(loser, other), Refused).code == "entrant.unknown"


def test_in_a_closed_event_nobody_enters_again_from_a_phone() -> None:
    event = an_event_to_enter_again()
    loser = a_loser(event)
    close_event(event.pk, a_caller())

    with nothing_changes(), pytest.raises(PermissionDenied):
        enter_again(loser, Caller(actor=player(loser)))


def test_a_program_with_the_link_of_a_player_enters_them_again() -> None:
    event = an_event_to_enter_again()
    loser = a_loser(event)

    entered = a_link(event.pk, loser).post(f"entrants/{loser}/re-entry/")

    assert (entered.status, entered.data["number"]) == (201, 7)


def test_the_desk_undoes_what_a_player_entered_by_mistake() -> None:
    event = an_event_to_enter_again(fee=True)
    phone = Player(a_loser(event))
    again(phone)
    record = Record.objects.get(verb="entrant.re_entered").number

    undo(event.tournament_id, record, a_caller())

    assert sum(sum(each.values()) for each in line_sums(event.tournament.stream_id, None).values()) == 6 * 4000
    assert "Enter again for 25 EUR" in read_again(phone)
    assert verify() == []


def test_the_page_costs_the_same_however_many_have_entered() -> None:
    costs = []
    for players in (5, 20):
        event = an_event_to_enter_again(players=players, fee=True)
        phone = Player(a_loser(event))
        costs.append((statements(phone.client, f"{phone.address}again/"), statements(phone.client, phone.address)))

    assert costs[0] == costs[1]


# --- By a line of the desk


def test_a_line_enters_a_player_again_after_it_has_shown_what_that_brings() -> None:
    event = an_event_to_enter_again(fee=True)
    desk = Director(a_director(event.tournament.club), event)
    loser = a_loser(event)
    number = Entrant.objects.get(pk=loser).number

    shown = desk.type(f"re-enters {number}")
    desk.write(f"re-enters {number}")

    assert shown.kind == "again"
    assert (
        shown.sentence
        == f"{name_of(event, loser)} enters Jumbo again. It gets one of 2 free lines by lot. Fee: 25 EUR."
    )
    assert Reentry.objects.get().first_id == loser
    assert desk.type(f"re-enters {number}").sentence.endswith("This player has entered again 1 times already.")
    undone = desk.write("undo")
    assert "entered again" in undone.sentence
    assert verify() == []


def test_a_line_finds_a_player_who_has_withdrawn_from_everything_left() -> None:
    event = an_event_to_enter_again(consolation="progressive")
    desk = Director(a_director(event.tournament.club), event)
    card = next(iter(cards(event, status="open").values()))
    play(card, TOP, 2)
    loser = card.entrants[1]
    number = Entrant.objects.get(pk=loser).number
    withdraw(loser, EVERYTHING, a_caller())

    desk.write(f"{number} re-enters")

    assert Reentry.objects.get().first_id == loser


def test_a_line_says_why_a_player_may_not_enter_again() -> None:
    event = an_event_to_enter_again(consolation="progressive")
    desk = Director(a_director(event.tournament.club), event)
    loser = a_loser(event)
    number = Entrant.objects.get(pk=loser).number

    shown = desk.type(f"re-enters {number}")
    never = an_event_to_enter_again(times=0)
    none = Director(a_director(never.tournament.club, "bo@barpoint.example"), never).type("re-enters ann")

    assert (shown.kind, none.kind) == ("cannot", "cannot")
    assert shown.sentence.endswith("This player still plays. Withdraw them from the consolation first.")
    assert none.sentence == "In this event nobody enters again. The set-up can allow it."
    assert not re.search(r'name="command" value="reenter', shown.html)


def test_the_card_shows_what_a_re_entry_costs_before_the_button() -> None:
    event = an_event_to_enter_again(fee=True)
    desk = Client()
    desk.force_login(a_director(event.tournament.club))
    loser = a_loser(event)

    page = text_of(desk.get(f"/entrants/{loser}/").content.decode())

    assert "It gets one of 2 free lines by lot. Fee: 25 EUR. Enter Ann" in page
    assert last(event) == Record.objects.filter(stream=event.tournament.stream_id).count()
