"""Closing the books of a tournament: what is left goes to the house, and the house to the books of the club."""

from dataclasses import asdict

from django.db.models import Max

from clubs.actions.books import Move, Purse, post, reversal
from clubs.permissions import may_own_club
from clubs.read.books import Balance, balances
from journal import book
from journal.book import read_body
from journal.models import Record
from journal.refusals import Refused
from rules.naming import read_reason
from tournaments.actions.steps import stream_of_tournament
from tournaments.models import BooksClosing, ReopenRequest, Tournament
from tournaments.models.money.cash import Postings, Purses
from tournaments.permissions import Right, may_direct
from tournaments.read.money.proof import proof_of

MONEY = (Purses.CASH, Purses.CARD, Purses.VOUCHER)
# What the club keeps for others is not the house's.
FOR_OTHERS = (Purses.UNCLAIMED,)


def close_books(tournament: int, caller: book.Caller) -> BooksClosing:
    """Close the books: every account ends at nothing, and the money goes to the club. For directors.

    Raises Refused ``books.closed``, ``fees.none`` before there is a currency, ``books.open`` with all ``findings`` that
    stand in the way.
    """
    with book.page(stream_of_tournament(tournament, caller), caller) as page:
        row = Tournament.objects.select_related("stream", "club").get(pk=tournament)
        if row.books_closed:
            raise Refused("books.closed", tournament=tournament)
        if not row.currency:
            raise Refused("fees.none", tournament=tournament)
        proof = proof_of(row)
        if proof.findings:
            raise Refused("books.open", findings=[asdict(each) for each in proof.findings])
        sheet = last_sheet(tournament) + 1
        moves = [move for each in balances(page.stream.pk) for move in _ending(each)]
        posting = post(page, Postings.CLOSED, row.currency, moves)
        fact = BooksClosing(tournament=row, closed=True, sheet=sheet)
        page.record("books.closed", [fact, *posting], tournament=tournament, makes=[], needs=[])
        _set_closed(row, True)
        return page.done(fact)


def request_reopening(tournament: int, reason: str, caller: book.Caller) -> ReopenRequest:
    """Ask to open closed books again; another person, an owner, opens them. Raises Refused ``books.not_closed``."""
    with book.page(stream_of_tournament(tournament, caller, may_direct), caller) as page:
        row = _closed(tournament)
        fact = ReopenRequest(tournament=row, sheet=last_sheet(tournament))
        page.record("books.reopen_requested", [fact], read_reason(reason), tournament=tournament, makes=[], needs=[])
        return page.done(fact)


def reopen_books(tournament: int, reason: str, caller: book.Caller) -> BooksClosing:
    """Open closed books again, when another person requested it: what the closing posted is posted back. For owners.

    Raises Refused ``books.not_closed``, ``reopening.none`` without a request, ``reopening.same`` for whoever made it;
    RuleBroken ``reason.…``.
    """
    with book.page(stream_of_tournament(tournament, caller, Right(may_own_club.kinds)), caller) as page:
        row, sheet = _closed(tournament), last_sheet(tournament)
        requests = ReopenRequest.objects.filter(tournament=row, sheet=sheet, record__undo__isnull=True)
        actors = set(requests.values_list("record__page__actor", flat=True))
        if not actors:
            raise Refused("reopening.none", tournament=tournament)
        if actors == {caller.actor.name}:
            raise Refused("reopening.same", tournament=tournament)
        closing = BooksClosing.objects.get(tournament=row, sheet=sheet, closed=True)
        record = Record.objects.get(pk=closing.record_id)
        facts = reversal(page, record.pk, read_body(record))
        fact = BooksClosing(tournament=row, closed=False, sheet=sheet)
        page.record("books.reopened", [fact, *facts], read_reason(reason), tournament=tournament, makes=[], needs=[])
        _set_closed(row, False)
        return page.done(fact)


def last_sheet(tournament: int) -> int:
    """Return the number of the last closing proof of a tournament, 0 before the first."""
    return BooksClosing.objects.filter(tournament=tournament).aggregate(last=Max("sheet"))["last"] or 0


def _closed(tournament: int) -> Tournament:
    row = Tournament.objects.get(pk=tournament)
    if not row.books_closed:
        raise Refused("books.not_closed", tournament=tournament)
    return row


def _set_closed(tournament: Tournament, closed: bool) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(books_closed=closed)


def _ending(row: Balance) -> list[Move]:
    """Return the moves that bring an account to nothing: income to the house, the house and all money to the club."""
    here, amount = Purse(row.kind, row.about), row.balance
    club, house = Purse(Purses.CLUB), Purse(Purses.HOUSE)
    if row.kind in MONEY or row.kind in FOR_OTHERS or row.kind == Purses.FLOAT:
        return [Move(here, -amount), Move(club, amount)]
    if row.kind == Purses.PAYER:
        return []
    # What the house has goes on to the club at once; both legs stay, so that the sheet shows the house's share.
    return [Move(here, -amount), Move(house, amount, "share"), Move(house, -amount, "to the club"), Move(club, amount)]
