"""The auctioneer's desk: the block, its bids, what is sold, the pool, what comes next, and what was done last."""

from dataclasses import dataclass

from clubs.read.records import NUMBER, RawRecord, Sentence, people_named, sentence_for
from journal.verbs import declared
from rules.money.auctions.bidding import Status
from tournaments.models import LotBid
from tournaments.pages.auction.line import FAMILIES, may_still_undo
from tournaments.pages.auction.sheet import Block, Fair, PaysRow, block_of, fair_of, pays_rows
from tournaments.read.money.auctions.buybacks import OpenBuyBack, open_buybacks
from tournaments.read.money.auctions.last import latest_auction_records
from tournaments.read.money.auctions.room import Room, is_closed_to_stakes
from tournaments.read.money.auctions.view import LotView
from tournaments.read.records import names_for

MOST_DONE, MOST_NEXT = 10, 3
FOR_DIRECTORS = "director"
BID = LotBid._meta.label_lower
LOT_PAGE = "lot.hammered"


@dataclass(frozen=True, slots=True)
class SoldRow:
    """A sold lot: whom it sells, who bought it, what it cost; ``requested`` waits for a second person."""

    lot: LotView
    names: tuple[str, ...]
    who: str
    price: int
    paid: bool
    requested: int = 0


@dataclass(frozen=True, slots=True)
class NextRow:
    """A lot that waits for the block, from its opening bid; ``was`` is void or field where it came back."""

    lot: LotView
    names: tuple[str, ...]
    opening: int
    was: str = ""


@dataclass(frozen=True, slots=True)
class BuyBackRow:
    """A player who may still buy back, up to ``cost`` minor units, until ``deadline`` (the time of day, or empty)."""

    open: OpenBuyBack
    name: str
    deadline: str


@dataclass(frozen=True, slots=True)
class DoneRow:
    """Something that was done: ``undo`` is the record that a button undoes, ``lot`` leads to where a sale is voided."""

    number: int
    time: str
    sentence: Sentence
    by: str
    undo: int = 0
    lot: int = 0
    undone: bool = False


@dataclass(frozen=True, slots=True)
class AuctionSheet:
    """The auctioneer's desk. ``number`` is that of the last record, ``back`` that of the high bid."""

    room: Room
    number: int
    block: Block | None
    fair: Fair | None
    back: int
    sold: tuple[SoldRow, ...]
    waiting: tuple[NextRow, ...]
    passed: tuple[NextRow, ...]
    buybacks: tuple[BuyBackRow, ...]
    done: tuple[DoneRow, ...]
    pays: tuple[PaysRow, ...]
    is_closed: bool
    directs: bool

    @property
    def then(self) -> tuple[NextRow, ...]:
        """The lots behind the next few."""
        return self.waiting[MOST_NEXT:]

    @property
    def bidders(self) -> list[tuple[int, str]]:
        """Everybody who can bid, by name."""
        return sorted(self.room.bidders.items(), key=lambda each: each[1].casefold())

    @property
    def players(self) -> list[tuple[int, str]]:
        """Whom a blind pool takes stakes on, by name."""
        return sorted(self.room.players.items(), key=lambda each: each[1].casefold())


def auction_sheet(room: Room, actor: str, *, directs: bool) -> AuctionSheet:
    """Return the desk for the person with this actor's name; statements beside those of the room are constant."""
    block = block_of(room, room.view.block) if room.view.block else None
    lots = room.view.lots
    return AuctionSheet(
        room=room,
        number=room.tournament.stream.number,
        block=block,
        fair=fair_of(room, block) if block else None,
        back=_taken_back(block),
        sold=tuple(_sold_row(room, lot) for lot in lots if lot.sold is not None),
        waiting=tuple(_next_row(room, lot) for lot in room.next_lots),
        passed=tuple(_next_row(room, lot) for lot in lots if lot.status in (Status.FIELD, Status.VOID)),
        buybacks=tuple(
            BuyBackRow(each, room.players.get(each.player, "…"), room.time(each.deadline))
            for each in open_buybacks(room.view, room.now)
        ),
        done=_done(room, actor, directs=directs),
        pays=pays_rows(room),
        is_closed=room.is_blind and is_closed_to_stakes(room.pk),
        directs=directs,
    )


def _taken_back(block: Block | None) -> int:
    """Return the number of the record of the high bid, which can be taken back; 0 for none."""
    if block is None or block.state.high is None:
        return 0
    high = block.state.high.number
    return next(bid.record & NUMBER for bid in block.lot.bids if bid.number == high)


def _sold_row(room: Room, lot: LotView) -> SoldRow:
    sold = lot.sold
    if sold is None:
        raise LookupError(lot.pk)
    who = room.payers_named(sold.buyers)
    return SoldRow(lot, room.names_of(sold.players), who, sold.price, lot.status is Status.PAID, sold.requested)


def _next_row(room: Room, lot: LotView) -> NextRow:
    was = lot.status.value if lot.status in (Status.FIELD, Status.VOID) else ""
    return NextRow(lot, room.players_of(lot), lot.state.rules.opening, was)


def _done(room: Room, actor: str, *, directs: bool) -> tuple[DoneRow, ...]:
    """Return the last actions in this auction."""
    records = latest_auction_records(room.tournament, FAMILIES, room.pk, MOST_DONE)
    names = names_for(room.tournament, records)
    people = people_named([each.actor for each in records])
    lots = {lot.sale: lot.pk for lot in room.view.lots if lot.sold is not None}
    return tuple(
        DoneRow(
            number=each.number,
            time=room.time(each.at),
            sentence=sentence_for(each, names),
            by="" if each.actor == actor else people.get(each.actor, ""),
            undo=each.number if _may_undo(room, each, directs=directs) else 0,
            lot=_lot_of(each, lots),
            undone=each.undone_by is not None,
        )
        for each in records
    )


def _may_undo(room: Room, record: RawRecord, *, directs: bool) -> bool:
    """Whether a record that counts may be undone by this role; of bids only the high bid of an open lot."""
    if record.undone_by is not None or record.verb not in declared() or not may_still_undo(room, record):
        return False
    role = declared()[record.verb].verb.undo
    return role is not None and (directs or role != FOR_DIRECTORS)


def _lot_of(record: RawRecord, lots: dict[int, int]) -> int:
    """Return the lot whose sale a record hammered, 0 for any other record and for a sale that counts no more."""
    if record.verb != LOT_PAGE:
        return 0
    sales = [fact["sale_id"] for _, fact in record.facts if "sale_id" in fact]
    return lots.get(sales[0], 0) if sales else 0
