"""Queues of jackpots: who waits in them, the jackpots that started, and the vouchers of their winners.

The money stands in the books: a stake goes from a player's account to the queue's, and from there to the event's fund.
Source: docs/decisions/0111-jackpots.md.
"""

from django.db import models
from django.db.models import Q

from clubs.models import Role
from journal.models import Fact, Record
from journal.verbs import Verb
from rules.jackpots import LONGEST_NAME, Terms
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, Tournament
from tournaments.models.facts import DESK_TOPIC, MATCH_TOPICS
from tournaments.models.matches import Match
from tournaments.models.money.cash import MONEY_TOPIC, Payer

QUEUES_TOPIC = "jackpots:{tournament}"
QUEUE_TOPICS = (DESK_TOPIC, QUEUES_TOPIC, MONEY_TOPIC)


class Jackpot(Fact):
    """A queue: ``size`` people at ``stake`` minor units make one jackpot, again and again.

    ``voucher_for`` is the event into which the winner's prize pays an entry, None where the winner takes money.
    """

    sealed_fields = ("tournament_id", "name", "size", "length", "stake", "house", "voucher_for_id")
    verbs = (Verb("jackpot.opened", Role.Kind.DIRECTOR, QUEUE_TOPICS),)

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="jackpots")
    name = models.CharField(max_length=LONGEST_NAME)
    size = models.PositiveSmallIntegerField()
    length = models.PositiveSmallIntegerField()
    stake = models.PositiveBigIntegerField()
    house = models.PositiveSmallIntegerField()
    voucher_for = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="jackpot_has_a_name"),
            # Not ``size__in``: Django cannot read a table of SQLite back whose definition has a digit between commas.
            models.CheckConstraint(condition=Q(size=4) | Q(size=8) | Q(size=16), name="jackpot_of_a_size"),
            models.CheckConstraint(condition=Q(length__gte=1), name="jackpot_has_a_length"),
            models.CheckConstraint(condition=Q(house__lte=100), name="jackpot_house_in_percent"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def terms(self) -> Terms:
        return Terms(self.name, self.size, self.length, self.stake, self.house)


class JackpotEntry(Fact):
    """Somebody's place in a queue. ``number`` counts from 1 within the queue and is never given out again.

    An entry is not a person: whoever lost a jackpot joins again, with another entry.
    """

    sealed_fields = ("jackpot_id", "number", "payer_id")
    verbs = (Verb("jackpot.joined", Role.Kind.DESK, QUEUE_TOPICS),)

    jackpot = models.ForeignKey(Jackpot, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    payer = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="jackpot_entries")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["jackpot", "number"], name="one_jackpot_entry_per_number")]

    def __str__(self) -> str:
        return f"entry {self.number} in queue {self.jackpot_id}"


class JackpotLeft(Fact):
    """An entry left its queue before its jackpot started; the stake went back."""

    sealed_fields = ("entry_id",)
    verbs = (Verb("jackpot.left", Role.Kind.DESK, QUEUE_TOPICS),)

    entry = models.ForeignKey(JackpotEntry, on_delete=models.PROTECT, related_name="leavings")

    def __str__(self) -> str:
        return f"{self.entry_id} left"


class JackpotStart(Fact):
    """A jackpot started: the event that plays it. ``number`` counts from 1 within its queue."""

    sealed_fields = ("jackpot_id", "number", "event_id")
    verbs = (Verb("jackpot.started", Role.Kind.DIRECTOR, QUEUE_TOPICS),)

    jackpot = models.ForeignKey(Jackpot, on_delete=models.PROTECT, related_name="starts")
    number = models.PositiveIntegerField()
    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="jackpot_start")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["jackpot", "number"], name="one_jackpot_per_number")]

    def __str__(self) -> str:
        return f"jackpot {self.number} of queue {self.jackpot_id}"


class JackpotSeat(Fact):
    """An entry that plays in a jackpot, as the entrant with this ``number`` in its event."""

    sealed_fields = ("start_id", "entry_id", "number")

    start = models.ForeignKey(JackpotStart, on_delete=models.PROTECT, related_name="seats")
    entry = models.ForeignKey(JackpotEntry, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["start", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["start", "entry"], name="one_seat_per_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} plays in {self.start_id}"


class JackpotClosing(Fact):
    """A queue was closed, or opened again; the latest counts. Whoever waited got the stake back."""

    sealed_fields = ("jackpot_id", "closed")
    verbs = (
        Verb("jackpot.closed", Role.Kind.DIRECTOR, QUEUE_TOPICS),
        Verb("jackpot.reopened", Role.Kind.DIRECTOR, QUEUE_TOPICS),
    )

    jackpot = models.ForeignKey(Jackpot, on_delete=models.PROTECT, related_name="closings")
    closed = models.BooleanField()

    def __str__(self) -> str:
        return f"queue {self.jackpot_id} {'closed' if self.closed else 'open again'}"


class SplitOffer(Fact):
    """A finalist of a jackpot offers to split the prize instead of playing; when the opponent does too, it is split."""

    sealed_fields = ("match_id", "by_id")
    verbs = (Verb("match.split_offered", Role.Kind.DESK, MATCH_TOPICS),)

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="split_offers")
    by = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"{self.by_id} offers to split {self.match_id}"


class JackpotVoucher(Fact):
    """The prize of a jackpot paid ``amount`` minor units of the winner's entry into another event. One per record."""

    sealed_fields = ("start_id", "entrant_id", "amount")
    verbs = (Verb("jackpot.voucher", Role.Kind.DIRECTOR, QUEUE_TOPICS),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    start = models.ForeignKey(JackpotStart, on_delete=models.PROTECT, related_name="vouchers")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    amount = models.PositiveBigIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(amount__gte=1), name="voucher_of_a_sum")]

    def __str__(self) -> str:
        return f"voucher of {self.amount} for {self.entrant_id}"
