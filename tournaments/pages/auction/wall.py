"""The projector of an auction: the bid, its bidder, the seconds, and what first place would pay now.

All sizes are shares of the width (css/pages/auction_wall.css), so what fits is known here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from clubs.read.figures import spoken_sum
from rules.drawing.names import Face, short_forms
from rules.drawing.screen import fit_on_screen
from rules.drawing.widths import screen_width
from rules.money.auctions.bidding import Status
from tournaments.pages.auction.sheet import Block, Fair, PaysRow, block_shown, fair_of, pays_rows
from tournaments.read.money.auctions.buybacks import open_buybacks
from tournaments.read.money.auctions.room import SOLD, Room, is_closed_to_stakes
from tournaments.read.money.auctions.view import LotView
from tournaments.words.bidding import field_word

# Room for the lot's name in units (a hundredth of the width), and its sizes, the largest first.
TITLE_ROOM, TITLES = 51.0, (5.4, 4.6, 4.0, 3.4)
# Room in em of their sizes: the bidder (two lines beside a bid of so many figures), a name in the column beside.
BIDDER, BIDDER_SMALL, BESIDE_ROOM, FOOT_ROOM = 3.9, 3.0, 11.6, 15.0
# The column of the lot, a figure of the bid, the currency's sign with the gap behind the bid.
MAIN_ROOM, FIGURE, BESIDE_BID, MOST_FIGURES = 62.0, 10.3, 7.2, 6
# What stands before and behind the name of somebody who was outbid, in em.
OUTBID_WORDS = 5.6
MOST_NEXT, MOST_LISTED = 3, 9
# Rows of places that pay, the sums of one bracket, and the room for a name and its sums in em.
MOST_PAYS, MOST_SUMS, PAYS_ROOM = 4, 3, 12.0
# After the last hammer its lot stays this long, before the list of all lots.
LAST_STAYS = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class WallLot:
    """A lot in a row: its code, its name as long as fits, its owner and price where it is sold."""

    code: str
    name: str
    owner: str = ""
    price: int = 0
    opening: int = 0


@dataclass(frozen=True, slots=True)
class BuyBackNote:
    """Up to which sum players may buy back the lot shown, and until when (the time of day, or empty)."""

    who: str
    share: str
    cost: int
    deadline: str


@dataclass(frozen=True, slots=True)
class WallSheet:
    """The projector's page. ``state``: before, open, sold, field, void, finished or blind.

    ``title`` is set in step ``size``, 0 the largest; ``bidder`` in one or two ``lines``.
    """

    room: Room
    state: str
    block: Block | None
    title: str
    size: int
    bidder: str
    small: bool
    outbid: str
    pays: tuple[PaysRow, ...]
    next: tuple[WallLot, ...]
    listed: tuple[WallLot, ...]
    more: int
    last: WallLot | None
    buyback: BuyBackNote | None
    fair: Fair | None
    left: int
    is_closed: bool
    clock: str
    light: bool

    @property
    def bid_classes(self) -> str:
        """How the bid is set: smaller with many figures, struck through once void, soft while nobody has bid."""
        amount = self.block.amount if self.block else 0
        size = f"digits-{_figures(self.room, amount)}"
        return " ".join(
            name for name, is_on in ((size, True), ("gone", self.state == "void"), ("soft", not amount)) if is_on
        )


def wall_sheet(room: Room, *, light: bool) -> WallSheet:
    """Return what the room sees now."""
    block = block_shown(room)
    state = _state(room, block)
    title, size = _title(room, block.lot) if block else ("", 0)
    bidder, small = _bidder(room, block)
    listed = [_row(room, lot) for lot in room.view.lots]
    sold = room.sold
    others = [each for each in sold if block is None or each.code != block.lot.code or not block.is_sold]
    last = next((lot for lot in room.view.lots if others and lot.code == others[0].code), None)
    return WallSheet(
        room=room,
        state=state,
        block=block,
        title=title,
        size=size,
        bidder=bidder,
        small=small,
        outbid=_outbid(room, block),
        pays=tuple(_set_rows(room))[:MOST_PAYS],
        next=tuple(_row(room, lot) for lot in room.next_lots[:MOST_NEXT]),
        listed=tuple(listed[: 2 * MOST_LISTED]),
        more=max(0, len(listed) - 2 * MOST_LISTED),
        last=_row(room, last) if last else None,
        buyback=_buyback(room, block) if state == "sold" else None,
        fair=fair_of(room, block) if block else None,
        left=len(open_buybacks(room.view, room.now)),
        is_closed=room.is_blind and is_closed_to_stakes(room.pk),
        clock=room.time(room.now),
        light=light,
    )


def _set_rows(room: Room) -> Iterator[PaysRow]:
    """Yield what places would pay now; sums that do not fit beside their name stand in rows of their own."""
    for row in pays_rows(room):
        sums = [spoken_sum(amount, room.currency) for amount in row.amounts[:MOST_SUMS]]
        width = screen_width(row.name, Face.PLAIN) + screen_width(" · ".join(sums), Face.BOLD)
        if len(sums) < 2 or width <= PAYS_ROOM:
            yield PaysRow(row.name, row.amounts[:MOST_SUMS])
            continue
        for at, amount in enumerate(row.amounts[:MOST_SUMS]):
            yield PaysRow("" if at else row.name, (amount,))


def _state(room: Room, block: Block | None) -> str:
    if room.is_blind:
        return "blind"
    if block is None:
        return "before"
    if block.is_open:
        return "open"
    since = block.state.since
    if not room.next_lots and since is not None and room.now - since > LAST_STAYS:
        return "finished"
    return {Status.FIELD: "field", Status.VOID: "void"}.get(block.lot.status, "sold")


def _title(room: Room, lot: LotView) -> tuple[str, int]:
    """Return the name of a lot and the step of its size: in full, with initials, as family names."""
    names = room.players_of(lot)
    if not names:
        return (field_word() if lot.is_field else lot.code), 0
    for text in _shorter(names):
        for size, units in enumerate(TITLES):
            if screen_width(text, Face.SERIF) * units <= TITLE_ROOM:
                return text, size
    return _fitted(names, TITLE_ROOM / TITLES[-1]), len(TITLES) - 1


def _fitted(names: Sequence[str], room: float, *, bold: bool = False) -> str:
    """Return names joined by commas in at most ``room`` em: all in full, with initials, or as family names."""
    face, text = Face.BOLD if bold else Face.PLAIN, ""
    for text in _shorter(names):
        if screen_width(text, face) <= room:
            return text
    if len(names) == 1:
        return fit_on_screen(text, room, screen_width, bold).text
    while text and screen_width(f"{text}…", face) > room:
        text = text[:-1].rstrip(", ")
    return f"{text}…"


def _shorter(names: Sequence[str]) -> Iterator[str]:
    """Yield names joined by commas, each time all of them a little shorter."""
    forms = [(name, *short_forms(name)) for name in names]
    for at in range(max((len(each) for each in forms), default=0)):
        yield ", ".join(each[min(at, len(each) - 1)] for each in forms)


def _figures(room: Room, amount: int) -> int:
    """Return how many figures a bid takes, as far as the sizes of the type go."""
    return min(len(str(amount // room.unit)), MOST_FIGURES)


def _bidder(room: Room, block: Block | None) -> tuple[str, bool]:
    """Return the bidder, and whether they are set in the smaller type: beside the bid in two lines at most."""
    if block is None or not block.who:
        return "", False
    beside = MAIN_ROOM - FIGURE * _figures(room, block.amount) - BESIDE_BID
    for small, units in ((False, BIDDER), (True, BIDDER_SMALL)):
        if screen_width(block.who, Face.BOLD) * units <= 2 * beside * 0.9:
            return block.who, small
    return _fitted(block.who.split(", "), 2 * beside * 0.85 / BIDDER_SMALL, bold=True), True


def _outbid(room: Room, block: Block | None) -> str:
    """Return who was outbid, as long as fits beside the bid."""
    if block is None or block.outbid is None:
        return ""
    beside = MAIN_ROOM - FIGURE * _figures(room, block.amount) - BESIDE_BID
    return _fitted(block.outbid.who.split(", "), beside / 2 - OUTBID_WORDS, bold=True)


def _row(room: Room, lot: LotView) -> WallLot:
    names = room.players_of(lot) or (field_word() if lot.is_field else lot.code,)
    sold = lot.sold
    owners = [room.payers_named([payer]) for payer in sold.buyers] if sold else []
    return WallLot(
        lot.code,
        _fitted(names, BESIDE_ROOM),
        _fitted(owners, FOOT_ROOM) if owners else "",
        sold.price if sold else 0,
        lot.state.rules.opening,
    )


def _buyback(room: Room, block: Block | None) -> BuyBackNote | None:
    if block is None or block.lot.status not in SOLD:
        return None
    mine = [each for each in open_buybacks(room.view, room.now) if each.lot == block.lot.pk]
    if not mine:
        return None
    who = ", ".join(room.names_of(each.player for each in mine[:2]))
    return BuyBackNote(who, str(mine[0].share), mine[0].cost, room.time(mine[0].deadline))
