"""The books over the API: every posting as a file, and what a closed tournament leaves to its club."""

import pytest

from tests.factories import Program, a_caller, a_desk_helper, a_director
from tests.tournaments.money.test_closing import an_evening_to_close
from tournaments.actions.money.closing import close_books
from tournaments.actions.money.club_books import book_in_club
from tournaments.actions.money.drawers import count_drawer

pytestmark = pytest.mark.django_db


def test_directors_take_every_posting_as_a_file() -> None:
    tournament, _ = an_evening_to_close()
    director, helper = Program(a_director(tournament.club)), Program(a_desk_helper(tournament.club))

    answer = director.get(f"tournaments/{tournament.pk}/postings.csv")

    rows = [line.split(";") for line in answer.text.decode("utf-8-sig").splitlines()]
    assert rows[0] == [
        "record", "time", "posting", "account", "about", "name", "line", "currency", "debit", "credit",
    ]  # fmt: skip
    debit, credit = (sum(round(float(row[at] or 0) * 100) for row in rows[1:]) for at in (-2, -1))
    assert debit == credit > 0
    assert helper.get(f"tournaments/{tournament.pk}/postings.csv").status == 403
    assert Program(None).get(f"tournaments/{tournament.pk}/postings.csv").status == 401


def test_directors_read_what_a_closed_tournament_left_to_the_club() -> None:
    tournament, _ = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24800, "", a_caller())
    book_in_club(close_books(tournament.pk, a_caller()).record_id)
    director, helper = Program(a_director(tournament.club)), Program(a_desk_helper(tournament.club))

    rows = director.get(f"clubs/{tournament.club_id}/books/").data

    assert [(row["kind"], row["name"], row["balance"]) for row in rows] == [
        ("cash", "", 4800), ("income", tournament.name, -4800),
    ]  # fmt: skip
    assert helper.get(f"clubs/{tournament.club_id}/books/").status == 403
