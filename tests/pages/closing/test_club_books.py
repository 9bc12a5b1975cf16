"""The books of a club: what closed tournaments left, by currency, for its directors."""

import pytest
from django.test import Client

from clubs.models import User
from tests.factories import a_caller, a_desk_helper, a_director, an_owner
from tests.pages.reading import page_of
from tests.tournaments.money.test_closing import an_evening_to_close
from tournaments.actions.money.closing import close_books
from tournaments.actions.money.club_books import book_in_club
from tournaments.actions.money.drawers import count_drawer

pytestmark = pytest.mark.django_db


def test_a_closed_tournament_is_a_row_of_the_clubs_books() -> None:
    tournament, _ = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24800, "", a_caller())
    director = Client()
    director.force_login(User.objects.filter(email="petra@barpoint.example").first() or a_director(tournament.club))
    address = f"/clubs/{tournament.club_id}/books/"
    assert "Nothing yet" in page_of(director, address)

    book_in_club(close_books(tournament.pk, a_caller()).record_id)

    page = page_of(director, address)
    assert "EUR" in page
    assert page.count("Bilbao Autumn Open") == 1
    assert "48.00" in page
    assert "−48.00" in page
    answer = director.get(f"/clubs/{tournament.club_id}/books.csv")
    rows = b"".join(answer.streaming_content).decode().splitlines()  # type: ignore[attr-defined] # it streams
    assert rows[0].endswith("record;at;posting;account;about;currency;debit;credit")
    assert [row.split(";")[3:] for row in rows[1:]] == [
        ["cash", "", "EUR", "48.00", ""],
        ["income", str(tournament.pk), "EUR", "", "48.00"],
    ]


def test_a_desk_helper_does_not_read_the_clubs_books() -> None:
    tournament, _ = an_evening_to_close()
    client = Client()
    client.force_login(a_desk_helper(tournament.club))

    assert client.get(f"/clubs/{tournament.club_id}/books/").status_code == 403
    assert Client().get(f"/clubs/{tournament.club_id}/books/").status_code == 302


def test_an_owner_has_the_desks_of_the_club_count_blind() -> None:
    tournament, _ = an_evening_to_close()
    owner, director = Client(), Client()
    owner.force_login(an_owner())
    director.force_login(a_director(tournament.club, "second@barpoint.example"))
    address = f"/clubs/{tournament.club_id}/books/"
    assert "<button" in page_of(owner, address)
    assert "<button" not in page_of(director, address).partition("Counting drawers")[2].partition("</section>")[0]

    answer = owner.post(address, {"blind": "1"})

    assert (answer.status_code, answer["Location"]) == (303, address)
    assert "Blind: desk helpers count without seeing" in page_of(director, address)
    assert director.post(address, {"blind": "0"}).status_code == 403
    owner.post(address, {"blind": "0"})
    assert "Everybody who counts a drawer sees" in page_of(director, address)
