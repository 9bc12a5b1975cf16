"""Drawers: the change with which they begin, and what is counted in them."""

from collections.abc import Mapping

from django.db.models import OuterRef, Subquery, Sum

from clubs.actions.books import Purse, post, transfer
from clubs.models import Club, Leg
from clubs.permissions import may_own_club, must
from journal import book
from journal.canon import canonical
from journal.refusals import Refused, Unknown
from rules.errors import RuleBroken
from rules.naming import read_reason
from tournaments.actions.money.cash import MOST_DRAWERS
from tournaments.actions.money.charging import refuse_if_closed
from tournaments.actions.steps import stream_of_tournament
from tournaments.models import BlindCounts, DrawerCount, DrawerFloat, Tournament
from tournaments.models.money.cash import Postings, Purses
from tournaments.permissions import may_run_desk
from tournaments.read.money.till import counts_blind

MOST_PIECES = 100_000


def open_drawer(tournament: int, drawer: int, amount: int, caller: book.Caller) -> DrawerFloat:
    """Put change into a drawer, in minor units; it goes back to the club at closing. It may be added to.

    Raises RuleBroken ``drawer``, ``money.range``; Refused ``fees.none`` before there is a currency, ``books.closed``.
    """
    with book.page(stream_of_tournament(tournament, caller, may_run_desk), caller) as page:
        row, _ = _open(tournament, drawer)
        if amount < 1:
            raise RuleBroken("money.range", amount=amount, least=1)
        fact = DrawerFloat(tournament=row, drawer=drawer, amount=amount)
        moves = transfer(amount, Purse(Purses.CASH, drawer), Purse(Purses.FLOAT, drawer))
        page.record("drawer.opened", [fact, *post(page, Postings.FLOAT, row.currency, moves)], makes=[], needs=[])
        return page.done(fact)


def count_drawer(
    tournament: int, drawer: int, counted: int | Mapping[int, int], reason: str, caller: book.Caller
) -> DrawerCount:
    """Enter what a drawer holds: the sum, or how many pieces of each denomination in minor units.

    A difference to the books needs a reason and is posted to an account of its own, which goes to the house at closing.
    Raises RuleBroken ``drawer``, ``count.pieces``, ``reason.empty``; Refused ``fees.none``, ``books.closed``.
    """
    with book.page(stream_of_tournament(tournament, caller, may_run_desk), caller) as page:
        row, expected = _open(tournament, drawer)
        pieces = {} if isinstance(counted, int) else _pieces(counted)
        total = counted if isinstance(counted, int) else sum(piece * many for piece, many in pieces.items())
        if total < 0:
            raise RuleBroken("money.range", amount=total, least=0)
        fact = DrawerCount(
            tournament=row, drawer=drawer, expected=expected, counted=total,
            pieces=canonical({str(piece): many for piece, many in pieces.items()}),
        )  # fmt: skip
        words = read_reason(reason) if total != expected or reason.strip() else ""
        moves = transfer(total - expected, Purse(Purses.CASH, drawer), Purse(Purses.DIFFERENCE, drawer))
        posting = post(page, Postings.COUNTED, row.currency, moves)
        page.record("drawer.counted", [fact, *posting], words, makes=[], needs=[])
        return page.done(fact)


def count_blind(club: int, blind: bool, caller: book.Caller) -> BlindCounts | None:
    """Have the desks of a club count drawers without seeing what they should hold, or end that. For owners.

    None where it is so already. Raises Unknown ``club.unknown``.
    """
    row = Club.objects.select_related("stream").filter(pk=club).first()
    if row is None:
        raise Unknown("club.unknown")
    must(may_own_club(caller.actor, club))
    with book.page(row.stream.name, caller) as page:
        if counts_blind(club) is blind:
            return page.done(None)
        fact = BlindCounts(club=row, blind=blind)
        page.record("counts.blinded" if blind else "counts.shown", [fact], makes=[], needs=[])
        return page.done(fact)


def _open(tournament: int, drawer: int) -> tuple[Tournament, int]:
    """Return the tournament, and what the books expect in the drawer."""
    legs = Leg.objects.filter(account__stream=OuterRef("stream"), account__kind=Purses.CASH, account__about=drawer)
    sums = legs.order_by().values("account__kind").annotate(total=Sum("amount")).values("total")
    row = Tournament.objects.annotate(holds=Subquery(sums)).get(pk=tournament)
    refuse_if_closed(row)
    if not row.currency:
        raise Refused("fees.none", tournament=tournament)
    if not 1 <= drawer <= MOST_DRAWERS:
        raise RuleBroken("drawer", got=drawer, most=MOST_DRAWERS)
    return row, int(row.holds or 0)


def _pieces(counted: Mapping[int, int]) -> dict[int, int]:
    for piece, many in counted.items():
        if not 1 <= piece <= 10**8 or not 0 <= many <= MOST_PIECES:
            raise RuleBroken("count.pieces", piece=piece, many=many)
    return {piece: many for piece, many in counted.items() if many}
