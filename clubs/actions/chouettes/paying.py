"""The end of a chouette: payments between people, closing with its postings, reopening."""

from dataclasses import dataclass

from clubs.actions.books import Move, Purse, post, reversal, transfer
from clubs.actions.chouettes.steps import OpenChouette, Written, open_chouette, stream_of_chouette, written
from clubs.models import ClubPurses
from clubs.read.chouettes.log import Kind
from clubs.read.chouettes.view import balances_of
from journal import book
from journal.book import read_body
from journal.models import Fact, Record
from journal.refusals import Refused
from rules.chouette.settlement import rounded
from rules.errors import RuleBroken

MOST_PAID = 10**12


@dataclass(frozen=True, slots=True)
class Payment:
    """``payer`` paid ``payee``, by number or by name: minor units, or points in a session without a stake."""

    payer: str | int
    payee: str | int
    amount: int


def record_payment(chouette: int, payment: Payment, caller: book.Caller) -> Written:
    """Record that somebody paid; their balances follow. Also after closing.

    Raises as ``record_happening``; RuleBroken ``chouette.absent``, ``chouette.twice``, ``chouette.amount``.
    """
    with book.page(stream_of_chouette(chouette, caller), caller) as page:
        opened = open_chouette(page, chouette, must_be_open=False)
        payer, payee = opened.number_of(payment.payer), opened.number_of(payment.payee)
        if payer == payee:
            raise RuleBroken("chouette.twice", who=str(payment.payer))
        if not 1 <= payment.amount <= MOST_PAID:
            raise RuleBroken("chouette.amount", amount=payment.amount, most=MOST_PAID)
        opened.add(Kind.PAYMENT, {"payer": payer, "payee": payee, "amount": payment.amount})
        if opened.kept.row.in_books:
            moves = transfer(payment.amount, _purse(opened, payee), _purse(opened, payer))
            opened.facts += post(page, ClubPurses.PAYMENT, opened.kept.table.options.currency, moves)
        page.record("chouette.paid", opened.facts)
        return written(page, opened)


def undo_payment(chouette: int, turn: int, caller: book.Caller) -> Written:
    """Take back the payment that was recorded as entry ``turn``, with its posting.

    A payment from before a closing is part of what was closed: reopen first.

    Raises as ``record_happening``; RuleBroken ``chouette.no_payment``; Refused ``chouette.ended``.
    """
    with book.page(stream_of_chouette(chouette, caller), caller) as page:
        opened = open_chouette(page, chouette, must_be_open=False)
        if turn not in {each.turn for each in opened.kept.log.live_payments}:
            raise RuleBroken("chouette.no_payment", turn=turn)
        closed = opened.kept.log.closed
        if closed is not None and turn < closed.turn:
            raise Refused("chouette.ended", chouette=chouette)
        opened.add(Kind.REPAYMENT, {"turn": turn})
        opened.facts += _taken_back(page, opened, turn)
        page.record("chouette.payment_undone", opened.facts)
        return written(page, opened)


def close_chouette(chouette: int, unit: int | None, caller: book.Caller) -> Written:
    """Close a session; ``unit`` is what money is rounded to, None for what it was opened with.

    Where its money is kept in the club's books, everybody's sum is posted there: what a person owes is a debit of their
    account, what they are owed a credit.

    Raises as ``record_happening``; RuleBroken ``chouette.running`` while a game is, ``settlement.unit``.
    """
    with book.page(stream_of_chouette(chouette, caller), caller) as page:
        opened = open_chouette(page, chouette)
        opened.facts += close_step(page, opened, opened.kept.table.options.rounding_minor if unit is None else unit)
        page.record("chouette.closed", opened.facts)
        return written(page, opened)


def close_step(page: book.OpenPage, opened: OpenChouette, unit: int, into: int | None = None) -> list[Fact]:
    """Step: close a session, and return the facts of its posting; ``into`` is where its people went."""
    game, options = opened.kept.table.game, opened.kept.table.options
    if game is not None:
        raise RuleBroken("chouette.running", number=game.number)
    before = balances_of(opened.kept)
    after = rounded(before, unit) if options.stake_minor else before
    opened.add(Kind.CLOSING, {"unit": unit} | ({} if into is None else {"into": into}))
    if not opened.kept.row.in_books:
        return []
    totals = opened.kept.table.totals()
    # What was paid is posted already, so the rounding alone changes what was won.
    won = {who: totals[who] * options.stake_minor + after[who] - before[who] for who in totals}
    moves = [Move(_purse(opened, opened.number_of(who)), -amount) for who, amount in won.items()]
    return post(page, ClubPurses.CHOUETTE, options.currency, moves)


def reopen_chouette(chouette: int, caller: book.Caller) -> Written:
    """Reopen a closed session; its posting is taken back.

    Raises as ``record_happening``; Refused ``chouette.not_ended``.
    """
    with book.page(stream_of_chouette(chouette, caller), caller) as page:
        opened = open_chouette(page, chouette, must_be_open=False)
        closed = opened.kept.log.closed
        if closed is None or closed.into is not None:
            raise Refused("chouette.not_ended", chouette=chouette)
        opened.add(Kind.REOPENING, {})
        opened.facts += _taken_back(page, opened, closed.turn)
        page.record("chouette.reopened", opened.facts)
        return written(page, opened)


def _taken_back(page: book.OpenPage, opened: OpenChouette, turn: int) -> list[Fact]:
    """Return the facts that take back the posting of an entry; none if it has no posting."""
    if not opened.kept.row.in_books:
        return []
    record = Record.objects.get(pk=next(each.record_id for each in opened.kept.entries if each.turn == turn))
    return reversal(page, record.pk, read_body(record))


def _purse(opened: OpenChouette, number: int) -> Purse:
    person = next(each for each in opened.kept.people if each.number == number)
    return Purse(ClubPurses.PLAYER, person.pk)
