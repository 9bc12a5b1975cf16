"""The cash box of a tournament: its fees, who pays them, receipts and drawers.

The sums themselves stand in the books (``clubs.models.books``); these facts say what a posting was for.
Source: docs/decisions/0064-books.md.
"""

import secrets
from typing import Any, Self

from django.db import models
from django.db.models import Q

from clubs.models import Club, Role
from journal.canon import digest_of
from journal.models import Fact, Record
from journal.verbs import Verb
from tournaments.models.entrants import LONGEST_NAME, Entrant
from tournaments.models.events import Tournament
from tournaments.models.facts import DESK_TOPIC

MONEY_TOPIC = "money:{tournament}"
PAYER_TOPICS = (MONEY_TOPIC, "payer:{payer_id}")
LONGEST_LINE = 40


class Purses(models.TextChoices):
    """The kinds of accounts in a tournament's books, and the row that each is about."""

    CASH = "cash"  # a drawer, by its number
    CARD = "card"
    VOUCHER = "voucher"
    PAYER = "payer"  # a payer: positive is owed by them, negative is owed to them
    REGISTRATION = "registration"
    MEMBERSHIP = "membership"
    FUND = "fund"  # an event: entry and re-entry fees
    ADDED = "added"  # an event: added money
    POOL = "pool"  # an event: its side pools, one line each
    JACKPOT = "jackpot"  # a queue of jackpots: the stakes of those who wait
    DEPOSIT = "deposit"
    AUCTION = "auction"  # an auction
    BUYBACKS = "buybacks"  # an auction: what passes through the desk
    KEPT = "kept"  # deposits that were not given back
    DIFFERENCE = "difference"  # what a drawer was found to hold too much or too little
    FLOAT = "float"  # a drawer: the change it began with
    HOUSE = "house"
    UNCLAIMED = "unclaimed"  # a payer: what the club keeps for them
    CLUB = "club"  # what goes to the club's books at closing


class Postings(models.TextChoices):
    """What a posting in a tournament's books stands for."""

    CHARGED = "charged"  # fees, and what was waived or refunded of them
    TAKEN = "taken"
    HANDED_OUT = "handed out"
    ADDED = "added"
    FLOAT = "float"
    COUNTED = "counted"
    STAKED = "staked"  # into a queue of jackpots, back, and on to the event that plays it
    AWARDED = "awarded"
    TRANSFERRED = "transferred"
    VOUCHER = "voucher"  # a prize that pays an entry fee of its winner
    HAMMERED = "hammered"
    BOUGHT_BACK = "bought back"
    UNCLAIMED = "unclaimed"
    CLOSED = "closed"


class Means(models.TextChoices):
    """How money changes hands."""

    CASH = "cash"
    CARD = "card"
    VOUCHER = "voucher"


class FeeSetup(Fact):
    """The currency and the fees of a tournament, as canonical JSON. The latest turn counts.

    A payout above ``release_above`` minor units needs a second person; None where it never does.
    """

    sealed_fields = ("tournament_id", "turn", "currency", "fees", "release_above")
    verbs = (Verb("fees.set", Role.Kind.DIRECTOR, (DESK_TOPIC, MONEY_TOPIC)),)

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="fee_setups")
    turn = models.PositiveIntegerField()
    currency = models.CharField(max_length=3)
    fees = models.TextField()
    release_above = models.PositiveBigIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "turn"], name="one_turn_of_fees")]

    def __str__(self) -> str:
        return f"fees {self.turn} of {self.tournament_id}"


class Payer(Fact):
    """Somebody with an account in a tournament's books: the person behind one or more entrants, or any other."""

    sealed_fields = ("tournament_id", "number")
    verbs = (Verb("payer.added", topics=(MONEY_TOPIC,)),)

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="payers")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_payer_per_number")]

    def __str__(self) -> str:
        return f"payer {self.number}"


class PayerName(Fact):
    """The name of a payer who may have no entrant. The latest turn counts. It can be erased; its digest stays."""

    sealed_fields = ("payer_id", "turn", "digest")
    verbs = (Verb("payer.renamed", Role.Kind.DESK, PAYER_TOPICS),)
    erasable_fields = ("salt", "name", "club")

    payer = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="names")
    turn = models.PositiveIntegerField(default=1)
    name = models.CharField(max_length=LONGEST_NAME)
    club = models.CharField(max_length=LONGEST_NAME, blank=True)
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["payer", "turn"], name="one_turn_of_a_payer_name")]

    def __str__(self) -> str:
        return self.name

    def sealing(self) -> Self:
        """Bind the name to the record by a salted digest, and return the fact."""
        self.salt = secrets.token_hex(16)
        self.digest = self.words_digest()
        return self

    def words_digest(self) -> str:
        return digest_of(self.salt, [self.name, self.club])


class EntrantPayer(Fact):
    """Which payer pays for an entrant. The latest turn counts."""

    sealed_fields = ("entrant_id", "turn", "payer_id")
    verbs = (Verb("payer.moved", Role.Kind.DESK, (MONEY_TOPIC, "payer:{payer_id}", "entrant:{entrant_id}")),)

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="payers")
    turn = models.PositiveIntegerField(default=1)
    payer = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="entrants")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entrant", "turn"], name="one_turn_of_an_entrants_payer")]

    def __str__(self) -> str:
        return f"{self.payer_id} pays for {self.entrant_id}"


class PayerTick(Fact):
    """A mark of a payer, or what was decided about a line of their account. The latest of a kind and ``what`` counts.

    ``mark``: guest, student or member. ``chosen``: the line is charged. ``waived`` and ``refunded``: it costs nothing.
    ``returned``: a deposit was given back; ``kept``: it was not and will not be. ``left``: the entrant with this number
    as ``what`` left before they played, so that nothing is charged for them.
    """

    KINDS = ["mark", "chosen", "waived", "refunded", "returned", "kept", "left"]
    sealed_fields = ("payer_id", "kind", "what", "on")
    verbs = (
        Verb("payer.marked", Role.Kind.DESK, PAYER_TOPICS),
        Verb("line.chosen", Role.Kind.DESK, PAYER_TOPICS),
        Verb("line.waived", Role.Kind.DIRECTOR, PAYER_TOPICS),
        Verb("line.refunded", Role.Kind.DIRECTOR, PAYER_TOPICS),
        Verb("deposit.returned", Role.Kind.DESK, PAYER_TOPICS),
        Verb("deposit.kept", Role.Kind.DIRECTOR, PAYER_TOPICS),
    )

    payer = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="ticks")
    kind = models.CharField(max_length=8)
    what = models.CharField(max_length=LONGEST_LINE)
    on = models.BooleanField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["mark", "chosen", "waived", "refunded", "returned", "kept", "left"]),
                name="payer_tick_of_a_kind",
            )
        ]

    def __str__(self) -> str:
        return f"{self.payer_id} {self.kind} {self.what} {self.on}"


class Release(Fact):
    """A payout above the set sum that one person asked for, and that a second person must release. One per record."""

    sealed_fields = ("payer_id", "amount", "means", "drawer")
    verbs = (Verb("payout.requested", Role.Kind.DESK, PAYER_TOPICS),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    payer = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="releases")
    amount = models.PositiveBigIntegerField()
    means = models.CharField(max_length=8, choices=Means)
    drawer = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(amount__gte=1), name="release_of_a_sum")]

    def __str__(self) -> str:
        return f"release of {self.amount} to {self.payer_id}"


class Receipt(Fact):
    """Money that changed hands at a desk, one per record: taken from a payer, or handed out to one.

    ``amount`` in minor units is positive. ``number`` counts from 1 within a tournament and is never given out again.
    ``given`` is what the payer laid down in cash, None where nobody counted. ``voucher`` is the code of a voucher.
    ``released`` is the request of another person that this payout carries out.
    """

    sealed_fields = ("payer_id", "number", "is_out", "amount", "means", "drawer", "given", "voucher", "released_id")
    verbs = (
        Verb("money.taken", Role.Kind.DESK, PAYER_TOPICS),
        Verb("money.handed_out", Role.Kind.DIRECTOR, PAYER_TOPICS),
    )

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    payer = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="receipts")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="receipts")
    number = models.PositiveIntegerField()
    is_out = models.BooleanField()
    amount = models.PositiveBigIntegerField()
    means = models.CharField(max_length=8, choices=Means)
    drawer = models.PositiveSmallIntegerField()
    given = models.PositiveBigIntegerField(null=True)
    voucher = models.CharField(max_length=24, blank=True)
    released = models.OneToOneField(Release, on_delete=models.PROTECT, null=True, related_name="receipt")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_receipt_per_number"),
            models.CheckConstraint(condition=Q(amount__gte=1), name="receipt_of_a_sum"),
            models.CheckConstraint(condition=Q(means__in=["cash", "card", "voucher"]), name="receipt_by_some_means"),
            models.CheckConstraint(
                condition=Q(given__isnull=True) | Q(means="cash", is_out=False), name="given_is_cash_taken"
            ),
            models.CheckConstraint(
                condition=Q(means="voucher", is_out=False) & ~Q(voucher="") | ~Q(means="voucher") & Q(voucher=""),
                name="voucher_has_a_code",
            ),
        ]

    def __str__(self) -> str:
        return f"receipt {self.number:04d}"

    def sealed(self) -> dict[str, Any]:
        """Return what the record's body holds; what was not given or used is left out."""
        return {name: each for name, each in super().sealed().items() if each not in (None, "")}


class DrawerFloat(Fact):
    """The change with which a drawer begins, in minor units; it goes back to the club at closing. One per record."""

    sealed_fields = ("tournament_id", "drawer", "amount")
    verbs = (Verb("drawer.opened", Role.Kind.DIRECTOR, (MONEY_TOPIC,)),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="floats")
    drawer = models.PositiveSmallIntegerField()
    amount = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"float of drawer {self.drawer}"


class DrawerCount(Fact):
    """What was counted in a drawer, beside what the books expected; a difference is posted. One per record.

    ``pieces`` is canonical JSON: denomination in minor units → how many; empty where only the sum was typed.
    """

    sealed_fields = ("tournament_id", "drawer", "expected", "counted", "pieces")
    verbs = (Verb("drawer.counted", Role.Kind.DIRECTOR, (MONEY_TOPIC,)),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="counts")
    drawer = models.PositiveSmallIntegerField()
    expected = models.BigIntegerField()
    counted = models.PositiveBigIntegerField()
    pieces = models.TextField(default="{}")

    def __str__(self) -> str:
        return f"count of drawer {self.drawer}"


class BlindCounts(Fact):
    """An owner had the desks of their club count drawers without seeing what they should hold, or ended that.

    On the club's stream. The latest counts; without any, the sum is shown. One per record.
    """

    sealed_fields = ("club_id", "blind")
    verbs = (Verb("counts.blinded"), Verb("counts.shown"))

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    blind = models.BooleanField()

    def __str__(self) -> str:
        return f"blind counts in {self.club_id}: {self.blind}"


class TournamentBooked(Fact):
    """What a tournament left at closing stands in its club's books, or was taken back. On the club's stream."""

    sealed_fields = ("tournament_id", "sheet", "closed")
    verbs = (Verb("tournament.booked"),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="bookings")
    sheet = models.PositiveIntegerField()
    closed = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "sheet", "closed"], name="booked_once_a_sheet")]

    def __str__(self) -> str:
        return f"sheet {self.sheet} of {self.tournament_id}"


class ReopenRequest(Fact):
    """A director wants closed books to be open again; another person must open them. One per record."""

    sealed_fields = ("tournament_id", "sheet")
    verbs = (Verb("books.reopen_requested", Role.Kind.DIRECTOR, (MONEY_TOPIC,)),)

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="reopen_requests")
    sheet = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"request to reopen {self.tournament_id}"


class BooksClosing(Fact):
    """The books of a tournament were closed, or opened again. One per record.

    ``sheet`` numbers the closing proofs of a tournament from 1.
    """

    sealed_fields = ("tournament_id", "closed", "sheet")
    verbs = (Verb("books.closed", topics=(MONEY_TOPIC,)), Verb("books.reopened", topics=(MONEY_TOPIC,)))

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="books_closings")
    closed = models.BooleanField()
    sheet = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "sheet", "closed"], name="one_closing_per_sheet")]

    def __str__(self) -> str:
        return f"{self.tournament_id} {'closed' if self.closed else 'open again'}"
