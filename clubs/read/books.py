"""What the books say: balances, lines of an account, and the check that every set of books adds up."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from clubs.models import Account, Leg, Posting
from journal.verify import Flaw


@dataclass(frozen=True, slots=True)
class Balance:
    """An account with the sums of its debits and credits, in minor units; both are positive."""

    kind: str
    about: int
    currency: str
    debits: int
    credits: int

    @property
    def balance(self) -> int:
        """The debits less the credits."""
        return self.debits - self.credits


def balances(stream: int) -> tuple[Balance, ...]:
    """Return all accounts of the books on a stream, by kind and row, in one statement."""
    rows = (
        Account.objects.filter(stream=stream)
        .annotate(
            debits=Sum("legs__amount", filter=Q(legs__amount__gt=0), default=0),
            credits=Sum("legs__amount", filter=Q(legs__amount__lt=0), default=0),
        )
        .order_by("kind", "about", "currency")
        .values_list("kind", "about", "currency", "debits", "credits")
    )
    return tuple(
        Balance(kind, about, currency, int(debits), -int(credits)) for kind, about, currency, debits, credits in rows
    )


def balance_of(stream: int, kind: str, about: int = 0) -> int:
    """Return the balance of one account in minor units, 0 if it was never opened: one statement."""
    legs = Leg.objects.filter(account__stream=stream, account__kind=kind, account__about=about)
    return int(legs.aggregate(total=Sum("amount", default=0))["total"])


def lines(stream: int, kind: str, about: int | None = None) -> QuerySet[Leg]:
    """Return the legs of all accounts of a kind, or of one, oldest first, with account, posting and record."""
    legs = Leg.objects.filter(account__stream=stream, account__kind=kind)
    if about is not None:
        legs = legs.filter(account__about=about)
    return legs.select_related("account", "posting__record").order_by("posting", "number")


def posted_by(record: int) -> QuerySet[Leg]:
    """Return the legs of the posting of a record, with their accounts, in order."""
    return Leg.objects.filter(posting=record).select_related("account").order_by("number")


def flaws() -> Iterator[Flaw]:
    """Yield each posting whose legs do not sum to zero, lie in other books, or do not take back what they should."""
    sums = Posting.objects.annotate(total=Sum("legs__amount", default=1))
    for posting in sums.exclude(total=0).order_by("pk").values_list("pk", flat=True):
        yield Flaw("posting.unbalanced", f"record {posting}")
    strays = Leg.objects.exclude(
        account__stream=F("record__stream"), account__currency=F("posting__currency"), posting=F("record")
    )
    for posting in strays.order_by("posting").values_list("posting", flat=True).distinct():
        yield Flaw("posting.stray", f"record {posting}")
    yield from _inexact_reversals()


def _inexact_reversals() -> Iterator[Flaw]:
    """Compare every posting that was taken back with the one that took it back, in one statement."""
    pairs = Leg.objects.filter(Q(posting__reverses__isnull=False) | Q(posting__reversed_by__isnull=False))
    left = (
        pairs.values("account", "about", pair=Coalesce("posting__reverses", "posting"))
        .annotate(total=Sum("amount"))
        .exclude(total=0)
    )
    for posting in sorted({each["pair"] for each in left}):
        yield Flaw("posting.reversal", f"record {posting}")
