"""What is taken from a payer: the chosen lines, the means, what was given, and what is wrong with it."""

from collections.abc import Collection
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.money.currency import read_sum
from rules.money.denominations import most_given
from tournaments.actions.money.cash import Hand
from tournaments.read.money.accounts import Account, AccountLine


@dataclass(frozen=True, slots=True)
class Payment:
    """What the person at the desk typed or ticked. ``sum`` is text: what was given, or a part of what is owed.

    ``without`` are the codes of the lines that are not ticked.
    """

    means: str = "cash"
    sum: str = ""
    voucher: str = ""
    is_part: bool = False
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tally:
    """A payment worked out. ``owed`` is what the chosen lines come to, ``amount`` what is taken of it.

    ``given`` was laid down in cash, None where nobody counted it. ``problem`` is the code of what is wrong: nothing,
    short, over, ``too_much``, ``voucher``, or one of ``read_sum``; ``got`` is the text that it is about. Sums are in
    minor units.
    """

    account: Account
    payment: Payment
    owed: int
    amount: int
    given: int | None = None
    problem: str = ""
    got: str = ""

    @property
    def change(self) -> int:
        return 0 if self.given is None else max(0, self.given - self.amount)

    @property
    def short(self) -> int:
        """What a sum lacks."""
        return self.owed - self.amount

    @property
    def left(self) -> int:
        """What the payer owes afterwards."""
        return self.account.balance - self.amount

    @property
    def chosen(self) -> tuple[AccountLine, ...]:
        return tuple(line for line in self.account.lines if line.is_open and line.code not in self.payment.without)

    @property
    def codes(self) -> tuple[str, ...] | None:
        """The codes of the chosen lines, None for all of them."""
        return tuple(line.code for line in self.chosen) if self.payment.without else None

    @property
    def hand(self) -> Hand:
        """How the money changes hands, at drawer 1."""
        return Hand(means=self.payment.means, given=self.given, voucher=self.payment.voucher)


def tally_of(account: Account, payment: Payment, currency: str) -> Tally:
    """Work out a payment."""
    owed = _owed(account, payment.without)
    tally = Tally(account, payment, owed, owed)
    if owed <= 0:
        return Tally(account, payment, owed, 0, problem="nothing")
    if payment.means == "voucher" and not payment.voucher:
        return Tally(account, payment, owed, owed, problem="voucher")
    if not payment.sum:
        return tally
    try:
        typed = read_sum(payment.sum, currency)
    except RuleBroken as broken:
        return Tally(account, payment, owed, owed, problem=broken.code, got=payment.sum)
    return _with_sum(tally, typed, currency)


def _with_sum(tally: Tally, typed: int, currency: str) -> Tally:
    account, payment, owed = tally.account, tally.payment, tally.owed
    is_cash = payment.means == "cash"
    if typed <= 0:
        return Tally(account, payment, owed, owed, problem="sum.unread", got=payment.sum)
    if is_cash and typed > most_given(owed, currency):
        return Tally(account, payment, owed, owed, problem="too_much", got=payment.sum)
    if typed >= owed and is_cash:
        return Tally(account, payment, owed, owed, typed)
    if typed > owed:
        return Tally(account, payment, owed, owed, problem="over", got=payment.sum)
    may_be_part = payment.is_part or payment.means == "voucher" or typed == owed
    return Tally(account, payment, owed, typed, typed if is_cash else None, problem="" if may_be_part else "short")


def _owed(account: Account, without: Collection[str]) -> int:
    """Return what the chosen lines come to; what is owed to the payer is set against all of them."""
    if not without:
        return account.balance
    return sum(line.open for line in account.lines if line.is_open and line.code not in without)
