"""An auction as its facts give it: lots in order, where the bidding of each is, and what was sold to whom."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

from journal.models import counts
from journal.statements import Blank, Reading
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
    Entrant,
    Lot,
    LotBid,
    LotOrder,
    Sale,
    stored_json,
)
from tournaments.read.money.auctions.facts import Facts
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


_row = Reading(lambda: Auction.objects.filter(pk=Blank("auction")), beside=["event__tournament"])
_setups = Reading(lambda: AuctionSetup.objects.filter(auction=Blank("auction")).order_by("turn"))
_last_setup = Reading(lambda: AuctionSetup.objects.filter(counts(), auction=Blank("auction")).order_by("-turn")[:1])
_last_order = Reading(lambda: LotOrder.objects.filter(counts(), auction=Blank("auction")).order_by("-turn")[:1])


def auction_view(auction: int) -> AuctionView:
    """Return an auction as its facts give it, in a constant number of statements."""
    turns = {setup.pk: read_auction_rules(stored_json(setup.rules)) for setup in _setups(auction=auction)}
    setup = next(iter(_last_setup(auction=auction)), None)
    if setup is None:
        raise LookupError(auction)
    rules = turns[setup.pk]
    [row] = _row(auction=auction)
    facts = _RuledFacts(auction, turns, rules.bidding)
    unpaid = unpaid_sales(row.event.tournament.stream_id, auction)
    lots = [_lot(facts, each, unpaid) for each in facts.lots]
    entrants = Entrant.objects.filter(event=row.event_id, record__undo__isnull=True).count()
    return AuctionView(auction, row.event_id, row.number, setup.turn, rules, tuple(_in_order(auction, lots)), entrants)


def _in_order(auction: int, lots: Sequence[LotView]) -> list[LotView]:
    """Return the lots as they were ordered last; later ones behind, and the field at the end."""
    place = {pk: at for order in _last_order(auction=auction) for at, pk in enumerate(stored_json(order.lots))}
    return sorted(lots, key=lambda lot: (lot.is_field, place.get(lot.pk, len(place))))


class _RuledFacts(Facts):
    """The facts of an auction with the rules of each set-up, the bidding of the last one, and the bids of each sale."""

    def __init__(self, auction: int, turns: dict[int, AuctionRules], bidding: Bidding) -> None:
        super().__init__(auction)
        self.turns, self.bidding = turns, bidding
        self.bids_of: dict[int, list[BidView]] = defaultdict(list)
        for row in self.bids:
            self.bids_of[row.sale_id].append(self._bid(row))

    def _bid(self, row: LotBid) -> BidView:
        payers = (row.payer_id, *json.loads(row.joint))
        undo = self.taken_back.get(row.pk)
        taken_back = undo.record.at if undo else None
        return BidView(row.pk, row.sale_id, row.number, row.amount, payers, row.record.at, row.by_phone, taken_back)


@dataclass(slots=True)
class _Built:
    """A lot while its events are gone through."""

    code: str
    state: LotState
    sales: list[SaleView] = field(default_factory=list)
    bids: list[BidView] = field(default_factory=list)


def _lot(facts: _RuledFacts, lot: Lot, unpaid: frozenset[int]) -> LotView:
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


def _sell(facts: _RuledFacts, sale: Sale, built: _Built, later: list[int]) -> None:
    """Go through one sale; ``later`` are players who joined the lot afterwards."""
    bids = facts.bids_of[sale.pk]
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


def _on_the_block(facts: _RuledFacts, sale: Sale, bids: Sequence[BidView]) -> list[tuple[int, Event]]:
    """Return what happened from the first bid to the hammer, each with its record, in order."""
    events: list[tuple[int, Event]] = []
    for bid in bids:
        who = tuple(str(payer) for payer in bid.payers)
        events.append((bid.record, Bid(bid.number, bid.amount, who, bid.at, bid.by_phone)))
        if bid.taken_back is not None:
            events.append((facts.taken_back[bid.record].record_id, BidVoided(bid.number, bid.taken_back)))
    for stop in facts.stops[sale.pk]:
        events.append((stop.record_id, (Stopped if stop.stopped else Started)(facts.at(stop.record_id))))
    for hammer in facts.hammers[sale.pk]:
        events.append((hammer.record_id, (Passed if hammer.bid_id is None else Hammered)(facts.at(hammer.record_id))))
    return sorted(events, key=lambda event: event[0])


def _deal(facts: _RuledFacts, sale: Sale, built: _Built) -> None:
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
