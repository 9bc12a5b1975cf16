"""An auction as its facts give it: lots in order, where the bidding of each is, and what was sold to whom."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

from journal.models import Record, Undo, counts
from journal.now import now
from rules.money.auctions.auction import unpaid_lots
from rules.money.auctions.bidding import (
    Bid,
    Bidding,
    BidVoided,
    Event,
    Hammered,
    Kind,
    LotState,
    Offered,
    Opened,
    Paid,
    Passed,
    Reauctioned,
    Started,
    Status,
    Stopped,
    Voided,
    happened,
)
from rules.money.auctions.calcutta import Void
from rules.money.auctions.rules import AuctionRules, read_auction_rules
from rules.money.prizes import Table
from rules.money.shares import read_share
from tournaments.models import (
    Auction,
    AuctionSetup,
    ClockStop,
    Entrant,
    Hammer,
    Lot,
    LotAgain,
    LotBid,
    LotOrder,
    LotPlayer,
    LotVoid,
    Sale,
    SalePlayer,
    ShareDeal,
    VoidRequest,
    stored_json,
)
from tournaments.read.money.auctions.paid import unpaid_sales

MISTAKE = "mistake"


@dataclass(frozen=True, slots=True)
class BidView:
    """A bid with its record, of payers; ``taken_back`` is when it was."""

    record: int
    sale: int
    number: int
    amount: int
    payers: tuple[int, ...]
    at: datetime
    by_phone: bool = False
    taken_back: datetime | None = None


@dataclass(frozen=True, slots=True)
class DealView:
    """A fraction that changed owners; ``player`` is the entrant who bought back, 0 for any other deal."""

    record: int
    seller: int
    buyer: int
    share: Fraction
    price: int
    day: str
    through_desk: bool
    player: int = 0


@dataclass(frozen=True, slots=True)
class SaleView:
    """A sale that was hammered or taken by the under-bidder: the lot's code, its price in minor units, buyers, players.

    ``is_void`` with ``void`` as the reason, None where it was a mistake. ``requested`` is an open request that it
    become void, with who made it.
    """

    pk: int
    code: str
    number: int
    price: int
    buyers: tuple[int, ...]
    players: tuple[int, ...]
    at: datetime
    is_field: bool = False
    deals: tuple[DealView, ...] = ()
    is_void: bool = False
    void: Void | None = None
    requested: int = 0

    def bought_back(self, player: int) -> Fraction:
        """Return which fraction a player of the lot bought back."""
        return sum((deal.share for deal in self.deals if deal.player == player), Fraction(0))


@dataclass(frozen=True, slots=True)
class LotView:
    """A lot: its players, its state after all events, every bid ever made, and its sales; ``sale`` is the last one.

    People in ``state`` are payers' primary keys as text.
    """

    pk: int
    code: str
    is_field: bool
    players: tuple[int, ...]
    state: LotState
    sale: int = 0
    bids: tuple[BidView, ...] = ()
    sales: tuple[SaleView, ...] = ()

    @property
    def status(self) -> Status:
        return self.state.status

    @property
    def is_hidden(self) -> bool:
        """Whether its bids are sealed and it is not hammered yet."""
        return self.state.rules.kind is Kind.SEALED and self.status is Status.OPEN

    @property
    def sold(self) -> SaleView | None:
        """The sale that counts now."""
        return next((sale for sale in reversed(self.sales) if not sale.is_void), None)


@dataclass(frozen=True, slots=True)
class AuctionView:
    """An auction with its lots in the order in which they come to the block, and how many entrants the event has."""

    pk: int
    event: int
    number: int
    turn: int
    rules: AuctionRules
    lots: tuple[LotView, ...] = ()
    entrants: int = 0

    @property
    def table(self) -> Table:
        """The table by which the pool is divided."""
        return self.rules.division.table_for(self.entrants)

    @property
    def sales(self) -> list[SaleView]:
        """Every sale, void ones included, in the order in which they were made."""
        return sorted((sale for lot in self.lots for sale in lot.sales), key=lambda sale: sale.pk)

    @property
    def block(self) -> LotView | None:
        """The lot on the block; of several with sealed bids the first."""
        return next((lot for lot in self.lots if lot.status is Status.OPEN), None)

    def lot(self, pk: int) -> LotView | None:
        """Return a lot by its primary key."""
        return next((lot for lot in self.lots if lot.pk == pk), None)

    def players_of(self, lot: LotView) -> tuple[int, ...]:
        """Return whom a lot sells, or sold: the field sells the players of all lots that were passed into it too."""
        if lot.sold is not None:
            return lot.sold.players
        passed = [each for each in self.lots if lot.is_field and not each.is_field and each.status is Status.FIELD]
        return (*lot.players, *(player for each in passed for player in each.players))

    def barring(self, payers: Iterable[int]) -> list[str]:
        """Return the codes of lots whose payment keeps one of ``payers`` from bidding."""
        states = {lot.code: lot.state for lot in self.lots}
        codes = [code for who in payers for code in unpaid_lots(states, str(who), all_sold=self.rules.bar_unpaid)]
        return sorted(set(codes))


def auction_view(auction: int) -> AuctionView:
    """Return an auction as its facts give it, in a constant number of statements."""
    row = Auction.objects.select_related("event__tournament").get(pk=auction)
    setups = AuctionSetup.objects.filter(auction=auction).order_by("turn")
    turns = {pk: read_auction_rules(stored_json(text)) for pk, text in setups.values_list("pk", "rules")}
    latest = setups.filter(counts()).values_list("turn", "rules").last()
    turn, rules = (latest[0], read_auction_rules(stored_json(latest[1]))) if latest else (0, None)
    if rules is None:
        raise LookupError(auction)
    facts = _Facts(auction, turns, rules.bidding)
    unpaid = unpaid_sales(row.event.tournament.stream_id, auction)
    lots = [_lot(facts, each, unpaid) for each in facts.lots]
    entrants = Entrant.objects.filter(event=row.event_id, record__undo__isnull=True).count()
    return AuctionView(auction, row.event_id, row.number, turn, rules, tuple(_in_order(auction, lots)), entrants)


def _in_order(auction: int, lots: Sequence[LotView]) -> list[LotView]:
    """Return the lots as they were ordered last; later ones behind, and the field at the end."""
    text = LotOrder.objects.filter(counts(), auction=auction).order_by("turn").values_list("lots", flat=True).last()
    place = {pk: at for at, pk in enumerate(stored_json(text))} if text else {}
    return sorted(lots, key=lambda lot: (lot.is_field, place.get(lot.pk, len(place))))


class _Facts:
    """All facts about the lots of an auction, by lot or by sale; one statement for each class.

    Facts kept on an open page have no record yet: they happen now.
    """

    def __init__(self, auction: int, turns: dict[int, AuctionRules], bidding: Bidding) -> None:
        self.turns, self.bidding = turns, bidding
        self.lots = list(Lot.objects.filter(counts(), auction=auction).order_by("number"))
        self.players = _by(LotPlayer.objects.filter(counts(), lot__auction=auction).order_by("pk"), "lot_id")
        sales = Sale.objects.filter(counts(), lot__auction=auction).select_related("offered")
        self.sales = _by(sales.order_by("pk"), "lot_id")
        self.sold_players = _by(SalePlayer.objects.filter(sale__lot__auction=auction).order_by("pk"), "sale_id")
        of_sale = {"sale__lot__auction": auction}
        self.stops = _by(ClockStop.objects.filter(counts(), **of_sale), "sale_id")
        self.hammers = _by(Hammer.objects.filter(**of_sale), "sale_id")
        self.voids = _by(LotVoid.objects.filter(**of_sale).select_related("request"), "sale_id")
        requests = VoidRequest.objects.filter(counts(), **of_sale).order_by("record_id")
        self.requests = _by(requests, "sale_id")
        self.again = _by(LotAgain.objects.filter(**of_sale), "sale_id")
        self.deals = _by(ShareDeal.objects.filter(counts(), **of_sale).order_by("record_id"), "sale_id")
        self.bids = _bids(auction)
        self._times = self._read_times()

    def at(self, record: int) -> datetime:
        """Return when a record was written."""
        return self._times[record][0] if record in self._times else now()

    def actor(self, record: int) -> str:
        """Return who wrote a record, empty for one that is being written."""
        return self._times[record][1] if record in self._times else ""

    def _read_times(self) -> dict[int, tuple[datetime, str]]:
        dated = (self.sales, self.stops, self.hammers, self.voids, self.requests, self.again)
        records = {row.record_id for rows in dated for each in rows.values() for row in each}
        times = Record.objects.filter(pk__in=records).values_list("pk", "at", "page__actor")
        return {record: (at, actor) for record, at, actor in times}


def _by[Row](rows: Iterable[Row], name: str) -> dict[int, list[Row]]:
    grouped: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[getattr(row, name)].append(row)
    return grouped


def _bids(auction: int) -> dict[int, list[BidView]]:
    """Return sale → its bids, those that were taken back included."""
    rows = LotBid.objects.filter(lot__auction=auction).order_by("record_id")
    undone = Undo.objects.filter(undone__in=rows.values("record_id"))
    taken_back = dict(undone.values_list("undone_id", "record__at"))
    bids: dict[int, list[BidView]] = defaultdict(list)
    for record, sale, number, amount, payer, joint, by_phone, at in rows.values_list(
        "record_id", "sale_id", "number", "amount", "payer_id", "joint", "by_phone", "record__at"
    ):
        payers = (payer, *json.loads(joint))
        bids[sale].append(BidView(record, sale, number, amount, payers, at, by_phone, taken_back.get(record)))
    return bids


@dataclass(slots=True)
class _Built:
    """A lot while its events are gone through."""

    code: str
    state: LotState
    sales: list[SaleView] = field(default_factory=list)
    bids: list[BidView] = field(default_factory=list)


def _lot(facts: _Facts, lot: Lot, unpaid: frozenset[int]) -> LotView:
    built = _Built(lot.code, LotState(facts.bidding))
    own = facts.players[lot.pk]
    last = 0
    for sale in facts.sales[lot.pk]:
        last = sale.pk
        _sell(facts, sale, built, [each.entrant_id for each in own if each.record_id > sale.record_id])
    sold = built.sales[-1] if built.sales else None
    if sold is not None and not sold.is_void and built.state.status is Status.SOLD and sold.pk not in unpaid:
        built.state = happened(built.state, Paid(sold.at))
    if built.state.status is Status.WAITING:
        built.state = replace(built.state, rules=facts.bidding)
    sales = tuple(replace(each, is_field=lot.is_field) for each in built.sales)
    players = tuple(each.entrant_id for each in own)
    return LotView(lot.pk, lot.code, lot.is_field, players, built.state, last, tuple(built.bids), sales)


def _sell(facts: _Facts, sale: Sale, built: _Built, later: list[int]) -> None:
    """Go through one sale; ``later`` are players who joined the lot afterwards."""
    bids = facts.bids[sale.pk]
    players = (*(each.entrant_id for each in facts.sold_players[sale.pk]), *later)
    if sale.offered is not None:
        offered, won = sale.offered, (sale.offered.payer_id, *stored_json(sale.offered.joint))
        built.state = happened(built.state, Offered(facts.at(sale.record_id)))
        built.sales.append(
            SaleView(sale.pk, built.code, sale.number, offered.amount, won, players, facts.at(sale.record_id))
        )
    else:
        bidding = facts.turns[sale.setup_id].bidding
        built.state = happened(replace(built.state, rules=bidding), Opened(facts.at(sale.record_id)))
        for _, event in _on_the_block(facts, sale, bids):
            built.state = happened(built.state, event)
        built.bids += bids
        for hammer in facts.hammers[sale.pk]:
            won_bid = next((bid for bid in bids if bid.record == hammer.bid_id), None)
            if won_bid is not None:
                at = facts.at(hammer.record_id)
                built.sales.append(
                    SaleView(sale.pk, built.code, sale.number, won_bid.amount, won_bid.payers, players, at)
                )
    if built.sales and built.sales[-1].pk == sale.pk:
        _deal(facts, sale, built)
    for again in facts.again[sale.pk]:
        built.state = happened(built.state, Reauctioned(facts.at(again.record_id)))


def _on_the_block(facts: _Facts, sale: Sale, bids: Sequence[BidView]) -> list[tuple[int, Event]]:
    """Return what happened from the first bid to the hammer, each with its record, in order."""
    events: list[tuple[int, Event]] = []
    taken_back = [bid.record for bid in bids if bid.taken_back is not None]
    undone: dict[int, int] = {}
    if taken_back:
        undone = dict(Undo.objects.filter(undone__in=taken_back).values_list("undone_id", "record_id"))
    for bid in bids:
        who = tuple(str(payer) for payer in bid.payers)
        events.append((bid.record, Bid(bid.number, bid.amount, who, bid.at, bid.by_phone)))
        if bid.taken_back is not None:
            events.append((undone[bid.record], BidVoided(bid.number, bid.taken_back)))
    for stop in facts.stops[sale.pk]:
        events.append((stop.record_id, (Stopped if stop.stopped else Started)(facts.at(stop.record_id))))
    for hammer in facts.hammers[sale.pk]:
        events.append((hammer.record_id, (Passed if hammer.bid_id is None else Hammered)(facts.at(hammer.record_id))))
    return sorted(events, key=lambda event: event[0])


def _deal(facts: _Facts, sale: Sale, built: _Built) -> None:
    """Go through what happened to a sold lot: shares that changed owners, and the sale made void."""
    deals = tuple(
        DealView(
            deal.record_id, deal.seller_id, deal.buyer_id, read_share(deal.share), deal.price, deal.day.isoformat(),
            deal.through_desk, deal.player_id or 0,
        )
        for deal in facts.deals[sale.pk]
    )  # fmt: skip
    sold = replace(built.sales[-1], deals=deals)
    released = facts.voids[sale.pk]
    if released:
        [void] = released
        reason = None if void.request.kind == MISTAKE else Void(void.request.kind)
        by, second = facts.actor(void.request_id), facts.actor(void.record_id)
        built.state = happened(built.state, Voided(facts.at(void.record_id), by, second, reason))
        sold = replace(sold, is_void=True, void=reason)
    elif facts.requests[sale.pk]:
        sold = replace(sold, requested=facts.requests[sale.pk][-1].record_id)
    built.sales[-1] = sold
