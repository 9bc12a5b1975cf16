"""What the cash desk may offer to whom, and what its drawers hold, without other drawers and what was undone."""

from zoneinfo import ZoneInfo

import pytest
from django.http import QueryDict
from django.utils import timezone

from clubs.models import User
from rules.errors import RuleBroken
from tests.factories import a_caller, a_desk_helper, by, undo
from tests.tournaments.money.evenings import a_charged_open, charge_fees, fees_for, lines_of, payer_of
from tournaments.actions.money.cash import Hand, hand_out, take
from tournaments.actions.money.drawers import count_drawer, open_drawer
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.models import Entrant, Event, Tournament
from tournaments.pages.cash.board import Ledger, cash_desk, drawer_sheet, read_ledger
from tournaments.pages.cash.drawer_form import count_form
from tournaments.pages.cash.sheet import Till, Viewer
from tournaments.read.events import tournament_of
from tournaments.read.money.till import last_counts

pytestmark = pytest.mark.django_db


def ledger(tournament: Tournament, user: User, *, directs: bool) -> Ledger:
    """Return what the cash desk reads for somebody."""
    viewer = Viewer(f"user:{user.pk}", directs, Till(), timezone.now(), ZoneInfo("UTC"))
    return read_ledger(tournament_of(tournament.pk), viewer)


def payers(event: Event) -> list[int]:
    return [
        payer_of(each) for each in Entrant.objects.filter(event=event).order_by("number").values_list("pk", flat=True)
    ]


def last(tournament: Tournament) -> int:
    tournament.stream.refresh_from_db()
    return tournament.stream.number


def test_whoever_took_money_is_offered_to_undo_it_and_nobody_else() -> None:
    tournament, main, _ = a_charged_open(2)
    helper, [first, second] = a_desk_helper(tournament.club), payers(main)
    take(first, None, None, Hand(), a_caller())
    take(second, None, None, Hand(), by(helper))
    number = last(tournament)

    done = cash_desk(ledger(tournament, helper, directs=True)).done

    assert [(each.number, each.undo) for each in done if each.receipt] == [(number, number), (number - 1, 0)]


def test_a_count_is_undone_by_directors_alone() -> None:
    tournament, _, _ = a_charged_open(1)
    helper = a_desk_helper(tournament.club)
    count_drawer(tournament.pk, 1, 0, "", by(helper))
    number = last(tournament)

    undoes = {}
    for directs in (True, False):
        done = cash_desk(ledger(tournament, helper, directs=directs)).done
        undoes[directs] = [each.undo for each in done if each.number == number]

    assert undoes == {True: [number], False: [0]}


def test_payouts_to_one_person_add_up_until_a_second_person_releases_them() -> None:
    tournament, main, _ = a_charged_open(1)
    charge_fees(tournament, fees_for(main), release_above=5000)
    [payer], helper = payers(main), a_desk_helper(tournament.club)
    take(payer, None, None, Hand(), a_caller())
    entry = next(code for code in lines_of(tournament, payer) if code.startswith("main:"))
    needs = []

    for line in ("registration", entry):
        decide_line(payer, Decision("refunded", line, reason="ill"), a_caller())
        board = ledger(tournament, helper, directs=False)
        needs.append(board.person(board.accounts.by_payer[payer]).needs_release)
        if not needs[-1]:
            hand_out(payer, None, Hand(), a_caller())

    assert needs == [False, True]


def test_what_was_handed_out_before_counts_towards_the_sum_of_one_person() -> None:
    tournament, main, _ = a_charged_open(1)
    charge_fees(tournament, fees_for(main), release_above=8000)
    [payer], helper = payers(main), a_desk_helper(tournament.club)
    take(payer, None, None, Hand(), a_caller())
    entry = next(code for code in lines_of(tournament, payer) if code.startswith("main:"))
    decide_line(payer, Decision("refunded", "registration", reason="ill"), a_caller())
    hand_out(payer, None, Hand(), a_caller())
    decide_line(payer, Decision("refunded", entry, reason="ill"), a_caller())

    person = (board := ledger(tournament, helper, directs=False)).person(board.accounts.by_payer[payer])

    # 60 is below 80, but with the 25 from before it is not.
    assert (person.account.credit, person.needs_release) == (6000, True)


def test_a_drawer_holds_what_was_counted_when_that_differs() -> None:
    tournament, main, _ = a_charged_open(1)
    open_drawer(tournament.pk, 1, 10000, a_caller())
    take(payers(main)[0], None, None, Hand(), a_caller())
    assert drawer_sheet(tournament, 1).holds == 18500

    count_drawer(tournament.pk, 1, 18000, "one note is missing", a_caller())

    assert (drawer_sheet(tournament, 1).differs, drawer_sheet(tournament, 1).holds) == (-500, 18000)


def test_what_was_undone_is_neither_in_a_drawer_nor_among_its_counts() -> None:
    tournament, main, _ = a_charged_open(1)
    take(payers(main)[0], None, None, Hand(), a_caller())
    undo(tournament.pk, last(tournament), a_caller())
    count_drawer(tournament.pk, 1, 0, "", a_caller())
    assert [counted for _, counted, _ in last_counts(tournament.pk, 1)] == [0]

    undo(tournament.pk, last(tournament), a_caller())

    drawer = drawer_sheet(tournament, 1)
    assert (drawer.taken, drawer.receipts, drawer.holds) == (0, 0, 0)
    assert last_counts(tournament.pk, 1) == []


def test_money_of_one_drawer_is_not_in_another() -> None:
    tournament, main, _ = a_charged_open(1)

    take(payers(main)[0], None, None, Hand(drawer=2), a_caller())

    assert [drawer_sheet(tournament, drawer).holds for drawer in (1, 2)] == [0, 8500]


def test_nobody_counts_more_pieces_than_a_drawer_holds() -> None:
    form = count_form(QueryDict("piece-500=100000"), "EUR")
    assert form.counted == {500: 100000}

    with pytest.raises(RuleBroken, match=r"count\.pieces"):
        _ = count_form(QueryDict("piece-500=100001"), "EUR").counted
