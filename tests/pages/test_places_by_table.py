"""The page of places where a table gives them: it says what orders the table, and nothing of brackets."""

import pytest
from django.test import Client

from journal.refusals import Refused
from tests.factories import a_caller, cards
from tests.pages.on_the_phone import text_of
from tests.pages.reading import page_of
from tests.stories.test_round_robin import a_club_night, first_line_wins
from tournaments.actions.draws.pairing import pair_round

pytestmark = pytest.mark.django_db


def test_the_page_of_places_says_what_orders_a_table() -> None:
    event = a_club_night(4)
    early = text_of(page_of(Client(), f"/events/{event.pk}/places/"))
    first_line_wins(event)

    late = text_of(page_of(Client(), f"/events/{event.pk}/places/"))

    assert "The places follow from the table when the last match is decided." in early
    assert "main bracket" not in early
    assert "Order: matches won, then the matches between those who are tied" in late
    assert "lost in the same round" not in late


def test_the_page_of_places_of_a_swiss_does_not_speak_of_rounds_lost() -> None:
    event = a_club_night(4, main="swiss", fixed_rounds="1")
    first_line_wins(event)

    page = text_of(page_of(Client(), f"/events/{event.pk}/places/"))

    assert "Order: matches won, then the wins of the opponents, then the wins of the opponents beaten." in page
    assert "lost in the same round" not in page


def test_the_page_of_places_of_a_swiss_by_losses_says_who_is_ahead() -> None:
    event = a_club_night(3, main="swiss", losses="2")
    while cards(event, status="open"):
        first_line_wins(event)
        try:
            pair_round(event.pk, a_caller())
        except Refused:
            break

    page = text_of(page_of(Client(), f"/events/{event.pk}/places/"))

    assert "Who stays in longer is ahead. Players who went out after the same round share a place." in page
    assert "lost in the same round" not in page
