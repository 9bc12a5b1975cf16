"""A bidder's phone: the high bid and whether it is theirs, the next three steps, their lots, and what they owe."""

from dataclasses import dataclass

from rules.money.auctions.bidding import Status
from tournaments.pages.auction.sheet import Block, block_shown
from tournaments.read.money.auctions.bidders import OwnLot, own_lots
from tournaments.read.money.auctions.buybacks import open_buybacks
from tournaments.read.money.auctions.room import SOLD, Room
from tournaments.read.money.auctions.view import LotView


@dataclass(frozen=True, slots=True)
class Step:
    """A bid that may be made next: its sum, and how far above the high bid it is, in minor units."""

    amount: int
    above: int


@dataclass(frozen=True, slots=True)
class Offer:
    """What a player may buy back of their own lot: a share for a ``cost``, until a time of day (empty: the draw).

    ``name`` is the player, ``owner`` the buyer of the lot.
    """

    lot: int
    player: int
    name: str
    owner: str
    code: str
    share: str
    cost: int
    deadline: str


@dataclass(frozen=True, slots=True)
class BidderSheet:
    """The page of a payer. ``state``: before, open, mine, outbid, sold, bought, field, void, or blind.

    ``last`` is the last own bid on the lot shown. ``owes`` are lots that are not paid yet; ``barred`` names those that
    keep the payer from bidding. ``buybacks`` are offered to this payer as a player.
    """

    room: Room
    payer: int
    name: str
    block: Block | None
    state: str
    last: int
    steps: tuple[Step, ...]
    lots: tuple[OwnLot, ...]
    next: LotView | None
    barred: tuple[str, ...]
    buybacks: tuple[Offer, ...]
    number: int

    @property
    def may_bid(self) -> bool:
        """Whether a bid may be made by phone now."""
        is_stopped = bool(self.block and self.block.clock and self.block.clock.is_stopped)
        return self.state in ("open", "outbid") and self.room.rules.phones and not self.barred and not is_stopped

    @property
    def owes(self) -> tuple[OwnLot, ...]:
        """The lots that are not paid."""
        return tuple(lot for lot in self.lots if not lot.is_paid and lot.cost > 0)

    @property
    def owed(self) -> int:
        return sum(lot.cost for lot in self.owes)

    @property
    def next_names(self) -> tuple[str, ...]:
        return self.room.players_of(self.next) if self.next else ()

    @property
    def won(self) -> int:
        return sum(lot.won for lot in self.lots)

    @property
    def cost(self) -> int:
        return sum(lot.cost for lot in self.lots)


def bidder_sheet(room: Room, payer: int) -> BidderSheet:
    """Return the page of a payer."""
    block = block_shown(room)
    return BidderSheet(
        room=room,
        payer=payer,
        name=room.bidders.get(payer, "…"),
        block=block,
        state=_state(room, block, payer),
        last=_last(block, payer),
        steps=_steps(block),
        lots=tuple(own_lots(room, payer)),
        next=next(iter(room.next_lots), None),
        barred=tuple(room.view.barring((payer,))),
        buybacks=_buybacks(room, payer),
        number=room.tournament.stream.number,
    )


def _state(room: Room, block: Block | None, payer: int) -> str:
    if room.is_blind:
        return "blind"
    if block is None:
        return "before"
    if block.lot.status in SOLD:
        sold = block.lot.sold
        return "bought" if sold is not None and payer in sold.buyers else "sold"
    if not block.is_open:
        return "field" if block.lot.status is Status.FIELD else "void"
    high = block.state.high
    if high is not None and str(payer) in high.who and not block.lot.is_hidden:
        return "mine"
    return "outbid" if _last(block, payer) and not block.lot.is_hidden else "open"


def _last(block: Block | None, payer: int) -> int:
    """Return the last bid of a payer on the lot shown that was not taken back, 0 for none."""
    if block is None:
        return 0
    own = [bid for bid in block.lot.bids if bid.sale == block.lot.sale and payer in bid.payers]
    return next((bid.amount for bid in reversed(own) if bid.taken_back is None), 0)


def _steps(block: Block | None) -> tuple[Step, ...]:
    if block is None or not block.is_open:
        return ()
    high = 0 if block.lot.is_hidden or not block.state.high else block.state.high.amount
    return tuple(Step(amount, amount - high if high else 0) for amount in block.state.steps())


def _buybacks(room: Room, payer: int) -> tuple[Offer, ...]:
    sales = {lot.pk: lot.sold for lot in room.view.lots if lot.sold is not None}
    return tuple(
        Offer(
            lot=each.lot,
            player=each.player,
            name=room.players.get(each.player, "…"),
            owner=room.payers_named(sold.buyers),
            code=each.code,
            share=str(each.share),
            cost=each.cost,
            deadline=room.time(each.deadline),
        )
        for each in open_buybacks(room.view, room.now)
        for sold in (sales[each.lot],)
        if each.payer == payer
    )
