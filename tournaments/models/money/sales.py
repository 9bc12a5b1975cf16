"""What happens to a lot: it is put on the block, bid for, hammered or passed, paid, bought back, sold on, or void.

The rule book says what follows from these facts (``bidding`` and ``calcutta`` of ``rules.money.auctions``); the guards
refuse on the database too what two requests could race for. Source: docs/decisions/0066-auction-on-rows.md.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from clubs.models import Role
from journal.models import Fact, Record
from journal.triggers import Guard
from journal.verbs import Verb
from tournaments.models.entrants import Entrant
from tournaments.models.money.auctions import AUCTION_TOPICS, AuctionSetup, Lot
from tournaments.models.money.cash import Payer

# A fraction such as 123456789/123456789.
LONGEST_SHARE = 20
_OVER = "EXISTS (SELECT 1 FROM tournaments_hammer hammer WHERE hammer.sale_id = NEW.sale_id)"


class Sale(Fact):
    """A lot was put on the block; or, with ``offered``, the under-bidder took a lot that was not paid, at that bid.

    ``number`` counts the sales of a lot from 1. ``setup`` has the rules of its bidding; ``is_sealed`` follows from it.
    """

    sealed_fields = ("lot_id", "number", "setup_id", "is_sealed", "offered_id")
    verbs = (Verb("lot.opened", Role.Kind.DESK, AUCTION_TOPICS), Verb("lot.offered", topics=AUCTION_TOPICS))
    guards: ClassVar[tuple[Guard, ...]] = (
        Guard(
            "one_lot_on_the_block",
            "NEW.offered_id IS NULL AND EXISTS (SELECT 1 FROM tournaments_sale sale "
            "JOIN tournaments_lot lot ON lot.id = sale.lot_id "
            "WHERE lot.auction_id = (SELECT auction_id FROM tournaments_lot WHERE id = NEW.lot_id) "
            "AND (NOT NEW.is_sealed OR NOT sale.is_sealed OR sale.lot_id = NEW.lot_id) AND sale.offered_id IS NULL "
            "AND NOT EXISTS (SELECT 1 FROM tournaments_hammer hammer WHERE hammer.sale_id = sale.id) "
            "AND NOT EXISTS (SELECT 1 FROM journal_undo WHERE undone_id = sale.record_id))",
        ),
    )

    lot = models.ForeignKey(Lot, on_delete=models.PROTECT, related_name="sales")
    number = models.PositiveIntegerField()
    setup = models.ForeignKey(AuctionSetup, on_delete=models.PROTECT, related_name="+")
    is_sealed = models.BooleanField()
    offered = models.OneToOneField("LotBid", on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["lot", "number"], name="one_sale_per_number")]

    def __str__(self) -> str:
        return f"sale {self.number} of {self.lot_id}"


class SalePlayer(Fact):
    """A player who is sold with the lot; with the field those of the lots that were passed into it."""

    sealed_fields = ("sale_id", "entrant_id")

    sale = models.ForeignKey(Sale, on_delete=models.PROTECT, related_name="players")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sale", "entrant"], name="player_sold_once")]

    def __str__(self) -> str:
        return f"{self.entrant_id} sold in {self.sale_id}"


class LotBid(Fact):
    """A bid, in minor units; ``number`` counts those of a lot from 1 without gaps. One per record.

    ``joint`` is canonical JSON: the payers who bid together with ``payer``. A bid that was taken back keeps its number.
    """

    sealed_fields = ("sale_id", "lot_id", "number", "amount", "payer_id", "joint", "by_phone")
    verbs = (Verb("lot.bid", Role.Kind.DESK, AUCTION_TOPICS, running=True),)
    guards: ClassVar[tuple[Guard, ...]] = (
        Guard(
            "bid_without_a_gap",
            "NEW.number <> 1 + (SELECT COALESCE(MAX(number), 0) FROM tournaments_lotbid WHERE lot_id = NEW.lot_id)",
        ),
        Guard(
            "bid_rises",
            "NOT (SELECT is_sealed FROM tournaments_sale WHERE id = NEW.sale_id) AND EXISTS (SELECT 1 "
            "FROM tournaments_lotbid bid WHERE bid.sale_id = NEW.sale_id AND bid.amount >= NEW.amount "
            "AND NOT EXISTS (SELECT 1 FROM journal_undo WHERE undone_id = bid.record_id))",
        ),
        Guard("bid_before_the_hammer", _OVER),
        Guard(
            "bid_on_an_open_sale",
            "NOT EXISTS (SELECT 1 FROM tournaments_sale sale WHERE sale.id = NEW.sale_id AND sale.lot_id = NEW.lot_id "
            "AND sale.offered_id IS NULL AND NOT EXISTS (SELECT 1 FROM journal_undo WHERE undone_id = sale.record_id))",
        ),
    )

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    sale = models.ForeignKey(Sale, on_delete=models.PROTECT, related_name="bids")
    lot = models.ForeignKey(Lot, on_delete=models.PROTECT, related_name="bids")
    number = models.PositiveIntegerField()
    amount = models.PositiveBigIntegerField()
    payer = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="bids")
    joint = models.TextField(default="[]")
    by_phone = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["lot", "number"], name="one_bid_per_number"),
            models.CheckConstraint(condition=Q(amount__gte=1), name="bid_of_a_sum"),
        ]

    def __str__(self) -> str:
        return f"bid {self.number} on {self.lot_id}"


class ClockStop(Fact):
    """The clock of a lot on the block was stopped, or runs on. One per record."""

    sealed_fields = ("sale_id", "stopped")
    verbs = (Verb("clock.stopped", topics=AUCTION_TOPICS), Verb("clock.started", topics=AUCTION_TOPICS))
    guards: ClassVar[tuple[Guard, ...]] = (Guard("clock_before_the_hammer", _OVER),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    sale = models.ForeignKey(Sale, on_delete=models.PROTECT, related_name="stops")
    stopped = models.BooleanField()

    def __str__(self) -> str:
        return f"clock of {self.sale_id} {'stopped' if self.stopped else 'runs'}"


class Hammer(Fact):
    """A sale was hammered to its high ``bid``, or passed into the field without one. Once a sale, for good."""

    sealed_fields = ("sale_id", "bid_id")
    verbs = (Verb("lot.hammered", topics=AUCTION_TOPICS), Verb("lot.passed", topics=AUCTION_TOPICS))
    guards: ClassVar[tuple[Guard, ...]] = (
        Guard(
            "hammer_to_the_high_bid",
            "NEW.bid_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments_lotbid high "
            "WHERE high.record_id = NEW.bid_id AND high.sale_id = NEW.sale_id "
            "AND NOT EXISTS (SELECT 1 FROM journal_undo WHERE undone_id = high.record_id) "
            "AND NOT EXISTS (SELECT 1 FROM tournaments_lotbid bid WHERE bid.sale_id = NEW.sale_id "
            "AND (bid.amount > high.amount OR (bid.amount = high.amount AND bid.number < high.number)) "
            "AND NOT EXISTS (SELECT 1 FROM journal_undo WHERE undone_id = bid.record_id)))",
        ),
    )

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    sale = models.OneToOneField(Sale, on_delete=models.PROTECT, related_name="hammer")
    bid = models.OneToOneField(LotBid, on_delete=models.PROTECT, null=True, related_name="+")

    def __str__(self) -> str:
        return f"hammer of {self.sale_id}"


class VoidRequest(Fact):
    """Somebody wants a sale to be void; a second person must release it. One per record."""

    KINDS = ["withdrawn", "unpaid", "mistake"]
    sealed_fields = ("sale_id", "kind")
    verbs = (Verb("void.requested", Role.Kind.DESK, AUCTION_TOPICS),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    sale = models.ForeignKey(Sale, on_delete=models.PROTECT, related_name="void_requests")
    kind = models.CharField(max_length=10)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=["withdrawn", "unpaid", "mistake"]), name="void_of_a_kind")
        ]

    def __str__(self) -> str:
        return f"{self.sale_id} to be void"


class LotVoid(Fact):
    """A sale is void: another person than the one who requested it released it. Once a sale, for good."""

    sealed_fields = ("sale_id", "request_id")
    verbs = (Verb("lot.voided", topics=AUCTION_TOPICS),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    sale = models.OneToOneField(Sale, on_delete=models.PROTECT, related_name="void")
    request = models.OneToOneField(VoidRequest, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"{self.sale_id} void"


class LotAgain(Fact):
    """A void lot, or one that was passed, waits for the block again. Once after each sale."""

    sealed_fields = ("sale_id",)
    verbs = (Verb("lot.reauctioned", topics=AUCTION_TOPICS),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    sale = models.OneToOneField(Sale, on_delete=models.PROTECT, related_name="again")

    def __str__(self) -> str:
        return f"again after {self.sale_id}"


class ShareDeal(Fact):
    """A fraction of a lot changed owners for ``price`` minor units: a player bought back, or a share was transferred.

    ``share`` is an exact fraction of the lot, ``day`` the day on which they agreed. With ``through_desk`` the price
    stands on both accounts, else it is only recorded. ``player`` is the one who buys back. One per record.
    """

    sealed_fields = ("sale_id", "seller_id", "buyer_id", "share", "price", "day", "through_desk", "player_id")
    verbs = (
        Verb("lot.bought_back", Role.Kind.DIRECTOR, AUCTION_TOPICS),
        Verb("share.transferred", Role.Kind.DIRECTOR, AUCTION_TOPICS),
    )

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    sale = models.ForeignKey(Sale, on_delete=models.PROTECT, related_name="deals")
    seller = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="+")
    buyer = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="+")
    share = models.CharField(max_length=LONGEST_SHARE)
    price = models.PositiveBigIntegerField()
    day = models.DateField()
    through_desk = models.BooleanField()
    player = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(seller=F("buyer")), name="deal_between_two")]

    def __str__(self) -> str:
        return f"{self.share} of {self.sale_id}"


class BuyBackLeft(Fact):
    """A player does not buy back their lot. One per record."""

    sealed_fields = ("sale_id", "player_id")
    verbs = (Verb("buyback.left", Role.Kind.DESK, AUCTION_TOPICS),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    sale = models.ForeignKey(Sale, on_delete=models.PROTECT, related_name="left")
    player = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"{self.player_id} leaves {self.sale_id}"
