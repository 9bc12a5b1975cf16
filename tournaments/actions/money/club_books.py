"""What a tournament leaves, in the books of its club."""

from clubs.actions.books import Move, Purse, post
from clubs.models import ClubPurses
from clubs.read.books import posted_by
from journal import book
from journal.actors import SYSTEM
from journal.models import Record
from tournaments.models import BooksClosing, Tournament, TournamentBooked
from tournaments.models.money.cash import Purses

_MONEY = {
    Purses.CASH: ClubPurses.CASH,
    Purses.CARD: ClubPurses.CARD,
    Purses.VOUCHER: ClubPurses.VOUCHER,
    # The change in the drawers was the club's before.
    Purses.FLOAT: ClubPurses.CASH,
}


def book_in_club(record: int) -> None:
    """Post to the club's books what a closing of a tournament's books left, or post it back for a reopening.

    Carried out once for each record of the tournament, however often it is called.
    """
    closing = BooksClosing.objects.select_related("tournament__club__stream", "record").get(pk=record)
    tournament = closing.tournament
    caller = book.Caller(SYSTEM, key=f"club-books:{record}")
    try:
        with book.page(tournament.club.stream.name, caller) as page:
            fact = TournamentBooked(tournament=tournament, sheet=closing.sheet, closed=closing.closed)
            moves = _moves(closing.record, tournament)
            posting = post(page, ClubPurses.TOURNAMENT, tournament.currency, moves)
            page.record("tournament.booked", [fact, *posting], name=tournament.name, tournament=tournament.pk)
            page.done(None)
    except book.Replay:
        return


def _moves(record: Record, tournament: Tournament) -> list[Move]:
    """Return the moves for the club: the closing took money out of the tournament, so each sum is turned around."""
    moves = []
    for leg in posted_by(record.pk):
        kind, about = leg.account.kind, leg.account.about
        if kind in _MONEY:
            moves.append(Move(Purse(_MONEY[Purses(kind)]), -leg.amount))
        elif kind == Purses.UNCLAIMED:
            moves.append(Move(Purse(ClubPurses.UNCLAIMED, about), -leg.amount))
        elif kind == Purses.HOUSE and leg.about == "share":
            moves.append(Move(Purse(ClubPurses.INCOME, tournament.pk), leg.amount))
    return moves
