"""The books of a tournament for its directors, and the account that a player sees of their own."""

import re

import pytest
from django.test import Client

from tests.factories import a_caller, a_desk_helper, a_director
from tests.pages.at_the_desk import plain
from tests.pages.reading import statements
from tests.tournaments.money.evenings import a_charged_open, payer_of
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.money.cash import Hand, take
from tournaments.actions.money.payers import add_payer, move_entrant
from tournaments.actions.phones.links import make_slips, take_link
from tournaments.models import Entrant, Event, Tournament

pytestmark = pytest.mark.django_db


def entrant(number: int) -> int:
    return Entrant.objects.get(number=number, event__name="Main").pk


def a_visitor(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(a_director(tournament.club))
    return client


def phone_of(event: Event, number: int) -> Client:
    """Return the browser of a player who came by the link of their slip."""
    pk = entrant(number)
    slip = next(each for each in make_slips(event.pk, a_caller(), "http://192.168.178.23:8000") if each.entrant == pk)
    client = Client()
    client.cookies[f"player-{pk}"] = take_link(slip.secret).secret
    return client


def test_directors_see_every_account_with_its_balance() -> None:
    tournament, _, _ = a_charged_open(2)
    take(payer_of(entrant(1)), None, None, Hand(), a_caller())

    page = plain(a_visitor(tournament).get(f"/tournaments/{tournament.pk}/books/").content.decode())

    assert "Cash, drawer 185.000.0085.00" in page
    assert "Prize fund, Main0.00120.00−120.00" in page
    assert "Account of Petra Horvat85.000.0085.00" in page


def test_the_legs_of_an_account_name_their_records_and_the_balance_after_each() -> None:
    tournament, _, _ = a_charged_open(1)
    payer = payer_of(entrant(1))
    take(payer, None, 5000, Hand(), a_caller())

    page = a_visitor(tournament).get(f"/tournaments/{tournament.pk}/books/?account=payer:{payer}").content.decode()

    legs = re.search(r'<table class="legs">.*?</table>', page, re.S)
    assert legs
    rows = [plain(row) for row in re.findall(r"<tr.*?</tr>", legs[0], re.S)]
    assert [re.sub(r"^\d+\d\d\.\d\d\. \d\d:\d\d", "", row) for row in rows] == [
        "charged registration25.0025.00",
        f"charged main:{entrant(1)}60.0085.00",
        f"taken main:{entrant(1)}−50.0035.00",
    ]


def test_books_are_searched_by_the_start_of_a_name() -> None:
    tournament, _, _ = a_charged_open(3)

    page = plain(a_visitor(tournament).get(f"/tournaments/{tournament.pk}/books/?q=petra").content.decode())

    assert "Account of Petra Horvat" in page
    assert "Falk" not in page


def test_a_desk_helper_does_not_see_the_books() -> None:
    tournament, _, _ = a_charged_open(1)
    client = Client()
    client.force_login(a_desk_helper(tournament.club))

    assert client.get(f"/tournaments/{tournament.pk}/books/").status_code == 403
    assert client.get(f"/tournaments/{tournament.pk}/postings.csv").status_code == 403


def test_postings_are_a_file_without_formulas() -> None:
    tournament, _, _ = a_charged_open(0)
    payer = add_payer(tournament.pk, "=SUM(A1:A9)", "", a_caller()).payer
    enter(Event.objects.get(name="Main").pk, [Entry("=SUM(A1:A9)")], a_caller())
    payer = payer_of(entrant(1))
    take(payer, ["registration"], None, Hand(), a_caller())

    answer = a_visitor(tournament).get(f"/tournaments/{tournament.pk}/postings.csv")

    lines = answer.getvalue().decode().splitlines()
    assert lines[0] == "\ufeffrecord;time;posting;account;about;name;line;currency;debit;credit"
    assert len(lines) == 7
    assert all(";'=SUM(A1:A9)" in line or ";payer;" not in line for line in lines)
    assert lines[-1].split(";")[2:4] + lines[-1].split(";")[-3:] == ["taken", "cash", "EUR", "25.00", ""]


def test_the_books_cost_the_same_statements_for_every_field() -> None:
    tournament, main, _ = a_charged_open(1)
    client, address = a_visitor(tournament), f"/tournaments/{tournament.pk}/books/"
    one = statements(client, address)

    enter(main.pk, [Entry(f"Player {number}") for number in range(5)], a_caller())

    assert statements(client, address) == one


def test_players_see_their_own_account_and_receipts() -> None:
    _, main, _ = a_charged_open(2)
    take(payer_of(entrant(1)), None, 7000, Hand(means="card"), a_caller())
    phone = phone_of(main, 1)

    page = plain(phone.get(f"/my/{entrant(1)}/account/").content.decode())

    assert "Main, entry paid 60.00" in page
    assert "You owe 15.00" in page
    assert re.search(r"0001 \d\d:\d\d, card 70\.00", page)
    assert "My account" in phone.get(f"/my/{entrant(1)}/").content.decode()
    assert phone.get(f"/my/{entrant(1)}/receipt.pdf?number=1").content.startswith(b"%PDF")


def test_players_see_neither_the_account_nor_the_receipts_of_anyone_else() -> None:
    _, main, _ = a_charged_open(2)
    take(payer_of(entrant(2)), None, None, Hand(), a_caller())
    phone = phone_of(main, 1)

    assert phone.get(f"/my/{entrant(2)}/account/").status_code == 303
    assert phone.get(f"/my/{entrant(2)}/receipt.pdf?number=1").status_code == 303
    assert phone.get(f"/my/{entrant(1)}/receipt.pdf?number=1").status_code == 404


def test_of_an_account_that_somebody_else_pays_a_player_sees_only_their_own_lines() -> None:
    _, main, _ = a_charged_open(2)
    move_entrant(entrant(1), payer_of(entrant(2)), a_caller())
    take(payer_of(entrant(2)), None, None, Hand(), a_caller())

    page = plain(phone_of(main, 1).get(f"/my/{entrant(1)}/account/").content.decode())

    assert "Main, entry" in page
    assert "Registration" not in page
    assert "0001" not in page
