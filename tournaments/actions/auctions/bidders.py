"""Private links by which bidders bid from their phones."""

from dataclasses import dataclass

from clubs.models import hash_of
from journal import book
from tournaments.actions.money.charging import open_books_of
from tournaments.actions.steps import stream_of_payer
from tournaments.models import BidderLink
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
    secret = BidderLink.new()
    with book.page(stream_of_payer(payer, caller, may_run_desk), caller) as page:
        open_books_of(payer)
        BidderLink.objects.filter(payer=payer, ended_at=None).update(ended_at=page.at)
        BidderLink.objects.create(payer_id=payer, hash=hash_of(secret), made_at=page.at)
        page.record("bidder.linked", payer=payer, makes=[], needs=[])
        return page.done(BidderSlip(payer, secret))
