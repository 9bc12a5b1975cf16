"""The page of one lot: its bids, its sales, who holds which share, and everything that can be done with it."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from clubs.read.records import NUMBER, people_named
from rules.money.auctions.bidding import Status
from rules.money.auctions.calcutta import Void
from rules.money.shares import half_up_to
from tournaments.pages.auction.sheet import BidRow, Block, bid_row, block_of
from tournaments.read.money.auctions.buybacks import open_buybacks
from tournaments.read.money.auctions.money import lot_of
from tournaments.read.money.auctions.room import Room
from tournaments.read.money.auctions.view import LotView, SaleView
from tournaments.read.money.auctions.voids import requested_by


@dataclass(frozen=True, slots=True)
class OwnerRow:
    """Somebody who holds a share of a lot, and what that share cost at the hammer, in minor units."""

    payer: int
    name: str
    share: str
    cost: int


@dataclass(frozen=True, slots=True)
class DealRow:
    """A share that changed owners; ``back`` is a buy-back. ``undo`` is its record."""

    day: date
    seller: str
    buyer: str
    share: str
    price: int
    back: bool
    through_desk: bool
    undo: int


@dataclass(frozen=True, slots=True)
class SaleRow:
    """A sale of the lot. ``void`` is why it is void, empty while it counts; mistake, withdrawn or unpaid."""

    number: int
    time: str
    who: str
    price: int
    void: str


@dataclass(frozen=True, slots=True)
class BuyBackOffer:
    """A player who may still buy back: all of it at ``cost``, until a time of day (empty: before the draw)."""

    player: int
    name: str
    share: str
    cost: int
    deadline: str


@dataclass(frozen=True, slots=True)
class LotSheet:
    """The page of a lot. ``requested`` is the record of a request to void its sale, ``by`` whom, ``own`` by the viewer.

    ``under`` is the under-bidder with their bid where the lot can be offered to them.
    """

    room: Room
    block: Block
    bids: tuple[BidRow, ...]
    owners: tuple[OwnerRow, ...]
    deals: tuple[DealRow, ...]
    sales: tuple[SaleRow, ...]
    offers: tuple[BuyBackOffer, ...]
    requested: int
    by: str
    own: bool
    under: str
    under_bid: int
    next: LotView | None

    @property
    def lot(self) -> LotView:
        return self.block.lot

    @property
    def is_void(self) -> bool:
        return self.lot.status is Status.VOID

    @property
    def is_again(self) -> bool:
        """Whether it can wait for the block again."""
        return self.lot.status in (Status.VOID, Status.FIELD)

    @property
    def today(self) -> date:
        """The day in the room, on which a share is sold unless another is given."""
        return self.room.now.astimezone(self.room.zone).date()

    @property
    def bidders(self) -> list[tuple[int, str]]:
        return sorted(self.room.bidders.items(), key=lambda each: each[1].casefold())


def lot_sheet(room: Room, lot: LotView, actor: str) -> LotSheet:
    """Return the page of a lot for the person with this actor's name."""
    sold = lot.sold
    requested = sold.requested if sold else 0
    by = requested_by(requested) if requested else ""
    under = lot.state.under if lot.status is Status.VOID and lot.state.void is Void.UNPAID else None
    return LotSheet(
        room=room,
        block=block_of(room, lot),
        bids=() if lot.is_hidden else tuple(bid_row(room, bid) for bid in reversed(lot.bids)),
        owners=_owners(room, sold),
        deals=_deals(room, sold),
        sales=tuple(_sale(room, sale) for sale in lot.sales),
        offers=tuple(
            BuyBackOffer(
                each.player, room.players.get(each.player, "…"), str(each.share), each.cost, room.time(each.deadline)
            )
            for each in open_buybacks(room.view, room.now)
            if each.lot == lot.pk
        ),
        requested=requested,
        by=people_named([by]).get(by, "") if by else "",
        own=by == actor,
        under=room.payers_named(under.who) if under else "",
        under_bid=under.amount if under else 0,
        next=next(iter(room.next_lots), None),
    )


def _owners(room: Room, sold: SaleView | None) -> tuple[OwnerRow, ...]:
    if sold is None:
        return ()
    shares: dict[str, Fraction] = lot_of(sold).owners()
    return tuple(
        OwnerRow(int(who), room.payers_named([who]), str(share), half_up_to(share * sold.price))
        for who, share in sorted(shares.items(), key=lambda each: (-each[1], int(each[0])))
    )


def _deals(room: Room, sold: SaleView | None) -> tuple[DealRow, ...]:
    if sold is None:
        return ()
    return tuple(
        DealRow(
            date.fromisoformat(deal.day), room.payers_named([deal.seller]), room.payers_named([deal.buyer]),
            str(deal.share), deal.price, bool(deal.player), deal.through_desk, deal.record & NUMBER,
        )
        for deal in sold.deals
    )  # fmt: skip


def _sale(room: Room, sale: SaleView) -> SaleRow:
    void = (sale.void.value if sale.void else "mistake") if sale.is_void else ""
    return SaleRow(sale.number, room.time(sale.at, seconds=True), room.payers_named(sale.buyers), sale.price, void)
