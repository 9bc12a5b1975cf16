"""Books in double entry: what is posted balances, stands in one book, and is only ever taken back."""

from collections.abc import Iterable
from contextlib import AbstractContextManager

import pytest
from django.db import DatabaseError, connection, transaction

from clubs.actions.books import Move, Purse, post, reversal, transfer
from clubs.models import Account, Leg, Posting
from clubs.read.books import Balance, balances
from journal import book
from journal.book import read_body
from journal.models import Record
from journal.triggers import lifted
from journal.verify import verify
from rules.errors import RuleBroken
from tests.factories import a_caller, a_club

pytestmark = pytest.mark.django_db
CASH, FEES, HOUSE = Purse("cash", 1), Purse("fees"), Purse("house")


def posted(stream: str, moves: Iterable[Move], currency: str = "EUR") -> Record:
    with book.page(stream, a_caller()) as page:
        return page.record("money.posted", post(page, "paid", currency, moves))


def taken_back(stream: str, record: Record) -> Record:
    with book.page(stream, a_caller()) as page:
        return page.record("money.posted", reversal(page, record.pk, read_body(record)))


def flaws() -> list[str]:
    return [f"{flaw.code} {flaw.where}" for flaw in verify()]


def refused(match: str) -> AbstractContextManager[object]:
    return pytest.raises(DatabaseError, match=match)


def stored(stream_of: Record) -> tuple[Balance, ...]:
    return balances(stream_of.stream_id)


def test_a_posting_debits_one_account_and_credits_another() -> None:
    record = posted("site", transfer(6000, CASH, FEES, "entry:7"))

    assert stored(record) == (Balance("cash", 1, "EUR", 6000, 0), Balance("fees", 0, "EUR", 0, 6000))
    assert list(Leg.objects.values_list("about", "amount")) == [("entry:7", 6000), ("entry:7", -6000)]
    assert flaws() == []


def test_moves_on_one_line_are_added_up_and_nothing_is_posted_for_nothing() -> None:
    nothing = posted("site", [*transfer(6000, CASH, FEES), *transfer(-6000, CASH, FEES)])
    some = posted("site", [*transfer(6000, CASH, FEES), *transfer(1000, CASH, FEES)])

    assert not Posting.objects.filter(pk=nothing.pk).exists()
    assert list(Leg.objects.filter(posting=some.pk).values_list("amount", flat=True)) == [7000, -7000]


def test_a_posting_may_have_many_legs() -> None:
    record = posted("site", [Move(CASH, 7000), Move(FEES, -6000), Move(HOUSE, -1000)])

    assert [balance.balance for balance in stored(record)] == [7000, -6000, -1000]


def test_an_account_is_opened_once() -> None:
    posted("site", transfer(100, CASH, FEES))
    posted("site", transfer(200, CASH, FEES))

    assert list(Account.objects.order_by("pk").values_list("kind", "about")) == [("cash", 1), ("fees", 0)]


def test_each_currency_has_accounts_of_its_own() -> None:
    record = posted("site", transfer(100, CASH, FEES), "EUR")
    posted("site", transfer(900, CASH, FEES), "JPY")

    assert [(each.kind, each.currency, each.balance) for each in stored(record)] == [
        ("cash", "EUR", 100), ("cash", "JPY", 900), ("fees", "EUR", -100), ("fees", "JPY", -900),
    ]  # fmt: skip


def test_a_posting_that_is_taken_back_stays_and_leaves_nothing() -> None:
    record = posted("site", transfer(6000, CASH, FEES, "entry:7"))
    back = taken_back("site", record)

    assert stored(record) == (Balance("cash", 1, "EUR", 6000, 6000), Balance("fees", 0, "EUR", 6000, 6000))
    assert Posting.objects.get(pk=back.pk).reverses_id == record.pk
    assert flaws() == []


def test_a_posting_is_taken_back_once() -> None:
    record = posted("site", transfer(6000, CASH, FEES))
    taken_back("site", record)

    with pytest.raises(DatabaseError, match=r"(?i)unique|duplicate"):
        taken_back("site", record)


def test_a_sum_that_no_book_can_hold_is_refused() -> None:
    with pytest.raises(RuleBroken) as broken:
        posted("site", transfer(10**12 + 1, CASH, FEES))

    assert broken.value.code == "money.range"
    assert not Leg.objects.exists()


def test_the_database_refuses_a_posting_that_does_not_balance() -> None:
    with refused("posting_balances"):
        posted("site", [Move(CASH, 6000), Move(FEES, -5999)])

    assert not Leg.objects.exists()


def test_the_database_refuses_a_posting_across_two_books() -> None:
    club = a_club()
    there = posted(club.stream.name, transfer(100, CASH, FEES))
    account = Account.objects.get(record=there, kind="fees")

    with refused("posting_in_one_book"), book.page("site", a_caller()) as page:
        *others, leg, posting = post(page, "paid", "EUR", transfer(6000, CASH, FEES))
        assert isinstance(leg, Leg)
        leg.account = account
        page.record("money.posted", [*others, leg, posting])


def test_the_database_refuses_to_take_back_another_sum() -> None:
    record = posted("site", transfer(6000, CASH, FEES))

    with refused("posting_reverses_exactly"), book.page("site", a_caller()) as page:
        page.record("money.posted", post(page, "reversed", "EUR", transfer(5999, FEES, CASH), reverses=record.pk))


def test_the_database_refuses_a_leg_after_its_posting() -> None:
    record = posted("site", transfer(6000, CASH, FEES))
    account = Account.objects.get(kind="cash")

    with refused("leg_before_its_posting"), transaction.atomic():
        Leg.objects.create(record=record, posting_id=record.pk, number=3, account=account, amount=1)


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        ("UPDATE clubs_leg SET amount = amount + 1 WHERE number = 1", "posting.unbalanced"),
        ("UPDATE clubs_leg SET account_id = (SELECT MIN(id) FROM clubs_account)", "fact.row"),
        ("UPDATE clubs_posting SET currency = 'JPY'", "posting.stray"),
    ],
)
@pytest.mark.usefixtures("emptied_memory")
def test_verify_sees_books_that_were_changed(change: str, flaw: str) -> None:
    posted("site", transfer(6000, CASH, FEES))

    with lifted(), connection.cursor() as cursor:
        cursor.execute(change)

    assert flaw in {each.code for each in verify()}


@pytest.mark.usefixtures("emptied_memory")
def test_verify_sees_a_reversal_of_another_sum() -> None:
    record = posted("site", transfer(6000, CASH, FEES))
    back = taken_back("site", record)

    with lifted(), connection.cursor() as cursor:
        cursor.execute("UPDATE clubs_leg SET amount = amount * 2 WHERE posting_id = %s", [back.pk])

    assert f"posting.reversal record {record.pk}" in flaws()
