"""What desk, projector and phones show of an auction: the block with its clock, bids, the pool, and what places pay."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from rules.money.auctions.bidding import LotState, Status
from rules.money.preview import PlaceMoney
from rules.money.prizes import MAIN
from tournaments.read.money.auctions.room import SOLD, Room
from tournaments.read.money.auctions.view import BidView, LotView
from tournaments.read.money.auctions.worth import figure_unit, worth_in
from tournaments.words.bidding import field_word, payout_word

POINTS = 24
# Where each point of the clock rail begins: twelve, the bar, twelve more.
POINT_AT = tuple(15 * at + (12 if at >= POINTS // 2 else 0) for at in range(POINTS))


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a lot: the seconds left, when it closes and what time it is, in milliseconds since 1970.

    ``closes`` is 0 while it is stopped; ``at`` is the time of day at which it closes.
    """

    left: int
    closes: int
    now: int
    at: str

    @property
    def is_stopped(self) -> bool:
        return not self.closes

    @property
    def points(self) -> tuple[tuple[int, str], ...]:
        """The rail: a point for each second, full above 24; outlines while the clock is stopped."""
        full = 0 if self.is_stopped else self.left
        return tuple((x, "now" if at < full else "todo") for at, x in enumerate(POINT_AT))


@dataclass(frozen=True, slots=True)
class BidRow:
    """A bid with its bidders and the time to the second; one that was taken back stays, struck through."""

    number: int
    amount: int
    who: str
    time: str
    by_phone: bool = False
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """The lot on the block, or the one shown last: its players, its bids the last one first, and its clock.

    ``who`` has the high bid and ``outbid`` the bid before it. Of sealed bids only their count is in it.
    """

    lot: LotView
    names: tuple[str, ...]
    at: int
    many: int
    amount: int
    who: str
    high_at: str
    by_phone: bool
    outbid: BidRow | None
    clock: Clock | None
    bids: tuple[BidRow, ...]
    lasted: int

    @property
    def title(self) -> str:
        """Whom the lot sells, in one text."""
        return ", ".join(self.names) or (field_word() if self.lot.is_field else self.lot.code)

    @property
    def state(self) -> LotState:
        return self.lot.state

    @property
    def is_open(self) -> bool:
        return self.lot.status is Status.OPEN

    @property
    def is_sold(self) -> bool:
        return self.lot.status in SOLD

    @property
    def opening(self) -> int:
        return self.state.rules.opening

    @property
    def reserve(self) -> int:
        return self.state.rules.reserve

    @property
    def reaches_reserve(self) -> bool:
        return self.amount >= self.reserve

    @property
    def next_bid(self) -> int:
        return self.state.next_bid

    @property
    def soft_close(self) -> int:
        return int(self.state.rules.soft_close.total_seconds())

    @property
    def sealed(self) -> int:
        """How many sealed bids there are while nobody may see them."""
        return len(self.state.bids) if self.lot.is_hidden else 0


@dataclass(frozen=True, slots=True)
class Fair:
    """The chance that a lot's players win the event as ``a`` in ``b`` (0 without a figure), and its fair price.

    ``error`` is the standard error of the price, 0 where it is exact; ``drawn`` is False before the draw.
    """

    a: int
    b: int
    price: int
    error: int
    drawn: bool


@dataclass(frozen=True, slots=True)
class PaysRow:
    """What neighbouring places would pay now, in minor units: one sum, or one for each place of a small bracket."""

    name: str
    amounts: tuple[int, ...]


def block_of(room: Room, lot: LotView) -> Block:
    """Return the block of a lot as it is now."""
    high = room.high_of(lot)
    counting = [bid for bid in lot.bids if bid.sale == lot.sale]
    rows = () if lot.is_hidden else tuple(bid_row(room, bid) for bid in reversed(counting))
    standing = [row for row in rows if not row.taken_back]
    sold = lot.sold
    amount, who = (high.amount, room.payers_named(high.who)) if high else (0, "")
    if sold is not None:
        amount, who = sold.price, room.payers_named(sold.buyers)
    ended = sold.at if sold is not None else room.now
    return Block(
        lot=lot,
        names=room.players_of(lot),
        at=room.place_of(lot),
        many=len(room.view.lots),
        amount=amount,
        who=who,
        high_at=room.time(sold.at if sold else high.at if high else None, seconds=True),
        by_phone=bool(high and high.phone),
        outbid=standing[1] if len(standing) > 1 else None,
        clock=clock_of(room, lot),
        bids=rows,
        lasted=int((ended - counting[0].at).total_seconds() // 60) if counting else 0,
    )


def clock_of(room: Room, lot: LotView) -> Clock | None:
    """Return the clock of an open lot, None where none runs."""
    left = lot.state.time_left(room.now) if lot.status is Status.OPEN and lot.state.rules.clock else None
    if left is None:
        return None
    closes = lot.state.closes_at
    return Clock(
        left=-int(-left.total_seconds() // 1),
        closes=int(closes.timestamp() * 1000) if closes else 0,
        now=int(room.now.timestamp() * 1000),
        at=room.time(closes, seconds=True),
    )


def bid_row(room: Room, bid: BidView) -> BidRow:
    """Return a bid with its bidders by name."""
    who = room.payers_named(bid.payers)
    return BidRow(
        bid.number, bid.amount, who, room.time(bid.at, seconds=True), bid.by_phone, bid.taken_back is not None
    )


def block_shown(room: Room) -> Block | None:
    """Return the lot on the block; between two lots the one that was hammered or passed last."""
    if room.view.block is not None:
        return block_of(room, room.view.block)
    over = [lot for lot in room.view.lots if lot.sale and lot.status in (*SOLD, Status.FIELD, Status.VOID)]
    last = max(over, key=lambda lot: (lot.state.since or room.now, lot.sale), default=None)
    return block_of(room, last) if last is not None else None


def fair_of(room: Room, block: Block) -> Fair | None:
    """Return what the lot shown is worth of the present pool, None where the event shows no odds."""
    worth = worth_in(room)
    if worth is None:
        return None
    players, unit = room.view.players_of(block.lot), figure_unit(room)
    a, b = worth.one_in(players) or (0, 0)
    return Fair(a, b, worth.fair_price(players, unit), worth.error(players, unit), worth.is_drawn)


def pays_rows(room: Room) -> tuple[PaysRow, ...]:
    """Return what the places behind the first would pay now; a bracket below the main one in one row."""
    return tuple(_pays(room))


def _pays(room: Room) -> Iterator[PaysRow]:
    first, *others = room.pays.places
    for bracket, places in groupby(others, key=lambda place: place.row.bracket):
        if bracket == MAIN or bracket == first.row.bracket:
            for _, alike in groupby(places, key=lambda place: place.row.share):
                rows = list(alike)
                yield PaysRow(payout_word(bracket, rows[0].row.place, rows[-1].row.place), _amounts(rows[:1]))
        else:
            yield PaysRow(payout_word(bracket, 0, 0), _amounts(list(places)))


def _amounts(places: list[PlaceMoney]) -> tuple[int, ...]:
    return tuple(place.amount or 0 for place in places)
