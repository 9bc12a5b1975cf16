"""What the books say of the lots of an auction: what was charged, won, and is still unpaid."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Q, Sum

from clubs.models import Leg
from journal.statements import Blank, Columns
from tournaments.models import Sale
from tournaments.models.money.cash import Postings, Purses
from tournaments.read.money.payers import of_kind

LOT, DEAL, STAKE, SHARE, WON = "lot", "deal", "stake", "share", "won"
BEHIND_LOTS = "lou"
# Money of deals that passes through the desk: what came in, and what went out.
IN, OUT = "in", "out"


def lot_line(sale: int, code: str) -> str:
    """Return the line on which the price of a sold lot stands; behind the sign it has the lot's code, for people."""
    return f"{LOT}:{sale}#{code}"


def deal_line(sale: int, code: str) -> str:
    """Return the line on which what shares of a lot cost stands, where it passes through the desk."""
    return f"{DEAL}:{sale}#{code}"


def stake_line(auction: int) -> str:
    """Return the line on which stakes in a blind pool stand."""
    return f"{STAKE}:#{auction}"


def share_line(sale: int, code: str) -> str:
    """Return the line on which what a lot won stands."""
    return f"{SHARE}:{sale}#{code}"


def won_line(auction: int) -> str:
    """Return the line on which what stakes won stands."""
    return f"{WON}:#{auction}"


_sales = Columns(
    lambda: Sale.objects.filter(lot__auction=Blank("auction")).order_by("pk").values_list("pk", "lot__code")
)
# The lines of lots stand between these two texts in every order of letters, and other lines may: the caller chooses.
_owed_for_lots = Columns(
    lambda: (
        Leg.objects.filter(
            account__stream=Blank("stream"), account__kind=Purses.PAYER, about__gte=LOT, about__lt=BEHIND_LOTS
        )
        .values_list("account__about", "about")
        .annotate(total=Sum("amount"))
        .filter(total__gt=0)
    )
)


def sales_of(auction: int) -> list[tuple[int, str]]:
    """Return the sales of an auction with the codes of their lots."""
    return _sales(auction=auction)


def winning_lines(auction: int) -> list[str]:
    """Return the lines on which whatever an auction pays stands."""
    return [*(share_line(sale, code) for sale, code in sales_of(auction)), won_line(auction)]


def unpaid_sales(stream: int, auction: int) -> frozenset[int]:
    """Return the sales of an auction for which somebody still owes something: two statements."""
    lines = {lot_line(sale, code): sale for sale, code in sales_of(auction)}
    owed = _owed_for_lots(stream=stream) if lines else []
    return frozenset(lines[line] for _, line, _ in owed if line in lines)


def posted(stream: int, lines: Iterable[str], *kinds: Postings) -> dict[str, dict[int, int]]:
    """Return line → payer → the sum of what postings of these kinds put there: one statement."""
    legs = Leg.objects.filter(
        of_kind(*kinds), account__stream=stream, account__kind=Purses.PAYER, about__in=list(lines)
    )
    sums: dict[str, dict[int, int]] = defaultdict(dict)
    for line, payer, total in legs.values_list("about", "account__about").annotate(total=Sum("amount")):
        sums[line][payer] = int(total)
    return dict(sums)


def through_desk(stream: int, auction: int) -> int:
    """Return what deals brought to the desk so far: one statement."""
    legs = Leg.objects.filter(
        Q(about=IN), account__stream=stream, account__kind=Purses.BUYBACKS, account__about=auction
    )
    return -int(legs.aggregate(total=Sum("amount", default=0))["total"])
