"""A receipt with the lines that it settled, for the paper that the payer gets."""

from dataclasses import dataclass

from django.db.models import Q

from clubs.models import Leg
from journal.refusals import Unknown
from tournaments.models import Contact, Event, Receipt, Tournament
from tournaments.models.money.cash import Purses
from tournaments.read.entrants.payers import latest_payers
from tournaments.read.money.accounts import (
    Account,
    AccountLine,
    ReceiptView,
    prize_of,
    read_accounts,
    receipts_of,
)
from tournaments.read.money.payers import fees_of
from tournaments.read.money.pots import PRIZE


@dataclass(frozen=True, slots=True)
class ReceiptPaper:
    """A receipt, the payer's account, and (line, minor units) of what it settled, in order of the lines.

    What was paid out beside a debt counts negative.
    """

    tournament: Tournament
    receipt: ReceiptView
    account: Account
    lines: tuple[tuple[AccountLine, int], ...]


def tournament_of_receipt(record: int) -> Tournament:
    """Return the tournament of a receipt, with its club and memory. Raises Unknown ``receipt.unknown``."""
    row = Receipt.objects.select_related("tournament__stream", "tournament__club").filter(pk=record).first()
    if row is None:
        raise Unknown("receipt.unknown")
    return row.tournament


def receipt_paper(tournament: Tournament, record: int) -> ReceiptPaper:
    """Return a receipt of this tournament as it is printed. Raises Unknown ``receipt.unknown``."""
    receipt = next(iter(receipts_of(Q(pk=record, tournament=tournament))), None)
    if receipt is None:
        raise Unknown("receipt.unknown")
    account = read_accounts(tournament, receipt.at, [receipt.payer]).by_payer[receipt.payer]
    legs = Leg.objects.filter(posting=record, account__kind=Purses.PAYER).order_by("number")
    moved = list(legs.values_list("about", "amount"))
    known = {line.code: line for line in account.lines}
    gone = [code for code, _ in moved if code not in known]
    prizes = _prizes(tournament) if any(code.startswith(f"{PRIZE}:") for code in gone) else {}
    sign = 1 if receipt.is_out else -1
    lines = [(known.get(code) or _gone(code, tournament, prizes), sign * amount) for code, amount in moved]
    return ReceiptPaper(tournament, receipt, account, tuple(sorted(lines, key=lambda each: each[0].number)))


def address_of(paper: ReceiptPaper) -> str:
    """Return the mail address that somebody for whom the payer pays left, empty without one: one statement."""
    contacts = Contact.objects.filter(entrant__in=paper.account.entrants).exclude(email="").order_by("entrant")
    return contacts.values_list("email", flat=True).first() or ""


def address_of_payer(tournament: int, payer: int) -> str:
    """Return the mail address to which receipts of a payer go, empty without one: two statements."""
    paid_for = [entrant for entrant, _, who, _ in latest_payers(Q(payer__tournament=tournament)) if who == payer]
    contacts = Contact.objects.filter(entrant__in=paid_for).exclude(email="").order_by("entrant")
    return contacts.values_list("email", flat=True).first() or ""


def _prizes(tournament: Tournament) -> dict[int, str]:
    """Return the events of a tournament by name."""
    return dict(Event.objects.filter(tournament=tournament).values_list("pk", "name"))


def _gone(code: str, tournament: Tournament, events: dict[int, str]) -> AccountLine:
    """Return a line on which nothing is open any more, with the event or the side pool of a prize."""
    return AccountLine(1000, code, None, 0, 0, "free", event=prize_of(code, events, fees_of(tournament)))
