"""Prizes of an event: how its fund and its side pools are divided, added money, awards, and what people agree.

The sums stand in the books; an award only says which event's prizes were posted. Source: docs/decisions/0065-prizes.md.
"""

from django.db import models
from django.db.models import F, Q

from clubs.models import Role
from journal.models import Fact, Record
from journal.verbs import Verb
from tournaments.models.events import Event
from tournaments.models.facts import DESK_TOPIC
from tournaments.models.money.cash import MONEY_TOPIC, Payer

PRIZE_TOPICS = (DESK_TOPIC, MONEY_TOPIC, "prizes:{event_id}")
# The fund of an event among its pots; the others are named by the codes of their fees.
FUND = ""


class PotSetup(Fact):
    """How a pot of an event is divided, as canonical JSON of ``rules.money.pots``. The latest turn counts.

    ``pot`` is empty for the prize fund, else the code of the side pool's fee.
    """

    sealed_fields = ("event_id", "pot", "turn", "division")
    verbs = (Verb("prizes.set", Role.Kind.DIRECTOR, PRIZE_TOPICS),)

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="pot_setups")
    pot = models.CharField(max_length=20, blank=True)
    turn = models.PositiveIntegerField()
    division = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "pot", "turn"], name="one_turn_of_a_pot")]

    def __str__(self) -> str:
        return f"division {self.turn} of {self.pot or 'the fund'} of {self.event_id}"


class AddedMoney(Fact):
    """Money that somebody adds to the fund of an event: they owe it until it is taken. One per record."""

    sealed_fields = ("event_id", "payer_id", "amount")
    verbs = (Verb("money.added", Role.Kind.DIRECTOR, PRIZE_TOPICS),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="added_money")
    payer = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="added_money")
    amount = models.PositiveBigIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(amount__gte=1), name="added_money_is_a_sum")]

    def __str__(self) -> str:
        return f"{self.amount} added to {self.event_id}"


class Award(Fact):
    """The prizes of an event were posted to those who hold its places, as far as they are settled. One per record."""

    sealed_fields = ("event_id",)
    verbs = (Verb("prizes.awarded", Role.Kind.DIRECTOR, PRIZE_TOPICS),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="awards")

    def __str__(self) -> str:
        return f"award of {self.event_id}"


class PrizeTransfer(Fact):
    """A chop or a hedge: money that one payer leaves to another. Places stay as they are. One per record."""

    sealed_fields = ("giver_id", "taker_id", "amount")
    verbs = (Verb("prize.transferred", Role.Kind.DIRECTOR, (MONEY_TOPIC, "payer:{giver_id}", "payer:{taker_id}")),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    giver = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="+")
    taker = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="+")
    amount = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(giver=F("taker")), name="transfer_between_two"),
            models.CheckConstraint(condition=Q(amount__gte=1), name="transfer_of_a_sum"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} from {self.giver_id} to {self.taker_id}"


class Unclaimed(Fact):
    """What is owed to somebody who does not collect it: the club keeps it for them. One per record."""

    sealed_fields = ("payer_id", "amount")
    verbs = (Verb("prize.unclaimed", Role.Kind.DIRECTOR, (MONEY_TOPIC, "payer:{payer_id}")),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    payer = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="unclaimed")
    amount = models.PositiveBigIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(amount__gte=1), name="unclaimed_is_a_sum")]

    def __str__(self) -> str:
        return f"{self.amount} unclaimed by {self.payer_id}"
