"""The Calcutta: the club's permission, the auction of an event, its lots with their players, and late entrants.

What happens on the block is in ``models.sales``, and all money stands in the books.
Source: docs/decisions/0066-auction-on-rows.md.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from clubs.models import Club, Role
from journal.models import Fact, Record
from journal.triggers import Guard
from journal.verbs import Verb
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.money.cash import MONEY_TOPIC, Payer

AUCTION_TOPIC = "auction:{auction}"
AUCTION_TOPICS = (AUCTION_TOPIC, MONEY_TOPIC)
LONGEST_CODE = 12
# The legal notice that owners confirm; a new text has the next number.
NOTICE = 1


class AuctionPermit(Fact):
    """An owner allowed auctions in their club, having confirmed the legal ``notice`` of this number, or ended that.

    On the club's stream. The latest counts; without any, auctions are off. One per record.
    """

    sealed_fields = ("club_id", "allowed", "notice")
    verbs = (Verb("calcutta.allowed"), Verb("calcutta.ended"))

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    allowed = models.BooleanField()
    notice = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"auctions in {self.club_id}: {self.allowed}"


class Auction(Fact):
    """An auction of an event; ``number`` counts those of the event from 1."""

    sealed_fields = ("event_id", "number")
    verbs = (Verb("auction.opened", Role.Kind.DIRECTOR, ("event:{event_id}", MONEY_TOPIC)),)

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="auctions")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_auction_per_number")]

    def __str__(self) -> str:
        return f"auction {self.number} of {self.event_id}"


class AuctionSetup(Fact):
    """The rules of an auction, as canonical JSON of ``rules.money.auctions.rules``. The latest turn counts.

    A lot on the block keeps the turn with which it was opened.
    """

    sealed_fields = ("auction_id", "turn", "rules")
    verbs = (Verb("auction.set", Role.Kind.DIRECTOR, AUCTION_TOPICS),)

    auction = models.ForeignKey(Auction, on_delete=models.PROTECT, related_name="setups")
    turn = models.PositiveIntegerField()
    rules = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["auction", "turn"], name="one_turn_of_an_auction")]

    def __str__(self) -> str:
        return f"rules {self.turn} of {self.auction_id}"


class Lot(Fact):
    """A lot of an auction under its ``code``; ``number`` is its place in the list. Unsold lots go into the field."""

    sealed_fields = ("auction_id", "number", "code", "is_field")
    verbs = (Verb("lots.listed", Role.Kind.DIRECTOR, AUCTION_TOPICS),)
    guards: ClassVar[tuple[Guard, ...]] = (
        Guard(
            "one_lot_per_code",
            "EXISTS (SELECT 1 FROM tournaments_lot lot WHERE lot.auction_id = NEW.auction_id "
            "AND (lot.code = NEW.code OR (lot.is_field AND NEW.is_field)) "
            "AND NOT EXISTS (SELECT 1 FROM journal_undo WHERE undone_id = lot.record_id))",
        ),
    )

    auction = models.ForeignKey(Auction, on_delete=models.PROTECT, related_name="lots")
    number = models.PositiveIntegerField()
    code = models.CharField(max_length=LONGEST_CODE)
    is_field = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["auction", "number"], name="one_lot_per_number"),
            models.CheckConstraint(condition=~Q(code=""), name="lot_has_a_code"),
        ]

    def __str__(self) -> str:
        return f"lot {self.code}"


class LotPlayer(Fact):
    """A player of a lot."""

    sealed_fields = ("lot_id", "entrant_id")

    lot = models.ForeignKey(Lot, on_delete=models.PROTECT, related_name="players")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="lots")

    def __str__(self) -> str:
        return f"{self.entrant_id} in {self.lot_id}"


class LotOrder(Fact):
    """The order in which lots come to the block: listed, by strength, or drawn by lot from ``key``.

    ``lots`` is canonical JSON: the lots' primary keys in this order. The latest turn counts; later lots come behind.
    """

    KINDS = ["listed", "strength", "by_lot"]
    sealed_fields = ("auction_id", "turn", "kind", "key", "lots")
    verbs = (Verb("lots.ordered", Role.Kind.DIRECTOR, AUCTION_TOPICS),)

    auction = models.ForeignKey(Auction, on_delete=models.PROTECT, related_name="orders")
    turn = models.PositiveIntegerField()
    kind = models.CharField(max_length=8)
    key = models.CharField(max_length=200, blank=True)
    lots = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["auction", "turn"], name="one_turn_of_an_order"),
            models.CheckConstraint(condition=Q(kind__in=["listed", "strength", "by_lot"]), name="order_of_a_kind"),
            models.CheckConstraint(condition=Q(kind="by_lot") ^ Q(key=""), name="order_by_lot_has_a_key"),
        ]

    def __str__(self) -> str:
        return f"order {self.turn} of {self.auction_id}"


class LateEntrant(Fact):
    """What becomes of a player who entered after the lots were listed: a lot of their own, the field, or no action."""

    KINDS = ["own_lot", "field", "no_action"]
    sealed_fields = ("auction_id", "entrant_id", "kind")
    verbs = (Verb("auction.late_entrant", Role.Kind.DIRECTOR, AUCTION_TOPICS),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    auction = models.ForeignKey(Auction, on_delete=models.PROTECT, related_name="late_entrants")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=12)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["own_lot", "field", "no_action"]), name="late_entrant_of_a_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} late in {self.auction_id}"


class Stake(Fact):
    """A stake of a payer on a player in a blind pari-mutuel pool, in minor units. One per record."""

    sealed_fields = ("auction_id", "payer_id", "entrant_id", "amount")
    verbs = (Verb("stake.made", Role.Kind.DESK, AUCTION_TOPICS),)
    guards: ClassVar[tuple[Guard, ...]] = (
        Guard(
            "stake_before_closing",
            "EXISTS (SELECT 1 FROM tournaments_stakesclosed closed WHERE closed.auction_id = NEW.auction_id "
            "AND NOT EXISTS (SELECT 1 FROM journal_undo WHERE undone_id = closed.record_id))",
        ),
    )

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    auction = models.ForeignKey(Auction, on_delete=models.PROTECT, related_name="stakes")
    payer = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="stakes")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="stakes")
    amount = models.PositiveBigIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(amount__gte=1), name="stake_of_a_sum")]

    def __str__(self) -> str:
        return f"{self.amount} on {self.entrant_id}"


class StakesClosed(Fact):
    """A blind pool takes no more stakes. One per record."""

    sealed_fields = ("auction_id",)
    verbs = (Verb("stakes.closed", Role.Kind.DIRECTOR, AUCTION_TOPICS),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    auction = models.ForeignKey(Auction, on_delete=models.PROTECT, related_name="closings")

    def __str__(self) -> str:
        return f"stakes of {self.auction_id} closed"


class AuctionAward(Fact):
    """What lots or stakes won was posted to their owners, as far as places are settled. One per record."""

    sealed_fields = ("auction_id",)
    verbs = (Verb("auction.awarded", Role.Kind.DIRECTOR, AUCTION_TOPICS),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    auction = models.ForeignKey(Auction, on_delete=models.PROTECT, related_name="awards")

    def __str__(self) -> str:
        return f"award of {self.auction_id}"
