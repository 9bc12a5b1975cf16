"""A player without a match ahead is not out where the next round is to be paired or a table decides."""

import re

import pytest
from django.test import Client

from rules.match.terms import TOP
from tests.factories import a_caller, match_of, play_code, play_out
from tests.pages.on_the_phone import text_of
from tests.pages.reading import page_of
from tests.stories.pools import an_event_of_pools
from tests.stories.test_round_robin import a_club_night, first_line_wins, staff
from tests.stories.test_swiss import a_swiss
from tournaments.actions.draws.pairing import pair_round
from tournaments.actions.entrants.entering import EVERYTHING, withdraw
from tournaments.actions.phones.links import make_slips, take_link
from tournaments.models import Event
from tournaments.read.draws.places import standings

pytestmark = pytest.mark.django_db


def phone_of(event: Event, entrant: int) -> str:
    """Return what stands on the phone of an entrant."""
    [slip] = make_slips(event.pk, a_caller(), "http://192.168.1.7:8000", [entrant])
    phone = Client()
    phone.cookies[f"player-{entrant}"] = take_link(slip.secret).secret
    return text_of(page_of(phone, f"/my/{entrant}/"))


def winner_of_a1(event: Event) -> int:
    return match_of(event, "A1").top_id or 0


def players_of(event: Event, code: str) -> set[int]:
    match = match_of(event, code)
    return {match.top_id or 0, match.bottom_id or 0}


def state_of(event: Event, entrant: int) -> str:
    """Return what the list of entrants says of one."""
    row = page_of(staff(event), f"/events/{event.pk}/entrants/").split(f'id="e{entrant}"')[1].partition("</tr>")[0]
    return re.sub(r"<[^>]+>", " ", row.partition('class="entrant-state">')[2].partition("</td>")[0]).strip()


@pytest.mark.parametrize("format_", [{}, {"losses": "3"}, {"fixed_rounds": "3"}])
def test_between_two_rounds_of_a_swiss_nobody_is_out(format_: dict[str, str]) -> None:
    event = a_swiss(6, **format_)
    play_code(event, "A1", TOP, 2)
    first, second = winner_of_a1(event), match_of(event, "A1").bottom_id or 0

    for entrant in (first, second):
        page = phone_of(event, entrant)
        assert "Wait for the next round" in page
        assert "You are out" not in page
        assert "Waits for the next round." in text_of(page_of(Client(), f"/players/{entrant}/"))
        assert state_of(event, entrant) == "playing"


def test_who_has_lost_as_often_as_they_may_is_out_of_a_swiss() -> None:
    event = a_swiss(8, losses="2")
    play_out(event)
    pair_round(event.pk, a_caller())
    play_out(event)
    known = {each.entrant: each.place for each in standings(event.pk)}
    out = next(entrant for entrant, place in known.items() if place is not None)
    still_in = next(entrant for entrant, place in known.items() if place is None)

    assert f"Place {known[out]}" in phone_of(event, out)
    assert state_of(event, out).startswith("out")
    assert "Wait for the next round" in phone_of(event, still_in)


def test_who_withdrew_from_a_swiss_does_not_wait() -> None:
    event = a_swiss(6)
    play_code(event, "A1", TOP, 2)
    gone = winner_of_a1(event)
    withdraw(gone, EVERYTHING, a_caller())

    assert "Wait for the next round" not in phone_of(event, gone)
    assert state_of(event, gone).startswith("withdrawn")


def test_after_the_last_round_of_a_swiss_the_phone_says_the_place() -> None:
    event = a_swiss(4, fixed_rounds="2")
    play_out(event)
    pair_round(event.pk, a_caller())
    play_out(event)

    first, second = standings(event.pk)[:2]

    assert "You won" in phone_of(event, first.entrant)
    assert f"Place {second.place}" in phone_of(event, second.entrant)


def test_in_a_round_robin_the_table_decides_and_then_the_phone_says_the_place() -> None:
    event = a_club_night(3)
    play_code(event, "A1")
    play_code(event, "B1")
    [done] = players_of(event, "A1") & players_of(event, "B1")
    early, early_list = phone_of(event, done), state_of(event, done)
    first_line_wins(event)

    places = {each.entrant: each.place for each in standings(event.pk)}

    assert "All your matches are played" in early
    assert "The table decides when the last match is over." in early
    assert early_list == "playing"
    for entrant, place in places.items():
        assert ("You won" if place == 1 else f"Place {place}") in phone_of(event, entrant)
        assert state_of(event, entrant).startswith("champion" if place == 1 else "finished")


def test_before_the_cut_the_table_of_the_pool_decides() -> None:
    event = an_event_of_pools(6)
    play_out(event)
    entrant = winner_of_a1(event)

    assert "The table of the pool decides who comes through." in phone_of(event, entrant)
    assert state_of(event, entrant) == "playing"
