"""Slips of the finger at the cash desk, and what a club hides from those who count its drawers."""

import pytest
from django.test import Client

from tests.factories import a_caller, a_director
from tests.pages.at_the_desk import plain
from tests.pages.cash.test_cash_desk import Cashier, helper_at, sentence, the_payer
from tests.tournaments.money.evenings import a_charged_open, books
from tournaments.actions.money.drawers import count_blind, count_drawer

pytestmark = pytest.mark.django_db


@pytest.fixture
def cashier() -> Cashier:
    """A director at the cash desk of an open with three players: registration 25, Main 60 each."""
    tournament, _, _ = a_charged_open(3)
    client = Client()
    user = a_director(tournament.club)
    client.force_login(user)
    return Cashier(user, tournament, client)


@pytest.mark.parametrize("given", ["12,345", "85.001", "1000000000000"])
def test_a_slip_of_the_finger_gives_no_thousands_back(cashier: Cashier, given: str) -> None:
    page = cashier.type(f"petra {given}")

    assert sentence(page) == f"Petra Horvat owes 85: {given} is far too much. Check what was given."
    assert 'class="on-enter"' not in page
    answer = cashier.post(do="take", payer=the_payer(), means="cash", sum=given, shown=8500)
    assert answer.status_code == 409
    assert books(cashier.tournament) == {"registration": -7500, "fund": -18000}


def test_a_large_note_is_changed(cashier: Cashier) -> None:
    assert "Give back 915.00" in sentence(cashier.type("petra 1000"))


def test_a_club_that_counts_blind_hides_what_the_drawer_should_hold_from_its_helpers(cashier: Cashier) -> None:
    helper = helper_at(cashier.tournament)
    drawer = f"/tournaments/{cashier.tournament.pk}/drawer/"
    cashier.enter("petra")
    assert "Should hold" in helper.look()

    count_blind(cashier.tournament.club_id, True, a_caller())

    assert "Should hold" not in helper.look() + helper.client.get(f"{drawer}?drawer=1").content.decode()
    assert "Should hold" in cashier.look()
    assert "Should hold" in cashier.client.get(drawer).content.decode()


@pytest.mark.parametrize("is_blind", [True, False])
def test_a_count_of_the_past_does_not_say_what_was_expected_to_those_who_count_blind(
    cashier: Cashier, is_blind: bool
) -> None:
    helper, pk = helper_at(cashier.tournament), cashier.tournament.pk
    cashier.enter("petra")
    count_drawer(pk, 1, 8000, "one note is missing", a_caller())
    cashier.tournament.stream.refresh_from_db()
    number = cashier.tournament.stream.number
    count_blind(cashier.tournament.club_id, is_blind, a_caller())
    memory = f"/tournaments/{pk}/memory/"
    pages = [memory, f"{memory}{number}/", f"{memory}{number}/undo/", f"{memory}?q=85", f"/tournaments/{pk}/cash/",
             f"/tournaments/{pk}/cash/?done={number}", f"/tournaments/{pk}/drawer/?drawer=1"]  # fmt: skip

    shown = [page for page in pages if "expected 85" in plain(helper.client.get(page).content.decode())]
    directed = [page for page in pages if "expected 85" in plain(cashier.client.get(page).content.decode())]

    assert shown == ([] if is_blind else pages)
    assert directed == pages
