"""Charging: the lines of payers follow from fees and facts; what differs from what was charged is posted."""

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from clubs.actions.books import Move, Purse, post
from journal.book import OpenPage
from journal.models import Fact
from journal.refusals import Refused
from rules.money.fees import Fee, FeeKind, Line, lines_of
from tournaments.models import Tournament
from tournaments.models.money.cash import Postings, Purses
from tournaments.read.money.payers import (
    ChargedAccounts,
    PayerFacts,
    charged_accounts,
    charged_by,
    fees_ever_set,
    fees_of,
)

_PURSES = {
    FeeKind.ENTRY: Purses.FUND,
    FeeKind.REENTRY: Purses.FUND,
    FeeKind.POOL: Purses.POOL,
    FeeKind.REGISTRATION: Purses.REGISTRATION,
    FeeKind.MEMBERSHIP: Purses.MEMBERSHIP,
    FeeKind.DEPOSIT: Purses.DEPOSIT,
}


def payer_purse(payer: int) -> Purse:
    """Return the account of a payer."""
    return Purse(Purses.PAYER, payer)


def purse_of(fee: Fee) -> Purse:
    """Return the account to which a fee goes."""
    return Purse(_PURSES[fee.kind], fee.event or 0)


def charge(
    page: OpenPage, tournament: Tournament, facts: Mapping[int, PayerFacts], accounts: ChargedAccounts | None = None
) -> list[Fact]:
    """Step: return the facts of the posting by which payers are charged what follows from all facts kept so far.

    ``facts`` are those of each payer, ``accounts`` theirs and those of the fees, if read already. What was charged
    before and no longer follows is taken back. Nothing is posted where nothing differs.
    """
    if not facts:
        return []
    refuse_if_closed(tournament)
    fees = _Fees(tournament)
    accounts = accounts or charged_accounts(page.stream.pk, tournament.currency, facts)
    moves = [
        move
        for payer in sorted(facts)
        for move in _differences(payer, fees, _due(page, fees.now, facts[payer]), accounts.charged.get(payer, {}))
    ]
    known = {Purse(*purse): account for purse, account in accounts.open.items()}
    return post(page, Postings.CHARGED, tournament.currency, moves, known=known)


def refuse_if_closed(tournament: Tournament) -> None:
    """Step: refuse to move money once the books are closed. Raises Refused ``books.closed``."""
    if tournament.books_closed:
        raise Refused("books.closed", tournament=tournament.pk)


def open_books_of(payer: int) -> Tournament:
    """Step: return the tournament in whose books a payer is, read under the lock. Raises Refused ``books.closed``."""
    tournament = Tournament.objects.get(payers=payer)
    refuse_if_closed(tournament)
    return tournament


def _due(page: OpenPage, fees: Collection[Fee], facts: PayerFacts) -> tuple[Line, ...]:
    return lines_of(fees, charged_by(fees, facts, page.at.date()))


class _Fees:
    """The fees of a tournament ``now``, and any fee that was ever set by its code."""

    def __init__(self, tournament: Tournament) -> None:
        self.now = fees_of(tournament)
        self._tournament = tournament
        self._by_code = {fee.code: fee for fee in self.now}

    @cached_property
    def _ever(self) -> dict[str, Fee]:
        return fees_ever_set(self._tournament)

    def by_code(self, code: str) -> Fee:
        return self._by_code.get(code) or self._ever[code]


def _differences(payer: int, fees: _Fees, due: Iterable[Line], charged: dict[str, int]) -> list[Move]:
    """Return the moves from what was charged to what is due; the fee of a line stands before its colon."""
    wanted = {line.code: line.amount for line in due}
    moves: list[Move] = []
    for code in [*wanted, *(code for code in charged if code not in wanted)]:
        differs = wanted.get(code, 0) - charged.get(code, 0)
        if differs:
            fee = fees.by_code(code.partition(":")[0])
            moves += [Move(payer_purse(payer), differs, code), Move(purse_of(fee), -differs, fee.code)]
    return moves
