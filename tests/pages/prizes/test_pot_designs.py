"""What the designer reads of a pot: what was undone is gone, what was paid is known, and each pot has its own fee."""

import pytest

from rules.money.pots import read_division
from tests.factories import a_caller, an_event, play_out, undo
from tests.pages.prizes.test_prize_fund import a_priced_event, address, of
from tests.tournaments.money.evenings import charge_fees, lines_of
from tests.tournaments.money.test_prizes import a_funded_event
from tournaments.actions.money.cash import Hand, hand_out, take
from tournaments.actions.money.closing import close_books
from tournaments.actions.money.prizes import add_money_of, award_prizes, set_pot
from tournaments.models import Event, Payer
from tournaments.pages.prizes.sheet import preview_of
from tournaments.read.money.designs import PotDesign, design_of

pytestmark = pytest.mark.django_db


def undo_last(event: Event) -> None:
    stream = event.tournament.stream
    stream.refresh_from_db()
    undo(event.tournament_id, stream.number, a_caller())


def design(event: Event, code: str = "") -> PotDesign:
    return design_of(Event.objects.select_related("tournament").get(pk=event.pk), code)


def test_added_money_that_was_undone_is_in_no_fund() -> None:
    event = a_priced_event(4)
    add_money_of(event.pk, "Casino Bilbao", 50000, a_caller())
    add_money_of(event.pk, "Mayor", 10000, a_caller())

    undo_last(event)

    assert [(each.who, each.amount) for each in design(event).added] == [("Casino Bilbao", 50000)]


def test_a_division_that_was_undone_keeps_its_version() -> None:
    event = a_priced_event(4)
    set_pot(event.pk, "", {"table": "50-25-25"}, "", a_caller())

    undo_last(event)

    assert (design(event).division, design(event).turn) == (None, 1)


def test_prizes_are_paid_once_somebody_was_handed_theirs() -> None:
    tournament, event = a_funded_event()
    for payer in Payer.objects.all():
        take(payer.pk, None, None, Hand(), a_caller())
    play_out(event)
    states = [(design(event).is_awarded, design(event).is_paid)]

    award_prizes(event.pk, a_caller())
    states.append((design(event).is_awarded, design(event).is_paid))
    winner = min(Payer.objects.all(), key=lambda each: sum(lines_of(tournament, each.pk).values()))
    hand_out(winner.pk, None, Hand(), a_caller())
    states.append((design(event).is_awarded, design(event).is_paid))
    undo_last(event)
    states.append((design(event).is_awarded, design(event).is_paid))

    assert states == [(False, False), (True, False), (True, True), (True, False)]


def test_the_fee_of_a_side_pool_is_its_own() -> None:
    event = a_priced_event(4)

    assert (design(event).entry, design(event, "pool").entry) == (6000, 4000)


def test_places_with_other_shares_have_lines_of_their_own_though_they_are_paid_alike() -> None:
    event = a_priced_event(8)
    table = [
        {"bracket": "main", "place": at, "share": share} for at, share in ((1, "100"), (2, "2"), (3, "1"), (4, "1"))
    ]

    preview = preview_of(design(event), read_division({"table": table, "unit": 100000}))

    assert [(line.share, {cell.amount for cell in line.cells}) for line in preview.lines[1:]] == [
        ("2", {"0"}), ("1", {"0"}),
    ]  # fmt: skip


def test_nothing_is_changed_once_the_books_are_closed() -> None:
    event = an_event()
    charge_fees(event.tournament, [])
    director = of(event)
    before = director.get(address(event, "?change")).context["is_locked"]

    close_books(event.tournament_id, a_caller())

    assert (before, director.get(address(event, "?change")).context["is_locked"]) == (False, True)
