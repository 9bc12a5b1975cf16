"""Undoing what happened in an auction: everybody owes what follows from the facts that are left."""

from clubs.actions.undo import Undoing
from journal.book import OpenPage
from journal.models import Fact
from journal.refusals import Refused
from journal.verbs import declared
from tournaments.actions.auctions.clock import wait_for_clock
from tournaments.actions.auctions.steps import charge_auction, open_auction_row
from tournaments.models import (
    Auction,
    AuctionSetup,
    BuyBackLeft,
    LateEntrant,
    Lot,
    LotBid,
    LotOrder,
    LotVoid,
    Sale,
    ShareDeal,
    Stake,
    StakesClosed,
    VoidRequest,
)

AUCTION: tuple[type[Fact], ...] = (
    Auction, AuctionSetup, BuyBackLeft, LateEntrant, Lot, LotBid, LotOrder, Sale, ShareDeal, Stake, StakesClosed,
    VoidRequest,
)  # fmt: skip


def undo_in_auction(page: OpenPage, undoing: Undoing) -> tuple[str, ...]:
    """Step: undo a record of an auction. A lot that was bid for stays on the block.

    Raises Refused ``lot.has_bids``, ``void.done``, ``books.closed``.
    """
    auction, fact = undoing.body["auction"], undoing.fact
    opened = open_auction_row(auction)
    _refuse(undoing)
    page.keep([fact])
    kind = declared()[undoing.verb].fact
    posting = [] if kind is Auction else charge_auction(page, opened)
    page.record("record.undone", [fact, *posting], auction=auction, event=opened.event.pk, makes=[], needs=[])
    if kind is not Auction:
        wait_for_clock(page, auction)
    return ()


def _refuse(undoing: Undoing) -> None:
    """Refuse what would leave bids without their sale, or a void lot without its request."""
    if undoing.verb == "lot.opened" and LotBid.objects.filter(sale__record=undoing.record).exists():
        raise Refused("lot.has_bids", record=undoing.record)
    if undoing.verb == "void.requested" and LotVoid.objects.filter(request=undoing.record).exists():
        raise Refused("void.done", request=undoing.record)
