"""The page of a tournament's fees: what they come to is shown before they are set."""

import pytest
from django.test import Client

from tests.factories import a_caller, a_desk_helper, a_director
from tests.pages.at_the_desk import plain
from tests.tournaments.money.evenings import a_charged_open, an_open, books
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.models import FeeSetup, Tournament
from tournaments.read.money.payers import fees_of

pytestmark = pytest.mark.django_db


def a_form(*rows: dict[str, str], currency: str = "EUR", **more: str) -> dict[str, str]:
    """Return what the form posts with these rows."""
    form = {"currency": currency, "release_above": "", "do": "keep", "seen": "0"} | more
    for at, row in enumerate(rows):
        names = ("code", "what", "name", "amount", "early", "until", "student", "guest", "member")
        form |= {f"{name}-{at}": row.get(name, "") for name in names}
    return form


def a_visitor(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(a_director(tournament.club))
    return client


def test_fees_are_set_from_the_form_and_everybody_is_charged() -> None:
    tournament, [main] = an_open("Main")
    enter(main.pk, [Entry("Falk Brenner"), Entry("Petra Horvat")], a_caller())
    rows = (
        {
            "what": f"entry:{main.pk}",
            "name": "Main",
            "amount": "60",
            "student": "40",
            "early": "50",
            "until": "2030-01-01",
        },
        {"what": "registration", "amount": "12.50"},
    )

    answer = a_visitor(tournament).post(f"/tournaments/{tournament.pk}/fees/", a_form(*rows, release_above="500"))

    assert answer.status_code == 303
    tournament.refresh_from_db()
    assert [(fee.code, fee.amount, len(fee.prices)) for fee in fees_of(tournament)] == [
        (f"entry-{main.pk}", 6000, 2), ("registration", 1250, 0),
    ]  # fmt: skip
    assert books(tournament) == {"fund": -10000, "registration": -2500}
    assert FeeSetup.objects.get().release_above == 50000


def test_the_preview_says_who_would_be_charged_what_and_sets_nothing() -> None:
    tournament, [main] = an_open("Main")
    enter(main.pk, [Entry("Falk Brenner"), Entry("Petra Horvat")], a_caller())
    form = a_form({"what": f"entry:{main.pk}", "amount": "60"}, do="preview")

    page = a_visitor(tournament).post(f"/tournaments/{tournament.pk}/fees/", form).content.decode()

    assert "Charged120.00Falk Brenner 0.00 → 60.00Petra Horvat 0.00 → 60.00" in plain(page)
    assert not FeeSetup.objects.exists()


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"what": "registration", "amount": "abc"}, "abc is not a sum of money."),
        ({"what": "", "amount": "60"}, "Fee 1: choose what it is for."),
        ({"what": "entry:999999", "amount": "60"}, "Fee 1: choose the event that it belongs to, or none"),
        ({"what": "registration", "amount": "60", "early": "50"}, "Fee 1: one of its special prices can't be read."),
    ],
)
def test_a_wrong_row_keeps_what_was_typed_and_says_what_is_wrong(row: dict[str, str], sentence: str) -> None:
    tournament, _ = an_open("Main")

    answer = a_visitor(tournament).post(f"/tournaments/{tournament.pk}/fees/", a_form(row))

    assert answer.status_code == 422
    assert sentence in plain(answer.content.decode())
    assert f'value="{row["amount"]}"' in answer.content.decode()


def test_fees_that_someone_else_set_meanwhile_are_not_overwritten() -> None:
    tournament, _, _ = a_charged_open(1)

    answer = a_visitor(tournament).post(
        f"/tournaments/{tournament.pk}/fees/", a_form({"what": "registration", "amount": "1"}, seen="0")
    )

    assert answer.status_code == 409


def test_a_desk_helper_sets_no_fees() -> None:
    tournament, _ = an_open("Main")
    client = Client()
    client.force_login(a_desk_helper(tournament.club))

    assert client.get(f"/tournaments/{tournament.pk}/fees/").status_code == 403


def test_the_form_of_an_event_asks_for_no_fee_once_the_tournament_has_fees() -> None:
    tournament, main, _ = a_charged_open(0)
    page = a_visitor(tournament).get(f"/events/{main.pk}/setup/").content.decode()

    assert f"/tournaments/{tournament.pk}/fees/" in page
    assert 'id="id_fee"' not in page
