"""The books of a club or a tournament: accounts, and balanced postings in double entry.

Source: docs/decisions/0064-books.md.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from journal.models import Fact, Record, Stream
from journal.triggers import Guard

# No leg moves more minor units than this: a sum of millions of legs stays a whole number of 64 bits.
MOST_MONEY = 10**12


class ClubPurses(models.TextChoices):
    """The kinds of accounts in a club's books, and of the postings there."""

    CASH = "cash"
    CARD = "card"
    VOUCHER = "voucher"
    INCOME = "income"  # a tournament: the house's share
    UNCLAIMED = "unclaimed"  # a payer of a tournament: what the club keeps for them
    TOURNAMENT = "tournament"  # a posting: what a tournament left
    PLAYER = "player"  # a person of a chouette: what they owe, or are owed
    CHOUETTE = "chouette"  # a posting: what a closed chouette left
    PAYMENT = "payment"  # a posting: one person of a chouette paid another
    SEASON = "season"  # a season: what its prizes cost the house; also the posting that awards them
    PRIZE = "prize"  # a person of the club: prizes of seasons that wait for them; also the posting that pays one


class Account(Fact):
    """An account of the books on ``stream``, in one currency. ``about`` is the row that it is about, 0 for none.

    Which kinds there are, the app says whose books they are: the cash of drawer 2, the account of payer 31.
    """

    sealed_fields = ("stream_id", "kind", "about", "currency")

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="accounts")
    kind = models.CharField(max_length=16)
    about = models.PositiveBigIntegerField(default=0)
    currency = models.CharField(max_length=3)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "kind", "about", "currency"], name="one_account_of_a_kind"),
            models.CheckConstraint(condition=~Q(kind=""), name="account_of_a_kind"),
            models.CheckConstraint(condition=~Q(currency=""), name="account_in_a_currency"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about} in {self.currency}"


class Posting(Fact):
    """A balanced set of legs, one per record: what happened to the money. It is never changed, only reversed.

    ``kind`` says what happened. ``reverses`` is the posting that this one takes back, leg by leg. The legs are inserted
    before it, and the database refuses a posting whose legs do not sum to zero.
    """

    sealed_fields = ("kind", "currency", "reverses_id")
    guards: ClassVar[tuple[Guard, ...]] = (
        Guard(
            "posting_balances",
            "(SELECT COALESCE(SUM(amount), 1) FROM clubs_leg WHERE posting_id = NEW.record_id) <> 0",
        ),
        Guard(
            "posting_in_one_book",
            "EXISTS (SELECT 1 FROM clubs_leg JOIN clubs_account ON clubs_account.id = clubs_leg.account_id "
            "WHERE clubs_leg.posting_id = NEW.record_id AND (clubs_account.stream_id <> NEW.record_id >> 32 "
            "OR clubs_account.currency <> NEW.currency))",
        ),
        Guard(
            "posting_reverses_exactly",
            "NEW.reverses_id IS NOT NULL AND EXISTS (SELECT account_id FROM clubs_leg "
            "WHERE posting_id IN (NEW.record_id, NEW.reverses_id) GROUP BY account_id, about HAVING SUM(amount) <> 0)",
        ),
    )

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    kind = models.CharField(max_length=16)
    currency = models.CharField(max_length=3)
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(kind=""), name="posting_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.record_id}"


class Leg(Fact):
    """A sum on one account in minor units: positive is a debit, negative a credit.

    ``about`` is the line of the account that it belongs to, such as one fee of a payer; empty where there are no lines.
    """

    sealed_fields = ("number", "account_id", "amount", "about")
    guards: ClassVar[tuple[Guard, ...]] = (
        Guard("leg_before_its_posting", "EXISTS (SELECT 1 FROM clubs_posting WHERE record_id = NEW.posting_id)"),
    )

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="legs")
    number = models.PositiveIntegerField()
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="legs")
    amount = models.BigIntegerField()
    about = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["posting", "number"], name="one_leg_per_number"),
            models.CheckConstraint(condition=Q(posting=F("record")), name="leg_of_its_record"),
            models.CheckConstraint(condition=~Q(amount=0), name="leg_moves_money"),
            models.CheckConstraint(
                condition=Q(amount__gte=-MOST_MONEY, amount__lte=MOST_MONEY), name="leg_of_a_possible_sum"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} on {self.account_id}"
