"""An entrant as they are now, read in one statement: details, ticks, what they left, and what is owed for them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Case, OuterRef, Q, QuerySet, StringAgg, Subquery, TextField, Value, When
from django.db.models.functions import Cast, Concat

from clubs.models import Leg
from journal.models import Fact, counts
from tournaments.models import Entrant, EntrantPayer, Particulars, Withdrawal
from tournaments.models.entrants import ticked
from tournaments.models.money.cash import Purses
from tournaments.read.entrants.paid import NO_FEES, follows_books, owed_in


@dataclass(frozen=True, slots=True)
class EntrantNow:
    """An entrant with their event, tournament and current draw; ``left`` are the brackets from which they withdrew.

    ``payer`` pays for them, None for nobody; ``sums`` are the lines of that payer, and those for this entrant.
    """

    entrant: Entrant
    particulars: Particulars
    left: frozenset[str]
    is_here: bool
    is_ticked_paid: bool
    payer: int | None
    sums: dict[tuple[int, str], int]

    def ticks(self, moved: Iterable[Fact] = ()) -> tuple[bool, bool]:
        """Return whether they have paid and are here, after the legs among ``moved``."""
        event = self.entrant.event
        if self.payer is None or not follows_books(event.tournament.fees, event.pk):
            return self.is_ticked_paid, self.is_here
        sums = defaultdict(int, self.sums)
        for leg in moved:
            if isinstance(leg, Leg) and leg.account.kind == Purses.PAYER:
                sums[leg.account.about, leg.about] += leg.amount
        return not owed_in(event.tournament.fees, sums) & {(self.payer, 0), (0, self.entrant.pk)}, self.is_here


def entrant_now(entrant: int) -> EntrantNow:
    """Return an entrant as they are now, without the plan of their draw: one statement."""
    draw = "entrant__event__current_draw"
    rows = Particulars.objects.filter(entrant=entrant, record__undo__isnull=True).order_by("-turn")
    rows = rows.select_related("entrant__event__tournament", draw).defer(f"{draw}__plan")
    row = rows.annotate(
        left=Subquery(_brackets_left(entrant)), paid=ticked("paid", "entrant"), here=ticked("here", "entrant"),
        payer=Subquery(_payer(entrant)),
        lines=Case(
            When(entrant__event__tournament__fees=NO_FEES, then=Value("")), default=Subquery(_lines(entrant)),
            output_field=TextField(),
        ),
    )[:1].get()  # fmt: skip
    sums: defaultdict[tuple[int, str], int] = defaultdict(int)
    for line in filter(None, (row.lines or "").split("\n")):
        payer, amount, about = line.split(":", 2)
        sums[int(payer), about] += int(amount)
    left = frozenset((row.left or "").split())
    return EntrantNow(row.entrant, row, left, bool(row.here), bool(row.paid), row.payer, dict(sums))


def _brackets_left(entrant: int) -> QuerySet[Withdrawal, str]:
    live = Withdrawal.objects.filter(entrant=entrant, record__undo__isnull=True).order_by()
    return live.values("entrant").annotate(all=StringAgg("bracket", Value(" "))).values_list("all", flat=True)


def _payer(entrant: int) -> QuerySet[EntrantPayer, int]:
    live = EntrantPayer.objects.filter(counts(), counts("entrant__record_id"), entrant=entrant)
    return live.order_by("-turn").values_list("payer", flat=True)[:1]


def _lines(entrant: int) -> QuerySet[Leg, str]:
    """Return the legs of an entrant's payer, and those for the entrant, in one text."""
    own = Q(account__about=Subquery(_payer(entrant))) | Q(about__endswith=f":{entrant}")
    stream = OuterRef("entrant__event__tournament__stream")
    legs = Leg.objects.filter(own, account__stream=stream, account__kind=Purses.PAYER).order_by()
    each = Concat(
        Cast("account__about", TextField()), Value(":"), Cast("amount", TextField()), Value(":"), "about",
        output_field=TextField(),
    )  # fmt: skip
    return legs.values("account__stream").annotate(all=StringAgg(each, Value("\n"))).values_list("all", flat=True)
