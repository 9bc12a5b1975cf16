"""Private links by which bidders bid from their phones."""

from dataclasses import dataclass

from clubs.models import hash_of
from journal import book
from journal.refusals import Refused
from rules.draws.plan import ENTRY
from tournaments.actions.money.charging import open_books_of, refuse_if_closed
from tournaments.actions.money.new_payers import give_account
from tournaments.actions.steps import stream_of_entrant, stream_of_payer
from tournaments.models import BidderLink, Tournament, Withdrawal
from tournaments.permissions import may_run_desk

# The kind of actor that a bidder with a link is; its number is the payer.
BIDDER = "payer"


@dataclass(frozen=True, slots=True)
class BidderSlip:
    """A new link of a bidder; ``secret`` is shown nowhere else."""

    payer: int
    secret: str


def make_bidder_link(payer: int, caller: book.Caller) -> BidderSlip:
    """Make a link for a payer; those made before end. Raises Unknown ``payer.unknown``, Refused ``books.closed``."""
    with book.page(stream_of_payer(payer, caller, may_run_desk), caller) as page:
        open_books_of(payer)
        return page.done(_linked(page, payer))


def make_player_link(entrant: int, caller: book.Caller) -> BidderSlip:
    """Make a link for the payer of an entrant; in a tournament without fees it opens their account.

    Raises Unknown ``entrant.unknown``; Refused ``entrant.withdrawn`` for one who withdrew, ``books.closed``.
    """
    with book.page(stream_of_entrant(entrant, caller, may_run_desk), caller) as page:
        tournament = Tournament.objects.get(events__entrants=entrant)
        refuse_if_closed(tournament)
        if Withdrawal.objects.filter(entrant=entrant, bracket=ENTRY, record__undo__isnull=True).exists():
            raise Refused("entrant.withdrawn", entrant=entrant, brackets=[ENTRY])
        facts, payer = give_account(page, tournament, entrant)
        if facts:
            page.record("payer.added", facts, makes=[f"payer-of:{entrant}"], needs=[f"entrant:{entrant}"])
        return page.done(_linked(page, payer))


def _linked(page: book.OpenPage, payer: int) -> BidderSlip:
    """Step: end the links of a payer and make another one."""
    secret = BidderLink.new()
    BidderLink.objects.filter(payer=payer, ended_at=None).update(ended_at=page.at)
    BidderLink.objects.create(payer_id=payer, hash=hash_of(secret), made_at=page.at)
    page.record("bidder.linked", payer=payer, makes=[], needs=[])
    return BidderSlip(payer, secret)
