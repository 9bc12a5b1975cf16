"""Charging: the lines of payers follow from fees and facts; what differs from what was charged is posted."""

from collections.abc import Collection, Iterable

from clubs.actions.books import Move, Purse, post
from journal.book import OpenPage
from journal.models import Fact
from journal.refusals import Refused
from rules.money.fees import Fee, FeeKind, Line, lines_of
from tournaments.models import Tournament
from tournaments.models.money import Postings, Purses
from tournaments.read.money.payers import PayerFacts, charged_by, facts_of, fee_ever_set, fees_of, line_sums

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


def charge(page: OpenPage, tournament: Tournament, payers: Collection[int]) -> list[Fact]:
    """Step: return the facts of the posting by which these payers are charged what follows from all facts kept so far.

    What was charged before and no longer follows is taken back. Nothing is posted where nothing differs.
    """
    if not payers:
        return []
    refuse_if_closed(tournament)
    fees = fees_of(tournament)
    facts = facts_of(payers, tournament.timezone, page.at)
    charged = line_sums(page.stream.pk, payers, Postings.CHARGED)
    moves = [
        move
        for payer in sorted(payers)
        for move in _differences(payer, tournament, _due(page, fees, facts[payer]), charged.get(payer, {}))
    ]
    return post(page, Postings.CHARGED, tournament.currency, moves)


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


def _differences(payer: int, tournament: Tournament, due: Iterable[Line], charged: dict[str, int]) -> list[Move]:
    """Return the moves from what was charged to what is due; the fee of a line stands before its colon."""
    fees = {line.code: line.fee for line in due}
    wanted = {line.code: line.amount for line in due}
    moves: list[Move] = []
    for code in [*wanted, *(code for code in charged if code not in wanted)]:
        differs = wanted.get(code, 0) - charged.get(code, 0)
        if differs:
            fee = fees.get(code) or fee_ever_set(tournament, code.partition(":")[0])
            moves += [Move(payer_purse(payer), differs, code), Move(purse_of(fee), -differs, fee.code)]
    return moves
