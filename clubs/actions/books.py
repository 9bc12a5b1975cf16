"""Steps of everything that moves money: balanced postings, the accounts they need, and postings taken back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.models import MOST_MONEY, Account, Leg, Posting
from journal.book import OpenPage
from journal.models import Fact
from rules.errors import RuleBroken

# The kind of a posting that takes another one back.
REVERSED = "reversed"


@dataclass(frozen=True, slots=True, order=True)
class Purse:
    """Which account is meant: its kind, and the primary key of the row that it is about, 0 for none."""

    kind: str
    about: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """A sum that moves, in minor units: positive is a debit of the account, negative a credit.

    ``line`` is the line of the account that it belongs to, empty where the account has none.
    """

    purse: Purse
    amount: int
    line: str = ""


def transfer(amount: int, debit: Purse, credit: Purse, line: str = "") -> tuple[Move, Move]:
    """Return the two moves that debit one account and credit another with ``amount``, both on ``line``."""
    return Move(debit, amount, line), Move(credit, -amount, line)


def post(
    page: OpenPage, kind: str, currency: str, moves: Iterable[Move], *,
    reverses: int | None = None, known: Mapping[Purse, Account] | None = None,
) -> list[Fact]:  # fmt: skip
    """Step: return the facts of a posting for the page's next record, which must be given them.

    Moves on one line of one account are added up; nothing is posted where they come to nothing. Missing accounts are
    opened; ``known`` are all that there are of those that can be meant, where they were read under the lock already.
    Raises RuleBroken ``money.range`` for a sum beyond ``MOST_MONEY``.
    """
    sums: dict[tuple[Purse, str], int] = {}
    for move in moves:
        sums[move.purse, move.line] = sums.get((move.purse, move.line), 0) + move.amount
    left = {key: amount for key, amount in sums.items() if amount}
    for amount in left.values():
        if abs(amount) > MOST_MONEY:
            raise RuleBroken("money.range", amount=amount, most=MOST_MONEY)
    if not left:
        return []
    accounts = _accounts(page, {purse for purse, _ in left}, currency, known)
    record = page.next_record
    legs = [
        Leg(posting_id=record, number=number, account=accounts[purse], amount=amount, about=line)
        for number, ((purse, line), amount) in enumerate(left.items(), start=1)
    ]
    new = [each for each in accounts.values() if each.record_id == record]
    return [*new, *legs, Posting(record_id=record, kind=kind, currency=currency, reverses_id=reverses)]


def open_account(page: OpenPage, pk: int, purse: Purse, currency: str) -> Account:
    """Return an account of which only the primary key was read under the lock, for ``post`` to know."""
    account = Account(pk=pk, record_id=0, stream=page.stream, kind=purse.kind, about=purse.about, currency=currency)
    account._state.adding = False
    return account


def reversal(page: OpenPage, record: int, body: Mapping[str, Any]) -> list[Fact]:
    """Step: return the facts that take back the posting of a record with this body; none if it has no posting."""
    if not any(label == Posting._meta.label_lower for label, _ in body["facts"]):
        return []
    legs = list(Leg.objects.filter(posting=record).select_related("account", "posting").order_by("number"))
    moves = [Move(Purse(leg.account.kind, leg.account.about), -leg.amount, leg.about) for leg in legs]
    return post(page, REVERSED, legs[0].posting.currency, moves, reverses=record)


def _accounts(
    page: OpenPage, purses: Iterable[Purse], currency: str, known: Mapping[Purse, Account] | None
) -> dict[Purse, Account]:
    """Return the accounts of these books, opening those that are missing."""
    wanted = sorted(purses)
    open_ones = _open_accounts(page, wanted, currency) if known is None else known
    accounts = {purse: open_ones.get(purse) or _new(page, purse, currency) for purse in wanted}
    page.keep(_unsaved(accounts.values()))
    return accounts


def _open_accounts(page: OpenPage, wanted: Sequence[Purse], currency: str) -> dict[Purse, Account]:
    rows = Account.objects.filter(
        stream=page.stream, currency=currency, kind__in={each.kind for each in wanted},
        about__in={each.about for each in wanted},
    )  # fmt: skip
    return {Purse(row.kind, row.about): row for row in rows}


def _new(page: OpenPage, purse: Purse, currency: str) -> Account:
    return Account(stream=page.stream, kind=purse.kind, about=purse.about, currency=currency)


def _unsaved(accounts: Iterable[Account]) -> Sequence[Account]:
    return [each for each in accounts if each._state.adding]
