"""The tick *paid* follows from the books where an event has a fee."""

import pytest
from django.test import Client

from journal.refusals import Refused
from tests.factories import a_caller, a_director
from tests.pages.at_the_desk import plain
from tests.pages.reading import page_of, statements
from tests.tournaments.money.evenings import a_charged_open, an_open, charge_fees, payer_of
from tournaments.actions.entrants.entering import Entry, enter, tick, tick_all
from tournaments.actions.money.cash import Hand, take
from tournaments.models import Entrant, Event
from tournaments.papers.entry_list import entry_list
from tournaments.papers.rules_page import event_rules
from tournaments.read.entrants.listed import entrant_list
from tournaments.read.events import event_of

pytestmark = pytest.mark.django_db


def entrants_of(event: Event) -> list[int]:
    return list(Entrant.objects.filter(event=event).order_by("number").values_list("pk", flat=True))


def paid(event: Event) -> list[bool]:
    return [each.paid for each in entrant_list(event.pk)]


def test_who_owes_nothing_for_an_event_has_paid() -> None:
    _, main, _ = a_charged_open(2)
    first, _ = entrants_of(main)

    take(payer_of(first), None, None, Hand(), a_caller())

    assert paid(main) == [True, False]


def test_a_part_payment_is_not_paid() -> None:
    _, main, _ = a_charged_open(1)

    take(payer_of(entrants_of(main)[0]), None, 8000, Hand(), a_caller())

    assert paid(main) == [False]


def test_what_is_owed_for_another_event_leaves_this_one_paid() -> None:
    _, main, master = a_charged_open(1)
    enter(master.pk, [Entry("Falk Brenner")], a_caller())
    [entrant] = entrants_of(main)

    take(payer_of(entrant), ["registration", f"main:{entrant}"], None, Hand(), a_caller())

    assert (paid(main), paid(master)) == ([True], [False])


def test_the_tick_is_not_set_by_hand_where_the_books_say_it() -> None:
    _, main, _ = a_charged_open(1)

    with pytest.raises(Refused, match=r"paid\.books"):
        tick(entrants_of(main)[0], "paid", True, a_caller())
    with pytest.raises(Refused, match=r"paid\.books"):
        tick_all(main.pk, "paid", a_caller())
    tick_all(main.pk, "here", a_caller())


def test_an_event_without_a_fee_keeps_its_ticks() -> None:
    tournament, [main, jackpot] = an_open("Main", "Jackpot")
    fee = {"code": "main", "kind": "entry", "name": "", "amount": 6000, "event": main.pk, "prices": []}
    charge_fees(tournament, [fee])
    enter(jackpot.pk, [Entry("Falk Brenner")], a_caller())

    tick(entrants_of(jackpot)[0], "paid", True, a_caller())

    assert paid(jackpot) == [True]


def test_the_desk_leads_to_the_cash_desk_and_names_who_owes_before_the_draw() -> None:
    tournament, main, _ = a_charged_open(2)
    client = Client()
    client.force_login(a_director(tournament.club))
    take(payer_of(entrants_of(main)[0]), None, None, Hand(), a_caller())

    desk, key = (
        page_of(client, path) for path in (f"/tournaments/{tournament.pk}/desk/", f"/events/{main.pk}/draw-key/")
    )

    assert f"/tournaments/{tournament.pk}/cash/?entrant={entrants_of(main)[1]}" in desk
    assert "paid off" not in desk
    assert "1 is unpaid" in plain(key)
    assert "Petra Horvat" in plain(key)


@pytest.mark.parametrize(
    "path", ["/tournaments/{tournament}/desk/", "/events/{event}/entrants/", "/events/{event}/draw-key/"]
)
def test_what_is_owed_costs_the_same_statements_for_every_field(path: str) -> None:
    tournament, main, _ = a_charged_open(1)
    client = Client()
    client.force_login(a_director(tournament.club))
    address = path.format(tournament=tournament.pk, event=main.pk)
    one = statements(client, address)

    enter(main.pk, [Entry(f"Player {number}") for number in range(5)], a_caller())

    assert statements(client, address) == one


def test_the_entry_list_says_what_is_owed_and_who_is_in_the_side_pool() -> None:
    _, main, _ = a_charged_open(2)
    take(payer_of(entrants_of(main)[1]), None, 7000, Hand(), a_caller())

    listing = entry_list(event_of(main.pk), "number")

    assert [column.head for column in listing.columns][-4:] == ["paid", "here", "pool", "owed"]
    assert [row[-4:] for row in listing.rows] == [(False, False, False, "85.00"), (False, False, False, "15.00")]


def test_the_rules_of_an_event_print_its_fees_and_else_the_text_that_was_typed() -> None:
    _, main, _ = a_charged_open(0)

    fees = next(part for part in event_rules(event_of(main.pk)).parts if part.label == "Entry fee")

    assert fees.sentences == (
        "Registration: EUR 25 (student 10)", "Main, entry: EUR 60", "Main, side pool: EUR 40", "Clock: EUR 20",
    )  # fmt: skip
