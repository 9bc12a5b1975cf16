"""An entrant as they are now, read in one statement: details, ticks, what they left, and what is owed for them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, OuterRef, Q, QuerySet, StringAgg, Subquery, TextField, Value, When
from django.db.models.functions import Cast, Concat

from clubs.models import Leg
from journal.models import Fact, counts
from journal.statements import Blank, Reading
from tournaments.models import Entrant, EntrantPayer, Particulars, Withdrawal
from tournaments.models.entrants import ticked
from tournaments.models.money.cash import Purses
from tournaments.read.entrants.paid import NO_FEES, follows_books, owed_in

_ENTRANT = Blank("entrant")


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
    """Return an entrant as they are now, without the plan of their draw: one statement.

    Raises Particulars.DoesNotExist.
    """
    row: Any = next(iter(_now(entrant=entrant, about=f":{entrant}")), None)
    if row is None:
        raise Particulars.DoesNotExist
    sums: defaultdict[tuple[int, str], int] = defaultdict(int)
    for line in filter(None, (row.lines or "").split("\n")):
        payer, amount, about = line.split(":", 2)
        sums[int(payer), about] += int(amount)
    left = frozenset((row.left or "").split())
    return EntrantNow(row.entrant, row, left, bool(row.here), bool(row.paid), row.payer, dict(sums))


def _rows() -> QuerySet[Particulars]:
    lines = Case(
        When(entrant__event__tournament__fees=NO_FEES, then=Value("")),
        default=Subquery(_lines()),
        output_field=TextField(),
    )
    rows = Particulars.objects.filter(entrant=_ENTRANT, record__undo__isnull=True).order_by("-turn")
    return rows.annotate(
        left=Subquery(_brackets_left()),
        paid=ticked("paid", "entrant"),
        here=ticked("here", "entrant"),
        payer=Subquery(_payer()),
        lines=lines,
    )[:1]


def _brackets_left() -> QuerySet[Withdrawal, str]:
    live = Withdrawal.objects.filter(entrant=_ENTRANT, record__undo__isnull=True).order_by()
    return live.values("entrant").annotate(all=StringAgg("bracket", Value(" "))).values_list("all", flat=True)


def _payer() -> QuerySet[EntrantPayer, int]:
    live = EntrantPayer.objects.filter(counts(), counts("entrant__record_id"), entrant=_ENTRANT)
    return live.order_by("-turn").values_list("payer", flat=True)[:1]


def _lines() -> QuerySet[Leg, str]:
    """Return the legs of an entrant's payer, and those for the entrant, in one text."""
    own = Q(account__about=Subquery(_payer())) | Q(about__endswith=Blank("about", TextField()))
    stream = OuterRef("entrant__event__tournament__stream")
    legs = Leg.objects.filter(own, account__stream=stream, account__kind=Purses.PAYER).order_by()
    each = Concat(
        Cast("account__about", TextField()), Value(":"), Cast("amount", TextField()), Value(":"), "about",
        output_field=TextField(),
    )  # fmt: skip
    return legs.values("account__stream").annotate(all=StringAgg(each, Value("\n"))).values_list("all", flat=True)


_EVENT = "entrant__event"
_now = Reading(
    _rows,
    beside=[f"{_EVENT}__tournament", f"{_EVENT}__current_draw"],
    without=[f"{_EVENT}__current_draw__plan"],
    annotated=["left", "paid", "here", "payer", "lines"],
)
